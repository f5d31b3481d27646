/** Texts, bars and arcs of an answer of Ask a bird: pure functions of `AnswerInfo` (why a unit turns at one tick). */
import type { AnswerInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { lowerFirst, midSentence } from "../ui/values";

export type AnswerPart = AnswerInfo["parts"][number];

/** Largest turn that bars and arcs show to scale, degrees; those of a larger turn stop there and end in a chevron. */
export const MAX_DEGREES = 180;

/** One cause of the bird's turn, drawn as a bar of the answer card and as an arc around the bird. */
export interface AnswerTurn {
  /** Key of the force; "rest" for all forces without a bar of their own, "together" for the sum of all. */
  key: string;
  label: string;
  /**
   * Index of the behavior in its group's pipeline, or the pipeline's length for the world's edge; -1 for other causes.
   */
  behavior: number;
  /** Turn within a second, whole degrees; positive to the right. That of "together" is the sum of all others. */
  degrees: number;
  /** Whether the force brakes the unit instead of turning it. */
  isBraking: boolean;
  /** Words that name the cause, for people; "" for "rest" and "together". */
  cause: string;
}

/** Turns of the forces in `bars` (indices into `parts`), then of all other forces ("rest"), then of all together. */
export function answerTurns({
  parts,
  bars,
  turn,
}: Pick<AnswerInfo, "parts" | "bars" | "turn">): AnswerTurn[] {
  const singleTurns = bars.flatMap((index): AnswerTurn[] => {
    const part = parts[index];
    if (!part) return [];
    const { key, label, behavior, holds, cause } = part;
    return [{ key, label, behavior, degrees: Math.round(part.turn) + 0, isBraking: holds, cause }];
  });
  const sum = Math.round(turn) + 0;
  const restDegrees = singleTurns.reduce((left, { degrees }) => left - degrees, sum);
  const row = (key: string, label: string, degrees: number): AnswerTurn => ({
    ...{ key, label, degrees, behavior: -1, isBraking: false, cause: "" },
  });
  return [...singleTurns, row("rest", "Everything else", restDegrees), row("together", "Together", sum)];
}

/** Size and side of a turn in degrees (negative is left), such as "24° left"; "0°" without a side. */
export function turnText(turn: number): string {
  const degrees = Math.round(Math.abs(turn));
  return degrees === 0 ? "0\u00b0" : `${degrees}\u00b0 ${turn < 0 ? "left" : "right"}`;
}

/** A turn as an arc around the bird, which begins ahead of the bird, at its heading. */
export interface AnswerArc extends AnswerTurn {
  /** Radius of the arc, CSS px. */
  radius: number;
  /** Angle of the arc from the heading, rad; positive clockwise on screen. */
  angle: number;
  /** Whether the turn is larger than `MAX_DEGREES`, so that the arc shows only a part of it. */
  isCut: boolean;
}

/** Distance between two arcs, CSS px. */
const ARC_STEP = 14;

/** One arc per turn, at radii that grow from `inner` (CSS px), the last outermost; none for turns of 0 and brakes. */
export function answerArcs(turns: readonly AnswerTurn[], inner: number): AnswerArc[] {
  return turns
    .filter(({ degrees, isBraking }) => degrees !== 0 && !isBraking)
    .map((turn, index) => ({
      ...turn,
      radius: inner + index * ARC_STEP,
      angle: (Math.max(-MAX_DEGREES, Math.min(MAX_DEGREES, turn.degrees)) * Math.PI) / 180,
      isCut: Math.abs(turn.degrees) > MAX_DEGREES,
    }));
}

/** Label for the pace of time: "stopped at 6.2 s", "in slow motion", or "" at normal speed. */
export function timePaceText(isPlaying: boolean, speed: number, tick: number): string {
  if (!isPlaying) return `stopped at ${(tick / TICKS_PER_SECOND).toFixed(1)} s`;
  return speed < 1 ? "in slow motion" : "";
}

/** `sentence` and the effect of a left-out force: "It turns left, 9°. Without cohesion: it would be 14 bodies away." */
export function captionText(
  sentence: string,
  answer: Pick<AnswerInfo, "parts" | "without" | "difference"> | undefined,
): string {
  const { without, difference, parts = [] } = answer ?? {};
  if (!without || !difference) return sentence;
  const label = midSentence(parts.find(({ behavior }) => behavior === without.behavior)?.label ?? "it");
  return `${sentence} Without ${label}: ${lowerFirst(difference)}`;
}

/** Left end (px) of a text of `width` aligned at `at`, moved inside a canvas `room` px wide if `at` lies inside. */
export function textStart(at: number, align: CanvasTextAlign, width: number, room: number): number {
  const start = at - (align === "right" ? width : align === "center" ? width / 2 : 0);
  return at < 0 || at > room ? start : Math.max(4, Math.min(start, room - width - 4));
}
