/**
 * The view as a short text for links: `look=1_z2.5_c512.3-384_u17_f_ovk_tm_d2h01`. After the format's version come parts
 * in any order, each a letter and its value; omitted parts have their defaults. None of them affects the run.
 */

import { type Appearance, COLORINGS } from "../../stage/appearance";
import { PANEL_VIEWS, type PanelView } from "../../ui/panels";
import { cleanName } from "../../ui/plain";
import { OVERLAY_LIST, type OverlayKey, overlayLetters, overlaysFromLetters } from "./overlay-kinds";

const LOOK_VERSION = "1";

/** The difference between two skies. */
export interface Compared {
  /** Key of the parameter in links. */
  key: string;
  /** Its value in the second sky. */
  value: number;
  /** Tick after which it differs. */
  from?: number;
  /** Unit that is marked in both; without one, the unit that has parted farthest. */
  unit?: number | undefined;
}

export interface Look {
  /** Zoom relative to the whole world, independent of the window. */
  zoom?: number;
  /** World point in the middle, u; unused while a unit is followed. */
  center?: { x: number; y: number };
  /** Selected unit. */
  askedUnit?: number;
  /** Whether the camera follows the asked unit. */
  isFollowing?: boolean;
  /** Index of the behavior that the comparison leaves out for the asked unit. */
  leftOutForce?: number;
  /** Two skies: a parameter with another value in the second one. */
  compared?: Compared;
  /**
   * Index of a behavior of the asked unit's group that the second of two skies is without; only in older links, which
   * showed all units without it.
   */
  leftOutInAll?: number;
  /** Whether time stands still. */
  isPaused?: boolean;
  /** Whether the turn of the asked unit is to be guessed. */
  isRiddle?: boolean;
  /** Overlays, if they differ from the scene's. */
  overlays?: ReadonlySet<OverlayKey>;
  /** View of the right panel. */
  openTab?: PanelView;
  /** Appearance of units, if it differs from the scene's. */
  appearance?: Appearance;
  /** A person's own title of the run. */
  title?: string;
}

/** Largest accepted coordinate and zoom. */
const LARGEST_NUMBER = 1e6;
const shortNumber = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** Formats a view; "" for the default one. */
export function lookText(look: Look): string {
  const { zoom, center, askedUnit, isFollowing, leftOutForce, compared, isPaused, isRiddle } = look;
  const { overlays, openTab, appearance, title } = look;
  const parts: string[] = [];
  if (zoom !== undefined) parts.push(`z${shortNumber(zoom, 2)}`);
  if (center) parts.push(`c${shortNumber(center.x, 1)}-${shortNumber(center.y, 1)}`);
  if (askedUnit !== undefined) parts.push(`u${askedUnit}`);
  if (isFollowing) parts.push("f");
  if (leftOutForce !== undefined) parts.push(`w${leftOutForce}`);
  if (compared) parts.push(comparedText(compared));
  if (isPaused) parts.push("p");
  if (isRiddle) parts.push("g");
  if (overlays) parts.push(`o${overlayLetters(overlays)}`);
  if (openTab && openTab !== "tune") parts.push(`t${tabLetter(openTab)}`);
  if (appearance) parts.push(appearanceText(appearance));
  if (title) parts.push(`n${title.replaceAll("_", " ")}`);
  return parts.length > 0 ? [LOOK_VERSION, ...parts].join("_") : "";
}

/** Shortest number that rounds to the same single-precision value. */
function single(value: number): number {
  const texts = Array.from({ length: 9 }, (_, at) => Number(value.toPrecision(at + 1)));
  return texts.find((text) => Math.fround(text) === Math.fround(value)) ?? value;
}

/** `s`, the key with "--" for "_", the value, the tick and the marked unit: `scohesion*0*120*17`. */
function comparedText({ key, value, from = 0, unit }: Compared): string {
  return `s${[key.replaceAll("_", "--"), single(value), from, ...(unit === undefined ? [] : [unit])].join("*")}`;
}

