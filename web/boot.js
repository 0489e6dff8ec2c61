// Runs before the modules, and where modules do not run at all: old browsers, and file:// addresses.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const opened = location.protocol === "file:";
  const old = !("noModule" in HTMLScriptElement.prototype);
  if (!opened && !old) return;
  document.body.className = "trouble";
  document.getElementById("trouble").hidden = false;
  document.getElementById("trouble-title").textContent = opened
    ? "This folder wants a small server / 이 폴더는 작은 서버가 필요해요"
    : "This browser is too old / 브라우저가 너무 오래됐어요";
  document.getElementById("trouble-words").textContent = opened
    ? "Browsers do not run modules from a file. In this folder: python3 -m http.server, then open http://localhost:8000"
    : "It does not know JavaScript modules.";
  const link = document.createElement("a");
  link.href = "transcripts/index.html";
  link.textContent = "Every scenario as text / 글로 된 시나리오";
  document.getElementById("trouble-doors").append(link);
});
