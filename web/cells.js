// Cells of the window that were never recorded: the engine runs them in its Worker, and the window
// learns what they did. The engine is loaded with the first question.
import { Engine } from "./engine.js";

let engine = null;
/** The question that is being answered, and the newest one after it. */
let now = null;
let next = null;

/** Answers a window's question: ticket, file name and text, a line each but the last. */
export function runCells(view, question) {
  const [ticket, name] = question.split("\n", 2);
  const text = question.slice(ticket.length + name.length + 2);
  // One that was never begun is out of date.
  next = { view, ticket: Number(ticket), name, text };
  if (!now) work();
}

async function work() {
  engine ??= new Engine({ hear });
  while ((now = next)) {
    next = null;
    const { name, text } = now;
    try {
      tell("ran", await engine.ask("record", text, name));
    } catch (error) {
      tell("failed", String(error?.message ?? error));
    }
  }
}

const tell = (what, words = "") => now?.view.cells(now.ticket, what, words);

function hear(what, why) {
  if (what === "running") tell("running");
  if (what === "ended" && why !== "long") tell("ended", why);
}
