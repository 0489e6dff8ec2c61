// Cells: recorded ones without an engine, edited ones in the Worker, and those that take it along.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { dist, goldens, launch, open, pageTests, say, serve, shot, state, until, wait } from "./tools.mjs";

const FILE = "cell-one-for-five.ron";
const { Engine, EngineEnded } = await import(join(dist, "engine.js"));
let heard = [];
/** Bounds of the tests are shorter; a busy machine meets none of them by accident. */
const engine = new Engine({ hear: (what, why) => heard.push(what === "ended" ? why : what), turnMs: 4_000 });
const pack = await engine.ask("scenario", FILE);
const INPUT = /input: r#"[^]*?"#/;

/** The scenario with another cell. */
const withCell = (source) => pack.replace(INPUT, () => `input: r####"${source}"####`);

// --- the Worker, in Node ------------------------------------------------------------------------

/** Runs a cell; what the Worker was ended for, if it was, and the trace as text. */
async function cell(source) {
  heard = [];
  const text = await engine.ask("transcript", withCell(source), FILE);
  return { ended: heard.filter((what) => ["slow", "heap", "stack", "died"].includes(what)), text };
}

const HOSTILE = [
  // What the engine's own bounds hold: the Worker lives on.
  ["recursion", "const f = () => f(); f()", [], /limit stack/],
  ["recursion through a native function", "const f = () => [1].map(f); f()", [], /limit stack/],
  ["a getter of itself", "const o = { get x() { return o.x } }; o.x", [], /limit stack/],
  ["brackets", `text(${"(".repeat(4_000)}1${")".repeat(4_000)})`, [], /limit stack/],
  ["brackets within the bound", `text(${"(".repeat(34)}1${")".repeat(34)})`, [], /item "1"/],
  ["operands within the bound", `text(${"1+".repeat(1_100)}1)`, [], /item "1101"/],
  ["deep JSON within the bound", "text(JSON.stringify(JSON.parse('['.repeat(3900) + ']'.repeat(3900))).length)", [], /item "7800"/],
  ["nested native calls within the bound", "const f = (n) => n ? [n].map(() => f(n - 1)) : 0; f(120); text('ok')", [], /item "ok"/],
  ["output", "const t = 'x'.repeat(1000000); for (;;) text(t)", [], /limit output/],
  ["effects", "for (;;) text('')", [], /limit (effects|steps)/],
  ["a huge array", "new Array(2 ** 32 - 1).fill(0)", [], /RangeError/],
  ["an import", "await import('node:fs')", [], /Script error/],
  ["globals of the Worker", "text([typeof postMessage, typeof fetch, typeof freezeframeHear, typeof process, typeof WebAssembly].join())", [], /item "undefined,undefined,undefined,undefined,undefined"/],
  // What they do not: the Worker is ended, the cell has met a limit, and its items are there.
  ["a regular expression that backtracks", "text('a'); /^(a+)+$/.test('a'.repeat(60) + 'b')", ["slow"], /item "a"[^]*limit steps/],
  ["arrays in arrays", "text('a'); let a = []; for (let i = 0; i < 100000; i++) a = [a]; String(a)", ["stack"], /item "a"[^]*limit stack/],
  ["memory", "text('a'); let s = 'xxxxxxxxxxxxxxxx'; for (;;) s += s", ["heap"], /item "a"[^]*limit heap/],
];

for (const [name, source, ended, expected] of HOSTILE) {
  test(`hostile: ${name}`, async () => {
    const got = await cell(source);
    assert.match(got.text, expected);
    assert.deepEqual(got.ended, ended);
    // Nothing of it is left for the next one.
    assert.match((await cell("text([1, 2].map((n) => n * 2).join() + typeof hacked)")).text, /item "2,4undefined"/);
  });
}

test("a loop without an end is a bound of the engine, or of time: the trace is the same", async () => {
  const fast = new Engine({ turnMs: 50 });
  const slow = new Engine({ turnMs: 60_000 });
  const text = withCell("text('a'); while (true) {}");
  try {
    assert.equal(await fast.ask("hash", text, FILE), await slow.ask("hash", text, FILE));
  } finally {
    fast.close();
    slow.close();
  }
});

