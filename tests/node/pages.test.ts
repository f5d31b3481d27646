/** README.md and the pages beside what they describe. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const pages = [
  "README.md",
  ...["src", "tests"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  ),
];

/** What GitHub and others call the place of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

test("every link from page to page leads to a file, or to a heading that is there", () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)]+)\)/g)].map(([, to = ""]) => ({
      page,
      to,
    })),
  );
  expect(links.length).toBeGreaterThan(10);
  for (const { page, to } of links.filter(({ to }) => !to.startsWith("https://"))) {
    const [file, part] = to.split("#");
    const path = file ? join(root, dirname(page), file) : join(root, page);
    expect(existsSync(path), `${page}: ${to}`).toBe(true);
    if (part === undefined) continue;
    const headings = readFileSync(path, "utf8").match(/(?<=^#+ ).*$/gm) ?? [];
    expect(headings.map(anchor), `${page}: ${to}`).toContain(part);
  }
});

test("README.md can be read in one go", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").length).toBeLessThan(10_000);
});
