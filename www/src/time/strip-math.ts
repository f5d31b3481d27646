/** Arithmetic and texts of the timeline: marks of inputs, time ruler, durations and keys. */

import type { ParamInfo } from "../core";
import { TICKS_PER_SECOND, TIMELINE_MARKS } from "../core/declared";
import type { EditInfo } from "../core/watch";
import { fullParamName, midSentence, shownValue } from "../ui/values";

/** Marks of one kind that are closer to each other than this share of the timeline's length are merged. */
const MARK_DISTANCE = 0.008;

interface TimelineMark {
  tick: number;
  /** Last tick of the input, or of the last of the inputs, that the mark stands for. */
  endTick: number;
  kind: number;
}

/** Reads marks as triples (first tick, last tick, kind) and merges near ones; `scale`: timeline length, ticks. */
export function timelineMarks(marks: ArrayLike<number>, scale: number): TimelineMark[] {
  const merged: TimelineMark[] = [];
  for (let at = 0; at + 2 < marks.length; at += 3) {
    const [tick = 0, last = 0, kind = 0] = [marks[at], marks[at + 1], marks[at + 2]];
    const lastMark = merged.findLast((one) => one.kind === kind);
    if (lastMark && tick - lastMark.endTick <= MARK_DISTANCE * scale) lastMark.endTick = last;
    else merged.push({ tick, endTick: last, kind });
  }
  return merged;
}

/** Text of a mark: pointer drag, flying by keys, its only edit with the new value, or the number of its edits. */
export function markText(kind: number, edits: readonly EditInfo[], params: readonly ParamInfo[]): string {
  if (TIMELINE_MARKS[kind] === "pointer") return "you: drag";
  if (TIMELINE_MARKS[kind] === "keys") return "you: fly";
  const [edit] = edits;
  if (edit?.done !== undefined && edits.length === 1) return `you: ${edit.done}`;
  const keys = new Set(edits.map(({ key, done }) => done ?? key));
  const info = params.find(({ key }) => key === edit?.key);
  if (!info || keys.size > 1) return `you: ${keys.size === 1 ? "a text" : `${keys.size} changes`}`;
  return `you: ${midSentence(fullParamName(info))} ${shownValue(info, edits.at(-1)?.value ?? info.value)}`;
}

/** Number of changes that `replacedInputsText` names; further ones are only counted. */
const MAX_NAMED_STEPS = 2;

/** Warning that a change replaces the next `ticks` ticks with the inputs `done`; "" if it replaces nothing. */
export function replacedInputsText(ticks: number, done: readonly string[]): string {
  const next = secondsText(ticks);
  const replacesText = `A change here replaces the next ${next}`;
  if (done.length === 0) return next === "0 s" ? "" : replacesText;
  const namedInputs = done.slice(0, MAX_NAMED_STEPS).map((text) => text.replace(/^you: /, ""));
  const restCount = done.length - namedInputs.length;
  const count = done.length === 1 ? "1 change" : `${done.length} changes`;
  return `${replacesText} and ${count}: ${namedInputs.join(", ")}${restCount > 0 ? ` and ${restCount} more` : ""}`;
}

/** Shortest time that the ruler spans, and possible intervals between its labels, s. */
const MIN_RULER_SECONDS = 60;
const LABEL_STEPS = [10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 36_000];
const MAX_LABELS = 7;

/** Time ruler for a run that ends at tick `end`: the last tick of the ruler, a round one, and the labels. */
export function timeRuler(end: number): { end: number; labels: { tick: number; text: string }[] } {
  const seconds = Math.max(MIN_RULER_SECONDS, Math.ceil(end / TICKS_PER_SECOND));
  const step = LABEL_STEPS.find((one) => seconds / one <= MAX_LABELS) ?? Math.ceil(seconds / MAX_LABELS);
  const stepCount = Math.ceil(seconds / step);
  const labels = Array.from({ length: stepCount + 1 }, (_, at) => ({
    tick: at * step * TICKS_PER_SECOND,
    text:
      at === 0
        ? "0 s"
        : step < 60 || seconds < 120
          ? String(at * step)
          : clockTimeText(at * step * TICKS_PER_SECOND),
  }));
  return { end: stepCount * step * TICKS_PER_SECOND, labels };
}

/** A duration, given in ticks, as text: "42 s", "3:20 min". */
export function secondsText(ticks: number): string {
  const seconds = ticks / TICKS_PER_SECOND;
  return seconds < 99.5 ? `${Math.round(seconds)} s` : `${clockTimeText(ticks)} min`;
}

export function tickText(tick: number): string {
  return tick.toLocaleString("en-US");
}

/** Number of inputs in words: "1 input", "1,200 inputs". */
export function inputsText(count: number): string {
  return `${tickText(count)} ${count === 1 ? "input" : "inputs"}`;
}

/** Text about a link that opens a run's settings, but leaves out this number of inputs. */
export function settingsText(leftOut: number): string {
  return `these settings from the start, without what you did (${inputsText(leftOut)})`;
}

/** Ticks as simulated time: 0:07, 12:30, 1:02:03. */
export function clockTimeText(tick: number): string {
  const seconds = Math.floor(tick / TICKS_PER_SECOND);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** Text about the progress, in percent, of a replay from tick `from` to `goal` that is at tick `now`. */
export function seekText(from: number, now: number, goal: number): string {
  const share = (now - from) / Math.max(1, goal - from);
  return `Replaying to ${secondsText(goal)}: ${Math.min(99, Math.max(0, Math.floor(100 * share)))} %`;
}

/** Tick to which a key (`KeyboardEvent.key`) moves the timeline, from 0 to `end`; `undefined` for other keys. */
export function tickAfterKey(key: string, now: number, end: number): number | undefined {
  const tickOfKey: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    PageDown: now - TICKS_PER_SECOND,
    PageUp: now + TICKS_PER_SECOND,
    Home: 0,
    End: end,
  };
  const target = tickOfKey[key];
  return target === undefined ? undefined : Math.min(end, Math.max(0, target));
}
