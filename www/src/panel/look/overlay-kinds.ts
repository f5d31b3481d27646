/** The overlays that can be drawn over all units: keys, letters in links, labels and descriptions. */

export type OverlayKey = "views" | "forces" | "neighbors" | "density" | "paths" | "potential";

interface OverlayKind {
  key: OverlayKey;
  /** Letter of the overlay in links, and key of the keyboard that toggles it. */
  letter: string;
  label: string;
  description: string;
}

export const OVERLAY_LIST: readonly OverlayKind[] = [
  { key: "views", letter: "v", label: "Views", description: "Where each looks for others" },
  { key: "forces", letter: "a", label: "Forces", description: "The force that reaches each, as an arrow" },
  {
    key: "neighbors",
    letter: "n",
    label: "Neighbors",
    description: "Lines from each to the neighbors that it counts",
  },
  {
    key: "density",
    letter: "k",
    label: "Density",
    description: "How crowded each place is, as a smooth field",
  },
  {
    key: "potential",
    letter: "u",
    label: "Potential",
    description: "Where potentials push, and where they pull",
  },
  { key: "paths", letter: "p", label: "Paths and targets", description: "What each heads for, or runs from" },
];

/** Returns the letters of these overlays, in the order of `OVERLAY_LIST`. */
export function overlayLetters(shown: ReadonlySet<OverlayKey>): string {
  return OVERLAY_LIST.filter(({ key }) => shown.has(key))
    .map(({ letter }) => letter)
    .join("");
}

/** Returns the overlays whose letters are in a text; ignores other characters. */
export function overlaysFromLetters(state: string): Set<OverlayKey> {
  return new Set(OVERLAY_LIST.filter(({ letter }) => state.includes(letter)).map(({ key }) => key));
}
