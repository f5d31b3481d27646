/** The overlays there are. */

export type OverlayKey = "views" | "forces" | "neighbors" | "density" | "paths" | "potential";

interface OverlayKind {
  key: OverlayKey;
  /** Its key on the keyboard; also its letter in links. */
  letter: string;
  label: string;
  what: string;
}

export const OVERLAYS: readonly OverlayKind[] = [
  { key: "views", letter: "v", label: "Views", what: "Where birds look for others" },
  { key: "forces", letter: "a", label: "Forces", what: "The force that reaches each bird, as an arrow" },
  {
    key: "neighbors",
    letter: "n",
    label: "Neighbors",
    what: "Lines from birds to the neighbors that they count",
  },
  { key: "density", letter: "k", label: "Density", what: "How crowded each place is, as a smooth field" },
  { key: "potential", letter: "u", label: "Potential", what: "Where potentials push, and where they pull" },
  { key: "paths", letter: "p", label: "Paths and targets", what: "What birds head for, or run from" },
];

/** The letters of these overlays, in the fixed order. */
export function stateOf(shown: ReadonlySet<OverlayKey>): string {
  return OVERLAYS.filter(({ key }) => shown.has(key))
    .map(({ letter }) => letter)
    .join("");
}

/** The overlays whose letters are in a text; other characters mean nothing. */
export function shownBy(state: string): Set<OverlayKey> {
  return new Set(OVERLAYS.filter(({ letter }) => state.includes(letter)).map(({ key }) => key));
}
