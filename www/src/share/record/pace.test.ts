import { expect, it } from "vitest";
import { FramePace, parseSeconds, videoSize } from "./pace";

it.each([
  [1, 2],
  [8, 16],
])("at %i times the speed every frame is %i ticks", (speed, ticks) => {
  const pace = new FramePace(speed);
  for (let frame = 0; frame < 100; frame++) expect(pace.nextFrame()).toEqual({ ticks, fraction: 0 });
});

it("at a slow speed frames lie between ticks, and no tick is lost", () => {
  const pace = new FramePace(0.1);
  let ticks = 0;
  for (let frame = 0; frame < 300; frame++) {
    const next = pace.nextFrame();
    ticks += next.ticks;
    expect(next.fraction).toBeGreaterThanOrEqual(0);
    expect(next.fraction).toBeLessThan(1);
  }
  expect(ticks).toBe(60);
});

it("videos have even sides and fit an encoder", () => {
  expect(videoSize(1441, 901)).toEqual({ width: 1440, height: 900 });
  expect(videoSize(3840, 2160)).toEqual({ width: 1920, height: 1080 });
  expect(videoSize(3840, 400)).toEqual({ width: 1920, height: 200 });
  expect(videoSize(780, 1688)).toEqual({ width: 780, height: 1688 });
  expect(videoSize(1, 1)).toEqual({ width: 2, height: 2 });
});

it("a duration is a number within its limits", () => {
  expect([" 2,5 ", "1", "60"].map(parseSeconds)).toEqual([2.5, 1, 60]);
  for (const text of ["", "0", "61", "x", "-5", "NaN", "Infinity"])
    expect(parseSeconds(text)).toBeUndefined();
});
