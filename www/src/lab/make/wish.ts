/** A wish: bands on measures and the parameters that may change, with its text form for links. */

/** A band on the time mean of a measure; a missing end is open. */
export interface MeasureBand {
  measure: string;
  low?: number | undefined;
  high?: number | undefined;
}

export interface Wish {
  /** Key of the card that the wish began with. */
  key: string;
  bands: MeasureBand[];
  /** Axes in the core's notation: "cohesion=0..10", "thrust=100..2500:log". */
  variedAxes: string[];
  /** Seed of the search. */
  seed: number;
}

const WISH_VERSION = "1";
const MAX_PARTS = 60;
const numberPattern = /^-?\d+(\.\d+)?(e-?\d+)?$/;

const boundText = (value: number | undefined) => (value === undefined ? "" : String(value));

/** A band in the core's notation: `spacing=1.5..2.5`. */
export function goalNotation({ measure, low, high }: MeasureBand): string {
  return `${measure}=${boundText(low)}..${boundText(high)}`;
}

/** Text for links: `1,calm,s1,polarization:0.9..,~thrust:100..2500:log`; a part that begins with `~` is an axis. */
export function wishLinkText({ key, bands, variedAxes, seed }: Wish): string {
  const goals = bands.map((band) => goalNotation(band).replace("=", ":"));
  const axes = variedAxes.map((axis) => `~${axis.replace("=", ":")}`);
  return [WISH_VERSION, key, `s${seed}`, ...goals, ...axes].join(",");
}

/** Parses a wish; `undefined` for invalid texts and other versions. The core checks measures and parameters. */
export function readWish(text: string): Wish | undefined {
  const [version, key = "", ...parts] = text.split(",");
  if (version !== WISH_VERSION || !/^[a-z-]{1,20}$/.test(key) || parts.length > MAX_PARTS) return undefined;
  const wish: Wish = { key, bands: [], variedAxes: [], seed: 1 };
  for (const part of parts) {
    const seed = /^s(\d{1,9})$/.exec(part);
    const axis = /^~([a-z0-9_.]+):([a-z0-9_.:-]+)$/.exec(part);
    // Chat programs drop points at the end of an address.
    const band = /^([a-z_]+):(.*?)(?:\.\.(.*))?$/.exec(part);
    if (seed) wish.seed = Number(seed[1]);
    else if (axis) wish.variedAxes.push(`${axis[1]}=${axis[2]}`);
    else {
      const ends = [band?.[2] ?? "", band?.[3] ?? ""].map((end) => {
        if (end === "") return undefined;
        return numberPattern.test(end) ? Number(end) : Number.NaN;
      });
      const [low, high] = ends;
      const isOpen = low === undefined && high === undefined;
      if (!band?.[1] || isOpen || ends.some((end) => Number.isNaN(end))) return undefined;
      wish.bands.push({ measure: band[1], low, high });
    }
  }
  return wish.bands.length > 0 ? wish : undefined;
}

/** Whether a value is inside the band. */
export function bandContains({ low, high }: MeasureBand, value: number): boolean {
  return value >= (low ?? Number.NEGATIVE_INFINITY) && value <= (high ?? Number.POSITIVE_INFINITY);
}

/** A wish for a flock like a recording. */
export interface RecordingWish {
  bands: { measure: string; low: number; high: number }[];
  /** Length of each run, ticks. */
  ticks: number;
  /** Returns a comparison of the found flock with parts of the recording that the search did not use. */
  judgmentOf(found: (measure: string) => number | undefined): HTMLElement;
}
