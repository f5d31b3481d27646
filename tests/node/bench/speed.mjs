/** SPEED.md, as `./build.sh bench` writes it: what was measured, of which commit, where, and what holds of it. */
import { count, figure } from "./text.mjs";

const bold = (text) => `**${text}**`;
const through = (text) => `~~${text}~~`;
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

/** A row for each promise: one that was given up is struck out, with the reason. */
function promiseRow({ what, target, measured = "", also, ok, struck }) {
  const value = measured && also ? `${measured} (${also})` : measured;
  if (struck) return [through(what), through(target), value, `struck out: ${struck}`];
  if (ok === undefined) return [what, target, value, `not measured${also ? `: ${also}` : ""}`];
  return [what, target, value, ok ? "yes" : bold("no")];
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
      Node ${node.replace("v", "")}, ${chromium ? `Chromium ${chromium}` : "without Chromium"}. Right before the
      run other programs kept ${before} of the processors busy, right after it ${after}. Where that is much, times by the clock
      are too long; processor time and ratios can be trusted all the same.`),
    wrapped(`Nanoseconds per unit and tick, medians, by the clock and by the time that the processor worked ("processor time"): of
      the core compiled natively, in WebAssembly under Node, and in Chromium. They take turns every few hundredths of a
      second, so that both sides of a ratio meet the same machine. Each simulates the rigid-body flock with its field of
      view and all three flocking rules; the workload with leaders also looks for them.`),
    table(
      [
        ...["workload", "units", "in radius", "in view", "native", "wasm", "Chromium"],
        ...["native, processor time", "wasm, processor time", "sort", "perceive", "steer", "move"],
      ],
      workloads.map((one) => workloadRow(rows, one)),
    ),
    wrapped(`The last four columns are the stages of a tick in WebAssembly under Node, by the clock. "In radius" and "in view" are the mean numbers of neighbors within the
      radius of the view and within the view itself. Each workload is a link: \`tests/bench/workloads.json\`.`),
    "## What should hold",
    table(["what", "target", "measured", "holds"], lines.map(promiseRow)),
    wrapped(`A ratio says how many times as long the first takes as the second. "One unit at a time" is the same code with the
      feature \`scalar\`: without SIMD instructions in WebAssembly, while the native compiler was free to use them. Yuka runs its
      own rules with as many neighbors in the same radius, and with its fastest cell size. What more cores give can only be
      measured where they have nothing else to do. "A frame besides its ticks" is all else that the page's main thread does
      for a frame: views, upload, calls of WebGL, panels. The calls that paint (\`drawArrays\`) are left out: without a
      graphics processor a program paints, on the cores that the page needs itself. WebAssembly's memory is
      ${memory.map(({ units, bytes }) => `${megabytes(bytes)} with ${count(units)} units`).join(" and ")}.`),
    wrapped(`Sizes are limited by a test instead: \`tests/node/budgets.test.ts\` has a budget for the bytes of the page, of the core
      and of its memory.`),
    "## More of it",
    [
      "- `./build.sh cores` measures the speedup by a second processor in WebAssembly.",
      "- `cargo bench --bench watch` measures the cost of measures and diagnosis.",
      "- `node tests/node/bench/first.mjs`, with `CHROMIUM` in the environment, measures the first flock alone.",
    ].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
