// The window as a document: headings and lists for screen readers, find-in-page and people who
// prefer text. Every text of a scenario is hostile, so texts only ever become text nodes.
import { words } from "./words.js";

const element = (id) => document.getElementById(id);
let last = "";

/** Writes the mirror anew. `act` is called with the entry that was chosen. */
export function writeMirror(json, act) {
  if (json === last) return;
  last = json;
  const mirror = JSON.parse(json);
  element("title").textContent = mirror.title;
  element("place").textContent = mirror.place;
  element("caption").textContent = mirror.caption;
  element("notice").textContent = mirror.notice;
  document.title = mirror.title === "freezeframe" ? mirror.title : `${mirror.title} · freezeframe`;
  const focused = document.activeElement?.dataset?.key;
  element("lists").replaceChildren(...mirror.lists.map((list) => section(list, act)));
  if (focused) keep(focused);
  speak(mirror.notice ? `${mirror.notice} ${mirror.spoken}` : mirror.spoken);
}

/** The focus stays on the entry it was on, or nearby. */
function keep(key) {
  const same = [...document.querySelectorAll("#lists button")].find((b) => b.dataset.key === key);
  (same ?? element("mirror")).focus({ preventScroll: true });
}

function section(list, act) {
  const section = document.createElement("section");
  section.dataset.list = list.id;
  const heading = document.createElement("h2");
  heading.textContent = list.heading;
  section.append(heading);
  if (list.entries.length === 0) {
    const empty = document.createElement("p");
    empty.textContent = list.empty || words("none");
    section.append(empty);
    return section;
  }
  const entries = document.createElement(list.ordered ? "ol" : "ul");
  entries.append(...list.entries.map((entry) => item(list.id, entry, act)));
  section.append(entries);
  return section;
}

function item(id, entry, act) {
  const item = document.createElement("li");
  if (entry.link || entry.tool) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = entry.text;
    button.dataset.key = `${id} ${entry.text}`;
    if (entry.tool) button.setAttribute("aria-pressed", String(entry.chosen));
    button.addEventListener("click", () => act(entry));
    item.append(button);
  } else {
    item.append(entry.text);
  }
  if (entry.note) item.append(` ${entry.note}`);
  return item;
}

let due;

/** While it plays, only where it comes to rest is worth saying. */
function speak(text) {
  clearTimeout(due);
  due = setTimeout(() => {
    if (element("spoken").textContent !== text) element("spoken").textContent = text;
  }, 250);
}
