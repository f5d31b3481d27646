import { expect, test } from "vitest";
import { Slicer } from "./slicer";

/** A tick over `count` units of which each takes `cost` ms. */
function tickOf(count: number, cost: number) {
  let time = 0;
  let left = count;
  let longest = 0;
  const slicer = new Slicer(() => time);
  const part = (units: number) => {
    const now = Math.min(units, left);
    time += now * cost;
    longest = Math.max(longest, now * cost);
    left -= now;
    return left === 0;
  };
  return { slicer, part, time: () => time, longest: () => longest };
}

test("a small tick is done in one call", () => {
  const { slicer, part, time } = tickOf(200, 0.0001);
  expect(slicer.run(part, 12)).toBe(true);
  expect(time()).toBeLessThan(0.1);
});

test("a slow tick stops near its budget and goes on later", () => {
  const { slicer, part, time } = tickOf(10_000, 0.01);
  let frames = 0;
  for (let done = false; !done; frames++) {
    const before = time();
    done = slicer.run(part, 12);
    expect(time() - before).toBeLessThan(12 + 4);
  }
  expect(frames).toBeGreaterThan(5);
  expect(frames).toBeLessThan(10);
});

test("even units of a third of a millisecond let the page answer", () => {
  const { slicer, part, longest } = tickOf(2_000, 0.34);
  while (!slicer.run(part, 12));
  // The first part is a guess; after it parts are as small as they go.
  expect(longest()).toBeLessThan(90);
  expect(slicer.units).toBe(64);
});

test("cheap units come in large parts", () => {
  const { slicer, part } = tickOf(500_000, 0.00008);
  while (!slicer.run(part, 12));
  expect(slicer.units).toBeGreaterThan(10_000);
  slicer.reset();
  expect(slicer.units).toBe(256);
});
