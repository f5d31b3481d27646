import { ROLES } from "../core/declared";

/**
 * What a unit looks like, for both renderers. A dart points along +x, is 1 long and symmetric:
 * nose (0.5, 0), wings (wing, +-width), tail (tail, 0). A tail ahead of the wings is a notch.
 */
export interface Dart {
  /** Half of the span across, in lengths. */
  width: number;
  wing: number;
  tail: number;
  /** On-screen length relative to the others. */
  size: number;
}

const slim: Dart = { width: 0.21, wing: -0.5, tail: -0.36, size: 1 };

const shapes: Record<(typeof ROLES)[number], Dart> = {
  regular: slim,
  // Swept wings, forked tail.
  interceptor: { width: 0.31, wing: -0.5, tail: -0.16, size: 1.1 },
  // Outlined, too.
  player: { width: 0.27, wing: -0.5, tail: -0.32, size: 1.8 },
  leader: { ...slim, size: 1.25 },
  // A kite.
  soldier: { width: 0.24, wing: -0.1, tail: -0.5, size: 1 },
  // A broad arrowhead.
  monster: { width: 0.4, wing: -0.5, tail: -0.27, size: 1.1 },
  // A drop, blunt ahead.
  prey: { width: 0.23, wing: 0.14, tail: -0.5, size: 1.1 },
  // A lozenge.
  troll: { width: 0.4, wing: 0, tail: -0.5, size: 1.1 },
};

/** By role; a role beyond the end is drawn like role 0. */
export const darts: readonly Dart[] = ROLES.map((role) => shapes[role]);

export const regularRole = ROLES.indexOf("regular");
export const playerRole = ROLES.indexOf("player");
export const leaderRole = ROLES.indexOf("leader");
export const preyRole = ROLES.indexOf("prey");

/** The player's craft never gets lost in the crowd: its shortest length on screen, CSS px. */
export const playerLeast = 13;

/** Space for roles that later scenes add, in the shader's tables. */
export const roleLimit = 12;

/** Shortest and longest of the minimum lengths on screen, CSS px. */
const least = 2;
const most = 14;
/** A few units are the actors of their scene: up to this many are at least so long, CSS px. */
const fewUnits = 8;
const fewLeast = 28;

/**
 * The on-screen length (CSS px) below which no unit shrinks: enough to read a heading while there is room, and less
 * the closer the units lie on average, so that a hundred thousand still show their texture.
 */
export function minimumLength(count: number, worldWidth: number, worldHeight: number, scale: number): number {
  const spacing = scale * Math.sqrt((worldWidth * worldHeight) / Math.max(1, count));
  return Math.min(count <= fewUnits ? fewLeast : most, Math.max(least, 0.38 * spacing));
}

/** Length on screen (CSS px) of a unit `length` long, when one of `baseLength` is drawn `basePixels` long. */
export function unitPixels(role: number, length: number, baseLength: number, basePixels: number): number {
  const size = (length / baseLength) * basePixels * (darts[role] ?? slim).size;
  return role === playerRole ? Math.max(playerLeast, size) : size;
}

/** How far leaders wear their ring, 0 to 1: among units of a few px it would only blur them. */
export function ringOpacity(length: number): number {
  return Math.min(1, Math.max(0, (length - 5) / 3));
}

/** How far units have a rim in the background's color, 0 to 1: it sets close ones apart but would eat small ones. */
export function rimOpacity(length: number): number {
  return Math.min(0.85, Math.max(0, (length - 4) / 5));
}
