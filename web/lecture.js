// An example of the two doors: postMessage to a window in a frame, and the engine as a module.
import { hash, scenario } from "./freezeframe.js";

const frame = document.getElementById("window");

// Say where the messages go and check where they come from; here both pages are of one origin.
const tell = (message) => frame.contentWindow.postMessage(message, location.origin);
for (const button of document.querySelectorAll("[data-tell]")) {
  button.addEventListener("click", () => tell(JSON.parse(button.dataset.tell)));
}
addEventListener("message", (event) => {
  if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
  const { type, step, steps, ms } = event.data;
  if (type === "state") document.getElementById("where").textContent = `Sample ${step} of ${steps}, world at ${ms} ms`;
});

document.getElementById("hash").textContent = await hash(await scenario("lecture-freeze-drop"));
