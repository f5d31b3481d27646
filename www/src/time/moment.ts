/** The link that opens the run at a tick, and a sentence about it. */

import type { Core } from "../core";
import { withValue } from "../core/link/query";
import { recordingLink } from "../core/link/timed";
import { checkDigits } from "./proof";
import { inputsText, secondsText } from "./strip-math";

export type SharedCore = Pick<Core, "ticks" | "hash" | "recorded" | "recording" | "recordingFull">;

/**
 * Link of the run with its inputs, from this tick on (0: from its start), with a view. The link of the present tick
 * carries the first digits of its hash.
 */
export function shareLinkAt(core: SharedCore, tick: number, look: string): string {
  const link = recordingLink(core.recording(), tick > 0 ? tick : undefined);
  const isChecked = tick > 0 && tick === core.ticks() && !core.recordingFull();
  return withValue(isChecked ? withValue(link, "h", checkDigits(core.hash())) : link, "look", look);
}

/** Sentence about what that link opens. */
export function linkDescription(core: SharedCore, tick: number): string {
  const what = tick > 0 ? `opens this moment, at ${secondsText(tick)}` : "opens this run from its start";
  const done = core.recorded();
  if (done === 0) return what;
  return core.recordingFull()
    ? `${what}, without what you did last: its recording is full`
    : `${what}, with what you did (${inputsText(done)})`;
}
