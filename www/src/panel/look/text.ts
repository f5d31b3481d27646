/**
 * The view of a run (camera, selection, overlays, appearance) as a short text for links:
 * `look=1_z2.5_c512.3-384_u17_f_ovk_tm_d2h01`. After the version of the format come parts in any order, each a letter
 * and its value; omitted parts have their defaults. No part affects the run.
 */

import { type Appearance, COLORINGS } from "../../stage/appearance";
import { PANEL_VIEWS, type PanelView } from "../../ui/panels";
import { cleanName } from "../../ui/plain";
import { OVERLAY_LIST, type OverlayKey, overlayLetters, overlaysFromLetters } from "./overlay-kinds";

const LOOK_VERSION = "1";

/** Parameter whose value differs between two runs that are shown side by side ("two skies"). */
export interface Compared {
  /** Key, in links, of the parameter that differs. */
  key: string;
  /** Value of the parameter in the second of the two runs. */
  value: number;
  /** Tick after which the two runs differ; 0 by default. */
  from?: number;
  /** Unit that is marked in both runs; if undefined, the unit whose positions in them differ most. */
  unit?: number | undefined;
}

export interface Look {
  /** Magnification; 1 is the fitted view of the world, in a window of any size. */
  zoom?: number;
  /** World point in the middle of the stage, u; unused while a unit is followed. */
  center?: { x: number; y: number };
  /** Id of the selected unit, whose turn Ask a bird explains. */
  askedUnit?: number;
  /** Whether the camera follows the selected unit. */
  isFollowing?: boolean;
  /** Index of the behavior without whose force the path of the selected unit is shown too. */
  leftOutForce?: number;
  /** Parameter that differs in a second run at the side of this one. */
  compared?: Compared;
  /** Index of a behavior that a second run at the side leaves out for the whole group; only in older links. */
  leftOutInAll?: number;
  /** Whether the run is paused. */
  isPaused?: boolean;
  /** Whether the visitor has to guess which way the selected unit turns. */
  isRiddle?: boolean;
  /** Overlays that are shown; undefined for those of the scene. */
  overlays?: ReadonlySet<OverlayKey>;
  /** Tab that is open in the panel. */
  openTab?: PanelView;
  /** Trails, colors, glow and size of units, if they differ from the scene's. */
  appearance?: Appearance;
  /** Title that a person has given to the run. */
  title?: string;
}

/** Largest accepted coordinate (u) and zoom. */
const LARGEST_NUMBER = 1e6;
const shortNumber = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** Formats a view as text; "" if all parts have their defaults. */
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

/** Rounds a number to the fewest digits that give the same single-precision value. */
function toSinglePrecision(value: number): number {
  const texts = Array.from({ length: 9 }, (_, at) => Number(value.toPrecision(at + 1)));
  return texts.find((text) => Math.fround(text) === Math.fround(value)) ?? value;
}

/** Formats a comparison: `s`, key with "--" for "_", value, tick, and marked unit if any: `scohesion*0*120*17`. */
function comparedText({ key, value, from = 0, unit }: Compared): string {
  return `s${[key.replaceAll("_", "--"), toSinglePrecision(value), from, ...(unit === undefined ? [] : [unit])].join("*")}`;
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

/** Letter of a tab: its initial, but k for Make, since m is Measure. */
const tabLetter = (tab: PanelView) => (tab === "make" ? "k" : tab.charAt(0));

/** Formats an appearance: `d`, length of trails, initial of the coloring, glow (0 or 1), size of units: `d2h01`. */
function appearanceText({ trails, color, glow, size }: Appearance): string {
  return `d${trails}${color.charAt(0)}${Number(glow)}${size}`;
}

function readAppearance(text: string): Appearance | undefined {
  const match = /^([012])([a-z])([01])([012])$/.exec(text);
  const color = COLORINGS.find((one) => one.charAt(0) === match?.[2]);
  if (!match || !color) return undefined;
  return {
    trails: Number(match[1]) as Appearance["trails"],
    color,
    glow: match[3] === "1",
    size: Number(match[4]) as Appearance["size"],
  };
}

/** Parses one part of the text of a `Look`, a letter and its value; `undefined` if it is invalid. */
function readLookPart(part: string): Look | undefined {
  const value = part.slice(1);
  const readNumber = (text = "") => {
    const number = /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
    return number <= LARGEST_NUMBER ? number : undefined;
  };
  switch (part.charAt(0)) {
    case "z": {
      const zoom = readNumber(value);
      return zoom ? { zoom } : undefined;
    }
    case "c": {
      const [x, y, ...more] = value.split("-").map(readNumber);
      return x === undefined || y === undefined || more.length > 0 ? undefined : { center: { x, y } };
    }
    case "u":
      return /^\d{1,6}$/.test(value) ? { askedUnit: Number(value) } : undefined;
    case "f":
      return value === "" ? { isFollowing: true } : undefined;
    case "g":
      return value === "" ? { isRiddle: true } : undefined;
    case "p":
      return value === "" ? { isPaused: true } : undefined;
    case "w": {
      const match = /^(\d{1,2})(a?)$/.exec(value);
      if (!match) return undefined;
      return match[2] === "a" ? { leftOutInAll: Number(match[1]) } : { leftOutForce: Number(match[1]) };
    }
    case "s": {
      const compared = readCompared(value);
      return compared && { compared };
    }
    case "o": {
      const isKnown = [...value].every((letter) => OVERLAY_LIST.some((kind) => kind.letter === letter));
      return isKnown ? { overlays: overlaysFromLetters(value) } : undefined;
    }
    case "t": {
      // Older links name a tab Run, which has become a part of Measure.
      const tab = value === "r" ? "measure" : PANEL_VIEWS.find((view) => tabLetter(view) === value);
      return tab ? { openTab: tab } : undefined;
    }
    case "d": {
      const appearance = readAppearance(value);
      return appearance && { appearance };
    }
    case "n": {
      const title = cleanName(value);
      return title ? { title } : undefined;
    }
    default:
      return undefined;
  }
}

/** Parses a view. Invalid parts are left out; the notices are sentences about them. */
export function readLook(text: string): { look: Look; notices: string[] } {
  const [version = "", ...parts] = text.split("_");
  const notices: string[] = [];
  if (version !== LOOK_VERSION) {
    notices.push("The view in this link has a format that this page does not know; it did its best.");
  }
  const look: Look = {};
  const invalidParts: string[] = [];
  for (const part of parts) {
    const read = readLookPart(part);
    if (read) Object.assign(look, read);
    else invalidParts.push(`\u201c${part.slice(0, 20)}\u201d`);
  }
  if (invalidParts.length > 0) {
    const moreText = invalidParts.length > 3 ? ` and ${invalidParts.length - 3} more` : "";
    notices.push(`Ignored in the view of this link: ${invalidParts.slice(0, 3).join(", ")}${moreText}.`);
  }
  return { look, notices };
}
