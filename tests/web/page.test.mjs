// The page in a real browser: loading, playing, links, text, trouble.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { audit, goldens, launch, list, open, pageTests, say, serve, shot, state, until, wait } from "./tools.mjs";

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

inPage("opens with the gallery, from a sub-path, and asks nobody else", {}, async (page) => {
  const start = await open(page, server);
  assert.equal(start.screen, "gallery");
  assert.ok(5 < (await list(page, "theme-lecture")).length);
  assert.equal(await page.locator("#loading, #skeleton").count(), 0);
  await shot(page, "gallery");
});

inPage("plays the lecture to its end, pauses, and draws nothing while it is paused", {}, async (page) => {
  await open(page, server, "s=lecture-freeze-drop&n=1");
  await say(page, { type: "command", id: "faster" });
  await page.keyboard.press("Space");
  await until(page, (state) => state.playing);
  await until(page, (state) => !state.playing && state.step === 2 && state.ms === 2_000);
  await page.keyboard.press("Home");
  await until(page, (state) => state.step === 1 && state.ms === 0);
  await page.keyboard.press("Space");
  await until(page, (state) => state.playing);
  await until(page, (state) => 0 < state.ms);
  await page.keyboard.press("Space");
  await until(page, (state) => !state.playing);
  await page.waitForTimeout(700);
  const drawn = () => page.evaluate(() => globalThis.frames_.drawn);
  const before = await drawn();
  await page.waitForTimeout(1_500);
  assert.equal(await drawn(), before);
});

inPage("steps forward and back with the keyboard", {}, async (page) => {
  await open(page, server, "s=lecture-widget&n=1");
  await page.keyboard.press("End");
  const last = await until(page, (state) => state.step === state.steps);
  await page.keyboard.press("ArrowLeft");
  await until(page, (state) => state.at_end === false);
  await page.keyboard.press("1");
  const first = await until(page, (state) => state.step === 1);
  assert.ok(first.at_start && last.at_end);
});

inPage("a switch is flipped with the mouse, and it shows in the next sample", {}, async (page) => {
  const before = await open(page, server, "s=lecture-freeze-drop&n=1");
  const absent = () => list(page, "absent");
  assert.ok((await absent()).some((text) => text.startsWith("tool_search")));
  // Search support, in the left column.
  await page.mouse.click(212, 147);
  const after = await until(page, (state) => state.link.includes("&x="));
  assert.notEqual(after.hash, before.hash);
  await say(page, { type: "goto", step: 2 });
  await wait(async () => (await page.locator("#place").textContent()).startsWith("Sample 2"));
  await shot(page, "flipped");
  await page.keyboard.press("Control+z");
  await until(page, (state) => state.hash === before.hash && !state.link.includes("&x="));
});

inPage("a flipped switch is in the address, and the address leads back to it", {}, async (page, context) => {
  const before = await open(page, server, "s=lecture-freeze-drop&n=1");
  await say(page, { type: "command", id: "add-turn" });
  await say(page, { type: "goto", step: 3 });
  const after = await until(page, (state) => state.steps === 3 && state.step === 3);
  assert.notEqual(after.hash, before.hash);
  await wait(() => page.url().includes("&x="));

  const other = await context.newPage();
  const there = await open(other, server, page.url().split("#")[1]);
  assert.deepEqual([there.hash, there.step, there.file], [after.hash, after.step, after.file]);
  assert.equal(await other.locator("#notice").textContent(), "");
});

inPage("back and forward walk through the places", {}, async (page) => {
  await open(page, server);
  await say(page, { type: "load", link: "s=lecture-freeze-drop" });
  await until(page, (state) => state.screen === "stage");
  await wait(() => page.url().includes("s=lecture-freeze-drop"));
  await say(page, { type: "goto", step: 2 });
  await wait(() => page.url().includes("n=2"));
  await page.goBack();
  await until(page, (state) => state.step === 1);
  await page.goBack();
  await until(page, (state) => state.screen === "gallery");
  await page.goForward();
  await page.goForward();
  await until(page, (state) => state.step === 2 && state.screen === "stage");
});

inPage("the link is copied whole", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await open(page, server, "s=lecture-freeze-drop&n=2");
  await page.keyboard.press("u");
  await wait(() => page.evaluate(async () => (await navigator.clipboard.readText()).includes("#s=lecture-freeze-drop")));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith(server.home), copied);
});

