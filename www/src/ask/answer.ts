/** Texts, bars and arcs of an answer. Pure functions of the one object that describes the answer of a moment. */
import type { AnswerInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { lowerFirst, midSentence } from "../ui/values";

export type AnswerPart = AnswerInfo["parts"][number];

/** Largest turn that bars and arcs show to scale, degrees; they end in a chevron beyond it. */
export const MAX_DEGREES = 180;

/** A bar of the card, and an arc around the bird. */
export interface AnswerTurn {
  /** Key of the part; "rest" for everything else, "together" for the sum. */
  key: string;
  label: string;
  /** Index of the behavior in the pipeline; -1 for other sources. */
  behavior: number;
  /** Turn within a second, whole degrees; positive to the right. The turns before "together" add up to it. */
  degrees: number;
  /** Whether the part brakes the unit instead of turning it. */
  isBraking: boolean;
  /** The cause in words; "" for "rest" and "together". */
  cause: string;
}

/** Turns of the parts with a bar of their own, then of everything else, then their sum. */
export function answerTurns({
  parts,
  bars,
  turn,
}: Pick<AnswerInfo, "parts" | "bars" | "turn">): AnswerTurn[] {
  const single = bars.flatMap((index): AnswerTurn[] => {
    const part = parts[index];
    if (!part) return [];
    const { key, label, behavior, holds, cause } = part;
    return [{ key, label, behavior, degrees: Math.round(part.turn) + 0, isBraking: holds, cause }];
  });
  const sum = Math.round(turn) + 0;
  const rest = single.reduce((left, { degrees }) => left - degrees, sum);
  const row = (key: string, label: string, degrees: number): AnswerTurn => ({
    ...{ key, label, degrees, behavior: -1, isBraking: false, cause: "" },
  });
  return [...single, row("rest", "Everything else", rest), row("together", "Together", sum)];
}

/** A turn in whole degrees to a side: "24° left". */
export function turnText(turn: number): string {
  const degrees = Math.round(Math.abs(turn));
  return degrees === 0 ? "0\u00b0" : `${degrees}\u00b0 ${turn < 0 ? "left" : "right"}`;
}

/** An arc around the bird, from the line of its heading. */
export interface AnswerArc extends AnswerTurn {
  /** Radius of the arc, CSS px. */
  radius: number;
  /** Angle that is drawn, rad; positive clockwise on screen. */
  angle: number;
  /** Whether the turn is larger than what is drawn. */
  isCut: boolean;
}

/** Distance between two arcs, CSS px. */
const ARC_STEP = 14;

/** Arcs of an answer, each at a radius of its own: the sum is outermost. Parts that brake have none. */
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

/** How time passes: "stopped at 6.2 s", "in slow motion", or "". */
export function answerPaceText(playing: boolean, speed: number, tick: number): string {
  if (!playing) return `stopped at ${(tick / TICKS_PER_SECOND).toFixed(1)} s`;
  return speed < 1 ? "in slow motion" : "";
}

/** A sentence with the effect of a left-out force: "It turns left, 9°. Without cohesion: it would be 14 bodies away." */
export function captionText(
  sentence: string,
  answer: Pick<AnswerInfo, "parts" | "without" | "difference"> | undefined,
): string {
  const { without, difference, parts = [] } = answer ?? {};
  if (!without || !difference) return sentence;
  const label = midSentence(parts.find(({ behavior }) => behavior === without.behavior)?.label ?? "it");
  return `${sentence} Without ${label}: ${lowerFirst(difference)}`;
}

/** Start of a text of this width at a point of a canvas `room` wide, moved inside if the point is inside. */
export function textStart(at: number, align: CanvasTextAlign, width: number, room: number): number {
  const start = at - (align === "right" ? width : align === "center" ? width / 2 : 0);
  return at < 0 || at > room ? start : Math.max(4, Math.min(start, room - width - 4));
}
