// What the browser tests share: a static server on a sub-path, a browser, a page that is watched.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const dist = join(root, "web/dist");
const require = createRequire(join(root, "web/package.json"));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.WEB_SHOTS ?? join(root, "target/web-shots");
mkdirSync(shots, { recursive: true });

/** Where the folder is served: never the root, so that an absolute address would show. */
export const BASE = "/some/where/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8" };

/** A static server of one folder, and of `extra` texts beside it. Its log holds every request. */
export async function serve(extra = {}) {
  const log = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    log.push(pathname);
    const answer = (code, type, body) => response.writeHead(code, { "content-type": type }).end(body);
    if (extra[pathname]) return answer(200, "text/html", extra[pathname]);
    if (!pathname.startsWith(BASE)) return answer(404, "text/plain", "outside of the folder");
    const name = normalize(pathname.slice(BASE.length)) === "." ? "index.html" : normalize(pathname.slice(BASE.length));
    if (name.startsWith("..")) return answer(404, "text/plain", "outside of the folder");
    try {
      answer(200, TYPES[extname(name)] ?? "application/octet-stream", await readFile(join(dist, name)));
    } catch {
      answer(404, "text/plain", "not there");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { origin, home: origin + BASE, log, close };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
    ],
  });
}

/** A page whose errors, foreign requests and CSP violations are collected in `faults`. */
export async function watched(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.home) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  await page.addInitScript(watch);
  return { context, page, faults };
}

/** Runs in the page: counts drawn frames and measures them, as `frame` on the browser's own timeline. */
function watch() {
  const frames = { drawn: 0, times: [], first: 0 };
  globalThis.frames_ = frames;
  let drew = false;
  for (const kind of [WebGL2RenderingContext, WebGLRenderingContext]) {
    const draw = kind.prototype.drawElements;
    kind.prototype.drawElements = function (...rest) {
      drew = true;
      frames.first ||= performance.now();
      return draw.apply(this, rest);
    };
  }
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (then) => request.call(globalThis, (time) => {
    drew = false;
    const start = performance.now();
    then(time);
    if (!drew) return;
    frames.drawn += 1;
    const { duration } = performance.measure("frame", { start });
    frames.times.push(duration);
  });
}

/** A function that makes tests, each with a page of its own that must end without a fault. */
export const pageTests = (rig) => (name, options, body) =>
  test(name, async () => {
    const { browser, server } = rig();
    const { context, page, faults } = await watched(browser, server, options);
    try {
      await body(page, context, faults);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });

/** A finger on the screen, by the browser's own door. */
export async function touches(page) {
  const door = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => door.send("Input.dispatchTouchEvent", { type, touchPoints });
  const point = ([x, y]) => [{ x, y }];
  const down = (at) => send("touchStart", point(at));
  const up = () => send("touchEnd", []);
  const swipe = async (from, to) => {
    await down(from);
    for (let part = 1; part <= 8; part += 1) {
      await send("touchMove", point([0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * part) / 8)));
      await page.waitForTimeout(20);
    }
    await up();
  };
  return { down, up, swipe };
}

/** The pixels of a screenshot: width, height, and red, green, blue, opacity of each. */
export async function pixels(page, png) {
  const plain = await page.context().newPage();
  const found = await plain.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, data: [...context.getImageData(0, 0, image.width, image.height).data] };
  }, png.toString("base64"));
  await plain.close();
  return found;
}

/** How many pixels of two pictures are not about the same. */
export function differs(one, other) {
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const far = [0, 1, 2].some((part) => 48 < Math.abs(one.data[at + part] - other.data[at + part]));
    count += Number(far);
  }
  return count;
}

/** Opens a link and waits until the window stands there. */
export async function open(page, server, link = "", query = "") {
  await page.goto(`${server.home}${query}${link ? `#${link}` : ""}`);
  return until(page, (state) => state !== null);
}

export const state = (page) => page.evaluate(() => globalThis.freezeframe?.state() ?? null);
export const say = (page, message) => page.evaluate((message) => globalThis.freezeframe.say(message), message);

/** Waits until something is true, asked again and again from here: the page's policy allows no eval. */
export async function wait(ask, what = ask.toString(), patience = 60_000) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`never came: ${what}`);
}

/** Waits until the state fits. */
export const until = (page, fits) =>
  wait(async () => {
    const now = await state(page);
    return now !== null && fits(now) && now;
  }, fits.toString());

/** A screenshot for people; CI keeps the folder. */
export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** The texts of one list of the mirror. */
export const list = (page, id) =>
  page.$$eval(`#lists [data-list="${id}"] li`, (items) => items.map((item) => item.textContent));

/** Rules of the accessibility audit that are broken, with their places. */
export async function audit(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document));
  return found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(" ")}`);
}

/** Names and golden hashes of the scenario pack. */
export function goldens() {
  const folder = join(root, "scenarios");
  const names = readdirSync(folder).filter((name) => name.endsWith(".ron")).map((name) => name.slice(0, -4));
  return names.map((name) => {
    const golden = readFileSync(join(folder, `${name}.trace.txt`), "utf8");
    return [name, golden.match(/^hash +([0-9a-f]{64})$/m)?.[1]];
  });
}
