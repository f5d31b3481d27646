/** What must hold, as ratios inside one run. */

const spread = "spread, 12 neighbors";
const clumped = "clumped, 300 neighbors";
const whole = "whole-world view";

/** Finds a time among rows of results; not a number where it was not measured. */
const finder =
  (rows) =>
  (target, name, units, kind = "ns") =>
    rows.find((row) => row.target === target && row.case === name && row.units === units)?.[kind] ??
    Number.NaN;

/** How a measured value compares with its target, and what else is to be said of it; `ok` is undefined without a value. */
function line(what, value, limit, unit, { least = false, digits = 2, also } = {}) {
  const target = `${least ? "at least" : "at most"} ${limit}${unit}`;
  if (value === undefined || Number.isNaN(value)) return { what, target };
  const ok = least ? value >= limit : value <= limit;
  return { what, target, measured: `${value.toFixed(digits)}${unit}`, value, ok, also };
}

const seconds = (ms) => (ms === undefined ? undefined : ms / 1000);

/** A remark with a figure in it; none where it was not measured. */
const remark = (words, value, unit, digits) =>
  Number.isNaN(value) ? undefined : `${words} ${value.toFixed(digits)}${unit}`;

/**
 * The lines of the table, from a report of main.mjs.
 *
 * @param {Record<string, any>} report
 */
export function holds({ rows, lanes, threads = [], yuka, page, look, first }) {
  const time = finder(rows);
  const lane = finder(lanes);
  const beside = finder(yuka);
  const wasm = (name, units, kind) => time("wasm", name, units, kind);
  const gain = (target, name) => lane(`${target}, one lane`, name, 20_000) / lane(target, name, 20_000);
  const shared = finder(threads);
  const cores = (name, units) => shared("native", name, units) / shared("native, all cores", name, units);
  const overYuka = (units) => beside("Yuka", spread, units) / beside("wasm", spread, units);
  const perTick = (kind) => (wasm(whole, 10_000, kind) * 10_000) / 1e6;
  return [
    line("wasm, 100,000 units, 12 neighbors: per unit and tick", wasm(spread, 100_000), 80, " ns", {
      digits: 0,
      also: remark("on the processor:", wasm(spread, 100_000, "cpu"), " ns", 0),
    }),
    line(
      "the same over our native build",
      wasm(spread, 100_000) / time("native", spread, 100_000),
      1.25,
      "x",
    ),
    line("Yuka with cell space over wasm, 10,000 units", overYuka(10_000), 60, "x", {
      least: true,
      digits: 0,
      also: remark("1,000 units:", overYuka(1000), "x", 0),
    }),
    line("per unit at 500,000 over 10,000, wasm", wasm(spread, 500_000) / wasm(spread, 10_000), 1.4, "x"),
    line(
      "clumped (300) over spread (12), 20,000 units, wasm",
      wasm(clumped, 20_000) / wasm(spread, 20_000),
      8,
      "x",
    ),
    line("whole-world view, 10,000 units, wasm: per tick", perTick(), 16, " ms", {
      digits: 1,
      also: remark("on the processor:", perTick("cpu"), " ms", 1),
    }),
    line("SIMD over the same code scalar, spread, wasm", gain("wasm", spread), 2.5, "x", {
      least: true,
      also: remark("clumped:", gain("wasm", clumped), "x", 2),
    }),
    line("the same, native", gain("native", spread), 2.5, "x", {
      least: true,
      also: remark("clumped:", gain("native", clumped), "x", 2),
    }),
    line("all cores over one, 100,000 units, native", cores(spread, 100_000), 1.75, "x", {
      least: true,
      also: remark("clumped, 20,000:", cores(clumped, 20_000), "x", 2),
    }),
    line("page at 100,000 units: a frame besides its ticks", page?.median, 3, " ms"),
    line("page at 20,000 units: what trails, colors and glow add to a frame", look?.more, 1, " ms", {
      also: look && `${look.full.toFixed(2)} ms with them, ${look.plain.toFixed(2)} ms without`,
    }),
    line("first flock at 1.6 Mbit/s, 150 ms, a fourth of the processor, gzip", seconds(first?.ms), 3, " s", {
      also: [
        remark("layout shift:", first?.shift ?? Number.NaN, "", 3),
        remark("the page answers after", seconds(first?.answers) ?? Number.NaN, " s", 2),
        remark("the flock of a link flies after", seconds(first?.link) ?? Number.NaN, " s", 2),
        remark("longest block of the recorded opening:", first?.block ?? Number.NaN, " ms", 0),
      ]
        .filter(Boolean)
        .join("; "),
    }),
  ];
}
