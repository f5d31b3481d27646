/** What the docked answer shows of an answer: names, numbers and bars. Pure. */
import type { AnswerInfo } from "../core";
import { lowerFirst, midSentence } from "../ui/values";

export type Part = AnswerInfo["parts"][number];

/** A turn below this, degrees per second, has no bar. */
const LEAST = 0.5;
/** What is no behavior can only be read: below this, the bar of one that can be left out says more. */
const LEAST_OTHER = 3;
/** The most bars that are shown. */
const BARS = 3;
/** From here on a number says no more than "hard" does, degrees per second. */
const HARD = 90;
/** What has no bar is named where it is more than this share of the turn. */
const REST_SHARE = 0.1;
/** What works against the turn is told of from this share of the strongest on, as the sentence does. */
const AGAINST = 0.15;

/** A part that has a bar keeps it while another is not so much stronger. */
const STAYS = 1.6;

const counts = ({ behavior, turn }: Part) => Math.abs(turn) >= (behavior >= 0 ? LEAST : LEAST_OTHER);

interface Before {
  /** The keys of the bars that are there. */
  keys: readonly string[];
  /** A pointer or a key holds them: none of them goes. */
  held: boolean;
  /** The behavior that is left out in the other way: its bar takes that back. */
  leftOut: number;
}

/**
 * The strongest on each side, of which the sentence speaks, and the next one, in the order of the pipeline; what holds
 * the unit up before all others. What turns it by nothing has none.
 */
export function barsOf(
  parts: readonly Part[],
  { keys, held, leftOut }: Before = { keys: [], held: false, leftOut: -1 },
): Part[] {
  const chosen = new Set<Part>(parts.filter(({ holds }) => holds));
  const least = AGAINST * Math.max(0, ...parts.map(({ turn }) => Math.abs(turn)));
  for (const right of [true, false]) {
    const first = parts.find((part) => counts(part) && part.turn > 0 === right);
    if (first && Math.abs(first.turn) >= least) chosen.add(first);
  }
  const stays = ({ key, behavior }: Part) => (held && keys.includes(key)) || behavior === leftOut;
  for (const part of parts) if (stays(part) && part.behavior >= 0) chosen.add(part);
  const worth = ({ key, turn }: Part) => Math.abs(turn) * (keys.includes(key) ? STAYS : 1);
  for (const part of [...parts].sort((a, b) => worth(b) - worth(a))) {
    if (chosen.size >= BARS) break;
    if (counts(part)) chosen.add(part);
  }
  const place = ({ behavior, holds }: Part) =>
    holds ? -1 : behavior < 0 ? Number.MAX_SAFE_INTEGER : behavior;
  return [...chosen].sort((a, b) => place(a) - place(b));
}

/** "24° left", "hard left". */
export function turnText(turn: number): string {
  const degrees = Math.round(Math.abs(turn));
  const side = turn < 0 ? "left" : "right";
  if (degrees === 0) return "0\u00b0";
  return degrees < HARD ? `${degrees}\u00b0 ${side}` : `hard ${side}`;
}

/** "Together it turns 12° to the left in a second.", after what has no bar where that counts. */
export function togetherText(turn: number, shown: readonly Part[]): string {
  const rest = turn - shown.reduce((sum, part) => sum + part.turn, 0);
  const isNamed = Math.abs(rest) >= 1 && Math.abs(rest) > REST_SHARE * Math.abs(turn);
  const start = isNamed ? `The rest turns it ${turnText(rest)}: together` : "Together";
  const degrees = Math.round(Math.abs(turn));
  const side = turn < 0 ? "left" : "right";
  if (degrees === 0) return `${start} it does not turn.`;
  if (degrees >= HARD) return `${start} it turns hard ${side}.`;
  return `${start} it turns ${degrees}\u00b0 to the ${side} in a second.`;
}

/** How much of the turn each of these makes up, 0 to 1: as wide is the line to its cause. */
export function sharesOf(parts: readonly Part[]): number[] {
  const total = parts.reduce((sum, { turn }) => sum + Math.abs(turn), 0);
  return parts.map(({ turn, holds }) => (holds ? 1 : total > 0 ? Math.abs(turn) / total : 0));
}

/** How time passes. */
export function paceText(playing: boolean, speed: number): string {
  if (!playing) return "paused";
  return speed < 1 ? "in slow motion" : "";
}

/** How far the ends of two paths are from each other, in bodies as long as they are drawn: both in CSS px. */
export function bodiesText(distance: number, drawn: number, seconds: number): string {
  const bodies = Math.max(1, Math.round(distance / drawn));
  return `${bodies} ${bodies === 1 ? "body" : "bodies"} after ${Math.round(seconds)} s`;
}

/** A sentence with what would be without a force: "It turns left. Without cohesion: it would be 14 bodies away after 3 s." */
export function captionText(
  sentence: string,
  answer: Pick<AnswerInfo, "parts" | "without" | "difference"> | undefined,
): string {
  const { without, difference, parts = [] } = answer ?? {};
  if (!without || !difference) return sentence;
  const label = midSentence(parts.find(({ behavior }) => behavior === without.behavior)?.label ?? "it");
  return `${sentence} Without ${label}${without.byAll ? " in all of its kind" : ""}: ${lowerFirst(difference)}`;
}

/** Where a line of this width begins that is to stand at a place of a canvas: within it, if the place is. */
export function lineStart(at: number, align: CanvasTextAlign, width: number, room: number): number {
  const start = at - (align === "right" ? width : align === "center" ? width / 2 : 0);
  return at < 0 || at > room ? start : Math.max(4, Math.min(start, room - width - 4));
}
