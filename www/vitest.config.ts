import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], environment: "node" } },
      {
        test: { name: "wasm", root: "..", include: ["tests/node/**/*.test.ts"], environment: "node" },
      },
      {
        test: {
          name: "browser",
          root: "..",
          include: ["tests/browser/**/*.test.ts"],
          environment: "node",
          // One Chromium, one server: the files run after each other in one process.
          fileParallelism: false,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