const BAD = [
  ["s=lecture-freeze-drop&n=99", /sample 99 of 2/],
  ["s=lecture-freeze-drop&n=-1", /"n" cannot be -1/],
  ["s=no-such-thing-at-all", /no scenario "no-such-thing-at-all"/],
  ["s=lecture-freeze-dorp", /nearest, lecture-freeze-drop/],
  ["s=lecture-freeze-drop&h=0000000000000000", /not the one the link was made with/],
  ["s=lecture-freeze-drop&y=0000000000000000&e=9.9.9", /engine 9\.9\.9/],
  ["s=lecture-freeze-drop&x=AAAA", /changes are damaged/],
  ["s=lecture-freeze-drop&t=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", /<img src=x/],
  ["<script>alert(1)</script>=1", /does not know/],
  [`s=${"a".repeat(40_000)}`, /40002 bytes/],
  ["%00%ff%zz&&&===&s=lecture-freeze-drop&s=lecture-widget", /twice/],
];
inPage("bad links never break the page", {}, async (page) => {
  for (const [link, words] of BAD) {
    await page.goto("about:blank");
    await open(page, server, link);
    const said = await wait(() => page.locator("#notice").textContent(), link.slice(0, 60));
    assert.match(said, words, link.slice(0, 60));
    assert.equal(await page.locator("img, script:not([src])").count(), 0);
  }
  await shot(page, "bad-link");
});

inPage("the text says what the picture shows, in both languages", {}, async (page) => {
  const trace = await open(page, server, "s=lecture-freeze-drop&n=1");
  const visible = await list(page, "visible");
  assert.ok(visible[0].startsWith("exec_command"), visible[0]);
  const engine = await page.evaluate(async () => {
    const { run, scenario } = await import("./freezeframe.js");
    const trace = await run(await scenario("lecture-freeze-drop"));
    return { hash: trace.hash, visible: trace.samples[0].visible?.length };
  });
  assert.equal(engine.hash, trace.hash);
  assert.match(await page.locator("#place").textContent(), /^Sample 1 of 2, frozen/);
  await wait(async () => (await page.locator("#spoken").textContent()).startsWith("Sample 1 of 2"));

  // The server is taken out at 500 ms: the menu stays, the world does not.
  await say(page, { type: "goto", ms: 600 });
  await until(page, (state) => state.ms === 600);
  assert.deepEqual(await list(page, "visible"), visible);
  await say(page, { type: "goto", step: 2 });
  await wait(async () => (await list(page, "visible")).length < visible.length);

  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.keyboard.press("l");
  await until(page, (state) => state.lang === "ko");
  await wait(async () => (await page.locator("html").getAttribute("lang")) === "ko");
  assert.match(await page.locator("#place").textContent(), /샘플/);
  await shot(page, "korean");
});

inPage("a cell is told as text, entry by entry, and has its link", {}, async (page) => {
  const start = await open(page, server, "s=cell-one-for-five&c=1.1.0");
  assert.deepEqual([start.screen, start.at_start], ["cell", true]);
  const told = async (count) => wait(async () => (await list(page, "cell-log")).length === count);
  await told(1);
  await page.keyboard.press("ArrowRight");
  await told(2);
  await wait(() => page.url().includes("c=1.1.1"));
  await page.keyboard.press("End");
  const end = await until(page, (state) => state.at_end && state.screen === "cell");
  await told(Number(end.link.match(/c=1\.1\.(\d+)/)[1]) + 1);
  assert.ok(0 < (await list(page, "cell-output")).length);
  assert.deepEqual(await audit(page), []);
  await page.keyboard.press("Escape");
  await until(page, (state) => state.screen === "stage");
  await page.goBack();
  await until(page, (state) => state.screen === "cell");
});

inPage("the text is reached by keyboard, chooses tools, and passes the audit", {}, async (page) => {
  await open(page, server, "s=lecture-freeze-drop&n=1");
  assert.deepEqual(await audit(page), []);
  await page.locator("#skip").focus();
  await page.keyboard.press("Enter");
  await wait(() => page.locator("#mirror").evaluate((mirror) => mirror === document.activeElement));
  assert.deepEqual(await audit(page), []);
  await shot(page, "text");
  await page.keyboard.press("ArrowRight");
  await until(page, (state) => 0 < state.ms);
  await page.locator('#lists [data-list="visible"] button').first().click();
  await wait(() => page.url().includes("t=exec_command"));
  const pressed = page.locator('#lists [aria-pressed="true"]');
  await wait(async () => (await pressed.count()) === 1);
  assert.equal(await pressed.textContent(), "exec_command");
  assert.ok(await pressed.evaluate((button) => button === document.activeElement));
});

