import { defineConfig } from "vitest/config";

/** What `./build.sh test` runs of the page; the others are in `deep`. */
const WALKS = ["ask", "opening", "panel", "tasks"];

const files = (names: readonly string[]) => names.map((name) => `tests/browser/${name}.test.ts`);

const inChromium = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: {
    name,
    root: "..",
    include: files(include),
    exclude: files(exclude),
    environment: "node",
    globalSetup: "tests/browser/setup.ts",
    // Two files at a time, each by a Chromium of its own: one alone leaves half of two processors idle.
    maxWorkers: 2,
    // Projects of different numbers of workers take turns; and no other browser runs meanwhile.
    sequence: { groupOrder: 1 },
    isolate: false,
    // Rust is compiled and tested meanwhile.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Among hundreds of page openings beside a compiler, one may meet what no person does: a second failure
    // counts. The reporter names what needed it ("retry x1"), which is then to be looked at.
    retry: 1,
    // What is polled for comes in its own time: a slow machine is no failure.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], environment: "node", isolate: false } },
      {
        test: {
          name: "wasm",
          root: "..",
          include: ["tests/node/**/*.test.ts"],
          environment: "node",
          isolate: false,
          testTimeout: 60_000,
        },
      },
      inChromium("browser", WALKS),
      inChromium("deep", ["*"], WALKS),
      {
        test: {
          name: "firefox",
          root: "..",
          include: ["tests/browser/*.smoke.ts"],
          environment: "node",
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
