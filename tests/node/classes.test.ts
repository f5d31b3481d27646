/** Holds the classes that the page sets and the selectors of its style sheets together, in both directions. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;

const files = (ending: string) =>
  readdirSync(`${ROOT}www/src`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.endsWith(".test.ts"))
    .map((name) => ({ name, text: readFileSync(`${ROOT}www/src/${name}`, "utf8") }));

const scripts = files(".ts");
const index = readFileSync(`${ROOT}www/index.html`, "utf8");

/** All matches of the expression's first group. */
const found = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map((match) => match[1] ?? "");

/** Classes that a script sets by a name that is written out. */
function classesSet(script: string): string[] {
  const selectors = found(script, /\b(?:element|svg)(?:<[^>]*>)?\(\s*["`]([^"`]*)["`]/g);
  const calls = found(script, /classList\.(?:add|toggle|remove)\(([^)]*)\)/g);
  const attributes = [
    ...found(script, /\bclass(?:Name)?\s*[:=]\s*([^,;\n]*)/g),
    ...found(script, /iconButton\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*,\s*("[\w -]+")\s*,?\s*\)/g),
  ];
  const words = (text: string) => found(text, /["`]([^"`]*)["`]/g).flatMap((value) => value.split(/\s+/));
  return [
    ...selectors.flatMap((selector) => found(selector, /\.([\w-]+)/g)),
    ...calls.flatMap(words),
    ...attributes.flatMap(words),
  ].filter((name) => /^[a-z][\w-]*$/.test(name));
}

/** Prefixes of classes whose end is computed, such as `rule-${kind}`. */
const prefixes = scripts.flatMap(({ text }) => found(text, /["`\s]([a-z][\w]*-)\$\{/g));

const styled = new Set(
  files(".css").flatMap(({ text }) => {
    const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    return found(plain, /([^{}]+)\{/g).flatMap((selector) => found(selector, /\.([a-zA-Z][\w-]*)/g));
  }),
);

test("each class that the page sets has a style, or is looked up by a selector", () => {
  const tests = readdirSync(`${ROOT}tests/browser`).map((name) =>
    readFileSync(`${ROOT}tests/browser/${name}`, "utf8"),
  );
  const lookups = [...scripts.map(({ text }) => text), ...tests].flatMap((text) =>
    found(
      text,
      /(?:querySelector(?:All)?|closest|matches|locator|waitForSelector)(?:<[^>]*>)?\(\s*["`]([^"`]*)["`]/g,
    ),
  );
  const selected = new Set(lookups.flatMap((selector) => found(selector, /\.([a-zA-Z][\w-]*)/g)));
  const missing = [...scripts, { name: "index.html", text: index }].flatMap(({ name, text }) => {
    const set =
      name === "index.html"
        ? found(index, /class="([^"]*)"/g).flatMap((all) => all.split(" "))
        : classesSet(text);
    return [...new Set(set)]
      .filter((one) => !styled.has(one) && !selected.has(one))
      .map((one) => `${name}: ${one}`);
  });
  expect(missing).toEqual([]);
});

test("each class of a style sheet is set by the page", () => {
  const set = new Set([
    ...scripts.flatMap(({ text }) => classesSet(text)),
    ...found(index, /class="([^"]*)"/g).flatMap((all) => all.split(" ")),
  ]);
  const literals = new Set(scripts.flatMap(({ text }) => found(text, /"([a-z][\w-]*)"/g)));
  const unused = [...styled].filter(
    (one) => !set.has(one) && !literals.has(one) && !prefixes.some((prefix) => one.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
