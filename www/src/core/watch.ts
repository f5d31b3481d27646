/** Measures and diagnosis, which look on after every tick, each only while it is wanted. */
import type { EditInfo, FindingInfo, Measures } from "../../pkg/flockwright.js";
import type { GuardedRun } from "./guard";

export type { EditInfo, FindingInfo, Measures };

const noSamples = new Float64Array(0);

export class CoreWatch {
  constructor(private readonly run: GuardedRun) {}

  /** Measures of the present state. Takes about as long as a tick: ask a few times a second. */
  measures(): Measures | undefined {
    return this.run.ask<Measures | undefined>("measures", undefined, (run) => run.measures());
  }

  /** Whether a sample is taken at every twelfth tick. Said again, it changes nothing; a new run begins without. */
  setMeasuring(on: boolean): void {
    this.run.ask("setMeasuring", undefined, (run) => run.setMeasuring(on));
  }

  /** The samples since the last call, `sampleLength` numbers each, in the order of `Measures`. */
  takeSamples(): Float64Array {
    return this.run.ask<Float64Array>("takeSamples", noSamples, (run) => run.takeSamples());
  }

  /** The changes of parameters and texts that are recorded from one tick to another, both included. */
  edits(first: number, last: number): EditInfo[] {
    return this.run.ask<EditInfo[]>("edits", [], (run) => run.edits(first, last));
  }

  /** The link that opens the run at tick 0: another one where the run began anew with something else in it. */
  start(): string {
    return this.run.ask("start", "", (run) => run.recordedLink());
  }

  /** Whether detectors look at the run. Said again, it changes nothing; a new run begins without. */
  setDiagnosing(on: boolean): void {
    this.run.ask("setDiagnosing", undefined, (run) => run.setDiagnosing(on));
  }

  findingCount(): number {
    return this.run.ask("findingCount", 0, (run) => run.findingCount());
  }

  findings(): FindingInfo[] {
    return this.run.ask<FindingInfo[]>("findings", [], (run) => run.findings());
  }
}
