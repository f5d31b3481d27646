import { expect, test } from "vitest";
import type { AnswerPart } from "./answer";
import { type AskedFrame, causePoint } from "./drawing";

/** Bird 0 at 90, 50 of a world 100 wide that wraps; bird 1 across its edge. Two px per unit of length. */
function frame(): AskedFrame {
  const views = { x: [90, 5], y: [50, 60] };
  return {
    inspection: { id: 0 },
    unit: { x: 400, y: 300, hx: 1, hy: 0 },
    views,
    camera: { scale: 2 },
    torus: { width: 100, height: 100 },
  } as unknown as AskedFrame;
}

const part = (from: AnswerPart["from"], key = "cohesion") => ({ key, from }) as AnswerPart;

test("a line ends at its cause: at another bird across the edge, at a place as perception has it", () => {
  const other = part({ kind: "unit", x: 105, y: 60, unit: 1 });
  expect(causePoint(frame(), other)).toEqual({ x: 30, y: 20 });
  const flag = part({ kind: "place", x: 120, y: 40, unit: -1 });
  expect(causePoint(frame(), flag)).toEqual({ x: 60, y: -20 });
});

test("what has no place has no line", () => {
  expect(causePoint(frame(), part(undefined, "chance"))).toBeUndefined();
});
