/** Measures and diagnosis, which look on after every tick, each only while it is wanted. */
import type { EditInfo, FindingInfo, MeasureInfo, StatisticInfo } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import type { GuardedRun } from "./guard";

export type { EditInfo, FindingInfo, MeasureInfo };

const noSamples = new Float64Array(0);

export class CoreWatch {
  private declared: readonly MeasureInfo[] | undefined;
  private summed: readonly StatisticInfo[] | undefined;

  constructor(private readonly run: GuardedRun) {}

  /** What can be measured, in the order of a sample. */
  get measures(): readonly MeasureInfo[] {
    this.declared ??= glue.measures();
    return this.declared;
  }

  /** A link whose run carries a measure of one's own as well; throws what makes no sense in its text. */
  withMeasure(query: string, text: string): string {
    return glue.withMeasure(query, text);
  }

  /** The statistics of a series of values, in the order of `statisticsOf`. */
  get statistics(): readonly StatisticInfo[] {
    this.summed ??= glue.statistics();
    return this.summed;
  }

  /** The statistics of one measure's series, for a number of units. */
  statisticsOf(values: readonly number[], units: number): number[] {
    return this.run.ask<number[]>([], () => [...glue.statisticsOf(Float64Array.from(values), units)]);
  }

  /** The tick, and a value for each measure, NaN where there are no units. As slow as a tick: ask a few times a second. */
  sample(): Float64Array {
    return this.run.observe<Float64Array>("measures", noSamples, (run) => run.sample());
  }

  /** Whether a sample is taken at every twelfth tick. Said again, it changes nothing; a new run begins without. */
  setMeasuring(on: boolean): void {
    this.run.observe("measures", undefined, (run) => run.setMeasuring(on));
  }

  /** The samples since the last call, one after the other, each as `sample` gives it. */
  takeSamples(): Float64Array {
    return this.run.observe<Float64Array>("measures", noSamples, (run) => run.takeSamples());
  }

  /** The changes of parameters and texts that are recorded from one tick to another, both included. */
  edits(first: number, last: number): EditInfo[] {
    return this.run.ask<EditInfo[]>([], (run) => run.edits(first, last));
  }

  /** The link that opens the run at tick 0: another one where the run began anew with something else in it. */
  start(): string {
    return this.run.ask("", (run) => run.recordedLink());
  }

  /** Whether detectors look at the run. Said again, it changes nothing; a new run begins without. */
  setDiagnosing(on: boolean): void {
    this.run.observe("diagnosis", undefined, (run) => run.setDiagnosing(on));
  }

  findingCount(): number {
    return this.run.observe("diagnosis", 0, (run) => run.findingCount());
  }

  findings(): FindingInfo[] {
    return this.run.observe<FindingInfo[]>("diagnosis", [], (run) => run.findings());
  }
}
