/** The page's own rooms: which folder may import which. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../www/src/", import.meta.url));

/** From the ground up: a folder imports only from those before it. */
const RANKS = ["core", "stage", "ui", "time", "panel", "learn", "lab", "share", "ask", "app"];

interface Import {
  from: string;
  to: string;
}

/** All imports between files of the page, tests aside, with paths from `www/src`. */
function imports(): Import[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap((from) => {
    const text = readFileSync(join(source, from), "utf8");
    return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
      .map(([, path]) => normalize(join(dirname(from), path ?? "")))
      .filter((to) => !to.startsWith(".."))
      .map((to) => ({ from, to: files.includes(`${to}/index.ts`) ? `${to}/index.ts` : `${to}.ts` }));
  });
}

const room = (file: string) => file.split("/")[0] ?? "";

/** Those of the edges that lead on to a circle, without the folders that lead to none. */
function circle(edges: Map<string, Set<string>>): string[] {
  const left = new Map([...edges].map(([from, to]) => [from, new Set(to)]));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [from, to] of left) {
      for (const one of to) if (!left.has(one)) to.delete(one);
      if (to.size === 0) left.delete(from);
    }
  }
  return [...left].map(([from, to]) => `${from} -> ${[...to].join(", ")}`);
}

function between(all: Import[], folder: (file: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [a, b] = [folder(from), folder(to)];
    if (a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b));
  }
  return edges;
}

test("every folder of the page has a rank, and an import leads down", () => {
  const against = imports().filter(
    ({ from, to }) => room(from) !== room(to) && !(RANKS.indexOf(room(to)) < RANKS.indexOf(room(from))),
  );
  expect(new Set(imports().map(({ from }) => room(from)))).not.toContain("");
  const unranked = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "style")
    .map((entry) => entry.name)
    .filter((name) => !RANKS.includes(name));
  expect(unranked).toEqual([]);
  expect(against.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("the page on how it is built lists the folders by rank", () => {
  const page = readFileSync(new URL("../../src/README.md", import.meta.url), "utf8");
  const table = page.split("| folder | what it is |")[1]?.split("\n\n")[0] ?? "";
  const told = [...table.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, folder]) => folder);
  expect(told).toEqual(RANKS.filter((folder) => existsSync(join(source, folder))));
});

test("imports between folders run in no circle, folders within folders included", () => {
  expect(circle(between(imports(), room))).toEqual([]);
  expect(circle(between(imports(), dirname))).toEqual([]);
});
