/** Builds the link that opens a run at a given tick, and words the message about that link. */

import type { Core } from "../core";
import { withValue } from "../core/link/query";
import { recordingLink } from "../core/link/timed";
import { checkDigits } from "./proof";
import { inputsText, secondsText } from "./strip-math";

export type SharedCore = Pick<Core, "ticks" | "hash" | "recorded" | "recording" | "recordingFull">;

/**
 * Link that opens the run with its inputs at `tick` (0: at its start); `look`: the view as text. If `tick` is the
 * present tick, the link carries the first digits of the state hash as a check.
 */
export function shareLinkAt(core: SharedCore, tick: number, look: string): string {
  const link = recordingLink(core.recording(), tick > 0 ? tick : undefined);
  const isChecked = tick > 0 && tick === core.ticks() && !core.recordingFull();
  return withValue(isChecked ? withValue(link, "h", checkDigits(core.hash())) : link, "look", look);
}

/** Continues the message "Link copied: it ..." with what `shareLinkAt` opens and whether inputs are included. */
export function linkDescription(core: SharedCore, tick: number): string {
  const openedText =
    tick > 0 ? `opens this moment, at ${secondsText(tick)}` : "opens this run from its start";
  const inputCount = core.recorded();
  if (inputCount === 0) return openedText;
  return core.recordingFull()
    ? `${openedText}, without what you did last: its recording is full`
    : `${openedText}, with what you did (${inputsText(inputCount)})`;
}
