/** The npm package in a page of somebody's own, built by Vite. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { Simulation } from "../node/core";
import { inProject } from "../node/package";
import { test } from "./fixture";
import { serve } from "./server";

const vite = fileURLToPath(new URL("../../www/node_modules/.bin/vite", import.meta.url));

const PAGE = `<!doctype html><title>Tried</title><script type="module" src="main.js"></script>`;

const MAIN = `
import { build, load, open } from "flockwright";
await load();
const opened = open("v=1&scene=flock-limited&seed=7&cohesion=2");
opened.tick(300);
const flock = build({ groups: { birds: { body: "rigid", behaviors: ["cohesion"], values: { view: "wide" } } } });
flock.setTarget("birds", { x: 10, y: 10 });
flock.remove(0);
flock.step(0.1);
document.body.textContent = [opened.hash, flock.count, flock.ticks, flock.x.length].join(" ");
`;

test("a page that Vite builds runs the package as Node does", async ({ open }) => {
  const { page } = await open("scene=patrol");
  const run = new Simulation("v=1&scene=flock-limited&seed=7&cohesion=2");
  run.tick(300);
  await inProject({ "index.html": PAGE, "main.js": MAIN }, async (folder) => {
    const said = execFileSync(vite, ["build"], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    expect(said).not.toMatch(/warn|externalized/i);
    const server = await serve(join(folder, "dist"), "/", {});
    const tried = await page.context().newPage();
    const errors: string[] = [];
    tried.on("pageerror", (error) => errors.push(String(error)));
    await tried.goto(server.url);
    await expect.poll(() => tried.evaluate(() => document.body.textContent)).not.toBe("");
    expect(await tried.evaluate(() => document.body.textContent)).toBe(`${run.hash()} 29 6 29`);
    expect(errors).toEqual([]);
    await tried.close();
    await server.close();
  });
  run.free();
});