function readCompared(text: string): Compared | undefined {
  const [key = "", value = "", from = "", unit, ...more] = text.split("*");
  const isWhole = (part: string) => /^\d{1,9}$/.test(part);
  const isNumber = /^-?\d{1,9}(\.\d{1,9})?(e-\d{1,2})?$/.test(value);
  if (!/^[\w.-]{1,64}$/.test(key) || !isNumber || !isWhole(from) || more.length > 0) return undefined;
  if (unit !== undefined && !isWhole(unit)) return undefined;
  return {
    key: key.replaceAll("--", "_"),
    value: Number(value),
    from: Number(from),
    unit: unit === undefined ? undefined : Number(unit),
  };
}

/** Letter of a tab; m is Measure. */
const tabLetter = (tab: PanelView) => (tab === "make" ? "k" : tab.charAt(0));

/** `d`, the length of trails, the first letter of the coloring, glow (0 or 1) and the size of darts: `d2h01`. */
function appearanceText({ trails, color, glow, size }: Appearance): string {
  return `d${trails}${color.charAt(0)}${Number(glow)}${size}`;
}

function readAppearance(text: string): Appearance | undefined {
  const found = /^([012])([a-z])([01])([012])$/.exec(text);
  const color = COLORINGS.find((one) => one.charAt(0) === found?.[2]);
  if (!found || !color) return undefined;
  return {
    trails: Number(found[1]) as Appearance["trails"],
    color,
    glow: found[3] === "1",
    size: Number(found[4]) as Appearance["size"],
  };
}

/** Parses one part; `undefined` if it is invalid. */
function readLookPart(part: string): Look | undefined {
  const rest = part.slice(1);
  const number = (text = "") => {
    const value = /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
    return value <= LARGEST_NUMBER ? value : undefined;
  };
  switch (part.charAt(0)) {
    case "z": {
      const zoom = number(rest);
      return zoom ? { zoom } : undefined;
    }
    case "c": {
      const [x, y, ...more] = rest.split("-").map(number);
      return x === undefined || y === undefined || more.length > 0 ? undefined : { center: { x, y } };
    }
    case "u":
      return /^\d{1,6}$/.test(rest) ? { askedUnit: Number(rest) } : undefined;
    case "f":
      return rest === "" ? { isFollowing: true } : undefined;
    case "g":
      return rest === "" ? { isRiddle: true } : undefined;
    case "p":
      return rest === "" ? { isPaused: true } : undefined;
    case "w": {
      const found = /^(\d{1,2})(a?)$/.exec(rest);
      if (!found) return undefined;
      return found[2] === "a" ? { leftOutInAll: Number(found[1]) } : { leftOutForce: Number(found[1]) };
    }
    case "s": {
      const compared = readCompared(rest);
      return compared && { compared };
    }
    case "o": {
      const known = [...rest].every((letter) => OVERLAY_LIST.some((kind) => kind.letter === letter));
      return known ? { overlays: overlaysFromLetters(rest) } : undefined;
    }
    case "t": {
      // The former tab Run is a part of Measure.
      const tab = rest === "r" ? "measure" : PANEL_VIEWS.find((view) => tabLetter(view) === rest);
      return tab ? { openTab: tab } : undefined;
    }
    case "d": {
      const appearance = readAppearance(rest);
      return appearance && { appearance };
    }
    case "n": {
      const title = cleanName(rest);
      return title ? { title } : undefined;
    }
    default:
      return undefined;
  }
}

/** Parses the valid parts, and returns sentences about the others. */
export function readLook(text: string): { look: Look; notices: string[] } {
  const [version = "", ...parts] = text.split("_");
  const notices: string[] = [];
  if (version !== LOOK_VERSION) {
    notices.push("The view in this link has a format that this page does not know; it did its best.");
  }
  const look: Look = {};
  const bad: string[] = [];
  for (const part of parts) {
    const read = readLookPart(part);
    if (read) Object.assign(look, read);
    else bad.push(`\u201c${part.slice(0, 20)}\u201d`);
  }
  if (bad.length > 0) {
    const moreText = bad.length > 3 ? ` and ${bad.length - 3} more` : "";
    notices.push(`Ignored in the view of this link: ${bad.slice(0, 3).join(", ")}${moreText}.`);
  }
  return { look, notices };
}
