/** Measures and diagnosis, which look on after every tick, each only while it is wanted. */
import type { EditInfo, FindingInfo, MeasureInfo, StatisticInfo } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { Door } from "./calls";

export type { EditInfo, FindingInfo, MeasureInfo };

const noSamples = new Float64Array(0);
const noValues = new Float32Array(0);

/** Rows that each begin with their length. */
export function rowsOf(numbers: Float32Array): Float32Array[] {
  const rows: Float32Array[] = [];
  for (let at = 0; at < numbers.length; at += 1 + (numbers[at] ?? 0))
    rows.push(numbers.slice(at + 1, at + 1 + (numbers[at] ?? 0)));
  return rows;
}

export class CoreWatch extends Door {
  private declared: readonly MeasureInfo[] | undefined;
  private summed: readonly StatisticInfo[] | undefined;

  /** The tick, and a value for each measure, NaN where there are no units. As slow as a tick: ask a few times a second. */
  readonly sample = this.observes("measures", "sample", noSamples);
  /** Whether a sample is taken at every twelfth tick. Said again, it changes nothing; a new run begins without. */
  readonly setMeasuring = this.observes("measures", "setMeasuring", undefined);
  /** The link that opens the run at tick 0: another one where the run began anew with something else in it. */
  readonly start = this.asks("recordedLink", "");
  /** The samples since the last call, one after the other, each as `sample` gives it. */
  readonly takeSamples = this.observes("measures", "takeSamples", noSamples);
  /** Whether detectors look at the run. Said again, it changes nothing; a new run begins without. */
  readonly setDiagnosing = this.observes("diagnosis", "setDiagnosing", undefined);
  /** The values of all parameters, by id, at each of these samples: ask for both together. */
  takeValues(): Float32Array[] {
    return rowsOf(this.run.observe("measures", noValues, (run) => run.takeValues()));
  }

  /** The changes of parameters and texts that are recorded from one tick to another, both included. */
  readonly editsBetween = this.asks("edits", []);
  readonly findingCount = this.observes("diagnosis", "findingCount", 0);
  readonly findings = this.observes("diagnosis", "findings", []);

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
}
