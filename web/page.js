// The page: loads the window, keeps address, document and window in step, and stays readable when
// there is no window. Start reading at `main`.
import { address, linkInAddress, onFollow, wrote } from "./address.js";
import { runCells } from "./cells.js";
import { embedded, onMessage, passKeys, post, slide } from "./embed.js";
import { fetchWithProgress, loaded } from "./loading.js";
import { writeMirror } from "./mirror.js";
import { PAGE_BYTES } from "./sizes.js";
import { fine, trouble } from "./trouble.js";
import { setLang, words } from "./words.js";

const element = (id) => document.getElementById(id);
const SETTINGS = "freezeframe-settings";

let page; // The module.
let view; // The open window.
let used = new Map(); // Keys the window listens to, with their commands.
let state = null;
let recordings; // What the cells of the pack do, as text.

async function main() {
  setLang(new URLSearchParams(linkInAddress()).get("l") ?? remembered("lang") ?? navigator.language);
  document.body.classList.toggle("embed", slide);
  element("skip").textContent = words("skip");
  if (typeof WebAssembly !== "object") return trouble("wasm");
  if (!canDraw()) return trouble("webgl");
  try {
    page = await import("./freezeframe-page.js");
    const wasm = fetchWithProgress(new URL("freezeframe-page_bg.wasm", import.meta.url), PAGE_BYTES);
    const cells = textOf("cells.json");
    await page.default({ module_or_path: wasm });
    recordings = await cells;
  } catch (error) {
    return trouble("load", String(error?.message ?? error));
  }
  for (let list = page.keys(); list.length; ) used.set(list.shift(), list.shift());
  if (!(await open(linkInAddress()))) return;
  loaded();
  listen();
  element("window").focus();
  post({ type: "ready", protocol: page.protocol_version(), engine: page.engine() });
  keepForLater();
}

/** A file of the folder, or nothing: without its recordings every cell runs in the Worker. */
async function textOf(name) {
  const response = await fetch(new URL(name, import.meta.url)).catch(() => null);
  return response?.ok ? response.text() : undefined;
}

/** Does this browser draw at all? Asked on a canvas of its own, before anything is downloaded. */
function canDraw() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

/** Opens the window where a link points. */
async function open(link) {
  const canvas = element("window");
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    lost(canvas);
  });
  try {
    view = await page.Window.open(canvas, address(), remembered("settings") ?? undefined, recordings, hear);
  } catch (error) {
    trouble("webgl", String(error?.message ?? error));
    return false;
  }
  // What the window types through; the text beside it is the reader's.
  const typing = element("stage").querySelector("input");
  typing?.setAttribute("aria-label", words("typing"));
  typing?.setAttribute("tabindex", "-1");
  followMotion();
  const chosen = remembered("settings") === null ? document.documentElement.lang : null;
  if (chosen) say({ type: "set", lang: chosen });
  if (link) obey({ type: "load", link });
  else if (slide) say({ type: "set", presenter: true });
  return true;
}

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** The system's word about motion counts when it is new; in between the reader's own does. */
function followMotion() {
  const still = String(STILL.matches);
  if ((remembered("still") ?? "false") !== still) say({ type: "set", still: STILL.matches });
  remember("still", still);
}

/** Asks the window for something; throws in words. */
const say = (message) => view.say(JSON.stringify(message));

/** The same for what came from outside: a slide stays one, whatever it loads. */
function obey(message) {
  say(message);
  if (slide && message.type === "load") say({ type: "set", presenter: true });
}

/** The window speaks in the middle of a frame: it is answered after it. */
function hear(kind, text) {
  queueMicrotask(() => {
    if (kind === "changed") changed();
    if (kind === "settings") remember("settings", text);
    if (kind === "open") element("file").click();
    if (kind === "save") save(text);
    if (kind === "cells") runCells(view, text);
  });
}

function changed() {
  const json = view?.state();
  if (!json) return;
  state = JSON.parse(json);
  setLang(state.lang);
  remember("lang", state.lang);
  element("skip").textContent = words(document.body.classList.contains("text") ? "unskip" : "skip");
  if (!slide) wrote(state);
  const mirror = view.mirror();
  if (mirror) writeMirror(mirror, choose);
  post(state);
}

