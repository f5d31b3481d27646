/**
 * Every command that the help of build.sh or a document names is run by a test, the slow ones in a short form: they open
 * all that they would open, and measure nothing.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createServer } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { links } from "../cores/links.mjs";
import { placed } from "./bench/lap.mjs";
import { Simulation } from "./core";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Those of `src/cli/README.md` are run by tests/cli/documents.rs, one after the other. */
const DOCUMENTS = [
  "README.md",
  ".github/CONTRIBUTING.md",
  "src/README.md",
  "src/core/session/FORMATS.md",
  "src/lab/insight/MEASURES.md",
  "src/python/README.md",
  "src/c/README.md",
  "tests/bench/SPEED.md",
  "www/npm/README.md",
];
const HERE = "tests/node/commands.test.ts";
const BUILD = "tests/node/build.test.ts";
const GOES_THROUGH = "every command of the help goes through to its end";
const RECORDS_ANEW = "process.env.UPDATE";

/** What a command begins with, the file of tests that runs it, and what stands there. */
const RUN_BY: [command: string, file: string, says: string][] = [
  ["./build.sh serve", BUILD, "what is served is left alone"],
  ["./build.sh build", BUILD, "the build works in its own folder"],
  ["./build.sh cli", BUILD, "the command line knows its commit"],
  ["./build.sh test", BUILD, GOES_THROUGH],
  ["./build.sh deep", BUILD, GOES_THROUGH],
  ["./build.sh hashes", BUILD, GOES_THROUGH],
  ["./build.sh release", BUILD, GOES_THROUGH],
  ["./build.sh bench", "tests/browser/bench.test.ts", "the bench opens all of its workloads and the page"],
  ["./build.sh bench", BUILD, GOES_THROUGH],
  ["./build.sh package", HERE, "the crate has all that its sources take from files"],
  ["./build.sh package", BUILD, GOES_THROUGH],
  ["./build.sh python", BUILD, GOES_THROUGH],
  ["./build.sh c", BUILD, GOES_THROUGH],
  ["./build.sh docs", BUILD, GOES_THROUGH],
  ["UPDATE=1 cargo test -p flockwright-deep c::", "tests/deep/c.rs", '"UPDATE"'],
  ["./build.sh cores", HERE, "the crowds that helpers share are as large as they say"],
  ["./build.sh cores", BUILD, GOES_THROUGH],
  ["./build.sh dev", HERE, "the page is served while it is worked on"],
  ["cargo add --path", HERE, "a program adds the crate"],
  ["cargo run --release --example science -- falcon", "tests/examples/science.rs", "cfg!(test)"],
  ["cargo run --release --example science -- vicsek", "tests/examples/science.rs", "cfg!(test)"],
  ["cargo run --release -p flockwright-cli -- run", "tests/cli/documents.rs", 'read("README.md")'],
  ["node tests/node/bench/first.mjs", "tests/node/bench/main.mjs", "await firstFlock("],
  ["UPDATE=1 cargo test --test core", "tests/core/registry.rs", '"UPDATE"'],
  ["UPDATE=1 cargo test -p flockwright-cli --test cli released", "tests/support/released.rs", '"UPDATE"'],
  ["cargo test --test core", "build.sh", "--test core"],
  ["cargo test -p flockwright-lab", "build.sh", "-p flockwright-lab"],
  ["cargo test -p flockwright-rules", "build.sh", "-p flockwright-rules"],
  [
    "UPDATE=1 node_modules/.bin/vitest run --project wasm opening",
    "tests/node/opening.test.ts",
    RECORDS_ANEW,
  ],
];

/** It asks the network, as the README says. */
const RUN_BY_NONE = ["cargo deny --workspace check"];

const IS_COMMAND = /^(?:\.\/build\.sh(?: |$)|cargo \w|node \w|UPDATE=1 )/;

