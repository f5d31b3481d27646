import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";
import { contentSecurityPolicy } from "../../www/security";
import { pinnedHashes } from "../node/pinned";
import { hashAt600, ready, test } from "./fixture";

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));

test("the built page runs from any folder of a host that sends no headers, under the policy it carries itself", async ({
  open,
}) => {
  const { page } = await open("", { base: "plainPage" });
  expect(page.url()).toContain("/some/folder/");
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toBe(contentSecurityPolicy);
  expect(await hashAt600(page)).toBe(
    pinnedHashes[await page.evaluate(() => window.flockwright.core.scene())],
  );
});

test("the policy holds: neither inline scripts nor eval run", async ({ open }) => {
  const { page, complaints } = await open();
  const ran = await page.evaluate(async () => {
    const marks = window as unknown as { inline?: boolean };
    const script = document.createElement("script");
    script.textContent = "window.inline = true";
    document.head.append(script);
    const handler = document.createElement("button");
    handler.setAttribute("onclick", "window.inline = true");
    handler.click();
    return marks.inline ?? false;
  });
  expect(ran).toBe(false);
  expect(await page.evaluate(() => window.violations.length)).toBeGreaterThan(0);
  await page.evaluate(() => window.violations.splice(0));
  complaints.length = 0;
});

test("the page asks for nothing outside its own folder", async ({ open }) => {
  const { page } = await open("", { base: "plainPage" });
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  expect(urls.length).toBeGreaterThan(1);
  for (const url of urls)
    expect(url.startsWith(inject("plainPage")) || url.startsWith("data:"), url).toBe(true);
});

test("the cores of the page, of its workers and of a page that plays are one file each, and no script or style is inline", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const parts = files
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => file.replace(/^.*\/|-.{8}\.wasm$/g, ""));
  expect(parts.sort()).toEqual(["flockwright_bg", "npm_bg", "work_bg"]);
  const html = readFileSync(`${dist}index.html`, "utf8");
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
});

/** What the crates of the page list as dependencies from elsewhere, without what is optional. */
function crates(): string[] {
  const lines = ["rules", "core", "lab", "wasm"].flatMap((crate) => {
    const manifest = readFileSync(new URL(`../../src/${crate}/Cargo.toml`, import.meta.url), "utf8");
    return manifest.split("\n[dependencies]\n")[1]?.split("\n[")[0]?.split("\n") ?? [];
  });
  const kept = lines.filter((line) => line.includes("=") && !line.includes("optional"));
  const names = kept.map((line) => /^[\w-]+/.exec(line)?.[0] ?? "");
  return [...new Set(names.filter((name) => !name.startsWith("flockwright")))];
}

test("the help leads to the licenses of everything in the page, and to the source of what wants it", async ({
  open,
}) => {
  const { page } = await open("", { base: "plainPage" });
  await page.keyboard.press("?");
  const [notices] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "licenses" }).click(),
  ]);
  const { dependencies } = JSON.parse(
    readFileSync(new URL("../../www/package.json", import.meta.url), "utf8"),
  );
  const headings = await notices.getByRole("heading", { level: 2 }).allTextContents();
  const names = headings.map((heading) => heading.split(" ")[0]);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...crates()]));
  expect(crates().length).toBeGreaterThan(5);
  expect(headings.at(-1)).toContain("Rust standard library");
  for (const text of await notices.locator("pre").allTextContents())
    expect(text).toMatch(/copyright|permission/i);
  const body = await notices.locator("body").innerText();
  expect(body).toMatch(
    /mediabunny [\d.]+\s+MPL-2.0. Source code: https:\/\/github.com\/Vanilagy\/mediabunny/,
  );
  expect(body).toContain("Mozilla Public License Version 2.0");
  expect(body).toContain("Apache License");
});

test("a page whose program does not arrive says so, and tries again when asked", async ({ browser }) => {
  const page = await browser.newPage();
  await page.route("**/assets/first-*.js", (route) => route.abort());
  await page.goto(inject("page"));
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("did not load");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await page.close();
});
