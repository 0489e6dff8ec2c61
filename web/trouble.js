// What is shown when there is no window: what happened, a way on, and the scenario as text.
import { linkInAddress } from "./address.js";
import { words } from "./words.js";

const element = (id) => document.getElementById(id);

/** Shows trouble of a kind (`wasm`, `webgl`, `lost`, `panic`, `load`). `again` starts anew. */
export async function trouble(kind, detail = "", again = null) {
  document.body.classList.remove("loading");
  document.body.classList.add("trouble");
  document.body.dataset.trouble = kind;
  element("trouble").hidden = false;
  element("trouble-title").textContent = words(kind);
  element("trouble-words").textContent = words(`${kind}-words`);
  element("trouble-detail").textContent = detail;
  const doors = [];
  if (again) doors.push(button(words("again"), again));
  if (linkInAddress()) doors.push(door("./", words("gallery")));
  doors.push(door("transcripts/index.html", words("transcripts")));
  element("trouble-doors").replaceChildren(...doors);
  element("transcript").textContent = await transcript(linkInAddress());
}

/** The trouble is over. */
export function fine() {
  document.body.classList.remove("trouble");
  delete document.body.dataset.trouble;
  element("trouble").hidden = true;
  element("transcript").textContent = "";
}

function button(text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

function door(href, text) {
  const door = document.createElement("a");
  door.href = href;
  door.textContent = text;
  return door;
}

/** The text of what a link means: by the engine, else the one that was recorded with the scenario. */
async function transcript(link) {
  if (!link) return "";
  try {
    const engine = await import("./freezeframe.js");
    return await engine.transcriptOfLink(link);
  } catch {
    const name = new URLSearchParams(link).get("s") ?? "";
    if (!/^[\w-]{1,80}$/.test(name)) return "";
    const response = await fetch(`transcripts/${name}.trace.txt`).catch(() => null);
    if (!response?.ok) return "";
    const note = link.includes("&x=") ? `${words("unchanged")}\n\n` : "";
    return note + (await response.text());
  }
}
