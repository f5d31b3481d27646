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

test("even units of five milliseconds let the page answer", () => {
  const { slicer, part, longest } = tickOf(2_000, 5);
  slicer.run(part, 12);
  // The first part is a guess; after a few parts are as small as they go.
  const guess = longest();
  for (let i = 0; i < 4; i++) slicer.run(part, 12);
  expect(longest()).toBe(guess);
  expect(slicer.units).toBe(4);
});

test("cheap units come in large parts", () => {
  const { slicer, part } = tickOf(500_000, 0.00008);
  while (!slicer.run(part, 12));
  expect(slicer.units).toBeGreaterThan(10_000);
  slicer.reset();
  expect(slicer.units).toBe(256);
});
