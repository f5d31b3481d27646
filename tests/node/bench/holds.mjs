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

/**
 * How a measured value compares with its target, and what else is to be said of it; `ok` is undefined without a value.
 * `struck`: why the target is none any longer.
 */
function line(what, value, limit, unit, { least = false, digits = 2, also, struck } = {}) {
  const target = `${least ? "at least" : "at most"} ${limit}${unit}`;
  if (value === undefined || Number.isNaN(value)) return { what, target, also, struck };
  const ok = struck ? undefined : least ? value >= limit : value <= limit;
  return { what, target, measured: `${value.toFixed(digits)}${unit}`, value, ok, also, struck };
}

const seconds = (ms) => (ms === undefined ? undefined : ms / 1000);

/** A remark with a figure in it; none where it was not measured. */
const remark = (words, value, unit, digits) =>
  Number.isNaN(value) ? undefined : `${words} ${value.toFixed(digits)}${unit}`;

/** Where others have more of the processors than this, a second one has nothing to give. */
const IDLE = 0.1;

/**
 * The lines of the table, from a report of main.mjs.
 *
 * @param {Record<string, any>} report
 */
export function holds({ rows, lanes, threads = [], yuka, page, look, first, others = [] }) {
  const time = finder(rows);
  const lane = finder(lanes);
  const beside = finder(yuka);
  const wasm = (name, units, kind) => time("wasm", name, units, kind);
  const gain = (target, name) => lane(`${target}, one lane`, name, 20_000) / lane(target, name, 20_000);
  const shared = finder(threads);
  const free = others.every((share) => share <= IDLE);
  const cores = (name, units) =>
    free ? shared("native", name, units) / shared("native, all cores", name, units) : Number.NaN;
  const overYuka = (units) => beside("Yuka", spread, units) / beside("wasm", spread, units);
  return [
    line(
      "WebAssembly, 100,000 units: processor time per unit and tick",
      wasm(spread, 100_000, "cpu"),
      80,
      " ns",
      {
        digits: 0,
        struck: "a faster processor is needed; the ratios below hold on any",
      },
    ),
    line(
      "WebAssembly over native, 100,000 units",
      wasm(spread, 100_000) / time("native", spread, 100_000),
      1.25,
      "x",
    ),
    line("Yuka with cell space over WebAssembly, 10,000 units", overYuka(10_000), 60, "x", {
      least: true,
      digits: 0,
      also: remark("1,000 units:", overYuka(1000), "x", 0),
    }),
    line(
      "500,000 units over 10,000, WebAssembly: per unit",
      wasm(spread, 500_000) / wasm(spread, 10_000),
      1.4,
      "x",
    ),
    line(
      "clumped (300 neighbors) over spread (12), 20,000 units, WebAssembly",
      wasm(clumped, 20_000) / wasm(spread, 20_000),
      8,
      "x",
    ),
    line(
      "whole-world view, 10,000 units, WebAssembly: processor time per tick",
      (wasm(whole, 10_000, "cpu") * 10_000) / 1e6,
      16,
      " ms",
      { digits: 1 },
    ),
    line("one unit at a time over four at once (SIMD), spread, WebAssembly", gain("wasm", spread), 2.5, "x", {
      least: true,
      also: remark("clumped:", gain("wasm", clumped), "x", 2),
    }),
    line("one unit at a time over four at once (SIMD), spread, native", gain("native", spread), 2.5, "x", {
      least: true,
      also: remark("clumped:", gain("native", clumped), "x", 2),
    }),
    line("one core over all cores, 100,000 units, native", cores(spread, 100_000), 1.8, "x", {
      least: true,
      also: free
        ? remark("clumped, 20,000:", cores(clumped, 20_000), "x", 2)
        : "other programs kept the cores busy",
    }),
    line("page, 100,000 units: a frame besides its ticks", page?.median, 3, " ms"),
    line("page, 20,000 units: what trails, colors and glow add to a frame", look?.more, 1, " ms", {
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
