/** Usage: bench-table.mjs OUT.json IN.jsonl... Joins what the benches printed into OUT.json and shows it as a table. */
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

const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
const numeric = columns.map((column) => rows.some((row) => typeof row[column] === "number"));
console.log(`\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}\n`);
for (const line of cells) {
  console.log(
    line.map((cell, i) => (numeric[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  "),
  );
}
console.log(`\nWritten to ${out}`);
