/**
 * Usage: bench-table.mjs OUT.json IN.jsonl... Joins what the benches printed into OUT.json and shows it as a table:
 * one line per workload, nanoseconds per unit and tick.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

const [out, ...inputs] = process.argv.slice(2);
const rows = inputs.flatMap((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line)),
);
const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };
writeFileSync(out, `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 1)}\n`);

/** The rows of one workload as one: `ns_per_unit_tick` becomes a column per target, the rest is what a target adds. */
const workloads = new Map();
for (const { target, case: name, units, ns_per_unit_tick, ...rest } of rows) {
  const key = `${name} ${units}`;
  const line = workloads.get(key) ?? { case: name, units };
  workloads.set(key, { ...line, [target]: ns_per_unit_tick, ...rest });
}
for (const line of workloads.values()) {
  if (line.native && line.wasm) line["wasm/native"] = (line.wasm / line.native).toFixed(2);
  if (line.wasm) line["wasm ms/tick"] = ((line.wasm * line.units) / 1e6).toFixed(2);
}
const columns = ["case", "units", "neighbors", "native", "wasm", "wasm/native", "wasm ms/tick"];
for (const line of workloads.values()) {
  for (const name of Object.keys(line)) if (!columns.includes(name)) columns.push(name);
}
const cells = [
  columns,
  ...[...workloads.values()].map((line) => columns.map((name) => String(line[name] ?? ""))),
];
const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
console.log(
  `\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; nanoseconds per unit and tick\n`,
);
for (const line of cells) {
  console.log(
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
  );
}
console.log(`\nWritten to ${out}`);
