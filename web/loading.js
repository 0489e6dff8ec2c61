// The progress of the first download, with its true size, and the skeleton behind it.
import { words } from "./words.js";

const element = (id) => document.getElementById(id);

/** Fetches a file whose unpacked size is known; servers may send it packed. */
export async function fetchWithProgress(url, size) {
  show(0, size);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  let done = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      done += chunk.byteLength;
      show(done, size);
      controller.enqueue(chunk);
    },
  });
  const headers = { "content-type": "application/wasm" };
  return new Response(response.body.pipeThrough(counted), { headers });
}

function show(done, size) {
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const holes = { done: megabytes(Math.min(done, size)), all: megabytes(size) };
  element("loading-words").textContent = size <= done ? words("starting") : words("loading", holes);
  element("loading-bar").value = Math.min(1, done / size);
}

/** The window is there. */
export function loaded() {
  document.body.classList.remove("loading");
  element("skeleton").remove();
  element("loading").remove();
}
