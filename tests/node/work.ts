/** The core of the page's workers, loaded as they load it, from disk. */
import { readFileSync } from "node:fs";
import { initSync } from "../../www/pkg-work/work.js";

export * from "../../www/pkg-work/work.js";

initSync({ module: readFileSync(new URL("../../www/pkg-work/work_bg.wasm", import.meta.url)) });
