import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../../www/src/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, source), "utf8");

test("the style sheets and the page agree on what is narrow", () => {
  const narrow = /NARROW_QUERY = "([^"]+)"/.exec(read("ui/panels.ts"))?.[1];
  const asked = readdirSync(new URL("style/", source)).flatMap((file) =>
    [...read(`style/${file}`).matchAll(/@media ([^{]*, [^{]*max-height: 32\.4375em\)) \{/g)].map(
      (found) => `${file}: ${found[1]}`,
    ),
  );
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((one) => !one.endsWith(`: ${narrow}`))).toEqual([]);
});

test("sizes of text follow the size that a person has chosen in the browser", () => {
  const fixed = readdirSync(new URL("style/", source)).flatMap((file) =>
    [...read(`style/${file}`).matchAll(/(?:font-size|line-height|font):[^;]*\dpx|@media[^{]*\dpx/g)].map(
      ([found]) => `${file}: ${found}`,
    ),
  );
  expect(fixed).toEqual([]);
});
