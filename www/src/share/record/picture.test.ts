import { expect, test } from "vitest";
import type { Stage } from "../../stage/stage";
import { cropOf, fittedCrop, SteadyCrop } from "./picture";

const canvas = { width: 2000, height: 1200 };
const insets = { top: 50, right: 300, bottom: 100.4, left: 200 };

test("a picture has what no panel covers, in the pixels of the screen", () => {
  expect(cropOf(canvas, 2, insets)).toEqual({ x: 400, y: 100, width: 1000, height: 899 });
});

test("where panels cover all but a strip, the whole canvas is in it", () => {
  expect(cropOf(canvas, 2, { ...insets, right: 780 })).toEqual({ x: 0, y: 0, ...canvas });
});

test("a world that is seen again beyond its edges is in it once", () => {
  expect(cropOf(canvas, 2, insets, { width: 200, height: 900 })).toEqual({
    x: 700,
    y: 100,
    width: 400,
    height: 899,
  });
});

test("a video keeps its part while panels open, and takes another when the window has another size", () => {
  const ground = { ...canvas };
  const camera = { insets };
  const stage = { host: { querySelector: () => ground, clientWidth: 1000 }, camera, boxes: [] };
  const crop = new SteadyCrop(stage as unknown as Stage);
  const first = crop.currentCrop();
  expect(first).toEqual({ x: 400, y: 100, width: 1000, height: 899 });
  camera.insets = { ...insets, bottom: 300 };
  expect(crop.currentCrop()).toBe(first);
  Object.assign(ground, { width: 1200, height: 2000 });
  stage.host.clientWidth = 600;
  camera.insets = { top: 50, right: 0, bottom: 300, left: 0 };
  expect(crop.currentCrop()).toEqual({ x: 0, y: 100, width: 1200, height: 1300 });
});

test("a part fills a picture of its own shape, and stands undistorted in the middle of another", () => {
  expect(fittedCrop({ width: 1000, height: 898 }, { width: 1000, height: 899 })).toEqual({
    x: 0,
    y: 0,
    width: 1000,
    height: 898,
  });
  expect(fittedCrop({ width: 1000, height: 800 }, { width: 400, height: 800 })).toEqual({
    x: 300,
    y: 0,
    width: 400,
    height: 800,
  });
});
