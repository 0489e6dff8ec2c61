// The last step of web/build: the files that know about the others, and the size report.
// usage: node finish.mjs DIST SIZE_FILE yes|no
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, sizeFile, record] = process.argv.slice(2);
/** A size may grow by this factor, and by so many bytes, before the build fails. */
const SLACK = 1.02;
const SLACK_BYTES = 2_048;
/** Bound of the first WASM module, packed. */
const FIRST_MODULE = 1_800_000;
const FIRST = "freezeframe-page_bg.wasm";

const path = (name) => join(dist, name);
const names = () => readdirSync(dist).filter((name) => statSync(path(name)).isFile()).sort();

// The true size of the first module, for the progress bar.
writeFileSync(path("sizes.js"), `export const PAGE_BYTES = ${statSync(path(FIRST)).size};\n`);

// An index of the transcripts. Names are [a-z0-9-], so nothing needs escaping.
const transcripts = readdirSync(path("transcripts")).filter((name) => /^[a-z0-9-]+\.trace\.txt$/.test(name)).sort();
const items = transcripts.map((name) => `<li><a href="${name}">${name.slice(0, -10)}</a></li>`).join("\n");
writeFileSync(
  path("transcripts/index.html"),
  `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\n<title>freezeframe transcripts</title>\n<main><h1>Every scenario as text</h1>\n<ul>\n${items}\n</ul></main></html>\n`,
);

// What the service worker keeps: everything but the transcripts and the example.
const kept = names().filter((name) => !["sw.js", "files.js", "boot.js"].includes(name) && !name.startsWith("lecture."));
const sum = createHash("sha256");
for (const name of kept) sum.update(name).update(readFileSync(path(name)));
const version = sum.digest("hex").slice(0, 16);
const files = ["./", "boot.js", ...kept];
writeFileSync(path("files.js"), `self.FILES_VERSION = "${version}";\nself.FILES = ${JSON.stringify(files)};\n`);

const pack = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
const measured = new Map();
let shell = [0, 0];
for (const name of names()) {
  const bytes = readFileSync(path(name));
  const size = [bytes.length, pack(bytes)];
  if (/\.wasm$|^cells\.json$/.test(name)) measured.set(name, size);
  else if (!name.startsWith("lecture.")) shell = [shell[0] + size[0], shell[1] + size[1]];
}
measured.set("shell", shell);

const recorded = new Map();
if (existsSync(sizeFile)) {
  for (const line of readFileSync(sizeFile, "utf8").split("\n")) {
    const [name, raw, packed] = line.trim().split(/\s+/);
    if (packed && !name.startsWith("#")) recorded.set(name, [Number(raw), Number(packed)]);
  }
}
let fat = false;
console.log(`${"file".padEnd(28)} ${"raw".padStart(10)} ${"brotli".padStart(10)}  recorded`);
for (const [name, [raw, packed]] of measured) {
  const was = recorded.get(name)?.[1];
  const grown = was === undefined ? "" : `${was} (${((packed / was - 1) * 100).toFixed(1)} %)`;
  console.log(`${name.padEnd(28)} ${String(raw).padStart(10)} ${String(packed).padStart(10)}  ${grown}`);
  if (record === "no" && (was === undefined || was * SLACK + SLACK_BYTES < packed)) fat = true;
}
if (record === "yes") {
  const lines = [...measured].map(([name, [raw, packed]]) => `${name} ${raw} ${packed}`);
  writeFileSync(sizeFile, `# Sizes in bytes: file, raw, brotli 11. web/build fails at +2 %; web/build --record writes them.\n${lines.join("\n")}\n`);
}
if (fat) {
  console.error("web/build: the web edition has grown by more than 2 %; if that is meant: web/build --record");
  process.exit(1);
}
if (FIRST_MODULE < measured.get(FIRST)[1]) {
  console.error(`web/build: ${FIRST} is over ${FIRST_MODULE} bytes of brotli`);
  process.exit(1);
}
