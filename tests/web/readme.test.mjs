// README's line that serves the folder, tried as it stands there but for the port.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";

import { root, wait } from "./tools.mjs";

const readme = readFileSync(join(root, "README.md"), "utf8");
const line = (start) => readme.split("\n").find((line) => line.startsWith(start))?.split("#")[0].trim();

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

test("the folder that README builds is the one that README serves", async () => {
  assert.equal(line("web/build"), "web/build");
  const [program, ...words] = line("python3 -m http.server").split(/ +/);
  const port = await freePort();
  const server = spawn(program, [...words, "--bind", "127.0.0.1", String(port)], { cwd: root, stdio: "ignore" });
  try {
    const get = (path) => fetch(`http://127.0.0.1:${port}/${path}`).catch(() => null);
    const page = await wait(() => get(""), "the server answers");
    assert.match(await page.text(), /<title>freezeframe<\/title>/);
    const wasm = await get("freezeframe-page_bg.wasm");
    assert.equal(wasm.headers.get("content-type"), "application/wasm");
    assert.match(await (await get("transcripts/lecture-widget.trace.txt")).text(), /^freezeframe trace 1/);
  } finally {
    server.kill();
  }
});
