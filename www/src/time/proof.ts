/** Checks whether a recording from a file ends in the state that was saved with it. */
import type { Core, Recording } from "../core";

const DIFFERS =
  "This run ends differently from the saved one: another version of this page saved it, or the file was changed.";

type Run = Pick<Core, "ticks" | "hash" | "seekGoal" | "recording">;

export class RunProof {
  private wanted: Required<Recording> | undefined;

  constructor(
    private readonly core: Run,
    private readonly tell: (text: string) => void,
  ) {}

  /** Sets the file of the open run; `undefined` for a run without a saved state. */
  expect(file: Recording | undefined): void {
    this.wanted = file?.hash ? { ...this.core.recording(), ticks: file.ticks, hash: file.hash } : undefined;
  }

  /** Compares the hashes once, at the last tick of the file. Has to be called after every tick. */
  look(): void {
    const { core, wanted } = this;
    if (!wanted) return;
    if (core.ticks() !== wanted.ticks || core.seekGoal() !== undefined) return;
    this.wanted = undefined;
    const { link, events } = core.recording();
    // An input during the replay makes it a different run.
    const isSame = link === wanted.link && events === wanted.events;
    if (isSame && core.hash() !== wanted.hash) this.tell(DIFFERS);
  }
}
