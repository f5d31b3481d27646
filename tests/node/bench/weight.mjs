/** What the page weighs, and what its runs take in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load } from "./contestants.mjs";

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The files of the built page by their names without hashes, as they travel: bytes after gzip -9. */
export function sizes(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."));
  const name = (file) => file.replace(/^assets\//, "").replace(/-.{8}(?=\.\w+$)/, "");
  return Object.fromEntries(files.map((file) => [name(file), gzipped(readFileSync(join(dist, file)))]));
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
