import { expect, test } from "vitest";
import { estimatedTickTime, slowTickText, suggestedCount } from "./slow";

test("a tick under way is judged by what is done of it, and not before that says something", () => {
  expect(estimatedTickTime(200, 0.01, 0)).toBe(0);
  expect(estimatedTickTime(500, 0.1, 0)).toBe(5000);
  expect(estimatedTickTime(500, 0, 0)).toBe(50_000);
  expect(estimatedTickTime(0, 0, 33_000)).toBe(33_000);
});

test("it says how long a tick takes, and offers a number of birds that is quick", () => {
  expect(slowTickText(100_000, 33_000)).toBe(
    "100,000 birds: a tick takes about 33\u202fs here, 1,980 times as long as in real time.",
  );
  expect(slowTickText(6001, 120, "starlings", 36e6)).toBe(
    "6,001 starlings, so close together that each is near 5,999 others: " +
      "a tick takes about 0.1\u202fs here, 7 times as long as in real time.",
  );
  expect([suggestedCount(100_000, 33_000), suggestedCount(100_000, 1000), suggestedCount(30, 1e9)]).toEqual([
    2000, 10_000, 10,
  ]);
});
