import { expect, test } from "vitest";
import {
  type AnswerPart,
  answerArcs,
  answerTurns,
  captionText,
  textStart,
  timePaceText,
  turnText,
} from "./answer";
import { strongestParts } from "./past";

const part = (behavior: number, turn: number, holds = false): AnswerPart => ({
  behavior,
  key: `b${behavior}`,
  label: `B${behavior}`,
  cause: "it",
  turn,
  ahead: 0,
  aside: 0,
  holds,
});

test("the turns are those with a bar, then the rest, then the sum, and add up to it", () => {
  const parts = [part(0, 116.4), part(1, 89.3), part(2, -178.2), part(3, -4.1)];
  const turns = answerTurns({ parts, bars: [0, 1, 2], turn: 23.4 });
  expect(turns.map(({ key, degrees }) => [key, degrees])).toEqual([
    ["b0", 116],
    ["b1", 89],
    ["b2", -178],
    ["rest", -4],
    ["together", 23],
  ]);
});

test("a turn is always a number to a side", () => {
  expect(turnText(-24.4)).toBe("24\u00b0 left");
  expect(turnText(0.2)).toBe("0\u00b0");
  expect(turnText(-950)).toBe("950\u00b0 left");
});

test("an arc is as long as its turn, up to half a circle; what brakes or does nothing has none", () => {
  const parts = [part(0, 90), part(1, -400), part(2, 0), part(3, 0, true)];
  const turns = answerTurns({ parts, bars: [3, 0, 1, 2], turn: -310 });
  const arcs = answerArcs(turns, 30);
  expect(arcs.map(({ key, isCut }) => [key, isCut])).toEqual([
    ["b0", false],
    ["b1", true],
    ["together", true],
  ]);
  expect(arcs.map(({ angle }) => angle)).toEqual([Math.PI / 2, -Math.PI, -Math.PI]);
  expect(arcs.map(({ radius }) => radius)).toEqual([30, 44, 58]);
});

test("the bands of the last seconds with a color of their own are those of the behaviors that turned it most", () => {
  const tick = [1, -8, 0.1, 4, 3, 2, 2];
  expect(strongestParts(Float32Array.from([...tick, ...tick]), 7, 4)).toEqual([1, 3]);
  const many = [1, -8, 6, 4, 3, 2, 0, 0, 0];
  expect(strongestParts(Float32Array.from(many), 9, 6)).toEqual([1, 2, 3, 4]);
});

test("the pace is told in words", () => {
  expect(timePaceText(true, 0.25, 0)).toBe("in slow motion");
  expect(timePaceText(true, 1, 0)).toBe("");
  expect(timePaceText(false, 1, 372)).toBe("stopped at 6.2 s");
});

test("a picture of two paths says what the other one leaves out", () => {
  const parts = [{ ...part(0, -20), label: "Cohesion" }];
  expect(captionText("It turns left.", { parts })).toBe("It turns left.");
  const without = { behavior: 0, from: 90 };
  const difference = "It would be 14 bodies away after 3 s.";
  expect(captionText("It turns left.", { parts, without, difference })).toBe(
    "It turns left. Without cohesion: it would be 14 bodies away after 3 s.",
  );
});

test("a name stays on the canvas of a phone as long as what it names is there", () => {
  expect(textStart(56, "right", 115, 390)).toBe(4);
  expect(textStart(350, "left", 115, 390)).toBe(271);
  expect(textStart(200, "center", 100, 390)).toBe(150);
  expect(textStart(-30, "right", 115, 390)).toBe(-145);
});
