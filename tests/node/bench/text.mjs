/** Results as plain text. */

/** Rows of cells under each other: the first column to the left, the others to the right, save those in `left`. */
export function table(head, rows, left = [0]) {
  const all = [head, ...rows].map((cells) => cells.map((cell) => String(cell ?? "")));
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  const line = (cells) =>
    cells
      .map((cell, i) => (left.includes(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return all.map(line).join("\n");
}

export const count = (value) => Math.round(value).toLocaleString("en-US");
/** Three digits at the least, no fraction of large numbers. */
export const figure = (value) => (value >= 100 ? count(value) : value.toFixed(value >= 10 ? 1 : 2));
const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(0);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/**
 * All that was measured but the ratios.
 *
 * @param {Record<string, any>} report
 */
export function results({ workloads, rows, lanes, threads = [], yuka, page, sizes, brotli, memory }) {
  const of = ({ case: name, units }) => workloads.find((one) => one.case === name && one.units === units);
  const line = (row) => [
    row.case,
    count(row.units),
    ...[of(row)?.measured?.within, of(row)?.measured?.inView].map((mean) => (mean ? figure(mean) : "")),
    row.target,
    figure(row.ns),
    ...["sort", "perceive", "steer", "move"].map((phase) =>
      row[phase] === undefined ? "" : figure(row[phase]),
    ),
    figure((row.ns * row.units) / 1e6),
    row.cpu === undefined ? "" : figure(row.cpu),
  ];
  const head = [
    "workload",
    "units",
    "in radius",
    "in view",
    "where",
    "ns",
    "sort",
    "perceive",
    "steer",
    "move",
  ];
  const timed = (title, list) => `${title}\n\n${table([...head, "ms per tick", "on CPU"], list.map(line))}`;
  const parts = [
    timed(
      "Nanoseconds per unit and tick: medians; on CPU: without the time in which others had the processor",
      rows,
    ),
    timed("Lanes: the same code one unit at a time", lanes),
    ...(threads.length > 0 ? [timed("All cores", threads)] : []),
    timed("Beside Yuka", yuka),
    table(
      ["linear memory", "MB"],
      memory.map(({ units, bytes }) => [`${count(units)} units`, megabytes(bytes)]),
    ),
    table(
      ["kB as they travel", "gzip -9", "brotli 11"],
      Object.entries({
        wasm: "core",
        workWasm: "core of workers",
        script: "JavaScript by which the flock of a link flies",
        opening: "recorded opening",
        pageScript: "JavaScript of the page around",
        lazyScript: "JavaScript fetched later",
        styles: "styles",
        html: "page",
      }).map(([key, name]) => [name, kilobytes(sizes[key]), kilobytes(brotli[key])]),
    ),
  ];
  if (page) {
    const ms = (value) => `${value.toFixed(2)} ms`;
    parts.push(
      `A frame at ${count(page.units)} units besides its ticks: median ${ms(page.median)}, of that drawing ` +
        `${ms(page.draw)}; one in twenty above ${ms(page.p95)} (${page.frames} frames).\n` +
        `The numbers of the status line, a few times a second: up to ${ms(page.numbers)}.`,
    );
  }
  return parts.join("\n\n");
}

/** The table of what must hold. */
export function verdicts(holds) {
  const mark = ({ ok, struck }) => {
    if (struck) return "struck out";
    return ok === undefined ? "not measured" : ok ? "yes" : "NO";
  };
  return table(
    ["what", "target", "measured", "holds", ""],
    holds.map((line) => [line.what, line.target, line.measured, mark(line), line.struck ?? line.also]),
    [0, 4],
  );
}
