/** A run as one HTML file: it plays by itself, opened from disk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { test } from "./fixture";

test("an exported HTML file plays from disk, and a drag sets its target", async ({ open }) => {
  const { page } = await open("scene=leaders-pincer");
  await page.locator("#share-more").click();
  await page.locator("#share-tab-code").click();
  await page.locator("#share-kind").selectOption("html");
  await page.waitForFunction(() => {
    const code = document.querySelector<HTMLTextAreaElement>("#share-code");
    return code?.value.startsWith("<!doctype html>");
  });
  const text = await page.locator("#share-code").inputValue();
  const folder = mkdtempSync(join(tmpdir(), "flockwright-"));
  try {
    const file = join(folder, "run.html");
    writeFileSync(file, text);
    const played = await page.context().newPage();
    const errors: string[] = [];
    played.on("pageerror", (error) => errors.push(String(error)));
    played.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    played.on("request", (request) => {
      if (!request.url().startsWith("file:")) errors.push(`asks for ${request.url()}`);
    });
    await played.emulateMedia({ reducedMotion: "no-preference" });
    await played.goto(pathToFileURL(file).href);
    const picture = () => played.evaluate(() => document.querySelector("canvas")?.toDataURL() ?? "");
    const moves = async () => {
      const before = await picture();
      await expect.poll(async () => (await picture()) !== before).toBe(true);
    };
    await moves();
    await played.mouse.move(300, 300);
    await played.mouse.down();
    await played.mouse.move(320, 280);
    await moves();
    await played.mouse.up();
    await moves();
    expect(errors).toEqual([]);
    // Whatever came into it could fetch nothing, not even from itself, and no picture.
    const leaves = () =>
      played.evaluate(async () => {
        const picture = new Image();
        const loaded = new Promise((resolve) => {
          picture.onload = () => resolve(true);
          picture.onerror = () => resolve(false);
        });
        picture.src = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
        const fetched = await fetch("data:text/plain,out").then(Boolean, () => false);
        return { fetched, loaded: await loaded };
      });
    expect(await leaves()).toEqual({ fetched: false, loaded: false });
    await played.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
