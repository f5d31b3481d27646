import { expect, test } from "vitest";
import { Simulation, version, wasmBytes } from "./core";

/**
 * How often these three bytes, which begin with the prefix of all SIMD instructions, follow each other in the module: of a
 * file of a megabyte without any, by chance, once in sixteen.
 */
function count(instruction: readonly number[]): number {
  const bytes = Buffer.from(wasmBytes);
  let found = 0;
  for (let at = bytes.indexOf(Buffer.from(instruction)); at >= 0; found++)
    at = bytes.indexOf(Buffer.from(instruction), at + 3);
  return found;
}

test("the shipped module computes with SIMD", () => {
  const f32x4 = { add: 0xe4, sub: 0xe5, mul: 0xe6, div: 0xe7 };
  for (const [name, opcode] of Object.entries(f32x4))
    expect(count([0xfd, opcode, 0x01]), `f32x4.${name}`).toBeGreaterThan(20);
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
