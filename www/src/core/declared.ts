// Written by `UPDATE=1 cargo test --test core registry` from the types of the core.
// biome-ignore-all format: generated

/** Roles of units, by number. */
export const ROLES = [
  "regular",
  "interceptor",
  "player",
  "leader",
  "soldier",
  "monster",
  "prey",
  "troll",
] as const;

/** Kinds of overlays, by number. */
export const OVERLAY_KINDS = [
  "forces",
  "links",
  "aims",
  "density",
  "potential",
] as const;

/** Kinds of marks on the timeline, by number. */
export const TIMELINE_MARKS = [
  "pointer",
  "keys",
  "tuning",
] as const;

/** Bit of a unit's flags that is set for leaders. */
export const LEADER_FLAG = 1;

/** Numbers per shot: x, y, vx, vy, seconds left. */
export const SHOT_FLOATS = 5;

/** Ticks in a second. */
export const TICKS_PER_SECOND = 60;
