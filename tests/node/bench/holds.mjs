/** What must hold, as ratios inside one run. */

const at = (rows, target, name, units) =>
  rows.find((row) => row.target === target && row.case === name && row.units === units)?.ns;

const spread = "spread, 12 neighbors";
const clumped = "clumped, 300 neighbors";

/** How the measured value of one line compares with its target; undefined where it was not measured. */
function line(what, value, limit, words, { least = false, digits = 2, also = "" } = {}) {
  const target = `${least ? "at least" : "at most"} ${limit}${words}`;
  if (value === undefined || Number.isNaN(value)) return { what, target };
  const ok = least ? value >= limit : value <= limit;
  return { what, target, measured: `${value.toFixed(digits)}${words}`, value, ok, also };
}

/** The lines of the table, from a report of main.mjs. */
export function holds({ rows, lanes, yuka, page, sizes }) {
  const time = (target, name, units) => at(rows, target, name, units) ?? Number.NaN;
  const wasm = (name, units) => time("wasm", name, units);
  const lane = (target, name, units) => at(lanes, target, name, units) ?? Number.NaN;
  const gain = (target, name, units) => lane(`${target}, one lane`, name, units) / lane(target, name, units);
  const few = yuka.find((row) => row.target === "Yuka" && row.units === 1000)?.ns;
  const times = few && `at 1,000 units ${(few / at(yuka, "wasm", spread, 1000)).toFixed(0)}x`;
  const others = [
    ["native", spread, 20_000],
    ["native", clumped, 20_000],
    ["wasm", clumped, 20_000],
  ]
    .map(
      ([target, name, units]) => `${target} ${name.split(",")[0]} ${gain(target, name, units).toFixed(2)}x`,
    )
    .join(", ");
  return [
    line("wasm, 100,000 units, 12 neighbors: per unit and tick", wasm(spread, 100_000), 80, " ns", {
      digits: 1,
    }),
    line(
      "the same, over our native build",
      wasm(spread, 100_000) / time("native", spread, 100_000),
      1.25,
      "x",
    ),
    line(
      "Yuka with cell space over wasm, 10,000 units",
      at(yuka, "Yuka", spread, 10_000) / at(yuka, "wasm", spread, 10_000),
      60,
      "x",
      {
        least: true,
        digits: 0,
        also: times,
      },
    ),
    line("per unit at 500,000 over 10,000, wasm", wasm(spread, 500_000) / wasm(spread, 10_000), 1.4, "x"),
    line(
      "clumped (300) over spread (12), 20,000 units, wasm",
      wasm(clumped, 20_000) / wasm(spread, 20_000),
      8,
      "x",
    ),
    line(
      "whole-world view, 10,000 units, wasm: per tick",
      (wasm("whole-world view", 10_000) * 10_000) / 1e6,
      16,
      " ms",
      { digits: 1 },
    ),
    line(
      "SIMD over the same code scalar, wasm, spread, 20,000 units",
      gain("wasm", spread, 20_000),
      2.5,
      "x",
      {
        least: true,
        also: others,
      },
    ),
    line("page at 100,000 units: a frame besides its ticks", page?.median, 3, " ms"),
    line("wasm file, gzip -9", sizes.wasm / 1000, 120, " kB", { digits: 1 }),
    line("JavaScript of the page, gzip -9", sizes.script / 1000, 80, " kB", {
      digits: 1,
      also: `to start; ${(sizes.lazyScript / 1000).toFixed(1)} kB later`,
    }),
  ];
}
