/** The files of the package in Node, also where a bundler has moved this one. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { initSync } from "../pkg-npm/npm.js";
import { start, startBy } from "./flock.js";

/** The address of this file. A bundle in CommonJS has no `import.meta.url`, and `__filename` in its place. */
const here = import.meta.url ?? (typeof __filename === "string" ? pathToFileURL(__filename).href : undefined);

/**
 * The path of a file of the package: beside this one, else where `node_modules` has the package.
 * Throws a sentence where it is in neither.
 */
export function fileOf(beside: string, exported: string): string {
  const path = here && fileURLToPath(new URL(beside, here));
  if (path && existsSync(path)) return path;
  try {
    return createRequire(here ?? `${process.cwd()}/`).resolve(exported);
  } catch {
    throw new Error(
      `${exported} is not beside this program: install flockwright beside it, or call load() with the bytes of flockwright/core.wasm first.`,
    );
  }
}

let compiled: WebAssembly.Module | undefined;

/** The compiled core: that of `load`, else the file of the package. */
export function coreModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    readFileSync(fileOf("../pkg-npm/npm_bg.wasm", "flockwright/core.wasm")),
  );
  return compiled;
}

/** Starts this core, or lets the first use start that of the package. */
export function startNode(module?: WebAssembly.Module): void {
  if (module) {
    compiled = module;
    start(initSync({ module }));
  } else startBy(() => initSync({ module: coreModule() }));
}
