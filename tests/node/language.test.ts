/**
 * One language on the page: the words of `src/core/schema/VOCABULARY.md`. Texts of the core and the lab are read by
 * `tests/core/language.rs`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../www", import.meta.url));

/** Words that the vocabulary of the core replaces by others. */
const rows = readFileSync(join(root, "../src/core/schema/VOCABULARY.md"), "utf8").matchAll(/\|([^|]*)\|$/gm);
const words = [...rows].slice(2).flatMap(([, last = ""]) => last.split(",").map((word) => word.trim()));
const REPLACED = new RegExp(`\\b(${[...words, "swarms?"].join("|")})\\b`, "i");

/** Texts in which such a word is right: a kind of body, a length, what a number is counted in. */
const ALLOWED = [
  /^Rigid body$/,
  /^1 body$/,
  / (body|bodies)$/,
  /^ (body|bodies) after /,
  /^How many units one in the file is$/,
  /^Unit$/,
  /frame rate, unit and link/,
  /the unit of distances/,
  /^The unit shader /,
  /^, unit \/ $/,
];

/** Whether a person could read it: a sentence, a label; not a key, a selector, a link or a shader. */
const isRead = (text: string) =>
  (/^[A-Z]/.test(text) || /[a-z,;:.] [a-z]/.test(text)) && !/[{};#=]|scene=|^[a-z]+\.|^[A-Z_]+$/.test(text);

/** Of types and modules, of which nobody reads the strings. */
const SKIPPED = /^(Import|Export(All|Specifier)|TS(?!(As|NonNull|Satisfies)))/;

/** The texts of a file of TypeScript. */
function textsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { type = "", value } = node as { type?: string; value?: unknown };
    if (SKIPPED.test(type)) return;
    if (type === "Literal" && typeof value === "string") found.push(value);
    if (type === "TemplateElement") found.push((value as { cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(file, "utf8"), { lang: "ts" }));
  return found;
}

/** What stands in the page itself: between tags, and in what is said of an element. */
function textsOfPage(file: string): string[] {
  const page = readFileSync(file, "utf8");
  const said = [...page.matchAll(/(?:title|aria-label|placeholder|content)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  return [...said, ...[...page.matchAll(/>([^<>]+)</g)].map(([, text = ""]) => text.trim())];
}

test("each thing on the page has the one word of the vocabulary", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const texts = sources.flatMap((name) =>
    textsOf(join(root, "src", name)).map((text) => [name, text] as const),
  );
  const page = textsOfPage(join(root, "index.html")).map((text) => ["index.html", text] as const);
  expect(texts.length).toBeGreaterThan(4000);
  expect(words.length).toBeGreaterThan(40);
  const wrong = [...texts.filter(([, text]) => isRead(text)), ...page].filter(
    ([, text]) => REPLACED.test(text) && !ALLOWED.some((allowed) => allowed.test(text)),
  );
  expect(wrong).toEqual([]);
});
