import { expect, test } from "vitest";
import { plotShape, plotText } from "./potential-plot";

/** -A/d^n + B/d^m as the core would sample it. */
function law(a: number, b: number, n: number, m: number, reach: number, count = 100) {
  const values = Array.from({ length: count }, (_, k) => {
    const d = (reach * (k + 1)) / count;
    return -a / d ** n + b / d ** m;
  });
  return { reach, values };
}

test("finds where push and pull balance", () => {
  const shape = plotShape(law(2000, 10_000, 1, 2, 30));
  expect(shape?.balance?.distance).toBeCloseTo(5, 1);
  expect(shape && plotText(shape)).toContain("pushes nearer than 5.0 lengths");
});

test("a push alone has no balance and stands on its axis", () => {
  const shape = plotShape(law(0, 20_000, 1, 3, 20));
  expect(shape?.balance).toBeUndefined();
  expect(shape?.zero).toBeGreaterThan(60);
  expect(shape && plotText(shape)).toContain("only pushes");
});

test("every number drawn is finite, whatever the curve", () => {
  for (const curve of [law(0, 0, 1, 2, 10), law(5e4, 5e4, 8, 7.5, 1), law(1e4, 0, 1, 1, 40)]) {
    expect(plotShape(curve)?.path).not.toMatch(/NaN|Infinity/);
  }
  expect(plotShape({ reach: 0, values: [1, 2] })).toBeUndefined();
  expect(plotShape({ reach: 5, values: [] })).toBeUndefined();
});
