/** Measures and diagnosis, which read the state after every tick while they are wanted. */
import type { EditInfo, FindingInfo, MeasureInfo, StatisticInfo } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { CallMakers } from "./calls";

export type { EditInfo, FindingInfo, MeasureInfo };

const NO_SAMPLES = new Float64Array(0);
const NO_VALUES = new Float32Array(0);

/** Splits a block of numbers into rows, each of which begins with its length. */
export function samplesByRow<T extends Float32Array | Float64Array>(numbers: T): T[] {
  const rows: T[] = [];
  for (let at = 0; at < numbers.length; at += 1 + (numbers[at] ?? 0))
    rows.push(numbers.slice(at + 1, at + 1 + (numbers[at] ?? 0)) as T);
  return rows;
}

export class CoreWatch extends CallMakers {
  private declaredMeasures: readonly MeasureInfo[] | undefined;
  private declaredStatistics: readonly StatisticInfo[] | undefined;

  /**
   * Returns the tick and a value per measure, NaN where it is undefined. As slow as a tick: call it a few times a
   * second.
   */
  readonly sample = this.observes("measures", "sample", NO_SAMPLES);
  /** Switches sampling at every twelfth tick on or off; a new run starts with it off. */
  readonly setMeasuring = this.observes("measures", "setMeasuring", undefined);
  /** Link that opens the run at tick 0; another one after the run started anew with other contents. */
  readonly recordedLink = this.asks("recordedLink", "");
  /** Returns the samples since the last call, one after the other, each like `sample`. */
  takeSamples(): Float64Array[] {
    return samplesByRow(this.run.observe("measures", NO_SAMPLES, (run) => run.takeSamples()));
  }

  /** Switches the detectors of the diagnosis on or off; a new run starts with them off. */
  readonly setDiagnosing = this.observes("diagnosis", "setDiagnosing", undefined);
  /** Values of all parameters, by id, at each of these samples; has to be called together with `takeSamples`. */
  takeValues(): Float32Array[] {
    return samplesByRow(this.run.observe("measures", NO_VALUES, (run) => run.takeValues()));
  }

  /** Recorded changes of parameters and texts between two ticks, both included. */
  readonly editsBetween = this.asks("edits", []);
  readonly findingCount = this.observes("diagnosis", "findingCount", 0);
  readonly findings = this.observes("diagnosis", "findings", []);

  /** All measures, in the order of a sample. */
  get measures(): readonly MeasureInfo[] {
    this.declaredMeasures ??= glue.measures();
    return this.declaredMeasures;
  }

  /** Adds a written measure to the run of a link; throws a message if the text is invalid. */
  withMeasure(query: string, text: string): string {
    return glue.withMeasure(query, text);
  }

  /** Statistics of a series, in the order of `statisticsOf`. */
  get statistics(): readonly StatisticInfo[] {
    this.declaredStatistics ??= glue.statistics();
    return this.declaredStatistics;
  }

  /** Statistics of one measure's series, for a number of units. */
  statisticsOf(values: readonly number[], units: number): number[] {
    return this.run.ask<number[]>([], () => [...glue.statisticsOf(Float64Array.from(values), units)]);
  }
}
