// What people see and touch: Korean letters, colours, motion, phones.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { audit, differs, launch, list, open, pageTests, pixels, say, serve, shot, state, touches, until, wait } from "./tools.mjs";

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
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const still = (page) => page.waitForTimeout(400);

inPage("Korean is drawn in letters, not in boxes", { locale: "ko-KR" }, async (page) => {
  await open(page, server);
  const title = async (text) => {
    await say(page, { type: "load", text: `Scenario(title: (en: "${text}"), script: [Turn(()), Sample(())])`, name: "t.ron" });
    await until(page, (state) => state.title !== "");
    await wait(async () => (await state(page)).title === text);
    await still(page);
    return pixels(page, await page.screenshot({ clip: { x: 48, y: 6, width: 300, height: 32 } }));
  };
  // Letters that a font has differ from each other and from the box of one that no font has.
  const [ga, hih, box] = [await title("가가가가"), await title("힣힣힣힣"), await title("\u0378\u0378\u0378\u0378")];
  for (const [one, other] of [[ga, hih], [ga, box], [hih, box]]) assert.ok(40 < differs(one, other));
});

inPage("the reader's colours are followed, also when they change", { colorScheme: "dark" }, async (page) => {
  await open(page, server, "s=lecture-freeze-drop");
  const bright = async () => {
    await still(page);
    const { data } = await pixels(page, await page.screenshot());
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  assert.ok((await bright()) < 100);
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok(180 < (await bright()));
});

inPage("without motion, as the reader's system says", { reducedMotion: "reduce" }, async (page) => {
  const kept = async (what) => wait(() => page.evaluate((what) => localStorage.getItem("freezeframe-settings-settings")?.includes(what), what));
  await open(page, server, "s=lecture-widget&n=2");
  await kept("still:true");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await kept("still:false");
  // What the reader chose stays until the system changes its mind.
  await page.keyboard.press("m");
  await kept("still:true");
  await page.reload();
  await until(page, (state) => state.step === 2);
  await still(page);
  await kept("still:true");
});

inPage("a phone reads and steps", PHONE, async (page) => {
  const finger = await touches(page);
  const start = await open(page, server, "s=lecture-freeze-drop&n=1");
  await still(page);
  await shot(page, "phone");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);

  // A swipe steps, and so does a tap on the play bar.
  await finger.swipe([330, 400], [60, 410]);
  const swiped = await until(page, (state) => 0 < state.ms || state.step === 2);
  assert.equal(swiped.hash, start.hash);
  await finger.swipe([60, 400], [330, 410]);
  await until(page, (state) => state.step === 1 && state.ms === 0);
  await page.touchscreen.tap(112, 818);
  await until(page, (state) => state.playing);
  await page.touchscreen.tap(112, 818);
  await until(page, (state) => !state.playing);
});

inPage("holding a finger still says what hovering says", PHONE, async (page) => {
  const finger = await touches(page);
  await open(page, server, "s=lecture-freeze-drop&n=1");
  await still(page);
  const before = await pixels(page, await page.screenshot());
  const changed = async () => differs(before, await pixels(page, await page.screenshot()));
  // The shelf of deferred tools.
  await finger.down([90, 467]);
  await wait(async () => 2_000 < (await changed()), "words while it is held");
  await shot(page, "phone-held");
  await finger.up();
  await still(page);
  assert.ok(2_000 < (await changed()), "they stay, to be read");
  await page.touchscreen.tap(200, 640);
  await wait(async () => (await changed()) < 2_000, "the next touch takes them away");
});

inPage("every command of the keyboard is a tap away", { ...PHONE, locale: "ko-KR", colorScheme: "dark" }, async (page) => {
  await open(page, server, "s=lecture-freeze-drop&n=1");
  await still(page);
  await shot(page, "phone-korean");
  await page.touchscreen.tap(354, 24);
  await still(page);
  await shot(page, "phone-help");
  await page.touchscreen.tap(100, 140);
  await until(page, (state) => state.playing);
  await page.touchscreen.tap(112, 818);
  await until(page, (state) => !state.playing);
  for (const [x, name] of [[146, "why"], [242, "time"], [340, "switches"]]) {
    await page.touchscreen.tap(x, 72);
    await still(page);
    await shot(page, `phone-${name}`);
  }
});

inPage("the text on a phone and in the dark passes the audit", { ...PHONE, colorScheme: "dark" }, async (page) => {
  await open(page, server, "s=lecture-widget&n=2");
  await page.locator("#skip").focus();
  await page.keyboard.press("Enter");
  await wait(() => page.locator("#mirror").isVisible());
  assert.ok(3 < (await list(page, "visible")).length);
  assert.deepEqual(await audit(page), []);
  await shot(page, "phone-text");
});

for (const lang of ["en", "ko"]) {
  for (const theme of ["light", "dark"]) {
    inPage(`pictures for people: ${lang}, ${theme}`, { locale: lang === "ko" ? "ko-KR" : "en-US", colorScheme: theme }, async (page) => {
      for (const [name, link] of [["gallery", ""], ["tear", "s=lecture-freeze-drop&n=1&ms=600&t=mcp__filesystem.read_file&tab=why"], ["cell", "s=cell-one-for-five&c=1.1.12"]]) {
        await page.goto("about:blank");
        await open(page, server, link);
        await still(page);
        await shot(page, `${name}-${lang}-${theme}`);
      }
    });
  }
}
