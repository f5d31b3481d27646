/** Measures and diagnosis, which look on after every tick, each only while it is wanted. */
import type { FindingInfo, Measures } from "../../pkg/flockwright.js";
import type { GuardedRun } from "./guard";

export type { FindingInfo, Measures };

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
