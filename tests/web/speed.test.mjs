// How long things take in the browser, printed for whoever keeps the figures of docs/web.md. A busy
// machine is no fault of the page, so the best of three tries counts and only a multiple fails.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { launch, list, open, pageTests, say, serve, until, wait } from "./tools.mjs";

/** Until the first picture, in ms after the last byte of the module. */
const FIRST_PICTURE = 1_000;
/** A frame with 200 tools, in ms. */
const FRAME = 8;
const TRIES = 3;
/** How many times slower than the target something must be before it is called broken. */
const BROKEN = 4;

let browser;
let server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});
const inPage = pageTests(() => ({ browser, server }));

inPage("the first picture is there within a second after the bytes are", {}, async (page, context) => {
  let best = Infinity;
  for (let attempt = 0; attempt < TRIES && FIRST_PICTURE < best; attempt += 1) {
    await page.goto("about:blank");
    await open(page, server, "s=lecture-widget");
    const bytes = await page.evaluate(() => performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("page_bg.wasm")).responseEnd);
    const first = await wait(() => page.evaluate(() => globalThis.frames_.first));
    console.log(`first picture ${Math.round(first - bytes)} ms after the last byte`);
    best = Math.min(best, first - bytes);
  }
  assert.ok(best <= FIRST_PICTURE * BROKEN, `${best} ms`);
  assert.equal(context.pages().length, 1);
});

inPage("frames with 200 tools stay cheap", {}, async (page) => {
  await open(page, server);
  const tools = Array.from({ length: 200 }, (_, at) => `(name: "tool_${at}", description: "Does the thing number ${at}, and says so.")`);
  const text = `Scenario(title: (en: "200 tools"), start: (servers: [(name: "big", tools: [${tools}])]), script: [Turn(()), Sample(()), Turn(()), Sample(())])`;
  await say(page, { type: "load", text, name: "big.ron" });
  await until(page, (state) => state.file === "big.ron" && state.steps === 2);
  await wait(async () => 200 < (await list(page, "visible")).length);
  let best = Infinity;
  for (let attempt = 0; attempt < TRIES && FRAME < best; attempt += 1) {
    await page.evaluate(() => (globalThis.frames_.times.length = 0));
    // Rules, samples, the mouse over the menu, the wheel: every kind of frame.
    for (let turn = 0; turn < 30; turn += 1) {
      await page.keyboard.press(["Shift+ArrowRight", "ArrowRight", "ArrowLeft"][turn % 3]);
      await page.mouse.move(500 + turn * 4, 200 + turn * 4);
      if (turn % 5 === 0) await page.mouse.wheel(0, turn % 2 ? 120 : -60);
      await page.waitForTimeout(30);
    }
    const times = await page.evaluate(() => globalThis.frames_.times.toSorted((a, b) => a - b));
    const middle = times[Math.floor(times.length / 2)];
    console.log(`frame with 200 tools: median ${middle.toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms of ${times.length}`);
    best = Math.min(best, middle);
  }
  assert.ok(best <= FRAME * BROKEN, `${best} ms`);
});
