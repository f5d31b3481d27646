/** The servers for all browser tests. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { pageHeaders } from "../../www/security";
import { serve } from "./server";

declare module "vitest" {
  interface ProvidedContext {
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
  project.provide("page", strict.url);
  project.provide("plainPage", plain.url);
  return async () => {
    await Promise.all([strict.close(), plain.close()]);
  };
}
