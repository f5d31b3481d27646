/** Links with a time: their start tick and the inputs of the run. */
import type { Core, Recording } from "..";

/** Link that opens a recording with its inputs, and seeks tick `at` if given. */
export function recordingLink({ link, events }: Recording, at?: number): string {
  return link + (at === undefined ? "" : `&at=${at}`) + (events ? `&ev=${events}` : "");
}

/**
 * Link of the run that was just opened, with the inputs and start tick that the core accepted; `undefined` without any.
 */
export function timedLink(core: Pick<Core, "seekGoal" | "recording">): string | undefined {
  const at = core.seekGoal();
  const recording = core.recording();
  return at === undefined && recording.events === "" ? undefined : recordingLink(recording, at);
}

/** A link with inputs or a start tick; `tick` is undefined for a start at 0. */
export interface TimedLink {
  link: string;
  tick: number | undefined;
}

/** The link of the last opened run, as long as it says more about time than the core's link and the run is the same. */
export class OpenedLink {
  private opening: TimedLink | undefined;
  private recordedInputs = 0;

  constructor(private readonly core: Pick<Core, "seekGoal" | "recording" | "recorded">) {}

  /** Link with which the run can be opened again later. */
  get current(): TimedLink | undefined {
    return this.opening;
  }

  /** Has to be called after a run was opened by a link. */
  forget(): void {
    const link = timedLink(this.core);
    this.reopened(link === undefined ? undefined : { link, tick: this.core.seekGoal() });
  }

  /** Has to be called after a run was opened in another way: undo passes its former `current`, a file passes none. */
  reopened(opening: TimedLink | undefined): void {
    this.opening = opening;
    this.recordedInputs = this.core.recorded();
  }

  /** Returns the link; `undefined` once there were other inputs, until they are undone. */
  text(): string | undefined {
    const { opening, core } = this;
    if (!opening) return undefined;
    return recordingLink(core.recording(), opening.tick) === opening.link ? opening.link : undefined;
  }

  /** Returns whether there was an input since the last call. */
  changed(): boolean {
    const recordedInputs = this.core.recorded();
    if (!this.opening || recordedInputs === this.recordedInputs) return false;
    this.recordedInputs = recordedInputs;
    return true;
  }
}
