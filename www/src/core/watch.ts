/** Measures and diagnosis of the run, which read its state after ticks while they are switched on. */
import type { EditInfo, FindingInfo, MeasureInfo, StatisticInfo } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { CallMakers } from "./calls";

export type { EditInfo, FindingInfo, MeasureInfo };

const NO_SAMPLES = new Float64Array(0);
const NO_VALUES = new Float32Array(0);

/** Splits a block of rows, each of which begins with its number of values, into the rows without that number. */
export function samplesByRow<T extends Float32Array | Float64Array>(numbers: T): T[] {
  const rows: T[] = [];
  for (let at = 0; at < numbers.length; at += 1 + (numbers[at] ?? 0))
    rows.push(numbers.slice(at + 1, at + 1 + (numbers[at] ?? 0)) as T);
  return rows;
}

export class CoreWatch extends CallMakers {
  private declaredMeasures: readonly MeasureInfo[] | undefined;
  private declaredStatistics: readonly StatisticInfo[] | undefined;

  /** Returns tick and a value per measure (NaN: undefined). As slow as a tick: to be called a few times a second. */
  readonly sample = this.observes("measures", "sample", NO_SAMPLES);
  /** Switches the sampling of the measures, at every twelfth tick, on or off; a new run starts with it off. */
  readonly setMeasuring = this.observes("measures", "setMeasuring", undefined);
  /** Link that opens the run at tick 0; changes when earlier inputs became part of the run's start. */
  readonly recordedLink = this.asks("recordedLink", "");
  /** Returns and removes the samples since the last call, oldest first; each is like a result of `sample`. */
  takeSamples(): Float64Array[] {
    return samplesByRow(this.run.observe("measures", NO_SAMPLES, (run) => run.takeSamples()));
  }

  /** Switches the detectors of the diagnosis on or off; a new run starts with them off. */
  readonly setDiagnosing = this.observes("diagnosis", "setDiagnosing", undefined);
  /** Returns and removes the values of all parameters, by id, at each of the samples that `takeSamples` returns. */
  takeValues(): Float32Array[] {
    return samplesByRow(this.run.observe("measures", NO_VALUES, (run) => run.takeValues()));
  }

  /** Recorded changes of parameters and texts between two ticks, both ticks included. */
  readonly editsBetween = this.asks("edits", []);
  readonly findingCount = this.observes("diagnosis", "findingCount", 0);
  readonly findings = this.observes("diagnosis", "findings", []);

  /** All measures, in the order of the values of a sample. */
  get measures(): readonly MeasureInfo[] {
    this.declaredMeasures ??= glue.measures();
    return this.declaredMeasures;
  }

  /** Adds a measure written as text to a link and returns the link; throws a message if the text is invalid. */
  withMeasure(query: string, text: string): string {
    return glue.withMeasure(query, text);
  }

  /** Declarations of the numbers that `statisticsOf` computes, in the same order. */
  get statistics(): readonly StatisticInfo[] {
    this.declaredStatistics ??= glue.statistics();
    return this.declaredStatistics;
  }

  /** Numbers that summarize one measure's values over time, in a run with this number of units. */
  statisticsOf(values: readonly number[], units: number): number[] {
    return this.run.ask<number[]>([], () => [...glue.statisticsOf(Float64Array.from(values), units)]);
  }
}
