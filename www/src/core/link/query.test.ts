import { expect, test, vi } from "vitest";
import pasted from "../../../../tests/pasted.json";
import { cleanQuery, namesRun, queryOf, readValue, withoutKeys, withValue } from "./query";

test("what chats and mails leave around an address is no part of it", () => {
  for (const [meant, all] of Object.entries(pasted)) {
    for (const one of [meant, ...all]) expect(queryOf(one)).toBe(meant);
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

test("a link without its time starts at the beginning, and says all else as it was spelled", () => {
  expect(withoutKeys("v=8&scene=duel&at=600&ev=H.5-3R2s&ob=1_2&at=7", "at", "ev")).toBe(
    "v=8&scene=duel&ob=1_2",
  );
  expect(withoutKeys("v=8&scene=duel&%61t=600&flat=1", "at", "ev")).toBe("v=8&scene=duel&flat=1");
});

test("a link of 65,000 pairs is not parsed anew for each of them", () => {
  const parsed = vi.spyOn(globalThis, "URLSearchParams");
  expect(withoutKeys(`v=1${"&".repeat(65_000)}&at=5`, "at", "ev")).toBe(`v=1${"&".repeat(65_000)}`);
  expect(parsed).toHaveBeenCalledTimes(0);
  parsed.mockRestore();
});

test("a value comes into a link once, stands last, and goes again", () => {
  const link = "v=8&scene=swarm";
  expect(withValue(link, "look", "1_u5")).toBe(`${link}&look=1_u5`);
  expect(withValue(`${link}&look=1_u5`, "look", "1_u6")).toBe(`${link}&look=1_u6`);
  expect(withValue(`${link}&look=1_u5&at=3`, "look", "")).toBe(`${link}&at=3`);
  expect(withoutKeys("look=1&looks=2&look", "look")).toBe("looks=2");
  expect(readValue("look=1_u5&scene=swarm&look=1_u6", "look")).toBe("1_u6");
  expect(readValue(`${link}&steps=ahead+50%2C+port+120&l%6Fok=1`, "steps")).toBe("ahead 50, port 120");
  expect(readValue(`${link}&l%6Fok=1%zz`, "look")).toBe("1%zz");
  expect(readValue(link, "look")).toBe("");
});
