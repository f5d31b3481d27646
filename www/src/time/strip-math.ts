/** The timeline's arithmetic: marks, numbers as a person types them, and words for where the run is. */

import { LAST_START, MARKS, TICKS_PER_SECOND } from "../core/declared";

/**
 * One path per kind of mark, in a box as wide as `end` ticks: a stretch for what went on for a while, a dot for a moment.
 * Stroked with a round end and a width that does not scale.
 */
export function markPaths(marks: ArrayLike<number>): string[] {
  const paths = MARKS.map(() => "");
  for (let at = 0; at + 2 < marks.length; at += 3) {
    const [from = 0, to = 0, kind = 0] = [marks[at], marks[at + 1], marks[at + 2]];
    if (paths[kind] !== undefined) paths[kind] += `M${from} 0H${to}`;
  }
  return paths;
}

/** A typed tick: digits, with or without a separator before each three; undefined where it is none. */
export function parseTick(text: string): number | undefined {
  const bare = text.trim();
  if (!/^(\d{1,9}|\d{1,3}([\s,.'\u2019]\d{3})+)$/.test(bare)) return undefined;
  const tick = Number(bare.replace(/\D/g, ""));
  return tick <= LAST_START ? tick : undefined;
}

export function tickText(tick: number): string {
  return tick.toLocaleString("en-US");
}

/** How many inputs: "1 input", "1,200 inputs". */
export function inputsText(count: number): string {
  return `${tickText(count)} ${count === 1 ? "input" : "inputs"}`;
}

/** What a link holds that leaves out so many inputs. */
export function settingsText(leftOut: number): string {
  return `these settings from the start, without what you did (${inputsText(leftOut)})`;
}

/** Ticks as simulated time: 0:07, 12:30, 1:02:03. */
export function timeText(tick: number): string {
  const seconds = Math.floor(tick / TICKS_PER_SECOND);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How far a search has come that began at one tick and goes to another. */
export function wayText(from: number, now: number, goal: number): string {
  const share = (now - from) / Math.max(1, goal - from);
  return `${Math.min(99, Math.max(0, Math.floor(100 * share)))} % of the way`;
}

/** The tick that a key on the line asks for. */
export function keyTarget(key: string, now: number, end: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    PageDown: now - TICKS_PER_SECOND,
    PageUp: now + TICKS_PER_SECOND,
    Home: 0,
    End: end,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.min(end, Math.max(0, target));
}
