/** The core with shared memory on a page in Chromium, with the headers that the real page has. */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

const www = fileURLToPath(new URL("../../www", import.meta.url));

/** What the page says of a failure comes with `errors`. */
export async function openPage(executablePath) {
  const quiet = { root: www, logLevel: "error", build: { outDir: ".." } };
  const server = await preview({ ...quiet, preview: { host: "127.0.0.1", port: 4490 } });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--no-first-run"] });
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`${server.resolvedUrls.local[0]}tests/cores/page.html`);
  await page.waitForFunction(() => window.crew);
  return {
    page,
    errors,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
