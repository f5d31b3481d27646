/** The build script as a program: what it runs, where, and what it says, with stand-ins for the compilers. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../../build.sh", import.meta.url));

/** What the stand-ins do, besides noting what they were called for, and in which folder. */
const programs: Record<string, string> = {
  // As long as there is a file named "hold", the compiler is at work.
  cargo: `
    echo "commit \${FLOCKWRIGHT_COMMIT-}" >>"$ROOT/calls"
    touch target/compiling
    while [ -e hold ]; do sleep 0.05; done
    mkdir -p target/debug target/wasm32-unknown-unknown/release
    touch target/wasm32-unknown-unknown/release/flockwright_wasm.wasm target/wasm32-unknown-unknown/release/flockwright_work.wasm
    touch target/wasm32-unknown-unknown/release/flockwright_npm.wasm
    # Two of them are at work at once: each puts a whole file there.
    cp bin/last-argument target/debug/bindgen.$$
    mv target/debug/bindgen.$$ target/debug/bindgen
    case $1 in
      bench) echo '{"executable":"bin/last-argument"}' ;;
      package)
        mkdir -p target/package crate/flockwright-0.1.0
        tar -czf target/package/flockwright-0.1.0.crate -C crate flockwright-0.1.0
        cp target/package/flockwright-0.1.0.crate target/package/flockwright-rules-0.1.0.crate ;;
      rustc) mkdir -p target/release; touch target/release/libflockwright.so target/release/libflockwright.a ;;
      doc) mkdir -p target/rustdoc/doc ;;
      run) echo "the crate is used" ;;
      test) echo "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out" ;;
    esac`,
  rustc: 'echo "$ROOT/sysroot"',
  rustup: "exit 1",
  // A new environment has tools of its own: they make the files that they are asked for, or test.
  python3: `
    if [ "$2 $3" = "venv -h" ]; then exit; fi
    mkdir -p "$3/bin"
    for tool in pip maturin python-zig python; do cp "$ROOT/bin/venv-tool" "$3/bin/$tool"; done`,
  "venv-tool": `
    for last; do :; done
    case $1 in
      build) touch "$last/flockwright-0.1.0-cp39-abi3-any.whl" ;;
      sdist) touch "$last/flockwright-0.1.0.tar.gz" ;;
      -m) echo "3 passed, 1 skipped in 0.10s" ;;
    esac`,
  npm: `
    for last; do :; done
    if [ "$1" = pack ]; then touch "$last/flockwright-0.1.0.tgz"; exit; fi
    if [ "$1" = install ]; then
      for tools; do case $tools in */binaryen | */typedoc)
        mkdir -p "$tools/node_modules/.bin"
        for tool in wasm-opt typedoc; do cp "$ROOT/bin/last-argument" "$tools/node_modules/.bin/$tool"; done ;;
      esac; done
      exit
    fi
    mkdir -p node_modules/.bin node_modules/one
    touch node_modules/one/a node_modules/one/b
    for tool in tsc vite vitest biome; do cp ../bin/last-argument node_modules/.bin/$tool; done`,
  // Makes what it is asked for: a folder with a package, or a file. Serves as long as there is a file named "serving".
  "last-argument": `
    for last; do :; done
    case $last in
      flockwright | work | npm)
        mkdir -p "$2"
        touch "$2/$last""_bg.wasm" "$2/$last.js" "$2/$last.d.ts" "$2/keys.d.ts" "$2/parameters.json" ;;
      */optimized.wasm) touch "$last" ;;
      --outputFile.json=*)
        echo '{ "numPassedTests": 2, "numFailedTests": 0, "numPendingTests": 0 }' >"\${last#*=}" ;;
      */target/npm/dist) mkdir -p "$last" ;;
      localhost) touch ../serving; while [ -e ../serving ]; do sleep 0.05; done ;;
    esac`,
};

