/** A new project that has installed the npm package which the build has made. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where `./build.sh package` and `./build.sh test` put it. */
const packages = process.env.PACKAGES ?? fileURLToPath(new URL("../../target/package", import.meta.url));

function find(): string {
  const name = existsSync(packages) && readdirSync(packages).find((one) => one.endsWith(".tgz"));
  if (!name) throw new Error(`There is no npm package in ${packages}: run ./build.sh package first.`);
  return join(packages, name);
}

export const tarball = find();

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
