import { ROLES } from "../core/declared";

/**
 * Outline of a unit, shared by both renderers, in body lengths. It points along +x and is symmetric about the x axis:
 * nose at (0.5, 0), wing tips at (`wing`, ±`width`), tail at (`tail`, 0). A tail ahead of the wings makes a notch.
 */
export interface DartShape {
  /** Half of the wingspan, in body lengths. */
  width: number;
  wing: number;
  tail: number;
  /** Factor of the on-screen length, by which roles differ in size. */
  size: number;
}

const SLIM_DART: DartShape = { width: 0.21, wing: -0.5, tail: -0.36, size: 1 };

const DART_SHAPES: Record<(typeof ROLES)[number], DartShape> = {
  regular: SLIM_DART,
  // Outline with swept wings and a forked tail.
  interceptor: { width: 0.31, wing: -0.5, tail: -0.16, size: 1.1 },
  // The player's craft, whose outline is drawn in a color of its own.
  player: { width: 0.27, wing: -0.5, tail: -0.32, size: 1.8 },
  leader: { ...SLIM_DART, size: 1.25 },
  // Kite-shaped outline.
  soldier: { width: 0.24, wing: -0.1, tail: -0.5, size: 1 },
  // Outline like a broad arrowhead.
  monster: { width: 0.4, wing: -0.5, tail: -0.27, size: 1.1 },
  // Drop-shaped outline with the blunt end ahead.
  prey: { width: 0.23, wing: 0.14, tail: -0.5, size: 1.1 },
  // Diamond-shaped outline.
  troll: { width: 0.4, wing: 0, tail: -0.5, size: 1.1 },
};

/** Outlines by role index; renderers draw an unknown role like the first one. */
export const dartsByRole: readonly DartShape[] = ROLES.map((role) => DART_SHAPES[role]);

export const regularRole = ROLES.indexOf("regular");
export const playerRole = ROLES.indexOf("player");
export const leaderRole = ROLES.indexOf("leader");
export const preyRole = ROLES.indexOf("prey");

/** Shortest on-screen length of the player's craft, CSS px; shorter ones could not be seen in a crowd. */
export const minPlayerLength = 13;

/** Length of the shader's arrays with one entry per role. */
export const MAX_ROLES = 12;

/** Bounds of the minimum on-screen length of units, which depends on their spacing, CSS px. */
const SMALLEST_MINIMUM = 2;
const LARGEST_MINIMUM = 14;
/** Up to this number of units, the minimum length can be up to `ACTOR_LENGTH` CSS px, since each unit matters. */
const MAX_ACTORS = 8;
const ACTOR_LENGTH = 28;

/**
 * Minimum on-screen length of a unit, CSS px: large enough to show a heading, but less if units lie close together on
 * average, so that a hundred thousand do not merge into one area. World size in u, `scale` in CSS px per u.
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

/** Opacity of the ring around a leader of this length (CSS px), 0 to 1; 0 for tiny units, which it would blur. */
export function ringOpacity(length: number): number {
  return Math.min(1, Math.max(0, (length - 5) / 3));
}

/** Opacity of a unit's outline, 0 to 1, by its length, CSS px. An outline separates units but would hide tiny ones. */
export function rimOpacity(length: number): number {
  return Math.min(0.85, Math.max(0, (length - 4) / 5));
}
