import { expect, test } from "vitest";
import { CanvasLayer } from "./layer";

/** A layer on a canvas of 200 x 100 px that remembers what was cleared. */
function layer() {
  const cleared: number[][] = [];
  const context = { setTransform: () => {}, clearRect: (...box: number[]) => cleared.push(box) };
  const canvas = { width: 200, height: 100, getContext: () => context };
  const made = new CanvasLayer(canvas as unknown as HTMLCanvasElement);
  made.onResize(1);
  return { made, cleared };
}

test("only what was drawn on is cleared, once", () => {
  const { made, cleared } = layer();
  made.extendTouched(50, 40, 10);
  made.clearTouched();
  made.clearTouched();
  expect(cleared).toEqual([[40, 30, 20, 20]]);
});

test("what begins before the canvas and ends beyond it is cleared whole, in no single call", () => {
  const { made, cleared } = layer();
  made.extendTouched(-100, -50, 1);
  made.extendTouched(300, 160, 1);
  made.clearTouched();
  expect(cleared).toEqual([
    [0, 0, 100, 100],
    [100, 0, 100, 100],
  ]);
});

test("what was drawn outside needs no clearing", () => {
  const { made, cleared } = layer();
  made.extendTouched(-100, 50, 10);
  made.clearTouched();
  expect(cleared).toEqual([]);
});
