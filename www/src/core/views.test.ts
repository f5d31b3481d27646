import { describe, expect, it } from "vitest";
import { ViewCache, type ViewPointers } from "./views";

/** Arrays of `count` units laid out one after another from `start`, as the core might. */
function layout(count: number, start: number): ViewPointers {
  const at = (index: number) => () => start + index * count * 4;
  return {
    count: () => count,
    xPtr: at(0),
    yPtr: at(1),
    headingXPtr: at(2),
    headingYPtr: at(3),
    velocityXPtr: at(4),
    velocityYPtr: at(5),
    lengthPtr: at(6),
    rolePtr: at(7),
    flagsPtr: at(8),
  };
}

describe("views over the core's memory", () => {
  it("are the same objects as long as nothing moved", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const cache = new ViewCache();
    const run = layout(10, 64);
    expect(cache.read(memory, run)).toBe(cache.read(memory, run));
  });

  it("show what the core writes, without a copy", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const views = new ViewCache().read(memory, layout(10, 64));
    new Float32Array(memory.buffer, 64, 10)[3] = 1.5;
    new Uint8Array(memory.buffer)[64 + 8 * 40 + 2] = 1;
    expect(views.x[3]).toBe(1.5);
    expect(views.flags[2]).toBe(1);
    expect(views.flags).toHaveLength(10);
  });

  it("are remade after the memory grew, where the old ones have length 0", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const cache = new ViewCache();
    const run = layout(10, 64);
    const before = cache.read(memory, run);
    memory.grow(1);
    expect(before.x).toHaveLength(0);
    expect(cache.read(memory, run).x).toHaveLength(10);
  });

  it("are remade when the count changes", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const cache = new ViewCache();
    cache.read(memory, layout(10, 64));
    const views = cache.read(memory, layout(11, 64));
    expect(views.count).toBe(11);
    expect(views.role).toHaveLength(11);
  });

  it.each([
    ["x", "xPtr"],
    ["y", "yPtr"],
    ["hx", "headingXPtr"],
    ["hy", "headingYPtr"],
    ["vx", "velocityXPtr"],
    ["vy", "velocityYPtr"],
    ["length", "lengthPtr"],
    ["role", "rolePtr"],
    ["flags", "flagsPtr"],
  ] as const)("are remade when a single array moves, such as %s", (array, pointer) => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const cache = new ViewCache();
    const run = layout(10, 64);
    expect(cache.read(memory, run)[array].byteOffset).toBe(run[pointer]());
    expect(cache.read(memory, { ...run, [pointer]: () => 4096 })[array].byteOffset).toBe(4096);
  });

  it("let go of the memory when cleared", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const cache = new ViewCache();
    const before = cache.read(memory, layout(10, 64));
    cache.clear();
    expect(cache.read(memory, layout(10, 64))).not.toBe(before);
  });
});