/** An entry of the mirror was chosen. */
function choose(entry) {
  if (entry.link) obey({ type: "load", link: entry.link });
  else say({ type: "reveal", tool: entry.tool });
}

function listen() {
  onFollow((link) => obey({ type: "load", link }));
  onMessage((message) => {
    obey(message);
    if (message.type === "state" && state) post(state);
  });
  // A finger comes down once for egui, as a touch; it leaves as both, for what browsers allow only then.
  const stage = element("stage");
  stage.addEventListener("pointerdown", (event) => event.pointerType === "touch" && event.stopPropagation(), true);
  passKeys(isUsed);
  document.addEventListener("keydown", keyOutside);
  element("skip").addEventListener("click", toggleText);
  element("file").addEventListener("change", chosenFile);
  STILL.addEventListener("change", followMotion);
  // A panic ends the module in the middle of a frame; the browser reports it as an error.
  addEventListener("error", () => {
    const panic = view?.panicked();
    if (panic) trouble("panic", panic, () => location.reload());
  });
}

function combination({ key, ctrlKey, metaKey, shiftKey }) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const sign = key.length === 1 && !/[a-z0-9]/i.test(key);
  return (ctrlKey || metaKey ? "Ctrl+" : "") + (shiftKey && !sign ? "Shift+" : "") + name;
}

const DIGIT = /^[1-9]$/;

/** Does the window have a use for this key now? At its ends it has none for going on. */
function isUsed(event) {
  const keys = combination(event);
  const command = used.get(keys);
  if (state?.at_end && command === "next-sample") return false;
  if (state?.at_start && command === "previous-sample") return false;
  return command !== undefined || DIGIT.test(keys) || event.key === "Tab" || event.key === "Enter";
}

/** The window's keys work in the text as well. */
function keyOutside(event) {
  const outside = event.target === document.body || event.target.closest?.("#mirror");
  if (!outside || event.altKey || document.body.dataset.trouble) return;
  const onButton = event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key);
  const keys = combination(event);
  const command = used.get(keys);
  const scrolls = ["Home", "End", "PageUp", "PageDown"].includes(event.key);
  if (onButton || scrolls || !(command || DIGIT.test(keys))) return;
  event.preventDefault();
  if (command) say({ type: "command", id: command });
  else say({ type: "goto", step: Number(keys) });
}

/** Shows the text beside the picture, or hides it again. */
function toggleText(event) {
  event.preventDefault();
  const shown = document.body.classList.toggle("text");
  element("skip").textContent = words(shown ? "unskip" : "skip");
  element(shown ? "mirror" : "window").focus();
}

/** The drawing surface is gone. A new canvas gets a new window at the same place. */
async function lost(canvas) {
  if (canvas !== element("window")) return;
  const link = state?.link ?? linkInAddress();
  view.close();
  const again = async () => {
    const fresh = element("window").cloneNode(false);
    element("window").replaceWith(fresh);
    if (!(await open(link))) return;
    fine();
    fresh.focus();
  };
  await trouble("lost", "", again);
  // Most losses are over at once: a sleeping laptop, a restarted driver.
  setTimeout(() => document.body.dataset.trouble === "lost" && canDraw() && again(), 600);
}

async function chosenFile({ target }) {
  const [file] = target.files;
  target.value = "";
  if (file) view.file(file.name, await file.text());
}

function save(text) {
  const end = text.indexOf("\n");
  const link = document.createElement("a");
  link.download = text.slice(0, end) || "scenario.ron";
  link.href = URL.createObjectURL(new Blob([text.slice(end + 1)], { type: "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Storage may be forbidden, in embedded pages above all.
function remembered(what) {
  try {
    return localStorage.getItem(`${SETTINGS}-${what}`);
  } catch {
    return null;
  }
}

function remember(what, text) {
  try {
    localStorage.setItem(`${SETTINGS}-${what}`, text);
  } catch {
    // The next start begins with the defaults.
  }
}

/** Offline from now on. */
function keepForLater() {
  if ("serviceWorker" in navigator && !embedded) {
    navigator.serviceWorker.register("sw.js").catch(() => {});
  }
}

/** For tests and for the console. */
globalThis.freezeframe = {
  say,
  state: () => state,
  panic: (text) => view.panic(text),
};

main();
