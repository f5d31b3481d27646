/** Says that no more can be recorded. */
import type { Core } from "../core";

const TEXT = "The recording is full. What you do from now on takes effect, but is not recorded.";
/** Long enough to be read while something else is done, ms. */
const READABLE = 8000;

export class FullRecording {
  private announced = false;

  constructor(
    private readonly core: Pick<Core, "recordingFull" | "isReplaying">,
    private readonly say: (text: string, ms: number) => void,
  ) {}

  /** Says so when it has become full; earlier in the run there is room, for a change there replaces what came after. */
  look(): void {
    const full = this.core.recordingFull() && !this.core.isReplaying();
    if (full && !this.announced) this.say(TEXT, READABLE);
    this.announced = full;
  }
}
