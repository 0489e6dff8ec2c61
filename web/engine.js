// The engine behind a Worker: asks it, watches it, ends it, starts the next one. The same in a page
// and in Node. Start reading at `Engine.ask`.
//
// A cell that does not come to rest, fills the memory or breaks the engine takes the Worker along,
// and nothing else. The turn that did it is remembered as one that met a limit, the question is
// asked again in a new Worker, and that turn is not tried again: as the native build does with its
// processes.

/** A turn of a cell that takes longer is ended, in ms. */
export const TURN_MS = 10_000;
/** A question that takes longer is given up, in ms. */
export const RUN_MS = 120_000;
/** Workers that the cells of one question may take along. */
export const MAX_ENDED = 4;
/** Turns that are remembered as having taken a Worker along. */
const MAX_REMEMBERED = 64;
const IN_NODE = typeof process === "object" && Boolean(process.versions?.node);

/** The engine could not answer, and the scenario has no fault that it could name. */
export class EngineEnded extends Error {}

export class Engine {
  #source;
  #hear;
  #bounds;
  #module = null;
  #worker = null;
  #ended = new Map();
  #last = Promise.resolve();
  #number = 0;

  /**
   * `source`: where the module is, or its bytes, or a compiled one; by default the file beside.
   * `hear(what, detail)` is told `loading`, `running`, `ended` (why, in one word) and `idle`.
   */
  constructor({ source, hear = () => {}, turnMs = TURN_MS, runMs = RUN_MS } = {}) {
    this.#source = source ?? new URL("freezeframe-engine_bg.wasm", import.meta.url);
    this.#hear = hear;
    this.#bounds = { turnMs, runMs };
  }

  /** Starts the engine, if it does not run yet. Its version. */
  load() {
    return this.#queue(async () => (await this.#running()).version);
  }

  /** Asks one question; questions wait for each other. Rejects with every problem in words. */
  ask(name, ...args) {
    return this.#queue(() => this.#persist(name, args));
  }

  /** Frees the Worker. The next question starts another one. */
  close() {
    this.#worker?.end();
    this.#worker = null;
  }

  #queue(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {}).then(() => this.#hear("idle"));
    return done;
  }

  /** Asks until no cell takes the Worker along any more. */
  async #persist(name, args) {
    for (let ended = 0; ; ended += 1) {
      const worker = await this.#running();
      this.#hear("running");
      // Members without a turn of a cell take no recordings.
      const known = RUNS.has(name) ? [this.#known()] : [];
      const outcome = await this.#once(worker, name, [...args, ...known]);
      if ("answer" in outcome) return outcome.answer;
      if ("error" in outcome) throw new Error(outcome.error);
      this.close();
      this.#hear("ended", outcome.why);
      if (!outcome.turn || ended === MAX_ENDED) throw new EngineEnded(outcome.words);
      if (this.#ended.size === MAX_REMEMBERED) this.#ended.delete(this.#ended.keys().next().value);
      this.#ended.set(outcome.turn, { events: outcome.events.map((json) => JSON.parse(json)), state: outcome.state });
    }
  }

  #known() {
    return this.#ended.size ? JSON.stringify({ version: 1, turns: Object.fromEntries(this.#ended) }) : "";
  }

  /** One question to one Worker: an answer, an error, or the turn that ended it. */
  #once(worker, name, args) {
    const { turnMs, runMs } = this.#bounds;
    const id = (this.#number += 1);
    let turn = null;
    let events = [];
    let panic = null;
    let timer = 0;
    return new Promise((done) => {
      const finish = (outcome) => {
        clearTimeout(timer);
        clearTimeout(whole);
        worker.rest();
        done(outcome);
      };
      const slow = (why, words) => finish({ why, words, turn, events, state: { state: "stopped", limit: "steps" } });
      const again = () => {
        clearTimeout(timer);
        timer = setTimeout(() => slow("slow", `a turn of a cell took more than ${turnMs} ms`), turnMs);
      };
      const whole = setTimeout(() => {
        turn = null;
        slow("long", `no answer within ${runMs} ms`);
      }, runMs);
      worker.hear = (message) => {
        if (message.began !== undefined) [turn, events] = [message.began, []];
        else if (message.event !== undefined) return events.push(message.event);
        else if (message.over !== undefined) turn = null;
        else if (message.panicked !== undefined) panic = message;
        else if (message.ended) {
          const state = panic ? JSON.parse(panic.panicked) : { state: "stopped", limit: message.ended.limit };
          return finish({ why: state.limit ?? "died", words: panic?.words ?? message.ended.words, turn, events, state });
        } else if (message.id === id) return finish(message);
        again();
      };
      // The Worker itself broke, so it will not answer: the memory of the process, or its files.
      worker.fail = (words) => finish({ why: "heap", words, turn, events, state: { state: "stopped", limit: "heap" } });
      worker.ask({ id, name, args });
      again();
    });
  }

  async #running() {
    if (this.#worker) return this.#worker;
    this.#hear("loading");
    this.#module ??= compile(this.#source);
    try {
      const worker = await start(await this.#module);
      this.#worker = worker;
      return worker;
    } catch (error) {
      // The next question tries anew.
      this.#module = null;
      throw new EngineEnded(String(error?.message ?? error));
    }
  }
}

/** Questions that run cells; all take what is known of them as their last argument. */
const RUNS = new Set(["run", "hash", "transcript", "record"]);

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A Worker with the module in it. */
async function start(module) {
  const url = new URL("cells-worker.js", import.meta.url);
  const worker = IN_NODE ? await nodeWorker(url) : pageWorker(url);
  worker.version = await new Promise((done, failed) => {
    worker.hear = (message) => done(message.ready);
    worker.fail = (words) => failed(new Error(words));
    worker.ask({ module });
  });
  worker.rest();
  return worker;
}

function pageWorker(url) {
  const worker = new Worker(url, { type: "module" });
  const self = { ask: (message) => worker.postMessage(message), end: () => worker.terminate(), rest: () => {} };
  worker.onmessage = ({ data }) => self.hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    self.fail(event.message ?? "the Worker could not be loaded");
  };
  return self;
}

async function nodeWorker(url) {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(url);
  const ask = (message) => {
    worker.ref();
    worker.postMessage(message);
  };
  // A Worker without a question keeps no process alive.
  const self = { ask, end: () => worker.terminate(), rest: () => worker.unref() };
  worker.on("message", (message) => self.hear(message));
  worker.on("error", (error) => self.fail(String(error?.message ?? error)));
  return self;
}
