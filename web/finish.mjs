// The last step of web/build: the size report.
// usage: node finish.mjs DIST SIZE_FILE yes|no
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, sizeFile, record] = process.argv.slice(2);
/** A size may grow by this factor before the build fails. */
const SLACK = 1.02;

const pack = (bytes) => {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
};
const measured = new Map();
for (const name of readdirSync(dist).filter((name) => name.endsWith(".wasm")).sort()) {
  const bytes = readFileSync(join(dist, name));
  measured.set(name, [bytes.length, pack(bytes)]);
}

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
  if (record === "no" && (was === undefined || was * SLACK < packed)) fat = true;
}
if (record === "yes") {
  const lines = [...measured].map(([name, [raw, packed]]) => `${name} ${raw} ${packed}`);
  const head = "# Sizes in bytes: file, raw, brotli 11. web/build fails at +2 %; web/build --record writes them.";
  writeFileSync(sizeFile, `${head}\n${lines.join("\n")}\n`);
}
if (fat) {
  console.error("web/build: a module has grown by more than 2 %; if that is meant: web/build --record");
  process.exit(1);
}