inPage("a lost drawing surface comes back at the same place", {}, async (page, _, faults) => {
  await open(page, server, "s=lecture-widget&n=3");
  const before = await state(page);
  await page.evaluate(() => {
    globalThis.old_ = document.getElementById("window");
    globalThis.old_.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
  });
  await wait(() => page.evaluate(() => document.getElementById("window") !== globalThis.old_));
  await wait(() => page.evaluate(() => !document.body.dataset.trouble));
  const drawn = await page.evaluate(() => globalThis.frames_.drawn);
  await page.keyboard.press("ArrowLeft");
  const after = await until(page, (state) => state.step < 3 || state.ms !== before.ms);
  assert.equal(after.hash, before.hash);
  assert.ok(drawn < (await page.evaluate(() => globalThis.frames_.drawn)));
  faults.splice(0, faults.length, ...faults.filter((fault) => !/context/i.test(fault)));
});

inPage("a panic leaves a message, the text, and a way on", {}, async (page, _, faults) => {
  await open(page, server, "s=lecture-widget&n=3");
  await page.evaluate(() => setTimeout(() => globalThis.freezeframe.panic("on purpose")));
  await wait(() => page.locator("#transcript").textContent());
  assert.match(await page.locator("#trouble-detail").textContent(), /on purpose/);
  assert.match(await page.locator("#transcript").textContent(), /^freezeframe trace 1/);
  assert.deepEqual(await audit(page), []);
  await shot(page, "panic");
  await page.locator("#trouble-doors button").click();
  await until(page, (state) => state.step === 3);
  assert.ok(faults.length && faults.every((fault) => /on purpose|unreachable/.test(fault)), faults.join("\n"));
  faults.length = 0;
});

inPage("while it loads there is a skeleton, and how much there is to load", { locale: "ko-KR" }, async (page) => {
  let go;
  const gate = new Promise((done) => (go = done));
  await page.route("**/freezeframe-page_bg.wasm", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${server.home}#s=lecture-widget&n=2`);
  await wait(() => page.locator("#loading").isVisible());
  assert.ok(await page.locator("#skeleton").isVisible());
  await page.waitForTimeout(700);
  assert.match(await page.locator("#loading-words").textContent(), /^\d\.\d MB 가운데 0\.0 MB 받는 중$/);
  await shot(page, "loading");
  assert.deepEqual(await audit(page), []);
  // What it says as it goes on, in the reader's language.
  await page.evaluate(() => {
    globalThis.said_ = [];
    new MutationObserver(() => globalThis.said_.push(document.getElementById("loading-words").textContent)).observe(document.getElementById("loading-words"), { childList: true });
  });
  go();
  await until(page, (state) => state.step === 2);
  const said = await page.evaluate(() => globalThis.said_);
  assert.ok(said.includes("시작하는 중"), said.join());
  assert.equal(await page.locator("#loading, #skeleton").count(), 0);
});

inPage("a file that does not come is told, with the text", {}, async (page, _, faults) => {
  await page.route("**/freezeframe-page_bg.wasm", (route) => route.abort());
  await page.goto(`${server.home}#s=lecture-widget&n=2`);
  await wait(() => page.locator("#transcript").textContent());
  assert.equal(await page.locator("#trouble-title").textContent(), "A file could not be loaded");
  faults.splice(0, faults.length, ...faults.filter((fault) => !/Failed to load resource/.test(fault)));
});

for (const [kind, lack] of [
  ["webgl", () => (HTMLCanvasElement.prototype.getContext = () => null)],
  ["wasm", () => delete globalThis.WebAssembly],
]) {
  inPage(`without ${kind} there is the text`, {}, async (page) => {
    await page.addInitScript(lack);
    await page.goto(`${server.home}#s=lecture-widget&n=2&l=ko`);
    await wait(() => page.locator("#transcript").textContent());
    assert.match(await page.locator("#transcript").textContent(), /^freezeframe trace 1/);
    assert.equal(await page.locator("html").getAttribute("lang"), "ko");
    assert.ok(await page.locator("#trouble-title").isVisible());
    assert.deepEqual(await audit(page), []);
    await shot(page, `without-${kind}`);
  });
}

inPage("every golden hash is the same here", {}, async (page) => {
  await page.goto(`${server.home}#s=lecture-widget`);
  const hashes = await page.evaluate(async () => {
    const engine = await import("./freezeframe.js");
    const hashes = [];
    for (const name of await engine.scenarios()) {
      hashes.push([name.replace(".ron", ""), await engine.hash(await engine.scenario(name), { name })]);
    }
    return hashes;
  });
  assert.deepEqual(hashes, goldens());
});

inPage("the window's own runs have the golden hashes", {}, async (page) => {
  await open(page, server);
  for (const [name, hash] of goldens()) {
    await say(page, { type: "load", link: `s=${name}` });
    // Cells of a scenario run elsewhere, so the hash may come a little later than the picture.
    const fits = async () => {
      const there = await state(page);
      return there?.file === `${name}.ron` && there.hash === hash;
    };
    await wait(fits, `${name}: ${hash}`, 10_000);
  }
});
