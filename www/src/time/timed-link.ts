/** Links that say something of time: the tick they start at, and what was done in the run. */
import type { Core, Recording } from "../core";
import { withoutPairs } from "../query";

/** The link that opens a recording with all that was done, if it is to start later at that tick. */
export function recordingLink({ link, events }: Recording, at?: number): string {
  return link + (at === undefined ? "" : `&at=${at}`) + (events ? `&ev=${events}` : "");
}

/**
 * The link of a run that was just opened, with what the core took of such parts: what it ignored is not passed on.
 * Undefined where it took none: the core's own link says all then.
 */
export function timedLink(core: Pick<Core, "seekGoal" | "recording">): string | undefined {
  const at = core.seekGoal();
  const recording = core.recording();
  return at === undefined && recording.events === "" ? undefined : recordingLink(recording, at);
}

/** The link of the run from its start, before anything is done in it. */
export function withoutTime(query: string): string {
  const timed = (pair: string) => ["at", "ev"].some((key) => new URLSearchParams(pair).has(key));
  return withoutPairs(query, timed);
}
