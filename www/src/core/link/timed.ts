/** Links that also hold a run's inputs and the tick at which it is opened. */
import type { Core, Recording } from "..";

/** Link that opens a recorded run with its inputs, at tick `at` if given, else at 0. */
export function recordingLink({ link, events }: Recording, at?: number): string {
  return link + (at === undefined ? "" : `&at=${at}`) + (events ? `&ev=${events}` : "");
}

/** Link of the run just opened, with the inputs and tick that the core accepted; `undefined` if there were none. */
export function timedLink(core: Pick<Core, "seekGoal" | "recording">): string | undefined {
  const goalTick = core.seekGoal();
  const recording = core.recording();
  return goalTick === undefined && recording.events === "" ? undefined : recordingLink(recording, goalTick);
}

/** A link with inputs or a tick at which the run is opened; `tick` is undefined for tick 0. */
export interface TimedLink {
  link: string;
  tick: number | undefined;
}

/** Remembers the link with inputs or tick by which the run was opened, which says more than the core's own link. */
export class OpenedLink {
  private opening: TimedLink | undefined;
  private recordedInputs = 0;

  constructor(private readonly core: Pick<Core, "seekGoal" | "recording" | "recorded">) {}

  /** Link with inputs or a start tick by which the run was opened; `undefined` if it had neither. */
  get current(): TimedLink | undefined {
    return this.opening;
  }

  /** Has to be called after a run was opened by a link, which this object then remembers. */
  openedByLink(): void {
    const link = timedLink(this.core);
    this.rememberLink(link === undefined ? undefined : { link, tick: this.core.seekGoal() });
  }

  /** Remembers `opening`, or no link, for the run just opened; undo passes the former `current` of that run. */
  rememberLink(opening: TimedLink | undefined): void {
    this.opening = opening;
    this.recordedInputs = this.core.recorded();
  }

  /** Returns the remembered link if the run still has the same inputs as the link, else `undefined`. */
  text(): string | undefined {
    const { opening, core } = this;
    if (!opening) return undefined;
    return recordingLink(core.recording(), opening.tick) === opening.link ? opening.link : undefined;
  }

  /** Returns whether inputs were added or removed since the last call, if a link is remembered. */
  hasChanged(): boolean {
    const recordedInputs = this.core.recorded();
    if (!this.opening || recordedInputs === this.recordedInputs) return false;
    this.recordedInputs = recordedInputs;
    return true;
  }
}
