// The engine without the window, for other pages and for Node:
//
//   import { run } from "./freezeframe.js";
//   const trace = await run(scenarioText);   // throws an Error with every problem, in words
//
// `run` is pure: the same text gives the same trace and the same hash everywhere.
import init, * as engine from "./freezeframe-engine.js";

let ready = null;

/** Loads the engine once. `source`: bytes, a Response, or an address; by default the file beside. */
export function load(source) {
  ready ??= start(source);
  return ready;
}

async function start(source) {
  await init({ module_or_path: source ?? (await beside()) });
  return { version: engine.version() };
}

async function beside() {
  const url = new URL("freezeframe-engine_bg.wasm", import.meta.url);
  if (url.protocol !== "file:") return url;
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

async function loaded(work) {
  await load();
  try {
    return work();
  } catch (error) {
    throw error instanceof Error ? error : new Error(String(error));
  }
}

/** The trace of a scenario, as an object; `freezeframe schema trace` describes it. */
export async function run(scenario, { name = "scenario.ron" } = {}) {
  return JSON.parse(await loaded(() => engine.run(scenario, name)));
}

/** The content hash of a scenario's trace: 64 hex digits. */
export const hash = (scenario, { name = "scenario.ron" } = {}) =>
  loaded(() => engine.hash(scenario, name));

/** The trace as text, in English. */
export const transcript = (scenario, { name = "scenario.ron" } = {}) =>
  loaded(() => engine.transcript(scenario, name));

/** The trace of what a link means, as text; empty when it means nothing that is here. */
export const transcriptOfLink = (link) =>
  loaded(() => {
    const [name, text] = engine.linked(link);
    return text === undefined ? "" : engine.transcript(text, name);
  });

/** File names of the scenarios that come with the engine. */
export const scenarios = () => loaded(() => engine.scenarios());

/** Text of one of them, by file name or by its stem. */
export const scenario = (name) => loaded(() => engine.scenario(name));
