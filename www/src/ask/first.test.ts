import { expect, test } from "vitest";
import { FirstAsk } from "./first";

const asks = (first: FirstAsk, from: number, to: number, flies = true) => {
  for (let now = from; now <= to; now += 100) if (first.frame(now, flies)) return now;
  return undefined;
};

test("a first visit that no one touches for eight seconds asks once", () => {
  const first = new FirstAsk(false);
  expect(asks(first, 0, 20_000)).toBe(8000);
  expect(asks(first, 20_000, 60_000)).toBeUndefined();
});

test("anyone who touched anything, has asked before or wants little motion is left alone", () => {
  const touched = new FirstAsk(false);
  asks(touched, 0, 5000);
  touched.touched();
  expect(asks(touched, 5000, 60_000)).toBeUndefined();
  expect(asks(new FirstAsk(true), 0, 60_000)).toBeUndefined();
});

test("it waits until the flock has flown for eight seconds", () => {
  const first = new FirstAsk(false);
  expect(asks(first, 0, 6000)).toBeUndefined();
  expect(asks(first, 6100, 9000, false)).toBeUndefined();
  expect(asks(first, 9100, 60_000)).toBe(17_100);
});
