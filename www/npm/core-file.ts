/** Finds and compiles the core's file in Node, also where a bundler has moved this script away from it. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { initSync } from "../pkg-npm/npm.js";
import { start, startBy } from "./flock.js";

/** URL of this script. Bundles in CommonJS have no `import.meta.url`, but `__filename`. */
const scriptUrl =
  import.meta.url ?? (typeof __filename === "string" ? pathToFileURL(__filename).href : undefined);

/**
 * Path of a file of the package: `beside` (relative to this script) if it is there, else `exported` as Node resolves
 * it. Throws an Error if there is neither.
 */
export function packageFile(beside: string, exported: string): string {
  const path = scriptUrl && fileURLToPath(new URL(beside, scriptUrl));
  if (path && existsSync(path)) return path;
  try {
    return createRequire(scriptUrl ?? `${process.cwd()}/`).resolve(exported);
  } catch {
    throw new Error(
      `${exported} is not beside this program: install flockwright beside it, or call load() with the bytes of flockwright/core.wasm first.`,
    );
  }
}

let compiled: WebAssembly.Module | undefined;

/** The compiled core: the one given to `load`, by default that of the package's file. */
export function coreModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    readFileSync(packageFile("../pkg-npm/npm_bg.wasm", "flockwright/core.wasm")),
  );
  return compiled;
}

/** Starts the given core; without one, the core of the package's file is started at its first use. */
export function startNode(module?: WebAssembly.Module): void {
  if (module) {
    compiled = module;
    start(initSync({ module }));
  } else startBy(() => initSync({ module: coreModule() }));
}
