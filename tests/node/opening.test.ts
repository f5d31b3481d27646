/** What plays until the core is there, beside the core itself. `UPDATE=1` records it anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { OPENING_LINK } from "../../www/src/app/first";
import { CODE_BASE, FIRST_CODE, OpeningReplay, RESOLUTIONS, SKIPPED_CODE } from "../../www/src/app/recorded";
import { firstSentence } from "../../www/src/ui/gallery";
import { Simulation, scenes } from "./core";
import { type State, stateOf } from "./state";

const path = fileURLToPath(new URL("../../www/src/app/opening.json", import.meta.url));
const INTERVAL = 8;
const FRAMES = 54;

const digit = (value: number) =>
  String.fromCharCode(FIRST_CODE + value + Number(FIRST_CODE + value >= SKIPPED_CODE));

/** What a unit's x, y or directions are in the frames, unwrapped, as text. */
function movesOf(values: readonly number[], grain: number): string {
  let text = "";
  let [last, before] = [0, 0];
  for (const [frame, value] of values.entries()) {
    const now = Math.round(value / grain);
    const off = now - (frame < 2 ? last : 2 * last - before);
    const number = off < 0 ? -2 * off - 1 : 2 * off;
    if (number < CODE_BASE) text += digit(number);
    else
      text +=
        digit(CODE_BASE) +
        [1, CODE_BASE, CODE_BASE * CODE_BASE]
          .map((one) => digit(Math.floor(number / one) % CODE_BASE))
          .join("");
    [last, before] = [now, last];
  }
  return text;
}

/** The opening as the core runs it. */
function core() {
  const run = new Simulation(OPENING_LINK);
  const [scenery, groups] = [run.scenery(), run.groups()];
  const states = [stateOf(run)];
  while (states.length <= (FRAMES - 1) * INTERVAL) {
    run.tick(1);
    states.push(stateOf(run));
  }
  run.free();
  return { scenery, groups, states };
}

/** Values that begin anew after `size`, without the jumps. */
function unwrapped(values: readonly number[], size: number): number[] {
  let last = values[0] ?? 0;
  return values.map((value) => {
    last += off(value - last, size);
    return last;
  });
}

const off = (way: number, size: number) => way - size * Math.round(way / size);

function recorded({ scenery, groups, states }: ReturnType<typeof core>) {
  const frames = states.filter((_, tick) => tick % INTERVAL === 0);
  const parts = [
    [({ x }: State, unit: number) => x[unit], scenery.width],
    [({ y }: State, unit: number) => y[unit], scenery.height],
    [({ hx, hy }: State, unit: number) => Math.atan2(hy[unit] ?? 0, hx[unit] ?? 1), 2 * Math.PI],
  ] as const;
  const moves = parts.map(([of, size], part) =>
    Array.from(states[0]?.x ?? [], (_, unit) => {
      const values = frames.map((state) => of(state, unit) ?? 0);
      return movesOf(unwrapped(values, size), RESOLUTIONS[part] ?? 1);
    }).join(""),
  );
  return { scenery, groups, every: INTERVAL, frames: FRAMES, moves: moves.join("") };
}

test("the opening that is recorded is the core's, tick by tick, to a fraction of a body", () => {
  const run = core();
  if (process.env.UPDATE) writeFileSync(path, `${JSON.stringify(recorded(run), null, 2)}\n`);
  const made = JSON.parse(readFileSync(path, "utf8"));
  // Whatever a plain JSON text does not say is undefined there.
  expect(made.scenery).toEqual(JSON.parse(JSON.stringify(run.scenery)));
  expect(made.groups).toEqual(JSON.parse(JSON.stringify(run.groups)));
  const count = run.states[0]?.x.length ?? 0;
  const replay = new OpeningReplay(made, made.scenery, new Float32Array(count), new Uint8Array(count));
  expect(replay.endTick).toBe((FRAMES - 1) * INTERVAL);
  const { views } = replay;
  const { width, height } = run.scenery;
  let [sum, farthest, turned] = [0, 0, 0];
  for (const [tick, state] of run.states.entries()) {
    replay.showTick(tick);
    for (let unit = 0; unit < count; unit++) {
      const of = (values: Float32Array) => values[unit] ?? Number.NaN;
      const away = Math.hypot(off(of(views.x) - of(state.x), width), off(of(views.y) - of(state.y), height));
      sum += away;
      farthest = Math.max(farthest, away);
      turned += Math.hypot(of(views.hx) - of(state.hx), of(views.hy) - of(state.hy));
    }
  }
  const all = count * run.states.length;
  // Birds are 4 u long; the falcon turns within a few ticks.
  expect(sum / all).toBeLessThan(0.1);
  expect(farthest).toBeLessThan(1.2);
  expect(turned / all).toBeLessThan(0.07);
});

test("the sentence in the HTML is the scene's own: nothing jumps when the page is whole", () => {
  const html = readFileSync(new URL("../../www/index.html", import.meta.url), "utf8");
  const [, line] = /<p id="scene-line"[^>]*>(.*?)<\/p>/.exec(html) ?? [];
  expect(line).toBe(firstSentence(scenes().find(({ key }) => key === "open-sky")?.see ?? ""));
});
