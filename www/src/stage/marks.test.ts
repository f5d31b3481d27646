import { expect, test } from "vitest";
import { dashOf, isInSight, isPathBreak, type NamePlace, placeName, ranksOf } from "./marks";

test("groups of one role are numbered, so that their lines can differ", () => {
  expect(ranksOf([{ role: 7 }, { role: 6 }, { role: 7 }, { role: 7 }])).toEqual([0, 0, 1, 2]);
});

test("the first of a role has solid lines, the others have not", () => {
  expect(dashOf(0)).toEqual([]);
  expect(dashOf(1)).not.toEqual([]);
  expect(dashOf(2)).not.toEqual(dashOf(1));
});

test("the line of a way over tiles begins anew where it enters on the other side of the world", () => {
  const points = [8, 24, 8, 8, 24, 8, 40, 24, 632, 24, 632, 392];
  const starts = [0, 2, 4, 6, 8, 10].filter((at) => isPathBreak(points, at, 16));
  expect(starts).toEqual([0, 8, 10]);
});

test("a name stands above its unit, or below where it would leave the window or meet another name", () => {
  const unit = { x: 100, y: 60, size: 12 };
  const room = { width: 200, top: 0 };
  const first = placeName(unit, 30, room, [], []);
  expect(first).toEqual({ x: 100, y: 40, halfWidth: 30 });
  expect(placeName({ ...unit, x: 150, y: 70 }, 30, room, [first], [])).toEqual({
    x: 150,
    y: 90,
    halfWidth: 30,
  });
  expect(placeName({ ...unit, x: 165 }, 30, room, [first], [])).toEqual({ x: 164, y: 40, halfWidth: 30 });
  expect(placeName({ ...unit, y: 80 }, 30, room, [first], []).y).toBe(60);
  expect(placeName({ ...unit, x: 5, y: 20 }, 30, room, [], [])).toEqual({ x: 36, y: 40, halfWidth: 30 });
  expect(placeName(unit, 30, { ...room, top: 50 }, [], []).y).toBe(80);
});

test("names of units that met keep clear of each other, however many they are", () => {
  const unit = { x: 100, y: 60, size: 12 };
  const taken: NamePlace[] = [];
  for (let name = 0; name < 5; name++) taken.push(placeName(unit, 30, { width: 200, top: 0 }, taken, [unit]));
  expect(taken.map(({ y }) => y)).toEqual([40, 80, 24, 96, 112]);
});

test("a name does not stand upon another unit", () => {
  const unit = { x: 100, y: 60, size: 12 };
  const room = { width: 200, top: 0 };
  const nameY = (...others: { x: number; y: number; size: number }[]) =>
    placeName(unit, 30, room, [], [unit, ...others]).y;
  expect(nameY({ x: 120, y: 44, size: 12 })).toBe(80);
  expect(nameY({ x: 120, y: 20, size: 12 })).toBe(40);
  expect(nameY({ x: 120, y: 44, size: 12 }, { x: 90, y: 85, size: 12 })).toBe(24);
});

test("only who shows in the window has a name there", () => {
  const size = { width: 200, height: 100 };
  expect(isInSight({ x: 100, y: 60, size: 12 }, size)).toBe(true);
  expect(isInSight({ x: 203, y: 60, size: 12 }, size)).toBe(true);
  expect(isInSight({ x: 300, y: 60, size: 12 }, size)).toBe(false);
  expect(isInSight({ x: 100, y: -60, size: 12 }, size)).toBe(false);
});
