/** SPEED.md, as `./build.sh bench` writes it: what was measured, of which commit, where, and what holds of it. */
import { count, figure } from "./text.mjs";

const bold = (text) => `**${text}**`;
const holds = (ok) => (ok === undefined ? "not measured" : ok ? "yes" : bold("no"));
const percent = (share) => `${(100 * share).toFixed(0)} %`;
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** Text of many words, at most 120 characters to a line. */
function wrapped(text) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last && last.length + 1 + word.length > 120) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join("\n");
}

/** A row for each workload: how long it takes by whom, and what its phases take in WebAssembly. */
function workloadRow(rows, { case: name, units, measured }) {
  const of = (target) =>
    rows.find((row) => row.target === target && row.case === name && row.units === units);
  const whole = (value) => (value === undefined || Number.isNaN(value) ? "" : count(value));
  const [native, wasm, chromium] = ["native", "wasm", "Chromium"].map(of);
  return [
    name,
    count(units),
    figure(measured.within),
    figure(measured.inView),
    ...[native?.ns, wasm?.ns, chromium?.ns, native?.cpu, wasm?.cpu].map(whole),
    ...["sort", "perceive", "steer", "move"].map((phase) => whole(wasm?.[phase])),
  ];
}

/**
 * The whole file.
 *
 * @param {Record<string, any>} report as main.mjs makes it
 */
export function speed({ date, commit, machine, others, workloads, rows, holds: lines, memory }) {
  const { cpu, cores, node, chromium } = machine;
  const [before, after] = others.map(percent);
  const [hash, dirty] = (commit ?? "").split("-");
  const of = hash ? `commit ${hash.slice(0, 12)}${dirty ? ", changed" : ""}` : "an unknown commit";
  const parts = [
    "# Speed",
    wrapped(`Written by \`./build.sh bench\` on ${date.slice(0, 10)}, of ${of}, on ${cores} processors of kind ${cpu},
      Node ${node.replace("v", "")}, ${chromium ? `Chromium ${chromium}` : "without Chromium"}. Other programs used
      ${before} of the processors before the run and ${after} after it. The more they used, the less reliable are the absolute
      times; the ratios remain comparable.`),
    wrapped(`The builds take turns every few hundredths of a second, so that both sides of a ratio run under the same load: the core
      compiled natively, in WebAssembly under Node, and in Chromium. Each simulates the rigid-body flock with its field of
      view and all three flocking rules; the workload with leaders also looks for them. Medians, in nanoseconds per unit
      and tick.`),
    table(
      [
        ...["workload", "units", "in radius", "in view", "native", "wasm", "Chromium"],
        ...["native, on CPU", "wasm, on CPU", "sort", "perceive", "steer", "move"],
      ],
      workloads.map((one) => workloadRow(rows, one)),
    ),
    wrapped(`"On CPU" is processor time, without the time that other programs had. The last four columns are the phases of a tick
      in WebAssembly under Node, in wall-clock time. "In radius" and "in view" are the mean numbers of neighbors within the
      radius of the view and within the view itself. Each workload is a link: \`tests/bench/workloads.json\`.`),
    "## What should hold",
    table(
      ["what", "target", "measured", "holds"],
      lines.map(({ what, target, measured, also, ok }) => [
        what,
        target,
        measured ? `${measured}${also ? ` (${also})` : ""}` : "",
        holds(ok),
      ]),
    ),
    wrapped(`"SIMD over scalar" compares with the same code for one unit at a time (the feature \`scalar\`). The scalar WebAssembly
      has no SIMD instructions; the native compiler was free to use them. Yuka runs its own rules with as many neighbors in
      the same radius, and with its fastest cell size. "A frame besides its ticks" is everything
      else that the main thread does for a frame: views, upload, draw calls, panels. Linear memory is
      ${memory.map(({ units, bytes }) => `${megabytes(bytes)} with ${count(units)} units`).join(" and ")}.`),
    wrapped(`Sizes are limited by a test instead: \`tests/node/budgets.test.ts\` has a budget for the bytes of the page, of the core
      and of its memory.`),
    "## More of it",
    [
      "- `./build.sh cores` measures the speedup by a second processor in WebAssembly; `src/README.md` has the results.",
      "- `cargo bench --bench watch` measures the cost of measures and diagnosis.",
      "- `node tests/node/bench/first.mjs`, with `CHROMIUM` in the environment, measures the first flock alone.",
      "- `BENCH=1 node_modules/.bin/vitest run --project wasm bench/exports`, in `www`, measures exported programs, the C",
      "  library and the npm package, and how far the programs are from the core in 120 ticks.",
    ].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
