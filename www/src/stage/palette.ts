/** Colors of the stage per theme, as `#rrggbb`. Roles use the set of Okabe and Ito, made for color blindness. */

export type Theme = "dark" | "light";

export interface Palette {
  /** Color of the ground outside a walled world. */
  ground: string;
  /** Color of the world's ground, and of the outline of labels and units on it. */
  labelPlate: string;
  /** Color of the line at the edge of the world. */
  edge: string;
  /** Color of the grid's dots on the ground. */
  dot: string;
  /** Color of the scale bar and of small labels. */
  text: string;
  /** Color of every other tile of the checkerboard in worlds made of tiles. */
  tile: string;
  obstacle: string;
  obstacleEdge: string;
  /** Color of the target's marker, of labels of regions, and of the outline of the player's craft. */
  mark: string;
  /** Color that emphasizes values that a person has changed. */
  accent: string;
  /** Color of regions and feelers that a parameter controls, such as the field of view. */
  wedge: string;
  /** Fill colors of units by role, in the order of `ROLES`; unknown roles use the first color. */
  roles: readonly string[];
  /** Fill color of units that lead. */
  leader: string;
  /** Colors of the arrows and bars of forces, in the order of the behaviors; repeated if there are more behaviors. */
  forces: readonly string[];
  /** Fill colors of units by group; index 0 means "no group color", so that the first color has index 1. */
  tints: readonly string[];
  /** Fill colors of units by heading: evenly spaced directions, the first to the right, then clockwise on screen. */
  wheel: readonly string[];
  /** Fill colors of units by a quantity (speed or neighbors), from small to large. */
  ramp: readonly string[];
  /** Colors of the attracting and repelling regions of a potential. */
  poles: readonly [pull: string, push: string];
  /** Whether glow adds light (dark theme) instead of ink (light theme). */
  hasLightGlow: boolean;
}

/** Number of group colors; their indices in `tints` are 1 to this. */
export const GROUP_TINTS = 6;

const DARK_PALETTE: Palette = {
  ground: "#06080f",
  labelPlate: "#0a0d18",
  edge: "#39435e",
  dot: "#1d2437",
  text: "#8e9ab4",
  tile: "#0f1422",
  obstacle: "#151b2c",
  obstacleEdge: "#4a5674",
  mark: "#e6ebf5",
  accent: "#e9b55c",
  wedge: "#a9c7e8",
  roles: ["#56b4e9", "#d483b3", "#00b386", "#ee7733", "#f0e442", "#e69f00", "#00b386", "#7f9bff"],
  leader: "#ee6a1f",
  tints: ["#000000", "#56b4e9", "#ee7733", "#00b386", "#f0e442", "#d483b3", "#7f9bff"],
  forces: ["#56b4e9", "#f0e442", "#d483b3", "#00b386", "#ee7733", "#7f9bff", "#e69f00", "#a6b1c7"],
  wheel: ["#5ccfe6", "#56d9b8", "#a3d6c4", "#c9bdea", "#cf8fe3", "#7fa9ff"],
  ramp: ["#4a68a8", "#4fb3d9", "#f0e08a", "#ff8a5c"],
  poles: ["#3b8fd0", "#e69f00"],
  hasLightGlow: true,
};

/** Palette of the light theme: the hues of the dark one, darkened until they are readable. */
const LIGHT_PALETTE: Palette = {
  ground: "#e6e4d9",
  labelPlate: "#f3f2ea",
  edge: "#b3b0a2",
  dot: "#dbd9cd",
  text: "#5b6377",
  tile: "#edebe1",
  obstacle: "#e4e1d5",
  obstacleEdge: "#a19d8d",
  mark: "#1b2437",
  accent: "#875400",
  wedge: "#3c6e9f",
  roles: ["#1a77b1", "#ae4a86", "#00805d", "#c64a00", "#857400", "#a86500", "#00805d", "#3f57c9"],
  leader: "#cb4700",
  tints: ["#000000", "#1a77b1", "#c64a00", "#00805d", "#857400", "#ae4a86", "#3f57c9"],
  forces: ["#1a77b1", "#857400", "#ae4a86", "#00805d", "#c64a00", "#3f57c9", "#a86500", "#657087"],
  wheel: ["#1b82a6", "#147d68", "#46677a", "#675c9e", "#963d96", "#3c5cc2"],
  ramp: ["#5f7899", "#1a77b1", "#a86500", "#c23b2e"],
  poles: ["#0072b2", "#d55e00"],
  hasLightGlow: false,
};

export const palettes: Readonly<Record<Theme, Palette>> = { dark: DARK_PALETTE, light: LIGHT_PALETTE };

/** Writes `#rrggbb` as three floats in 0..1 into `out` at `offset`. */
export function writeRgb(color: string, out: Float32Array, offset: number): void {
  const bits = Number.parseInt(color.slice(1), 16);
  out[offset] = ((bits >> 16) & 255) / 255;
  out[offset + 1] = ((bits >> 8) & 255) / 255;
  out[offset + 2] = (bits & 255) / 255;
}

/** `#rrggbb` with an opacity, as a CSS color. */
export function withAlpha(color: string, alpha: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return color + byte.toString(16).padStart(2, "0");
}

/** WCAG 2 contrast ratio of two `#rrggbb` colors, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const la = luminance(a);
  const lb = luminance(b);
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
}

function luminance(color: string): number {
  const rgb = new Float32Array(3);
  writeRgb(color, rgb, 0);
  const [r = 0, g = 0, b = 0] = Array.from(rgb, (c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
