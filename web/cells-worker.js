// The Worker in which cells run, in a page and in Node. Nothing else runs there: it may be ended at
// any moment, and `engine.js` knows what was under way. Started and asked by `engine.js` only.
//
// Questions:  {module}, then {id, name, args}
// Answers:    {ready: version}, {id, answer}, {id, error}, {id, ended: {limit, words}}
// Between:    {began: turn}, {event: json}, {over}, {panicked: state as json, words}
import init, * as engine from "./freezeframe-engine.js";

// The module speaks in the middle of a turn, so that nothing is lost when the turn never ends.
globalThis.freezeframeHear = (kind, text, words) => post({ [kind]: text, words });

let post;
if (typeof WorkerGlobalScope === "function") {
  post = (message) => globalThis.postMessage(message);
  globalThis.onmessage = ({ data }) => hear(data);
} else {
  import("node:worker_threads").then(({ parentPort }) => {
    post = (message) => parentPort.postMessage(message);
    parentPort.on("message", hear);
  });
}

async function hear({ module, id, name, args }) {
  if (module) {
    await init({ module_or_path: module });
    return post({ ready: engine.version() });
  }
  try {
    post({ id, answer: engine[name](...args) });
  } catch (error) {
    if (error instanceof Error) post({ id, ended: { limit: limit(error), words: String(error.message) } });
    // The engine throws its problems as plain texts.
    else post({ id, error: String(error) });
  }
}

/** Which bound of a cell a crash of the module stands for: a full stack, or a full heap. */
function limit(error) {
  const stack = error instanceof RangeError || /stack|out of bounds/i.test(error.message);
  return stack ? "stack" : "heap";
}