/** The commands in fenced and indented blocks, and those in the text. */
function commandsIn(document: string): string[] {
  const blocks = [...document.matchAll(/^```(?:sh|text)?\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  const indented = [...document.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = ""]) => line);
  const text = document.replace(/^```[\s\S]*?^```/gm, "");
  const inline = [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/\s+/g, " "));
  const all = [...blocks.flatMap((block) => block.split("\n")), ...indented, ...inline];
  return all.map((one) => one.trim().replace(/^\$ /, "")).filter((one) => IS_COMMAND.test(one));
}

const help = execFileSync(join(root, "build.sh"), ["help"], { encoding: "utf8" });
const named = new Map([
  ["the help of build.sh", [...help.matchAll(/^ {2}(\.\/build\.sh \w+)/gm)].map(([, one = ""]) => one)],
  ...DOCUMENTS.map((path) => [path, commandsIn(read(path))] as const),
]);
const isOf = (begin: string) => (command: string) => command === begin || command.startsWith(`${begin} `);

describe("the commands", () => {
  test.each([...named])("of %s are run by tests", (_, commands) => {
    const known = [...RUN_BY.map(([command]) => command), ...RUN_BY_NONE];
    expect(commands.filter((command) => !known.some((begin) => isOf(begin)(command)))).toEqual([]);
  });

  test("are found in the documents, and the tests that run them are there", () => {
    const all = [...named.values()].flat();
    expect(all.length).toBeGreaterThan(25);
    for (const command of [...RUN_BY.map(([command]) => command), ...RUN_BY_NONE])
      expect(all.some(isOf(command)), `${command} stands nowhere`).toBe(true);
    for (const [command, file, says] of RUN_BY) {
      // In this file the table above says it, too.
      const times = read(file).split(says).length - 1;
      expect(times, `${command}: ${says} in ${file}`).toBeGreaterThanOrEqual(file === HERE ? 2 : 1);
    }
  });

  test("are found wherever they stand", () => {
    const text =
      "Do `./build.sh\nbench`, or `node_modules`:\n\n```sh\ncargo run\n```\n\n    node a.mjs\n\n`UPDATE=1 b`";
    expect(commandsIn(text)).toEqual(["cargo run", "node a.mjs", "./build.sh bench", "UPDATE=1 b"]);
  });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "flockwright-commands-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test.each(Object.entries(links))("the crowds that helpers share are as large as they say: %s", (_, link) => {
  const run = placed(new Simulation(link));
  expect(run.notices()).toEqual([]);
  expect(run.count()).toBe(Number(new URLSearchParams(link).get("count")));
  run.tick(1);
  expect(run.meanNeighbors()).toBeGreaterThan(8);
  run.free();
});

test("the page is served while it is worked on", async () => {
  const server = await createServer({
    root: join(root, "www"),
    logLevel: "error",
    cacheDir: folder(),
    server: { port: 0, host: "127.0.0.1", ws: false },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const [base = ""] = server.resolvedUrls?.local ?? [];
  for (const [path, says] of [
    ["", "/src/app/main.ts"],
    ["src/app/main.ts", "import"],
    ["pkg/flockwright.js", "class Simulation"],
  ]) {
    const answer = await fetch(base + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(says);
  }
});

test("a program adds the crate", async () => {
  const program = folder();
  writeFileSync(
    join(program, "Cargo.toml"),
    '[package]\nname = "tried"\nversion = "0.1.0"\nedition = "2024"\n',
  );
  mkdirSync(join(program, "src"));
  writeFileSync(join(program, "src/main.rs"), "fn main() {}\n");
  await run("cargo", ["add", "--offline", "--path", join(root, "src/core")], { cwd: program });
  expect(readFileSync(join(program, "Cargo.toml"), "utf8")).toMatch(/\[dependencies\]\nflockwright = /);
});

test("the crate has all that its sources take from files", async () => {
  const { stdout } = await run(
    "cargo",
    ["package", "--list", "--offline", "--allow-dirty", "-p", "flockwright"],
    { cwd: root },
  );
  const packed = new Set(stdout.trim().split("\n"));
  expect(packed.has("lib.rs")).toBe(true);
  for (const path of [...packed].filter((one) => one.endsWith(".rs"))) {
    for (const [, taken = ""] of read(`src/core/${path}`).matchAll(/include_(?:str|bytes)!\("([^"]+)"\)/g))
      expect(
        packed.has(join(path, "..", taken).replace("../../README", "README")),
        `${path} takes ${taken}`,
      ).toBe(true);
  }
});
