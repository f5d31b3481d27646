/** Checks whether a run from a file or a link reaches the state that was saved with it. */
import type { Core } from "../core";
import { readValue } from "../core/link/query";

const FILE_DIFFERS =
  "This run ends differently from the saved one: another version of this page saved it, or the file was changed.";

type ProofRun = Pick<Core, "ticks" | "hash" | "seekGoal" | "recording">;

/** State saved in a file or link: a tick, and the state hash there (a link has only its first 8 digits). */
export interface PromisedState {
  ticks: number;
  hash?: string | undefined;
}

/** Number of leading digits of the state hash that a link carries. */
const CHECK_DIGITS = 8;

/** Leading digits of a state hash, for a link. */
export const checkDigits = (hash: string) => hash.slice(0, CHECK_DIGITS);

/** State saved in a link's parameters `at` (tick) and `h` (hash digits); `undefined` if one is missing or malformed. */
export function promisedStateOf(link: string): PromisedState | undefined {
  const [at, hash] = [readValue(link, "at"), readValue(link, "h")];
  const isSound = /^\d{1,8}$/.test(at) && /^[0-9a-f]{8}$/.test(hash);
  return isSound ? { ticks: Number(at), hash } : undefined;
}

export class RunProof {
  private expectedState:
    | (Required<PromisedState> & Pick<ReturnType<ProofRun["recording"]>, "link" | "events">)
    | undefined;

  /** `stateDiffers` shows a notice until a person dismisses it, `stateReached` a message that disappears by itself. */
  constructor(
    private readonly core: ProofRun,
    private readonly stateDiffers: (text: string) => void,
    private readonly stateReached: (text: string) => void,
  ) {}

  /** Sets the state that the open run has to reach; `undefined` if its file or link saved none. */
  expectState(promised: PromisedState | undefined): void {
    const { ticks, hash } = promised ?? {};
    this.expectedState = hash && ticks !== undefined ? { ...this.core.recording(), ticks, hash } : undefined;
  }

  /**
   * Compares the run's state hash with the saved one, when it reaches the saved tick. Has to be called after every
   * tick.
   */
  checkState(): void {
    const { core, expectedState } = this;
    if (!expectedState) return;
    if (core.ticks() !== expectedState.ticks || core.seekGoal() !== undefined) return;
    this.expectedState = undefined;
    const { link, events } = core.recording();
    // An input since the run was opened makes it another run, whose hash need not match.
    if (link !== expectedState.link || events !== expectedState.events) return;
    const hash = core.hash();
    const isOfLink = expectedState.hash.length === CHECK_DIGITS;
    if (!hash.startsWith(expectedState.hash)) {
      const differenceText = `The link was changed, or this run differs: the link has ${expectedState.hash}, this run ${checkDigits(hash)}.`;
      this.stateDiffers(isOfLink ? differenceText : FILE_DIFFERS);
    } else if (isOfLink) this.stateReached(`The same run, tick for tick \u2713 ${expectedState.hash}`);
  }
}
