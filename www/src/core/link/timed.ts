/** Links that say something of time: the tick they start at, and what was done in the run. */
import type { Core, Recording } from "..";

/** The link that opens a recording with all that was done, if it is to start later at that tick. */
export function recordingLink({ link, events }: Recording, at?: number): string {
  return link + (at === undefined ? "" : `&at=${at}`) + (events ? `&ev=${events}` : "");
}

/** The link of a run just opened, with what the core took of such parts; undefined where it took none. */
export function timedLink(core: Pick<Core, "seekGoal" | "recording">): string | undefined {
  const at = core.seekGoal();
  const recording = core.recording();
  return at === undefined && recording.events === "" ? undefined : recordingLink(recording, at);
}

/** A link that says something of time, and the tick at which it starts if that is a later one. */
export interface TimedLink {
  link: string;
  at: number | undefined;
}

/** The link of the run that was opened last, for as long as it says more of time than the core's link, and the same run. */
export class OpenedLink {
  private opening: TimedLink | undefined;
  private inputs = 0;

  constructor(private readonly core: Pick<Core, "seekGoal" | "recording" | "recorded">) {}

  /** What opened the run, to be opened again later. */
  get current(): TimedLink | undefined {
    return this.opening;
  }

  /** A run was just opened by its link. */
  opened(): void {
    const link = timedLink(this.core);
    this.reopened(link === undefined ? undefined : { link, at: this.core.seekGoal() });
  }

  /** A run was just opened in another way: undo brings its `current` of before, a file has none. */
  reopened(opening: TimedLink | undefined): void {
    this.opening = opening;
    this.inputs = this.core.recorded();
  }

  /** Undefined once something else was done in the run, until that is taken back. */
  text(): string | undefined {
    const { opening, core } = this;
    if (!opening) return undefined;
    return recordingLink(core.recording(), opening.at) === opening.link ? opening.link : undefined;
  }

  /** Something was done since the last look: `text` may be another. */
  changed(): boolean {
    const inputs = this.core.recorded();
    if (!this.opening || inputs === this.inputs) return false;
    this.inputs = inputs;
    return true;
  }
}
