import { expect, test } from "vitest";
import { MeasureHistory } from "./history";

const measures = 3;

/** Samples at these ticks, whose every value is the tick. */
function samples(...ticks: number[]): Float64Array[] {
  return ticks.map((tick) => new Float64Array(1 + measures).fill(tick));
}

test("samples are kept in the order of time, and a value that is none is not a number", () => {
  const history = new MeasureHistory(measures);
  history.addSamples(samples(12, 24));
  history.addSamples(samples(36));
  expect(history.ticks).toEqual([12, 24, 36]);
  expect(history.value(1, 2)).toBe(24);
  history.addSamples([Float64Array.of(48, 48, 48, Number.NaN)]);
  expect(history.value(3, 2)).toBeNaN();
  expect(history.value(3, 1)).toBe(48);
  expect(history.value(9, 1)).toBeNaN();
});

test("a tick that is there already means another time: what came after it goes", () => {
  const history = new MeasureHistory(measures);
  history.addSamples(samples(12, 24, 36, 48));
  history.addSamples(samples(24, 36));
  expect(history.ticks).toEqual([12, 24, 36]);
  history.dropFrom(20);
  expect(history.ticks).toEqual([12]);
  expect(history.columns.every((column) => column.length === 1)).toBe(true);
  history.clear();
  expect(history.ticks).toEqual([]);
});

test("memory is bounded: the old grow sparse, the new stay, and ends are kept", () => {
  const history = new MeasureHistory(measures, 64);
  for (let tick = 12; tick <= 12_000; tick += 12) history.addSamples(samples(tick));
  expect(history.ticks.length).toBeLessThan(64);
  expect(history.ticks[0]).toBe(12);
  expect(history.ticks.slice(-10)).toEqual(
    Array.from({ length: 10 }, (_, index) => 12_000 - 12 * (9 - index)),
  );
  expect([...history.ticks].sort((a, b) => a - b)).toEqual(history.ticks);
  for (const column of history.columns) expect(column).toEqual(history.ticks);
});

test("what comes before the first sample is put in front, with the values of the parameters", () => {
  const history = new MeasureHistory(measures, 8);
  const at = (value: number) => Float32Array.of(value);
  history.addSamples(samples(36, 48), [at(3), at(4)]);
  const earlier = new MeasureHistory(measures);
  earlier.addSamples(samples(12, 24, 36), [at(1), at(2), at(9)]);
  history.prepend(earlier);
  expect(history.ticks).toEqual([12, 24, 36, 48]);
  expect(history.values.map((values) => values?.[0])).toEqual([1, 2, 3, 4]);
  expect(history.value(0, 1)).toBe(12);
  history.dropFrom(40);
  expect(history.values.length).toBe(3);
});
