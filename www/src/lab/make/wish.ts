/** A wish (bands of measures that a search should meet, and parameters that it may change) and its text in links. */

/** Range for the time mean of a measure; a missing end means no limit. */
export interface MeasureBand {
  measure: string;
  low?: number | undefined;
  high?: number | undefined;
}

export interface Wish {
  /** Key of the card from which the wish was made. */
  key: string;
  bands: MeasureBand[];
  /** Parameters that may change, with ranges in the core's notation: "cohesion=0..10", "thrust=100..2500:log". */
  variedAxes: string[];
  /** Seed of the search's random numbers. */
  seed: number;
}

const WISH_VERSION = "1";
const MAX_PARTS = 60;
const numberPattern = /^-?\d+(\.\d+)?(e-?\d+)?$/;

const boundText = (value: number | undefined) => (value === undefined ? "" : String(value));

/** Text of a band in the core's notation: `spacing=1.5..2.5`. */
export function goalNotation({ measure, low, high }: MeasureBand): string {
  return `${measure}=${boundText(low)}..${boundText(high)}`;
}

/** Text of a wish in links: `1,calm,s1,polarization:0.9..,~thrust:100..2500:log`; `~` begins a varied parameter. */
export function wishLinkText({ key, bands, variedAxes, seed }: Wish): string {
  const goalTexts = bands.map((band) => goalNotation(band).replace("=", ":"));
  const axisTexts = variedAxes.map((axis) => `~${axis.replace("=", ":")}`);
  return [WISH_VERSION, key, `s${seed}`, ...goalTexts, ...axisTexts].join(",");
}

/** Parses the text of a wish; `undefined` if it is invalid or of another version. The core checks names later. */
export function readWish(text: string): Wish | undefined {
  const [version, key = "", ...parts] = text.split(",");
  if (version !== WISH_VERSION || !/^[a-z-]{1,20}$/.test(key) || parts.length > MAX_PARTS) return undefined;
  const wish: Wish = { key, bands: [], variedAxes: [], seed: 1 };
  for (const part of parts) {
    const seed = /^s(\d{1,9})$/.exec(part);
    const axisMatch = /^~([a-z0-9_.]+):([a-z0-9_.:-]+)$/.exec(part);
    // The two points of an open range may be missing: chat programs drop points at the end of an address.
    const bandMatch = /^([a-z_]+):(.*?)(?:\.\.(.*))?$/.exec(part);
    if (seed) wish.seed = Number(seed[1]);
    else if (axisMatch) wish.variedAxes.push(`${axisMatch[1]}=${axisMatch[2]}`);
    else {
      const ends = [bandMatch?.[2] ?? "", bandMatch?.[3] ?? ""].map((end) => {
        if (end === "") return undefined;
        return numberPattern.test(end) ? Number(end) : Number.NaN;
      });
      const [low, high] = ends;
      const isOpen = low === undefined && high === undefined;
      if (!bandMatch?.[1] || isOpen || ends.some((end) => Number.isNaN(end))) return undefined;
      wish.bands.push({ measure: bandMatch[1], low, high });
    }
  }
  return wish.bands.length > 0 ? wish : undefined;
}

/** Whether a value is inside a band; the ends are inside, NaN is not. */
export function bandContains({ low, high }: MeasureBand, value: number): boolean {
  return value >= (low ?? Number.NEGATIVE_INFINITY) && value <= (high ?? Number.POSITIVE_INFINITY);
}

/** The wish that a flock resembles a recording of animals, in a search with its own run length. */
export interface RecordingWish {
  bands: { measure: string; low: number; high: number }[];
  /** Length of each run of the search, ticks. */
  ticks: number;
  /** Returns a comparison of a found flock, by its means, with parts of the recording that the search did not use. */
  judgmentOf(found: (measure: string) => number | undefined): HTMLElement;
}