test("a cell that ends a later turn keeps what it did before", async () => {
  const { text, ended } = await cell("text('first'); await tools.units(); text('second'); /^(a+)+$/.test('a'.repeat(60) + 'b')");
  assert.deepEqual(ended, ["slow"]);
  assert.match(text, /item "first"[^]*item "second"[^]*limit steps/);
});

test("what took a Worker along is not tried again", async () => {
  const text = withCell("/^(b+)+$/.test('b'.repeat(60) + 'c')");
  await engine.ask("hash", text, FILE);
  heard = [];
  const began = Date.now();
  await engine.ask("record", text, FILE);
  assert.ok(!heard.includes("slow") && Date.now() - began < 3_000, String(heard));
});

test("a scenario that would end Worker after Worker is given up in words", async () => {
  const all = [1, 2, 3, 4, 5, 6].map((n) => `/^(${n}+)+$/.test('${n}'.repeat(60) + 'c')`);
  const call = pack.match(/\n( +)Sample\([^]*?\n\1\),/)[0];
  const many = pack.replace(call, () => all.map((source) => call.replace(INPUT, () => `input: r####"${source}"####`)).join(""));
  const quick = new Engine({ turnMs: 400 });
  await assert.rejects(quick.ask("hash", many, FILE), (error) => error instanceof EngineEnded && /a turn of a cell took more/.test(error.message));
  // The next question finds an engine again.
  assert.equal(await quick.ask("hash", pack, FILE), Object.fromEntries(goldens())[FILE.slice(0, -4)]);
  quick.close();
});

test("a module that is none is said, and tried anew", async () => {
  await assert.rejects(new Engine({ source: new Uint8Array([0, 1, 2]) }).ask("hash", pack, FILE), EngineEnded);
  await assert.rejects(new Engine({ source: new URL("file:///nowhere.wasm") }).load(), /nowhere/);
});

test("problems of a scenario are words, whatever the text", async () => {
  for (const text of ["", "Scenario(", "한국어", "\0", "(".repeat(100_000), "x".repeat(3_000_000)]) {
    await assert.rejects(engine.ask("record", text, "mine.ron"), (error) => !(error instanceof EngineEnded) && error.message.length > 5);
  }
});

test("cells.json is what the engine records of the pack", async () => {
  const kept = JSON.parse(readFileSync(join(dist, "cells.json"), "utf8"));
  const fresh = new Engine();
  const { turns } = JSON.parse(await fresh.ask("record", pack, FILE));
  fresh.close();
  assert.equal(kept.version, 1);
  for (const [told, turn] of Object.entries(turns)) assert.deepEqual(kept.turns[told], turn);
  assert.ok(2 < Object.keys(turns).length);
});

// --- the page -----------------------------------------------------------------------------------

let browser;
let server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  engine.close();
  await browser?.close();
  await server?.close();
});
// A page keeps its files in the background; these count what the page itself asks for.
const inPage = (name, body) => pageTests(() => ({ browser, server }))(name, { serviceWorkers: "block" }, body);

/** Opens a place, and waits until its cells are there. */
async function ready(page, link) {
  await open(page, server, link);
  return until(page, (state) => state.cells === "done");
}

