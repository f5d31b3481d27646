import { describe, expect, test } from "vitest";
import { branchesOf } from "./branches";
import { firstCounted, withError } from "./window";

describe("the way of a measure against a parameter", () => {
  test("is cut where the parameter turns round, and says nothing of where it stands", () => {
    const branches = branchesOf([0, 0, 1, 2, 2, 1, 0], [5, 5, 6, 7, 8, 9, 10]);
    expect(branches).toEqual([
      {
        way: "up",
        points: [
          [0, 5],
          [1, 6],
          [2, 7],
        ],
      },
      {
        way: "down",
        points: [
          [2, 8],
          [1, 9],
          [0, 10],
        ],
      },
    ]);
    expect(branchesOf([1, 1, 1], [1, 2, 3])).toEqual([]);
  });

  test("leaves out what is no number, and stays short", () => {
    expect(branchesOf([0, 1, 2, 3], [1, Number.NaN, 3, 4])).toEqual([
      {
        way: "up",
        points: [
          [2, 3],
          [3, 4],
        ],
      },
    ]);
    const long = Array.from({ length: 2000 }, (_, at) => at);
    const [branch] = branchesOf(long, long);
    expect(branch?.points.length).toBeLessThan(300);
    expect(branch?.points.at(-1)).toEqual([1999, 1999]);
  });
});

describe("the window of the averages", () => {
  test("begins a burn-in after the last change", () => {
    const ticks = [0, 12, 24, 36, 48];
    expect(firstCounted(ticks, 0, 24)).toBe(2);
    expect(firstCounted(ticks, 13, 24)).toBe(4);
    expect(firstCounted(ticks, 40, 24)).toBe(5);
  });

  test("shows as many digits as the error makes sense of", () => {
    expect(withError(0.95643, 0.0021)).toBe("0.9564 \u00b1 0.0021");
    expect(withError(123.456, 4.2, "u")).toBe("123.5 \u00b1 4.2\u202fu");
    expect(withError(2, 0)).toBe("2");
    expect(withError(Number.NaN, 1)).toBe("\u2013");
  });
});
