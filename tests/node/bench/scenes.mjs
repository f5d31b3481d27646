/** The scenes as workloads, and the verdict on their times. */

/** A workload for each scene: as it ships, and with its main group at `many` units, or as many as its bodies allow. */
export function scenesOf({ Simulation, scenes }, many) {
  return scenes().flatMap(({ key }) => {
    const at = (link) => {
      const run = new Simulation(link);
      const [units, count] = [run.count(), run.params().find((param) => param.key === "count")];
      run.free();
      return { workload: { case: key, units, link }, count };
    };
    const own = at(`scene=${key}`);
    if (!own.count) return [own.workload];
    const large = at(`scene=${key}&count=${Math.min(many, own.count.max)}`);
    return [own.workload, { ...large.workload, large: true }];
  });
}

const cells = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** What SPEED.md says: times by case and units, ns of a processor per unit and tick, and the calibrations, ns. */
export function spoken(text) {
  const calibration = {};
  for (const [, target, ns] of text.matchAll(/^Calibration, (native|wasm): ([\d.]+) ns/gm))
    calibration[target] = Number(ns);
  const times = new Map();
  let head = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) head = [];
    else if (head.length === 0) head = cells(line);
    else {
      const row = cells(line);
      const of = (name) => Number(row[head.indexOf(name)]?.replaceAll(",", "") || Number.NaN);
      for (const target of ["native", "wasm"])
        times.set(`${row[0]} ${of("units")} ${target}`, of(`${target}, processor`));
    }
  }
  return { calibration, times };
}

const name = ({ target, case: key, units }) =>
  `${key} with ${units.toLocaleString("en-US")} units, ${target}`;

/**
 * What is too slow, a sentence each: `now` and `before` are as `spoken` gives them, `workloads` those of scenes, `limits` as in
 * tests/bench/scenes.json. Times count by the calibration of the same run, so that those of two machines can be compared.
 */
export function verdict(rows, workloads, now, before, limits) {
  const said = [];
  for (const row of rows) {
    const { target, case: key, units } = row;
    const time = row.cpu ?? row.ns;
    const known = before.times.get(`${key} ${units} ${target}`) / before.calibration[target];
    const times = time / now.calibration[target] / known;
    if (times > limits.slower)
      said.push(`NO: ${name(row)}: ${times.toFixed(2)} times what tests/bench/SPEED.md says`);
    if (target !== "native" || !workloads.some((one) => one.large && one.case === key && one.units === units))
      continue;
    const micros = (time * limits.calibration) / now.calibration[target] / 1000;
    const most = limits.scenes[key]?.most ?? limits.most;
    if (micros > most)
      said.push(`NO: ${name(row)}: ${micros.toFixed(1)} µs a unit and tick, at most ${most}`);
  }
  return said;
}
