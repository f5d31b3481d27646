/** Who looks on after every tick, as the page handles it: measures and diagnosis, each only while it is wanted. */
import type { FindingInfo, Measures, Simulation } from "../pkg/flockwright.js";

export type { FindingInfo, Measures };

/** Runs a call into the core; after a trap it returns what it last returned, or `otherwise`. */
type Ask = <T>(name: string, otherwise: T, call: (run: Simulation) => T) => T;

const noSamples = new Float64Array(0);

export class CoreWatch {
  constructor(private readonly ask: Ask) {}

  /** Measures of the present state. Takes about as long as a tick: ask a few times a second. */
  measures(): Measures | undefined {
    return this.ask<Measures | undefined>("measures", undefined, (run) => run.measures());
  }

  /** Whether a sample is taken at every twelfth tick. Said again, it changes nothing; a new run begins without. */
  setMeasuring(on: boolean): void {
    this.ask("setMeasuring", undefined, (run) => run.setMeasuring(on));
  }

  /** The samples since the last call, `sampleLength` numbers each, in the order of `Measures`. */
  takeSamples(): Float64Array {
    return this.ask<Float64Array>("takeSamples", noSamples, (run) => run.takeSamples());
  }

  /** Whether detectors look at the run. Said again, it changes nothing; a new run begins without. */
  setDiagnosing(on: boolean): void {
    this.ask("setDiagnosing", undefined, (run) => run.setDiagnosing(on));
  }

  findingCount(): number {
    return this.ask("findingCount", 0, (run) => run.findingCount());
  }

  findings(): FindingInfo[] {
    return this.ask<FindingInfo[]>("findings", [], (run) => run.findings());
  }
}
