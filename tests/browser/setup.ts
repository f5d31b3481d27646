/** One Chromium and the servers for all browser tests; every test file connects to them. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { pageHeaders } from "../../www/security";
import { serve } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    browser: string;
    /** The built page, served with every header it asks for. */
    page: string;
    /** The same files from a folder of a host that sends no headers. */
    plainPage: string;
  }
}

const dist = fileURLToPath(new URL("../../www/dist", import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(`${dist}/index.html`)) throw new Error("www/dist is missing: run ./build.sh build first.");
  const strict = await serve(dist, "/", pageHeaders);
  const plain = await serve(dist, "/some/folder/", {});
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // The address bar's own pages, of which every context would load two.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
      // WebGL in software; the page around it without, which leaves the processor idle while nothing moves.
      "--disable-gpu-compositing",
      "--disable-gpu-rasterization",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
  project.provide("browser", browser.wsEndpoint());
  project.provide("page", strict.url);
  project.provide("plainPage", plain.url);
  return async () => {
    await browser.close();
    await Promise.all([strict.close(), plain.close()]);
  };
}
