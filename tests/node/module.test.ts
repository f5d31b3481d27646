import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Simulation, version, wasmBytes, wasmPath } from "./core";

const dis = fileURLToPath(new URL("../../www/node_modules/.bin/wasm-dis", import.meta.url));

test("the shipped module computes with SIMD", () => {
  const text = execFileSync(dis, [fileURLToPath(wasmPath)], { encoding: "utf8", maxBuffer: 1 << 28 });
  expect(text.match(/f32x4\./g)?.length ?? 0).toBeGreaterThan(50);
});

test("the shipped module carries no names and no debug sections", () => {
  const module = new WebAssembly.Module(wasmBytes);
  for (const section of ["name", ".debug_info", ".debug_line", "producers"]) {
    expect(WebAssembly.Module.customSections(module, section), section).toHaveLength(0);
  }
});

test("the package says its version", () => {
  expect(version()).toMatch(/^\d+\.\d+\.\d+/);
});

test("a seed is a number, a hash is text, and what is inspected is an object", () => {
  const run = new Simulation("");
  expect(typeof run.seed()).toBe("number");
  expect(typeof run.ticks()).toBe("number");
  run.tick(1);
  const seen = run.inspect(0);
  expect(seen?.forces.length).toBeGreaterThan(0);
  expect(Array.isArray(seen?.neighbors)).toBe(true);
});
