/** Checks whether a run from a file or a link reaches the state that was saved with it. */
import type { Core } from "../core";
import { readValue } from "../core/link/query";

const FILE_DIFFERS =
  "This run ends differently from the saved one: another version of this page saved it, or the file was changed.";

type ProofRun = Pick<Core, "ticks" | "hash" | "seekGoal" | "recording">;

/** State that a run promises to reach: a tick, and the hash there or its first digits. */
export interface PromisedState {
  ticks: number;
  hash?: string | undefined;
}

/** Number of digits of a hash in a link. */
const CHECK_DIGITS = 8;

/** Digits of a hash for the link of a moment. */
export const checkDigits = (hash: string) => hash.slice(0, CHECK_DIGITS);

/** State that a link promises with its `at` and `h`; `undefined` for other links. */
export function promisedStateOf(link: string): PromisedState | undefined {
  const [at, hash] = [readValue(link, "at"), readValue(link, "h")];
  const isSound = /^\d{1,8}$/.test(at) && /^[0-9a-f]{8}$/.test(hash);
  return isSound ? { ticks: Number(at), hash } : undefined;
}

export class RunProof {
  private expected:
    | (Required<PromisedState> & Pick<ReturnType<ProofRun["recording"]>, "link" | "events">)
    | undefined;

  /** `stateDiffers` shows a sentence that has to be read, `stateReached` one that passes. */
  constructor(
    private readonly core: ProofRun,
    private readonly stateDiffers: (text: string) => void,
    private readonly stateReached: (text: string) => void,
  ) {}

  /** Sets what the open run promises; `undefined` for a run without a saved state. */
  expectState(promised: PromisedState | undefined): void {
    const { ticks, hash } = promised ?? {};
    this.expected = hash && ticks !== undefined ? { ...this.core.recording(), ticks, hash } : undefined;
  }

  /** Compares the hashes once, at that tick. Has to be called after every tick. */
  checkState(): void {
    const { core, expected } = this;
    if (!expected) return;
    if (core.ticks() !== expected.ticks || core.seekGoal() !== undefined) return;
    this.expected = undefined;
    const { link, events } = core.recording();
    // An input during the replay makes it a different run.
    if (link !== expected.link || events !== expected.events) return;
    const hash = core.hash();
    const isOfLink = expected.hash.length === CHECK_DIGITS;
    if (!hash.startsWith(expected.hash)) {
      const both = `The link was changed, or this run differs: the link has ${expected.hash}, this run ${checkDigits(hash)}.`;
      this.stateDiffers(isOfLink ? both : FILE_DIFFERS);
    } else if (isOfLink) this.stateReached(`The same run, tick for tick \u2713 ${expected.hash}`);
  }
}
