// How web/build chooses its compiler, with compilers that only say where they keep things. What they
// would compile is tried by building the folder.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { root } from "./tools.mjs";

/** Everything of the system that the script uses until it has chosen. */
const TOOLS = ["bash", "cat", "dirname", "env", "ls", "sort", "tail"];
const SOURCE = "lib/rustlib/src/rust/library/std/Cargo.toml";

/** What `web/build --check` says where these files exist; `have` names them. */
function check(have, expected) {
  const home = mkdtempSync(join(tmpdir(), "web-build-"));
  try {
    const put = (name, text) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
      chmodSync(join(home, name), 0o755);
    };
    mkdirSync(join(home, "bin"));
    for (const tool of TOOLS) symlinkSync(spawnSync("sh", ["-c", `command -v ${tool}`]).stdout.toString().trim(), join(home, "bin", tool));
    const compiler = (name) => `#!/bin/sh\ncase "$*" in *libdir*) echo ${home}/std ;; *sysroot*) echo ${home}/debian-root ;; *) echo "rustc of ${name}" ;; esac\n`;
    const files = {
      rustup: () => put("bin/rustc", compiler("rustup")),
      "rustup std": () => put("std/libstd-0123.rlib", ""),
      debian: () => ["rustc", "cargo"].forEach((name) => put(`debian/${name}`, compiler("debian"))),
      "debian source": () => put(`debian-root/${SOURCE}`, ""),
      linker: () => put("bin/wasm-ld-22", ""),
      cargo: () => put("bin/cargo", ""),
      node: () => put("bin/node", ""),
      npm: () => put("bin/npm", ""),
    };
    for (const name of have) files[name]();
    const env = { PATH: join(home, "bin"), WEB_DEBIAN_BIN: join(home, "debian") };
    const { status, stdout, stderr } = spawnSync(join(root, "web/build"), ["--check"], { env, encoding: "utf8" });
    assert.match(`${status}\n${stdout}${stderr}`, expected);
  } finally {
    rmSync(home, { recursive: true });
  }
}

const BASE = ["node", "npm", "cargo"];

test("the standard library of rustup is used where there is one", () => {
  check([...BASE, "rustup", "rustup std"], /^0\n== wasm32 std of rustc of rustup.*\ncargo build\n$/);
  check([...BASE, "rustup", "rustup std", "debian", "debian source", "linker"], /\ncargo build\n$/);
});

test("without it Debian's compiler builds one from its source", () => {
  check([...BASE, "rustup", "debian", "debian source", "linker"], /^0\n== wasm32 std from the source of rustc of debian[^]*RUSTC_BOOTSTRAP=1[^]*LINKER=wasm-ld-22 .*debian.cargo build -Zbuild-std=std,panic_abort\n$/);
  check([...BASE, "debian", "debian source", "linker"], /^0\n/);
});

test("what is missing is named, with the way to get it", () => {
  for (const have of [["rustup"], ["rustup", "debian", "linker"], ["rustup", "debian", "debian source"], ["debian source", "linker"]]) {
    check([...BASE, ...have], /^1\n[^]*no Rust standard library[^]*rustup target add wasm32-unknown-unknown[^]*apt-get install/);
  }
  check(["npm", "cargo"], /^1\n[^]*node is missing[^]*apt-get install/);
  check(["node", "cargo"], /^1\n[^]*npm is missing/);
  check(["node", "npm"], /^1\n[^]*cargo is missing[^]*rustup/);
});
