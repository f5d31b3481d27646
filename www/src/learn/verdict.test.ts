import { expect, test } from "vitest";
import { agreementVerdict, goalsVerdict } from "./verdict";

test("a solved step that has left its band says so beside the value", () => {
  expect(goalsVerdict(12.34, [[3.2, true]])).toBe("It holds, after 12.3 s.");
  // 12.6 of at most 4.
  expect(goalsVerdict(12.34, [[12.6, false]])).toBe("Solved after 12.3 s. It does not hold now.");
  const two: [number, boolean][] = [
    [3.2, true],
    [12.6, false],
  ];
  expect(goalsVerdict(2, two)).toContain("does not hold");
});

test("a rule has one count of states in which it agrees", () => {
  expect(agreementVerdict({ same: 200, states: 200 })).toBe("It agrees in all 200 states.");
  const spoiled = agreementVerdict({
    same: 3,
    states: 200,
    first: { difference: "Yours steers the other way." },
  });
  expect(spoiled).toBe("It agrees in 3 of 200 states. Yours steers the other way. One of them:");
});
