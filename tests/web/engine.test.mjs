// The engine module in Node: the same hashes as the native build, and errors in words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { dist, goldens, root } from "./tools.mjs";

const engine = await import(join(dist, "freezeframe.js"));

test("every scenario of the pack has its golden hash", async () => {
  const names = await engine.scenarios();
  const expected = goldens();
  assert.deepEqual(names.map((name) => name.replace(".ron", "")), expected.map(([name]) => name));
  for (const [name, hash] of expected) {
    const text = readFileSync(join(root, "scenarios", `${name}.ron`), "utf8");
    assert.equal(await engine.hash(text, { name: `${name}.ron` }), hash, name);
    assert.equal(await engine.scenario(name), text, name);
  }
});

test("the text form is the golden one", async () => {
  const name = "lecture-widget";
  const golden = readFileSync(join(root, "scenarios", `${name}.trace.txt`), "utf8");
  assert.equal(await engine.transcript(await engine.scenario(name)), golden);
  assert.equal(await engine.transcriptOfLink(`s=${name}&n=3`), golden);
  assert.equal(await engine.transcriptOfLink("s=zzzzzzzzzz"), "");
});

test("run gives the trace as an object", async () => {
  const trace = await engine.run(await engine.scenario("lecture-freeze-drop"));
  assert.equal(trace.format, 1);
  assert.equal(trace.samples.length, 2);
  assert.match(trace.hash, /^[0-9a-f]{64}$/);
});

test("a faulty scenario throws its problems, with places", async () => {
  await assert.rejects(engine.run("Scenario(\n titel: 1,\n)", { name: "mine.ron" }), /mine\.ron:2:\d+: error/);
  await assert.rejects(engine.run(""), Error);
  // And the module still works.
  assert.equal((await engine.scenarios()).length, goldens().length);
});
