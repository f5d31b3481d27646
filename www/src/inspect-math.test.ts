import { expect, test } from "vitest";
import { balanceOf, balanceText, bearingText, neighborId } from "./inspect-math";

const force = (key: string, fx: number, fy: number) => ({ key, label: key, weight: 1, fx, fy });

test("two forces against each other cancel out", () => {
  const balance = balanceOf({ forces: [force("a", 0, 300), force("b", 0, -300)], fx: 0, fy: 0 }, 1, 0);
  expect(balance.canceled).toBe(1);
  expect(balance.shares.map(({ part }) => part)).toEqual([1, 1]);
  expect(balanceText(balance)).toBe("100 % cancel out.");
});

test("what the limit cuts is told", () => {
  const balance = balanceOf({ forces: [force("a", 0, 800)], fx: 0, fy: 400 }, 1, 0);
  expect(balance.kept).toBe(0.5);
  expect(balance.canceled).toBe(0);
  expect(balanceText(balance)).toBe("the limit cuts 50 %.");
});

test("bearings are the unit's own: starboard is to the right of its heading", () => {
  // Heading down the screen, a force to the left of the screen points to starboard.
  const { shares } = balanceOf({ forces: [force("a", -10, 0)], fx: 0, fy: 0 }, 0, 1);
  expect(shares[0]?.bearing).toBeCloseTo(Math.PI / 2);
  expect(bearingText(Math.PI / 2)).toBe("90\u00b0 to starboard");
  expect(bearingText(-Math.PI / 4)).toBe("45\u00b0 to port");
  expect(bearingText(0.05)).toBe("ahead");
  expect(bearingText(-3.1)).toBe("astern");
});

test("no force is no trouble", () => {
  const balance = balanceOf({ forces: [force("a", 0, 0)], fx: 0, fy: 0 }, 1, 0);
  expect(balance).toMatchObject({ net: 0, netPart: 0, canceled: 0, kept: 1 });
  expect(balanceText(balance)).toBe("Nothing steers it now.");
});

test("keys go from unit to unit, around the ends", () => {
  expect(neighborId(-1, 1, 10, 4)).toBe(4);
  expect(neighborId(9, 1, 10, 4)).toBe(0);
  expect(neighborId(0, -1, 10, 4)).toBe(9);
  expect(neighborId(3, 1, 0, 4)).toBe(-1);
});
