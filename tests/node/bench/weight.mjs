/** What the page weighs, and what its runs take in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load } from "./contestants.mjs";

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The files of the built page by their names without hashes, as they travel: bytes after gzip -9, all workers together. */
export function sizes(dist) {
  const weighs = {};
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!file.includes(".")) continue;
    const name = file.replace(/^assets\//, "").replace(/-.{8}(?=\.\w+$)/, "");
    weighs[name] = (weighs[name] ?? 0) + gzipped(readFileSync(join(dist, file)));
  }
  return weighs;
}

/** Linear memory with a run of this workload in it after some ticks, bytes. */
export async function memoryOf({ units, link }, folder) {
  const { Simulation, memory } = await load(folder);
  const run = new Simulation(link);
  run.tick(2);
  const bytes = memory.buffer.byteLength;
  run.free();
  return { units, bytes };
}
