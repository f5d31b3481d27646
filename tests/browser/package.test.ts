/** The npm package in a page of someone's own, built by Vite. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { Simulation } from "../node/core";
import { inProject } from "../node/package";
import { test } from "./fixture";
import { serve } from "./server";

const vite = fileURLToPath(new URL("../../www/node_modules/.bin/vite", import.meta.url));

const PAGE = `<!doctype html><title>Tried</title><p></p>
<flock-view link="https://example.com/?scene=flock-limited&amp;seed=7" style="width: 400px"></flock-view>
<flock-view link="scene=queue-door" paused style="width: 300px"></flock-view>
<script type="module" src="main.js"></script>`;

const MAIN = `
import { build, load, open } from "flockwright";
import "flockwright/view";
await load();
const opened = open("v=8&scene=flock-limited&seed=7&cohesion=2");
opened.tick(300);
const flock = build({ groups: { birds: { body: "rigid", behaviors: ["cohesion"], values: { view: "wide" } } } });
flock.setTarget("birds", { x: 10, y: 10 });
flock.remove(0);
flock.step(0.1);
document.querySelector("p").textContent = [opened.hash, flock.count, flock.ticks, flock.x.length].join(" ");
`;

test("a page that Vite builds runs the package as Node does", async ({ open }) => {
  const { page } = await open("scene=patrol");
  const run = new Simulation("v=8&scene=flock-limited&seed=7&cohesion=2");
  run.tick(300);
  await inProject({ "index.html": PAGE, "main.js": MAIN }, async (folder) => {
    const report = execFileSync(vite, ["build"], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    expect(report).not.toMatch(/warn|externalized/i);
    const server = await serve(join(folder, "dist"), "/", {});
    const tried = await page.context().newPage();
    const errors: string[] = [];
    tried.on("pageerror", (error) => errors.push(String(error)));
    await tried.goto(server.url);
    const said = () => tried.evaluate(() => document.querySelector("p")?.textContent);
    await expect.poll(said).not.toBe("");
    expect(await said()).toBe(`${run.hash()} 29 6 29`);

    // The views: one plays and heeds the pointer, one rests as it was formed.
    type View = HTMLElement & {
      paused: boolean;
      link: string;
      flock?: { ticks: number; count: number; get(key: string): unknown };
    };
    const view = (at: number) => tried.locator("flock-view").nth(at);
    const ticks = (at: number) => view(at).evaluate((one) => (one as View).flock?.ticks ?? -1);
    await expect.poll(() => ticks(0)).toBeGreaterThan(5);
    expect(await ticks(1)).toBe(240);
    const drawn = (at: number) =>
      view(at).evaluate((one) => {
        const canvas = one.shadowRoot?.querySelector("canvas");
        const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return [one.clientWidth, one.clientHeight, data.some((value: number) => value > 0)];
      });
    expect(await drawn(0)).toEqual([400, 300, true]);
    expect((await drawn(1))[2]).toBe(true);
    await view(1).click();
    await expect.poll(() => ticks(1)).toBeGreaterThan(240);
    await view(0).evaluate((one) => {
      (one as View).paused = true;
      (one as View).link = "scene=vicsek";
    });
    await expect.poll(() => view(0).evaluate((one) => (one as View).flock?.count)).toBe(500);
    await view(0).evaluate((one) => one.remove());
    expect(errors).toEqual([]);
    await tried.close();
    await server.close();
  });
  run.free();
});