/** Clicks into the source of the cell, to the end of its text, and types. */
async function type(page, text) {
  await page.mouse.click(300, 200);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

/** The hash that the engine in Node finds for what the page shows. */
async function hashOf(link) {
  const [name, text] = await engine.ask("linked", link);
  return engine.ask("hash", text, name);
}

inPage("every scenario of the pack has its golden hash without an engine", async (page) => {
  await open(page, server);
  for (const [name, hash] of goldens()) {
    await say(page, { type: "load", link: `s=${name}` });
    const there = await until(page, (state) => state.file === `${name}.ron`);
    assert.deepEqual([there.hash, there.cells], [hash, "done"], name);
  }
  assert.ok(!server.log.some((path) => path.endsWith("freezeframe-engine_bg.wasm")));
});

inPage("edits a cell", async (page) => {
  const start = await ready(page, "s=cell-one-for-five&n=1");
  await page.keyboard.press("x");
  await until(page, (state) => state.screen === "cell");
  await page.waitForTimeout(300);
  await shot(page, "cell");
  const began = Date.now();
  await type(page, "\ntext('mine')");
  const after = await until(page, (state) => state.cells === "done" && state.link.includes("&x=") && state.hash !== "");
  console.log(`first edited cell after ${Date.now() - began} ms, 13 keys and the loading of the engine included`);
  assert.notEqual(after.hash, start.hash);
  await until(page, (state) => state.cells === "done");
  await page.waitForTimeout(300);
  const settled = await until(page, (state) => state.cells === "done");
  assert.equal(settled.hash, await hashOf(settled.link));
  await say(page, { type: "command", id: "last" });
  await wait(async () => /mine/.test(await page.locator("#lists").textContent()));
  await shot(page, "cell-edited");
  // What is known is not asked for again.
  for (let undo = 0; undo < 20 && (await state(page)).hash !== start.hash; undo += 1) {
    await say(page, { type: "command", id: "undo" });
    await page.waitForTimeout(100);
  }
  await until(page, (state) => state.cells === "done" && !state.link.includes("&x="));
  assert.equal((await state(page)).hash, start.hash);
});

inPage("a scenario of one's own has its cells run in the Worker", async (page) => {
  await open(page, server);
  const text = withCell("text('of my own'); text(String(await tools.units()))");
  await say(page, { type: "load", text, name: "mine.ron" });
  const there = await until(page, (state) => state.file === "mine.ron" && state.cells === "done");
  assert.equal(there.hash, await engine.ask("hash", text, "mine.ron"));
  await say(page, { type: "load", link: there.link.replace(/^/, "") });
  assert.equal(await page.locator("#notice").textContent(), "");
});

inPage("a link to an edited cell leads there", async (page, context) => {
  await ready(page, "s=cell-one-for-five&n=1");
  const text = withCell("text('one'); await tools.units(); text('two'); await tools.units(); text('three')");
  await say(page, { type: "load", text, name: FILE });
  await until(page, (state) => state.cells === "done" && state.link.includes("&x="));
  await say(page, { type: "command", id: "cells" });
  await say(page, { type: "command", id: "last" });
  const here = await until(page, (state) => state.screen === "cell" && state.at_end);
  const other = await context.newPage();
  await open(other, server, here.link);
  const there = await until(other, (state) => state.cells === "done");
  assert.deepEqual([there.hash, there.screen, there.at_end], [here.hash, "cell", true]);
  assert.equal(await other.locator("#notice").textContent(), "");
});

inPage("a runaway cell is ended, said in words, and the next one runs", async (page) => {
  await open(page, server);
  const text = withCell("text('a'); /^(a+)+$/.test('a'.repeat(60) + 'b')");
  await say(page, { type: "load", text, name: "mine.ron" });
  await wait(async () => /cells are running/i.test(await page.locator("#notice").textContent()));
  await shot(page, "cell-running");
  // The window answers meanwhile.
  await say(page, { type: "command", id: "cells" });
  await until(page, (state) => state.cells === "waiting" && state.screen === "cell");
  const there = await until(page, (state) => state.cells === "done");
  assert.match(await page.locator("#notice").textContent(), /did not come to rest within 10 s/);
  assert.equal(there.hash, await engine.ask("hash", text, "mine.ron"));
  await shot(page, "cell-ended");
  const next = withCell("text('next')");
  await say(page, { type: "load", text: next, name: "mine.ron" });
  const after = await until(page, (state) => state.cells === "done" && state.hash !== there.hash);
  assert.equal(after.hash, await engine.ask("hash", next, "mine.ron"));
});

inPage("cells end in the same bounds in the browser's Worker", async (page) => {
  await open(page, server);
  let last = "";
  for (const [name, source, ended] of HOSTILE.filter(([, , ended]) => ended.length === 0)) {
    const text = withCell(source);
    await say(page, { type: "load", text, name: "mine.ron" });
    const there = await until(page, (state) => state.cells === "done" && state.hash !== last);
    assert.equal(there.hash, await engine.ask("hash", text, "mine.ron"), name);
    assert.equal(await page.locator("#notice").textContent(), "", `${name} ${ended}`);
    last = there.hash;
  }
});

test("without the engine's file the window says so and goes on", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/freezeframe-engine_bg.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await open(page, server);
  await say(page, { type: "load", text: withCell("text('x')"), name: "mine.ron" });
  await until(page, (state) => state.cells === "failed");
  await wait(async () => /could not be run[^]*404/.test(await page.locator("#notice").textContent()));
  await say(page, { type: "load", link: "s=cell-one-for-five" });
  await until(page, (state) => state.cells === "done" && state.file === FILE);
  await context.close();
});