/** A project of nothing but the script and what it asks for. */
function project() {
  const root = mkdtempSync(join(tmpdir(), "flockwright-build-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const bin = join(root, "bin");
  for (const folder of ["bin", "www", "src/bindgen", "sysroot/lib/rustlib/wasm32-unknown-unknown"])
    mkdirSync(join(root, folder), { recursive: true });
  const empty = ["Cargo.lock", "www/package-lock.json"];
  for (const file of [...empty, "src/bindgen/main.rs"]) writeFileSync(join(root, file), "");
  for (const [name, does] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "\${0##*/} $1 in $PWD" >>"$ROOT/calls"\n${does}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  copyFileSync(script, join(root, "build.sh"));
  const start = (path: string, command: string, more: Record<string, string> = {}): ChildProcess => {
    const env = { ...process.env, CARGO_TARGET_DIR: "", CI: "", PYTHON: "", ROOT: root, ...more };
    return spawn("bash", [path, command], { env: { ...env, PATH: `${bin}:${process.env.PATH}` } });
  };
  const calls = () => {
    const path = join(root, "calls");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  };
  return { root, start, calls };
}

/** What a run says until it ends, and how it ends. */
async function end(child: ChildProcess): Promise<{ code: number; said: string }> {
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  child.stderr?.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
}

test("the build works in its own folder, also when it is started through a link", async () => {
  const { root, start, calls } = project();
  const elsewhere = join(root, "bin", "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync("../../build.sh", join(elsewhere, "near"));
  symlinkSync("near", join(elsewhere, "far"));
  const { code, said } = await end(start(join(elsewhere, "far"), "build"));
  expect(said).toContain("Built: www/dist");
  expect(code).toBe(0);
  expect(calls()).toContain(`cargo build in ${root}`);
});

test("the command line knows its commit, of a checkout of this project alone", async () => {
  const { root, start, calls } = project();
  // Whatever a hook has set for the project that is being tested.
  const place = { GIT_DIR: join(root, ".git"), GIT_WORK_TREE: root };
  const report = async () => {
    const { code, said } = await end(start(join(root, "build.sh"), "cli", place));
    expect(code, said).toBe(0);
    return calls().findLast((call) => call.startsWith("commit"));
  };
  const git = (...parts: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...parts], {
      cwd: root,
      env: { ...process.env, ...place },
      encoding: "utf8",
    });
  expect(await report()).toBe("commit");
  git("init", "-q");
  expect(await report()).toBe("commit");
  git("add", "Cargo.lock");
  git("commit", "-q", "-m", "First");
  const commit = git("rev-parse", "HEAD").trim();
  expect(await report()).toBe(`commit ${commit}`);
  writeFileSync(join(root, "Cargo.lock"), "# changed");
  expect(await report()).toBe(`commit ${commit}-dirty`);
});

test("a half-removed node_modules is installed again, a whole one is not", async () => {
  const { root, start, calls } = project();
  const installs = async () => {
    const { code, said } = await end(start(join(root, "build.sh"), "build"));
    expect(code, said).toBe(0);
    return calls().filter((call) => call.startsWith("npm ci")).length;
  };
  expect(await installs()).toBe(1);
  expect(await installs()).toBe(1);
  rmSync(join(root, "www/node_modules/one/b"));
  expect(await installs()).toBe(2);
  rmSync(join(root, "www/node_modules/.bin"), { recursive: true });
  expect(await installs()).toBe(3);
  expect(await installs()).toBe(3);
});

test("an address that is none is told before anything is built", async () => {
  const { root, start, calls } = project();
  const addresses: Record<string, string>[] = [
    { PORT: "http" },
    { PORT: "70000" },
    { PORT: "-1" },
    // An address for documentation alone: no machine has it.
    { HOST: "192.0.2.1" },
  ];
  for (const address of addresses) {
    const { code, said } = await end(start(join(root, "build.sh"), "serve", address));
    expect(code, said).toBe(1);
    expect(said).toContain("nothing can be served at");
  }
  expect(calls().filter((call) => call.startsWith("cargo"))).toEqual([]);
});

/** As the page is built, with the one line in its head that the core for all processors replaces. */
function withPage(root: string): () => string {
  const page = join(root, "www/dist/index.html");
  for (const folder of [".cargo", "www/dist", "www/shared-core"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["add.mjs", "helper.js"])
    copyFileSync(join(script, "../www/shared-core", file), join(root, "www/shared-core", file));
  writeFileSync(join(root, "Cargo.toml"), "");
  writeFileSync(page, '<head>\n  <link rel="preload" href="./assets/core.wasm" as="fetch">\n</head>\n');
  return () => readFileSync(page, "utf8");
}

test("what is served is left alone, and others may build meanwhile", async () => {
  const { root, start, calls } = project();
  const page = withPage(root);
  const plain = page();
  const served = end(start(join(root, "build.sh"), "serve"));
  await expect.poll(() => existsSync(join(root, "serving")), { timeout: 20_000 }).toBe(true);
  expect(existsSync(join(root, "target/build.turn"))).toBe(false);
  rmSync(join(root, "serving"));
  await served;
  expect(page()).toBe(plain);
  expect(calls().join()).not.toMatch(/-Zbuild-std|wasm-opt/);
});

test.each([
  ["build", "Built: www/dist", ["cargo build"]],
  ["cli", "Built: target/release/flockwright", ["cargo build"]],
  ["test", "All good", ["cargo fmt", "cargo clippy", "cargo test", "tsc -p", "biome ci", "vitest run"]],
  ["deep", "All good", ["cargo clippy", "cargo doc", "cargo test", "vitest run"]],
  ["hashes", "All good", ["cargo build", "cargo test", "vitest run"]],
  [
    "bench",
    "the bench is run with target tests/bench/SPEED.md",
    ["cargo bench", "cargo build", "vite build"],
  ],
  ["python", "6 passed, 0 failed, 2 skipped", ["python3 -m", "maturin build", "maturin sdist", "python -m"]],
  ["c", "Packed: flockwright.h", ["cargo rustc", "cargo test"]],
  ["package", "flockwright-0.1.0.crate", ["cargo package", "cargo run", "npm pack", "npm install"]],
  ["docs", "Written: target/docs/index.html", ["cargo doc", "npm install", "typedoc"]],
  ["cores", "the cores are measured", ["cargo build", "vitest run"]],
  ["release", "Built: www/dist", ["cargo build", "vite build", "npm install", "wasm-opt"]],
])("every command of the help goes through to its end: %s", async (command, says, wanted) => {
  const { root, start, calls } = project();
  withPage(root);
  const write = (path: string, text = "") => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("sysroot/lib/rustlib/src/rust/library/Cargo.lock");
  const texts = ["LICENSE-APACHE", "LICENSE-MIT", "www/npm/README.md", "www/npm/package.json"];
  const inC = [
    "src/c/flockwright.h",
    "src/c/Flockwright.cs",
    "src/c/README.md",
    "src/python/flockwright/_core.pyi",
  ];
  for (const name of [...texts, ...inC, "www/npm/tables.mjs"]) write(name);
  write("www/npm/examples/rapier.js", `console.log('{ "order": 1, "fastest": 1, "moved": [2] }')`);
  mkdirSync(join(root, "src/python"), { recursive: true });
  write("www/dist/assets/core.wasm");
  write("README.md", "```rust\nfn main() {}\n```\n");
  write("Cargo.toml", '[package]\nversion = "0.1.0"\n');
  write("tests/node/bundlers.mjs", 'console.log("bundled");');
  write("tests/cores/measure.mjs", 'console.log("  the cores are measured");');
  write(
    "tests/node/bench/main.mjs",
    `const { existsSync } = await import("node:fs");
    const [target, written] = process.argv.slice(2);
    const made = existsSync(target + "/bench/engine");
    if (made) console.log("the bench is run with " + target.split("/").pop() + " " + written);`,
  );
  // Any program is browser enough.
  const browsers = { CHROMIUM: "/bin/sh", FIREFOX: "/bin/sh" };
  const { code, said } = await end(start(join(root, "build.sh"), command, browsers));
  expect(code, said).toBe(0);
  expect(said).toContain(says);
  for (const call of wanted)
    expect(
      calls().some((one) => one.startsWith(call)),
      call,
    ).toBe(true);
});

test("a second build waits for the first, says so, and is not held up by one that was killed", async () => {
  const { root, start, calls } = project();
  const path = join(root, "build.sh");
  // As a process leaves it that was killed: of a number that no process has any more.
  mkdirSync(join(root, "target"));
  const gone = execFileSync("bash", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  symlinkSync(gone, join(root, "target/build.turn"));
  writeFileSync(join(root, "hold"), "");
  const first = start(path, "build");
  const firstEnd = end(first);
  await expect.poll(() => existsSync(join(root, "target/compiling")), { timeout: 20_000 }).toBe(true);
  const second = start(path, "build");
  let report = "";
  second.stdout?.on("data", (text) => (report += text));
  const secondEnd = end(second);
  await expect.poll(() => report, { timeout: 20_000 }).toContain(`(process ${first.pid}) is at work`);
  const soFar = calls().length;
  rmSync(join(root, "hold"));
  expect((await firstEnd).code).toBe(0);
  expect((await secondEnd).code).toBe(0);
  expect(calls().length).toBeGreaterThan(soFar);
  expect(existsSync(join(root, "target/build.turn"))).toBe(false);
});
