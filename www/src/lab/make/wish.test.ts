import { describe, expect, test } from "vitest";
import { readValue, withValue } from "../../core/link/query";
import { bandContains, goalNotation, readWish, type Wish, wishLinkText } from "./wish";

const calm: Wish = {
  key: "calm",
  bands: [
    { measure: "polarization", low: 0.85 },
    { measure: "mean_speed", low: 8.5, high: 17 },
    { measure: "overlapping", high: 0.03 },
  ],
  variedAxes: ["cohesion=0..10:linear", "interceptors.thrust=100..2500:log"],
  seed: 7,
};

describe("a wish in a link", () => {
  test("reads back as it was written, beside the run that it is about", () => {
    expect(readWish(wishLinkText(calm))).toEqual(calm);
    const link = withValue("v=8&scene=flock-limited&wish=old", "wish", wishLinkText(calm));
    expect(link).toMatch(/^v=8&scene=flock-limited&wish=1,calm,s7,polarization:0.85..,mean_speed:8.5..17,/);
    expect(readWish(readValue(link, "wish"))).toEqual(calm);
  });

  test.each([
    "",
    "2,calm,polarization:0.9..",
    "1,calm",
    "1,calm,polarization:..",
    "1,calm,polarization:a..",
    "1,calm,polarization:1e999..x",
    "1,<b>,polarization:0.9..",
    `1,calm,${"polarization:0.9..,".repeat(100)}`,
  ])("that makes no sense is none: %s", (text) => {
    expect(readWish(text)).toBeUndefined();
  });
});

test("a band holds from one end to the other, both included; nothing that cannot be measured", () => {
  expect(goalNotation({ measure: "spacing", low: 1.5, high: 2.5 })).toBe("spacing=1.5..2.5");
  expect(
    [1.4, 1.5, 2.5, 2.6, Number.NaN].map((value) =>
      bandContains({ measure: "spacing", low: 1.5, high: 2.5 }, value),
    ),
  ).toEqual([false, true, true, false, false]);
  expect(bandContains({ measure: "overlapping", high: 0.01 }, 0)).toBe(true);
});

test("a wish whose last points a chat has dropped is the same", () => {
  expect(readWish("1,calm,s1,polarization:0.9")).toEqual(readWish("1,calm,s1,polarization:0.9.."));
});
