import { expect, test } from "vitest";
import { agreementVerdict, goalsVerdict } from "./verdict";

test("a step that is solved stays so", () => {
  expect(goalsVerdict(12.34)).toBe("Solved: it held, after 12.3 s.");
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
