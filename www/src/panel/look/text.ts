/**
 * The view as a short text for links: `look=1_z2.5_c512.3-384_u17_f_ovk_tm_d2h01`. After the version of the format come parts
 * in any order, each a letter and its value; what is left out is as it is at the start. The run does not depend on any
 * of it.
 */

import { type Appearance, COLORINGS } from "../../stage/appearance";
import { VIEWS, type View } from "../../ui/panels";
import { cleanName } from "../../ui/plain";
import { OVERLAYS, type OverlayKey, shownBy, stateOf } from "./overlay-kinds";

const LOOK_VERSION = "1";

export interface Look {
  /** How much nearer than the whole world; a number, so that it fits any window. */
  zoom?: number;
  /** The world point in the middle, u. A followed unit is in the middle anyway. */
  center?: { x: number; y: number };
  /** The selected unit. */
  unit?: number;
  /** The camera goes with it. */
  follow?: boolean;
  /** What the other way of the asked unit leaves out: the place of a behavior, for it alone or all of its kind. */
  without?: { behavior: number; byAll: boolean };
  /** Time stands still around the asked unit. */
  paused?: boolean;
  /** What is drawn on all units, where that is not as usual for the scene. */
  overlays?: ReadonlySet<OverlayKey>;
  /** The view of the right panel. */
  tab?: View;
  /** How units look, where it is not as usual for the scene. */
  appearance?: Appearance;
  /** A person's own title of the run. */
  title?: string;
}

/** Sizes are judged by the units of the world: they are never larger. */
const LARGEST = 1e6;
const short = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** "" for the usual view. */
export function lookText(look: Look): string {
  const { zoom, center, unit, follow, without, paused, overlays, tab, appearance, title } = look;
  const parts: string[] = [];
  if (zoom !== undefined) parts.push(`z${short(zoom, 2)}`);
  if (center) parts.push(`c${short(center.x, 1)}-${short(center.y, 1)}`);
  if (unit !== undefined) parts.push(`u${unit}`);
  if (follow) parts.push("f");
  if (without) parts.push(`w${without.behavior}${without.byAll ? "a" : ""}`);
  if (paused) parts.push("p");
  if (overlays) parts.push(`o${stateOf(overlays)}`);
  if (tab && tab !== "tune") parts.push(`t${tabLetter(tab)}`);
  if (appearance) parts.push(appearanceText(appearance));
  if (title) parts.push(`n${title.replaceAll("_", " ")}`);
  return parts.length > 0 ? [LOOK_VERSION, ...parts].join("_") : "";
}

/** Measure has the m. */
const tabLetter = (tab: View) => (tab === "make" ? "k" : tab.charAt(0));

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

/** One part that makes sense; undefined for any other. */
function readPart(part: string): Look | undefined {
  const rest = part.slice(1);
  const number = (text = "") => {
    const value = /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
    return value <= LARGEST ? value : undefined;
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
      return /^\d{1,6}$/.test(rest) ? { unit: Number(rest) } : undefined;
    case "f":
      return rest === "" ? { follow: true } : undefined;
    case "p":
      return rest === "" ? { paused: true } : undefined;
    case "w": {
      const found = /^(\d{1,2})(a?)$/.exec(rest);
      return found ? { without: { behavior: Number(found[1]), byAll: found[2] === "a" } } : undefined;
    }
    case "o": {
      const known = [...rest].every((letter) => OVERLAYS.some((kind) => kind.letter === letter));
      return known ? { overlays: shownBy(rest) } : undefined;
    }
    case "t": {
      const tab = VIEWS.find((view) => tabLetter(view) === rest);
      return tab ? { tab } : undefined;
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

/** Reads what is valid, and says in plain sentences what is not. */
export function readLook(text: string): { look: Look; notices: string[] } {
  const [version = "", ...parts] = text.split("_");
  const notices: string[] = [];
  if (version !== LOOK_VERSION) {
    notices.push("The view in this link has a format that this page does not know; it did its best.");
  }
  const look: Look = {};
  const bad: string[] = [];
  for (const part of parts) {
    const read = readPart(part);
    if (read) Object.assign(look, read);
    else bad.push(`\u201c${part.slice(0, 20)}\u201d`);
  }
  if (bad.length > 0) {
    const more = bad.length > 3 ? ` and ${bad.length - 3} more` : "";
    notices.push(`Ignored in the view of this link: ${bad.slice(0, 3).join(", ")}${more}.`);
  }
  return { look, notices };
}
