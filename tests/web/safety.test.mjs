// What the files of the folder may not hold, whatever is loaded later.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { dist } from "./tools.mjs";

const files = (end) => readdirSync(dist).filter((name) => name.endsWith(end)).map((name) => [name, readFileSync(join(dist, name), "utf8")]);

test("no script makes HTML or code out of text", () => {
  const found = files(".js").flatMap(([name, text]) => {
    // wasm-bindgen's glue for `Function(..)` is not wanted either.
    const places = text.match(/\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|createContextualFragment)\b|\beval\(|new Function\b/g);
    return places ? [`${name}: ${places}`] : [];
  });
  assert.deepEqual(found, []);
});

test("every page has a policy that allows this folder and nothing else", () => {
  for (const [name, text] of files(".html")) {
    const policy = text.match(/http-equiv="Content-Security-Policy" content="([^"]+)"/)?.[1] ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/, name);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/, name);
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|\son\w+=|style=/i, name);
    for (const [, address] of text.matchAll(/\b(?:src|href)="([^"]+)"/g)) {
      assert.doesNotMatch(address, /^(\/|[a-z]+:)/i, `${name}: ${address}`);
    }
  }
});
