/** A new project that has installed the npm package which the build has made. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../target/package", import.meta.url));

export const tarball = join(
  packages,
  readdirSync(packages).find((name) => name.endsWith(".tgz")) ?? "missing.tgz",
);

/** Calls `use` with the folder of a project with these files; nothing is fetched. */
export async function inProject<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "flockwright-npm-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "name": "tried", "private": true, "type": "module" }');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
      cwd: folder,
      stdio: "pipe",
    });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
