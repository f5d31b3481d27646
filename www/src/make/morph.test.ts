import { describe, expect, test } from "vitest";
import { placeOf, valueAt } from "./morph";

const even = { key: "cohesion", stops: [0, 1.25, 2.5, 3.75, 5, 6.25, 7.5, 8.75, 10], log: false };
const ratios = { key: "thrust", stops: [1, 2, 4, 8, 16, 32, 64, 128, 256], log: true };

describe("between nine flocks", () => {
  test("a linear axis goes by differences, a logarithmic one by ratios", () => {
    expect(valueAt(even, 4.5)).toBeCloseTo(5.625, 12);
    expect(valueAt(ratios, 4.5)).toBeCloseTo(16 * Math.SQRT2, 12);
  });

  test("each flock has exactly its own value, the last one too", () => {
    for (const way of [even, ratios]) {
      expect(way.stops.map((_, at) => valueAt(way, at))).toEqual(way.stops);
      expect(way.stops.map((stop) => placeOf(way, stop))).toEqual(way.stops.map((_, at) => at));
    }
  });

  test("a place is found again by its value, and what lies beyond the ends is at the end", () => {
    for (const way of [even, ratios]) {
      for (const place of [0.1, 3.7, 7.99]) expect(placeOf(way, valueAt(way, place))).toBeCloseTo(place, 9);
      expect([placeOf(way, -5), placeOf(way, 1e4)]).toEqual([0, 8]);
    }
  });
});
