// The engine without the window, for other pages and for Node:
//
//   import { run } from "./freezeframe.js";
//   const trace = await run(scenarioText);   // throws an Error with every problem, in words
//
// `run` is pure: the same text gives the same trace and the same hash everywhere. It works in a
// Worker (in Node a worker thread), so a cell that does not end costs its bound of time and no more.
import { Engine } from "./engine.js";

let engine = null;

/**
 * Loads the engine once, and tells its version. `source`: bytes, a Response, a compiled module or an
 * address; by default the file beside. In a page the Worker has to come from the page's own origin.
 */
export async function load(source) {
  engine ??= new Engine({ source });
  return { version: await engine.load() };
}

/** Frees the Worker; the next question starts another one. */
export const close = () => engine?.close();

const ask = (...question) => (engine ??= new Engine()).ask(...question);

/** The trace of a scenario, as an object; `freezeframe schema trace` describes it. */
export const run = async (scenario, { name = "scenario.ron" } = {}) => JSON.parse(await ask("run", scenario, name));

/** The content hash of a scenario's trace: 64 hex digits. */
export const hash = (scenario, { name = "scenario.ron" } = {}) => ask("hash", scenario, name);

/** The trace as text, in English. */
export const transcript = (scenario, { name = "scenario.ron" } = {}) => ask("transcript", scenario, name);

/** The trace of what a link means, as text; empty when it means nothing that is here. */
export async function transcriptOfLink(link) {
  const [name, text] = await ask("linked", link);
  return text === undefined ? "" : ask("transcript", text, name);
}

/** File names of the scenarios that come with the engine. */
export const scenarios = () => ask("scenarios");

/** Text of one of them, by file name or by its stem. */
export const scenario = (name) => ask("scenario", name);
