import { expect, test } from "vitest";
import {
  barsOf,
  bodiesText,
  captionText,
  lineStart,
  type Part,
  paceText,
  sharesOf,
  togetherText,
  turnText,
} from "./answer";
import { strongest } from "./past";

const part = (behavior: number, turn: number, holds = false): Part => ({
  behavior,
  key: `b${behavior}`,
  label: `B${behavior}`,
  cause: "it",
  turn,
  ahead: 0,
  aside: 0,
  holds,
});

test("the bars are the strongest on each side and the next, in the order of the behaviors", () => {
  const parts = [part(2, -40), part(0, -30), part(1, -20), part(3, 10), part(4, 0)];
  expect(barsOf(parts).map(({ behavior }) => behavior)).toEqual([0, 2, 3]);
});

test("what turns it by nothing has no bar, but that one whose bar takes back that it is left out", () => {
  const parts = [part(1, 20), part(0, 0), part(-1, 0.2)];
  expect(barsOf(parts).map(({ behavior }) => behavior)).toEqual([1]);
  const kept = barsOf(parts, { keys: [], held: false, leftOut: 0 });
  expect(kept.map(({ behavior }) => behavior)).toEqual([0, 1]);
});

test("what holds it back comes first, though it turns it by nothing", () => {
  const parts = [part(1, -900), part(0, 30), part(2, 0, true)];
  expect(barsOf(parts).map(({ behavior }) => behavior)).toEqual([2, 0, 1]);
});

test("a little momentum takes no bar from a behavior that can be left out", () => {
  const shown = (turn: number) =>
    barsOf([part(0, 52), part(2, 9), part(-1, turn), part(1, 0.6)]).map(({ key }) => key);
  expect(shown(-1)).toEqual(["b0", "b1", "b2"]);
  expect(shown(-8)).toEqual(["b0", "b2", "b-1"]);
});

test("a bar stays while another is hardly stronger, and while someone points at it", () => {
  const parts = [part(0, -40), part(1, 30), part(2, 14), part(3, 10)];
  const keys = (held: boolean, of = parts) =>
    barsOf(of, { keys: ["b0", "b1", "b3"], held, leftOut: -1 }).map(({ key }) => key);
  expect(keys(false)).toEqual(["b0", "b1", "b3"]);
  const others = [part(2, -40), part(0, 30), part(1, 14), part(3, 1)];
  expect(keys(false, others)).toEqual(["b0", "b1", "b2"]);
  expect(keys(true, others)).toEqual(["b0", "b1", "b2", "b3"]);
});

test("turns are told in whole degrees to a side, and from a quarter turn on as hard", () => {
  expect(turnText(-24.4)).toBe("24\u00b0 left");
  expect(turnText(0.2)).toBe("0\u00b0");
  expect(turnText(89.4)).toBe("89\u00b0 right");
  expect(turnText(-950)).toBe("hard left");
  expect(togetherText(12, [part(0, 20), part(1, -9)])).toBe(
    "Together it turns 12\u00b0 to the right in a second.",
  );
  expect(togetherText(-200, [part(0, -190)])).toBe("Together it turns hard left.");
  expect(togetherText(0, [part(0, 40)])).toBe("The rest turns it 40\u00b0 left: together it does not turn.");
});

test("the rest is named where it is more than a tenth of the turn", () => {
  expect(togetherText(60, [part(0, 55)])).toMatch(/^Together/);
  expect(togetherText(60, [part(0, 53)])).toMatch(/^The rest turns it 7\u00b0 right/);
});

test("lines are as wide as their shares of the turn, which add up", () => {
  expect(sharesOf([part(0, -30), part(1, 10)])).toEqual([0.75, 0.25]);
  expect(sharesOf([part(0, 0)])).toEqual([0]);
});

test("the bands of the last seconds with a color of their own are those of the behaviors that turned it most", () => {
  const tick = [1, -8, 0.1, 4, 3, 2, 2];
  expect(strongest(Float32Array.from([...tick, ...tick]), 7, 4)).toEqual([1, 3]);
  const many = [1, -8, 6, 4, 3, 2, 0, 0, 0];
  expect(strongest(Float32Array.from(many), 9, 6)).toEqual([1, 2, 3, 4]);
});

test("the pace is told in words", () => {
  expect(paceText(true, 0.25)).toBe("in slow motion");
  expect(paceText(true, 1)).toBe("");
  expect(paceText(false, 1)).toBe("paused");
});

test("a distance is in bodies as long as they are drawn", () => {
  expect(bodiesText(168, 12, 3)).toBe("14 bodies after 3 s");
  expect(bodiesText(3, 12, 3)).toBe("1 body after 3 s");
});

test("a picture of two paths says what the other one leaves out", () => {
  const parts = [{ ...part(0, -20), label: "Cohesion" }];
  expect(captionText("It turns left.", { parts })).toBe("It turns left.");
  const without = { behavior: 0, byAll: false, from: 90 };
  const difference = "It would be 14 bodies away after 3 s.";
  expect(captionText("It turns left.", { parts, without, difference })).toBe(
    "It turns left. Without cohesion: it would be 14 bodies away after 3 s.",
  );
  const all = { parts, without: { ...without, byAll: true }, difference };
  expect(captionText("It turns left.", all)).toContain("Without cohesion in all of its kind: it would be 14");
});

test("a name stays on the canvas of a phone as long as what it names is there", () => {
  expect(lineStart(56, "right", 115, 390)).toBe(4);
  expect(lineStart(350, "left", 115, 390)).toBe(271);
  expect(lineStart(200, "center", 100, 390)).toBe(150);
  expect(lineStart(-30, "right", 115, 390)).toBe(-145);
});
