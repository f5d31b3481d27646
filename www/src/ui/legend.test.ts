import { expect, test } from "vitest";
import type { GroupInfo } from "../core";
import { dartsByRole } from "../stage/darts";
import { dartOutline, legendOf } from "./legend";

const group = (label: string, role: number, count: number, leads = false): GroupInfo => {
  return {
    key: label,
    label,
    one: "bird",
    many: "birds",
    role,
    start: 0,
    count,
    length: 4,
    body: "rigid body",
    leads,
    place: false,
  };
};
const labels = (...groups: Parameters<typeof legendOf>[0]) =>
  legendOf(groups, "role").map((entry) => entry.label);

test("only roles with units are named, each once, and leaders where units can lead", () => {
  const boids = group("Boids", 0, 100, true);
  expect(labels(boids, group("Interceptors", 1, 0), group("Player", 2, 1))).toEqual([
    "Boids",
    "Player",
    "Leader",
  ]);
  expect(labels(group("Craft", 0, 1), group("Prey", 6, 1))).toEqual(["Craft", "Prey"]);
});

test("a place is not someone", () => {
  expect(labels(group("Walkers", 0, 70), { ...group("Way out", 3, 1), place: true })).toEqual(["Walkers"]);
});

test("groups that look alike share an entry", () => {
  expect(labels(group("Basic", 7, 1), group("Prey", 6, 1), group("Line of sight", 7, 1))).toEqual([
    "Basic, Line of sight",
    "Prey",
  ]);
  expect(labels(...["A", "B", "C", "D", "E"].map((name) => group(name, 0, 1)))).toEqual([
    "A, B, C and 2 more",
  ]);
});

test("a scene with leaders of its own names them as it does, and a scene without units names no one", () => {
  expect(labels(group("Boids", 0, 9, true), group("Captain", 3, 1))).toEqual(["Boids", "Captain"]);
  expect(labels()).toEqual([]);
});

test("every dart of the stage has an outline for the legend", () => {
  for (const dart of dartsByRole) expect(dartOutline(dart)).toMatch(/^M50 0 -?\d+ \d+ -?\d+ 0 -?\d+ -\d+Z$/);
});

test("it tells the colors that are seen: of the flock by heading, speed or neighbors, of groups", () => {
  const groups = [group("Boids", 0, 100, true), group("Falcon", 5, 1), group("Player", 2, 1)];
  const told = (colorMeaning: Parameters<typeof legendOf>[1]) =>
    legendOf(groups, colorMeaning).map(({ label, ink }) => [label, ink]);
  expect(told("role")).toEqual([
    ["Boids", "role"],
    ["Falcon", "role"],
    ["Player", "role"],
    ["Leader", "role"],
  ]);
  expect(told("heading").map(([label]) => label)).toEqual([
    "Boids, by heading",
    "Falcon",
    "Player",
    "Leader",
  ]);
  expect(told("heading").map(([, ink]) => ink)).toEqual(["heading", "role", "role", "ring"]);
  expect(told("speed")[0]).toEqual(["Boids, slow to fast", "amount"]);
  expect(told("neighbors")[0]).toEqual(["Boids, alone to crowded", "amount"]);
  expect(told("group").map(([, ink]) => ink)).toEqual([{ group: 1 }, { group: 2 }, "role", "ring"]);
});

test("groups of one role are told apart where colors tell groups", () => {
  const groups = [group("A", 0, 9), group("B", 0, 9)];
  expect(legendOf(groups, "heading").map(({ label }) => label)).toEqual(["A, B, by heading"]);
  expect(legendOf(groups, "group").map(({ label }) => label)).toEqual(["A", "B"]);
});
