import { defineConfig } from "vitest/config";

/** Browser tests that `./build.sh test` runs; `./build.sh deep` runs the others. */
const TESTED_EACH_TIME = ["ask", "opening", "panel", "tasks"];

const files = (names: readonly string[]) => names.map((name) => `tests/browser/${name}.test.ts`);

const inChromium = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: {
    name,
    root: "..",
    include: files(include),
    exclude: files(exclude),
    environment: "node",
    globalSetup: "tests/browser/setup.ts",
    // Two files at a time, each in a Chromium of its own: a single one would use only half of two processors.
    maxWorkers: 2,
    // Projects with different numbers of workers run one after the other, so that no other browser runs meanwhile.
    sequence: { groupOrder: 1 },
    isolate: false,
    // Long, since Rust is compiled and tested at the same time.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Among hundreds of opened pages beside a compiler, a single failure can be due to the load; a second one counts.
    // The reporter names tests that needed a retry ("retry x1"), which are to be examined.
    retry: 1,
    // Polling waits long, since a slow machine is no failure.
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
      inChromium("browser", TESTED_EACH_TIME),
      inChromium("deep", ["*"], TESTED_EACH_TIME),
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
