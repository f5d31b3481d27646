/** Ask a bird: what is drawn around it, what the card says and what the core computes are the same turns. */
import { expect, test } from "vitest";
import { answerTurns, turnText } from "../../www/src/ask/answer";
import { type AskedFrame, drawAsked } from "../../www/src/ask/drawing";
import type { CanvasLayer } from "../../www/src/stage/layer";
import { palettes } from "../../www/src/stage/palette";
import { Simulation } from "./core";

const SCENES = [
  "open-sky",
  "flock-wide",
  "flock-limited",
  "flock-obstacles",
  "leaders-pincer",
  "falcon",
  "vicsek",
  "zombie-horde",
  "school-orbit",
  "murmuration&count=300",
];
const BIRDS = 20;

interface DrawnArc {
  anticlockwise: boolean;
  /** Degrees from the heading, positive clockwise, to the tip of the arrow head. */
  degrees: number;
}

/** A layer that records the arcs with their color, and the farthest corner of the arrow head behind each. */
function recorder(heading: number) {
  const arcs: DrawnArc[] = [];
  let path: { end: number; anticlockwise: boolean } | undefined;
  let corners: [number, number][] = [];
  const context = {
    fillStyle: "",
    strokeStyle: "",
    beginPath: () => {
      path = undefined;
      corners = [];
    },
    arc: (_x: number, _y: number, _r: number, _from: number, end: number, anticlockwise = false) => {
      path = { end, anticlockwise };
    },
    lineTo: (x: number, y: number) => corners.push([x, y]),
    moveTo: () => {},
    stroke: () => {
      if (path) arcs.push({ ...path, degrees: toDegrees(path.end - heading, path.anticlockwise) });
    },
    fill: () => {
      const tip = corners[1];
      const last = arcs.at(-1);
      if (tip && last) last.degrees = toDegrees(Math.atan2(tip[1], tip[0]) - heading, last.anticlockwise);
    },
    setLineDash: () => {},
    save: () => {},
    restore: () => {},
  };
  return { layer: { context, extendTouched: () => {} } as unknown as CanvasLayer, arcs };
}

/** An angle within one turn, to the side that the arc goes; a full turn counts as none. */
function toDegrees(angle: number, anticlockwise: boolean): number {
  const turn = ((((angle * 180) / Math.PI) % 360) + 720) % 360;
  if (turn < 1e-6 || turn > 360 - 1e-6) return 0;
  return anticlockwise ? turn - 360 : turn;
}

test("for 200 birds in ten scenes, each arc ends at the degrees of its bar, and these are the core's", () => {
  let [asked, compared] = [0, 0];
  for (const scene of SCENES) {
    const run = new Simulation(`scene=${scene}&seed=3`);
    run.tick(200);
    const count = run.count();
    for (let bird = 0; bird < BIRDS; bird++) {
      const unit = Math.floor((bird * count) / BIRDS);
      run.ask(unit);
      for (let part = 0; part < 400 && !run.askPart(20); part++);
      const answer = run.answer(1);
      if (!answer) continue;
      asked++;
      const turns = answerTurns(answer);
      // The bars add up to the sum, and each is the core's turn in whole degrees.
      const together = turns.at(-1)?.degrees ?? 0;
      expect(turns.slice(0, -1).reduce((sum, { degrees }) => sum + degrees, 0)).toBeCloseTo(together);
      expect(together).toBeCloseTo(Math.round(answer.turn));
      for (const index of answer.bars) {
        const part = answer.parts[index];
        expect(turns.find(({ key }) => key === part?.key)?.degrees).toBe(
          Math.round(part?.turn ?? Number.NaN),
        );
      }
      const rest = turns.find(({ key }) => key === "rest")?.degrees ?? 0;
      const exact = answer.bars.reduce((left, index) => left - (answer.parts[index]?.turn ?? 0), answer.turn);
      expect(Math.abs(rest - exact)).toBeLessThanOrEqual(0.5 * turns.length);
      if (!answer.waits && Math.abs(answer.turn) >= 10)
        expect(answer.sentence).toContain(turnText(answer.turn).replace(/(\d+\u00b0) (\w+)/, "$2, $1"));
      const heading = 0.7;
      const { layer, arcs } = recorder(heading);
      const unitAt = { x: 0, y: 0, hx: Math.cos(heading), hy: Math.sin(heading) };
      drawAsked(layer, {
        ...{ answer, unit: unitAt, size: 12, palette: palettes.light, pointedKey: "", ways: undefined },
      } as unknown as AskedFrame);
      // A rim in the ground's color comes before each arc.
      const drawn = arcs.filter((_, at) => at % 2 === 1);
      const wanted = turns.filter(
        ({ degrees, isBraking, key }) => degrees !== 0 && !isBraking && !(answer.waits && key === "together"),
      );
      expect(drawn.length, `${scene} ${unit}`).toBe(wanted.length);
      for (const [at, { degrees }] of wanted.entries()) {
        const shown = Math.max(-180, Math.min(180, degrees));
        const is = drawn[at]?.degrees ?? Number.NaN;
        // Half a circle to either side ends at the same point.
        if (Math.abs(degrees) < 180)
          expect(Math.abs(is - shown), `${scene} ${unit} ${degrees}`).toBeLessThan(0.5);
        compared++;
      }
    }
    run.free();
  }
  expect(asked).toBeGreaterThanOrEqual(180);
  expect(compared).toBeGreaterThan(400);
}, 120_000);
