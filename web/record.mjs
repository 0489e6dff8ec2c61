// A step of web/build: what the cells of the pack do, recorded by the engine module, so that the
// page shows them before it has an engine.
// usage: node record.mjs DIST
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const dist = resolve(process.argv[2]);
const { Engine } = await import(pathToFileURL(join(dist, "engine.js")));

const words = [];
const engine = new Engine({ hear: (what, why) => what === "ended" && words.push(why) });
const turns = {};
for (const name of await engine.ask("scenarios")) {
  const recordings = JSON.parse(await engine.ask("record", await engine.ask("scenario", name), name));
  if (recordings.version !== 1) throw new Error(`recordings of version ${recordings.version}`);
  Object.assign(turns, recordings.turns);
  if (words.length) throw new Error(`${name}: a cell took its Worker along: ${words}`);
}
engine.close();
if (!Object.keys(turns).length) throw new Error("the pack has no cells");
writeFileSync(join(dist, "cells.json"), JSON.stringify({ version: 1, turns }));
console.log(`cells.json: ${Object.keys(turns).length} turns`);
