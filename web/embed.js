// The window inside another page: `?embed` and the postMessage protocol of docs/web.md.
//
// Only the parent is heard, and only from one origin: this page's own, or the one that the embedding
// address names (`?embed&origin=https://slides.example`). Nothing is ever sent to another one.

const query = new URLSearchParams(location.search);

/** Is this page embedded on purpose? `?embed=window` keeps the whole window, else it is a slide. */
export const embedded = query.has("embed") && window.parent !== window;
export const slide = query.has("embed") && query.get("embed") !== "window";

const origin = originOf(query.get("origin")) ?? location.origin;

function originOf(text) {
  try {
    return new URL(text).origin;
  } catch {
    return null;
  }
}

/** Tells the page around this one. */
export function post(message) {
  if (embedded && origin !== "null") window.parent.postMessage(message, origin);
}

/** Calls back with each message of the page around this one; what it throws is the answer. */
export function onMessage(hear) {
  if (!embedded) return;
  addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return;
    const data = event.data;
    if (typeof data !== "object" || data === null || typeof data.type !== "string") return;
    try {
      hear(data);
    } catch (error) {
      post({ type: "error", message: String(error?.message ?? error) });
    }
  });
}

/** Hands keys that the window has no use for to the page around it. */
export function passKeys(isUsed) {
  if (!embedded) return;
  const pass = (event) => {
    if (isUsed(event)) return;
    const { key, code, ctrlKey, shiftKey, altKey, metaKey, repeat } = event;
    post({ type: "key", key, code, ctrlKey, shiftKey, altKey, metaKey, repeat });
  };
  document.addEventListener("keydown", pass, true);
}
