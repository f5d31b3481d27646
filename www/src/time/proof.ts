/** Checks whether a run from a file or a link reaches the state that was saved with it. */
import type { Core } from "../core";
import { readValue } from "../core/link/query";

const FILE_DIFFERS =
  "This run ends differently from the saved one: another version of this page saved it, or the file was changed.";

type Run = Pick<Core, "ticks" | "hash" | "seekGoal" | "recording">;

/** State that a run promises to reach: a tick, and the hash there or its first digits. */
export interface Promised {
  ticks: number;
  hash?: string | undefined;
}

/** Number of digits of a hash in a link. */
const DIGITS = 8;

/** Digits of a hash for the link of a moment. */
export const checkOf = (hash: string) => hash.slice(0, DIGITS);

/** State that a link promises with its `at` and `h`; `undefined` for other links. */
export function promisedBy(link: string): Promised | undefined {
  const [at, hash] = [readValue(link, "at"), readValue(link, "h")];
  const isSound = /^\d{1,8}$/.test(at) && /^[0-9a-f]{8}$/.test(hash);
  return isSound ? { ticks: Number(at), hash } : undefined;
}

export class RunProof {
  private wanted: (Required<Promised> & Pick<ReturnType<Run["recording"]>, "link" | "events">) | undefined;

  /** `differs` shows a sentence that has to be read, `same` one that passes. */
  constructor(
    private readonly core: Run,
    private readonly differs: (text: string) => void,
    private readonly same: (text: string) => void,
  ) {}

  /** Sets what the open run promises; `undefined` for a run without a saved state. */
  expect(promised: Promised | undefined): void {
    const { ticks, hash } = promised ?? {};
    this.wanted = hash && ticks !== undefined ? { ...this.core.recording(), ticks, hash } : undefined;
  }

  /** Compares the hashes once, at that tick. Has to be called after every tick. */
  look(): void {
    const { core, wanted } = this;
    if (!wanted) return;
    if (core.ticks() !== wanted.ticks || core.seekGoal() !== undefined) return;
    this.wanted = undefined;
    const { link, events } = core.recording();
    // An input during the replay makes it a different run.
    if (link !== wanted.link || events !== wanted.events) return;
    const hash = core.hash();
    const isOfLink = wanted.hash.length === DIGITS;
    if (!hash.startsWith(wanted.hash)) {
      const both = `The link was changed, or this run differs: the link has ${wanted.hash}, this run ${checkOf(hash)}.`;
      this.differs(isOfLink ? both : FILE_DIFFERS);
    } else if (isOfLink) this.same(`The same run, tick for tick \u2713 ${wanted.hash}`);
  }
}
