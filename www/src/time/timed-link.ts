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

/** The link of the run that was opened last, for as long as it says more of time than the core's link, and the same run. */
export class OpenedLink {
  private link: string | undefined;
  private at: number | undefined;
  private inputs = 0;

  constructor(private readonly core: Pick<Core, "seekGoal" | "recording" | "recorded">) {}

  /** A run was just opened by its link. */
  opened(): void {
    this.link = timedLink(this.core);
    this.at = this.core.seekGoal();
    this.inputs = this.core.recorded();
  }

  /** A run was just opened by something else. */
  forget(): void {
    this.link = undefined;
  }

  /** Undefined once something else was done in the run, until that is taken back. */
  text(): string | undefined {
    if (this.link === undefined) return undefined;
    return recordingLink(this.core.recording(), this.at) === this.link ? this.link : undefined;
  }

  /** Something was done since the last look: `text` may be another. */
  changed(): boolean {
    const inputs = this.core.recorded();
    if (this.link === undefined || inputs === this.inputs) return false;
    this.inputs = inputs;
    return true;
  }
}
