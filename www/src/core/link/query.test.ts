import { expect, test } from "vitest";
import pasted from "../../../../tests/pasted.json";
import { asMeant, cleanQuery, namesRun } from "./query";

test("what chats and mails leave around an address is no part of it", () => {
  for (const [meant, all] of Object.entries(pasted)) {
    for (const one of [meant, ...all]) expect(asMeant(one)).toBe(meant);
  }
});

test("an address that names a step of the course and the version alone names no run", () => {
  expect(namesRun("learn=trap")).toBe(false);
  expect(namesRun("v=8&learn=trap&utm_source=mail&look=1_z2")).toBe(false);
  expect(namesRun("v=8&learn=trap&cohesion=2")).toBe(true);
});

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
