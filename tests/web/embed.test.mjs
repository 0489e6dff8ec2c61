// The window inside another page: protocol, origins, keys. And the folder without a network.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { BASE, launch, open, serve, shot, state, until, wait, watched } from "./tools.mjs";

let browser;
let server;
let host;
const frame = (src) => `<!doctype html><html lang="en"><title>host</title><iframe title="window" width="1000" height="700" src="${src}"></iframe><script>
const heard = []; addEventListener("message", (event) => heard.push({ origin: event.origin, ...event.data }));
const tell = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");</script>`;

before(async () => {
  server = await serve();
  // Another origin: another port.
  const pages = {};
  host = await serve(pages);
  const link = "#s=lecture-freeze-drop&n=1";
  pages["/slide.html"] = frame(`${server.home}?embed&origin=${encodeURIComponent(host.origin)}${link}`);
  pages["/stranger.html"] = frame(`${server.home}?embed&origin=https://slides.example${link}`);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
  await host?.close();
});

async function inHost(path, body) {
  const context = await browser.newContext({ viewport: { width: 1040, height: 740 } });
  try {
    const page = await context.newPage();
    await page.goto(host.origin + path);
    await body(page, (type) => page.evaluate((type) => heard.filter((message) => message.type === type), type));
  } finally {
    await context.close();
  }
}

test("a slide is driven by the page around it", () =>
  inHost("/slide.html", async (page, heard) => {
    const [ready] = await wait(async () => {
      const ready = await heard("ready");
      return ready.length && ready;
    });
    assert.deepEqual([ready.protocol, ready.origin], [1, server.origin]);
    const tell = (message) => page.evaluate((message) => tell(message), message);
    const last = async () => (await heard("state")).at(-1);
    const comes = (fits) => wait(async () => fits((await last()) ?? {}), fits.toString());

    await comes((state) => state.step === 1);
    await tell({ type: "goto", step: 2 });
    await comes((state) => state.step === 2);
    await tell({ type: "load", link: "s=lecture-widget" });
    await comes((state) => state.file === "lecture-widget.ron");
    await tell({ type: "play", on: true });
    await comes((state) => state.playing);
    await tell({ type: "play", on: false });
    await comes((state) => !state.playing);
    await tell({ type: "load", text: "Scenario(script: [Turn(()), Sample(())])", name: "mine.ron" });
    await comes((state) => state.file === "mine.ron" && state.steps === 1);
    await tell({ type: "reveal", tool: "exec_command" });
    await comes((state) => state.link.includes("t=exec_command"));
    await shot(page, "embedded");

    for (const bad of [{ type: "format_disk" }, { type: "goto" }, { type: "goto", step: "two" }, { type: "play", on: true, extra: 1 }, { type: "command", id: "nothing" }]) {
      const before = (await heard("error")).length;
      await tell(bad);
      await wait(async () => before < (await heard("error")).length, JSON.stringify(bad));
    }
    await page.evaluate(() => tell("text"));
    await page.evaluate(() => tell(null));
    assert.equal((await last()).file, "mine.ron");
  }));

test("keys without a use here go to the page around", () =>
  inHost("/slide.html", async (page, heard) => {
    await wait(async () => (await heard("state")).length);
    const inner = page.frames()[1];
    await inner.locator("#window").focus();
    await page.keyboard.press("F8");
    await wait(async () => (await heard("key")).some((key) => key.key === "F8"));
    await page.keyboard.press("ArrowRight");
    await wait(async () => 0 < (await heard("state")).at(-1).ms);
    assert.ok((await heard("key")).every((key) => key.key !== "ArrowRight"));
    // After the last step the deck goes on.
    await page.evaluate(() => tell({ type: "command", id: "last" }));
    await wait(async () => (await heard("state")).at(-1).step === 2);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
    await wait(async () => (await heard("key")).some((key) => key.key === "ArrowRight"));
  }));

test("another origin hears nothing and is not heard", () =>
  inHost("/stranger.html", async (page, heard) => {
    const inner = await wait(() => page.frames()[1]);
    await wait(() => inner.evaluate(() => globalThis.freezeframe?.state() ?? null));
    await page.evaluate(() => tell({ type: "goto", step: 2 }));
    await page.waitForTimeout(500);
    assert.equal((await inner.evaluate(() => globalThis.freezeframe.state())).step, 1);
    assert.equal((await page.evaluate(() => heard)).length, 0);
    assert.deepEqual(await heard("state"), []);
  }));

test("the example lecture page drives its window", async () => {
  const { context, page, faults } = await watched(browser, server);
  await page.goto(`${server.home}lecture.html`);
  const inner = await wait(() => page.frames()[1]);
  await wait(() => inner.evaluate(() => globalThis.freezeframe?.state() ?? null));
  const steps = page.locator("[data-tell]");
  assert.ok(2 < (await steps.count()));
  await steps.nth(2).click();
  await wait(() => page.locator("#where").textContent());
  await wait(() => inner.evaluate(() => globalThis.freezeframe.state().step === 2));
  await wait(async () => /^[0-9a-f]{64}$/.test(await page.locator("#hash").textContent()));
  await shot(page, "lecture-page");
  assert.deepEqual(faults, []);
  await context.close();
});

test("once seen, the folder needs no network", async () => {
  const own = await serve();
  const { context, page } = await watched(browser, own);
  await open(page, own, "s=lecture-widget&n=2");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await wait(() => page.evaluate(async () => (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0])).keys()).length > 10));
  await own.close();
  await page.goto("about:blank");
  await page.goto(`${own.origin}${BASE}#s=lecture-freeze-drop&n=2`);
  const there = await until(page, (state) => state.step === 2);
  assert.equal(there.file, "lecture-freeze-drop.ron");
  assert.equal((await state(page)).broken, false);
  await context.close();
});
