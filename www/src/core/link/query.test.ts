import { expect, test } from "vitest";
import { cleanQuery } from "./query";

test("a link copied out of HTML asks for what it asked for there", () => {
  expect(cleanQuery("v=8&amp;scene=duel&amp;seed=3")).toBe("v=8&scene=duel&seed=3");
  expect(cleanQuery("v=8&amp;amp;scene=duel&AMP;embed=1")).toBe("v=8&scene=duel&embed=1");
  expect(cleanQuery("amp;scene=duel")).toBe("scene=duel");
});

test("an address with nothing but trackers asks for nothing", () => {
  expect(cleanQuery("fbclid=IwAR0&utm_source=mail&gclid=")).toBe("");
  expect(cleanQuery("")).toBe("");
  expect(cleanQuery("fbclid=IwAR0&amp;scene=duel")).toBe("fbclid=IwAR0&scene=duel");
});
