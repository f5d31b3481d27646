/**
 * A run is measured from one of these ticks to the other, and then starts over, so that all contestants
 * meet the same states. tests/bench/engine.rs has the same.
 */
export const lap = [5, 30];

/**
 * Runs ticks for `ms` milliseconds, at least `least` of them: how many, and what their phases took together, ms.
 * Names nothing outside itself, so that it can be sent into a browser.
 */
export function slice({ run, ms, least, lap: [first, last] }) {
  const spent = [0, 0, 0, 0];
  let ticks = 0;
  for (let all = 0; ticks < least || all < ms; ticks++) {
    if (run.ticks() >= last) run.restart();
    while (run.ticks() < first) run.tick(1);
    let begun = performance.now();
    for (let phase = 0; phase < 4; phase++) {
      run.phase(phase);
      const now = performance.now();
      spent[phase] += now - begun;
      all += now - begun;
      begun = now;
    }
  }
  return { ticks, spent };
}

/**
 * A fixed piece of arithmetic and memory, by which machines are compared: places in a row that hardly fits into the nearest
 * caches are read in no order, and each takes a root and a few products. tests/bench/engine.rs has the same.
 */
export class Calibration {
  static many = 1 << 16;

  constructor() {
    let random = 1;
    this.at = Uint32Array.from({ length: Calibration.many }, () => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return random >>> 16;
    });
    this.values = Float32Array.from({ length: Calibration.many }, (_, place) => 1 + place);
  }

  slice(ms, least) {
    const { at, values } = this;
    const begun = performance.now();
    for (let rounds = 1; ; rounds++) {
      for (let place = 0; place < at.length; place++) {
        const [a, b] = [values[place], values[at[place]]];
        values[place] = Math.fround(Math.sqrt(a * a * 0.5 + b * b * 0.5 + a * b * 1e-3));
      }
      const spent = performance.now() - begun;
      if (rounds >= least && spent >= ms) return { ticks: rounds, spent: [spent] };
    }
  }
}

/**
 * Mean numbers of others per unit at a tick: in view, as the run counts them, and within the radius of the view, as a
 * full view counts them.
 */
export function census(run, tick) {
  run.tick(tick - 1);
  const count = () => {
    run.phase(0);
    run.phase(1);
    return run.meanNeighbors();
  };
  const inView = count();
  const params = run.params();
  const of = (key) => params.find((param) => param.key === key);
  run.set(
    of("view").id,
    of("view").choices.findIndex(({ key }) => key === "full"),
  );
  run.set(of("nearest_only").id, 0);
  return { within: count(), inView };
}
