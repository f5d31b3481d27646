import { ROLES } from "../core/declared";

/**
 * Shape of a unit, shared by both renderers. A dart points along +x, has length 1 and is symmetric: nose (0.5, 0),
 * wings (wing, +-width), tail (tail, 0). A tail ahead of the wings is a notch.
 */
export interface DartShape {
  /** Half of the wing span, in lengths. */
  width: number;
  wing: number;
  tail: number;
  /** On-screen length relative to that of the other roles. */
  size: number;
}

const SLIM_DART: DartShape = { width: 0.21, wing: -0.5, tail: -0.36, size: 1 };

const DART_SHAPES: Record<(typeof ROLES)[number], DartShape> = {
  regular: SLIM_DART,
  // Swept wings, forked tail.
  interceptor: { width: 0.31, wing: -0.5, tail: -0.16, size: 1.1 },
  // Has an outline as well.
  player: { width: 0.27, wing: -0.5, tail: -0.32, size: 1.8 },
  leader: { ...SLIM_DART, size: 1.25 },
  // A kite.
  soldier: { width: 0.24, wing: -0.1, tail: -0.5, size: 1 },
  // A broad arrowhead.
  monster: { width: 0.4, wing: -0.5, tail: -0.27, size: 1.1 },
  // A drop, blunt ahead.
  prey: { width: 0.23, wing: 0.14, tail: -0.5, size: 1.1 },
  // A lozenge.
  troll: { width: 0.4, wing: 0, tail: -0.5, size: 1.1 },
};

/** Shapes by role index; unknown roles use the first. */
export const dartsByRole: readonly DartShape[] = ROLES.map((role) => DART_SHAPES[role]);

export const regularRole = ROLES.indexOf("regular");
export const playerRole = ROLES.indexOf("player");
export const leaderRole = ROLES.indexOf("leader");
export const preyRole = ROLES.indexOf("prey");

/** Shortest on-screen length of the player's craft, CSS px, so that it stays visible in a crowd. */
export const minPlayerLength = 13;

/** Number of roles that the shader's tables have room for. */
export const MAX_ROLES = 12;

/** Lower and upper bound of the minimum on-screen length, CSS px. */
const SMALLEST_MINIMUM = 2;
const LARGEST_MINIMUM = 14;
/** Up to this number of units, each is at least `ACTOR_LENGTH` CSS px long, since they are the actors of the scene. */
const MAX_ACTORS = 8;
const ACTOR_LENGTH = 28;

/**
 * Minimum on-screen length of a unit, CSS px: enough to read a heading while there is room, and less the closer the
 * units lie on average, so that a hundred thousand still show their texture.
 */
export function minimumLength(count: number, worldWidth: number, worldHeight: number, scale: number): number {
  const spacing = scale * Math.sqrt((worldWidth * worldHeight) / Math.max(1, count));
  return Math.min(
    count <= MAX_ACTORS ? ACTOR_LENGTH : LARGEST_MINIMUM,
    Math.max(SMALLEST_MINIMUM, 0.38 * spacing),
  );
}

/** On-screen length (CSS px) of a unit with `length` u, when a unit with `baseLength` u is drawn `basePixels` long. */
export function unitPixels(role: number, length: number, baseLength: number, basePixels: number): number {
  const size = (length / baseLength) * basePixels * (dartsByRole[role] ?? SLIM_DART).size;
  return role === playerRole ? Math.max(minPlayerLength, size) : size;
}

/** Opacity of the ring around a leader, 0 to 1. Units of a few px get none, since the rings would only blur them. */
export function ringOpacity(length: number): number {
  return Math.min(1, Math.max(0, (length - 5) / 3));
}

/**
 * Opacity of the rim in the background's color, 0 to 1. The rim separates overlapping units but would cover small ones.
 */
export function rimOpacity(length: number): number {
  return Math.min(0.85, Math.max(0, (length - 4) / 5));
}
