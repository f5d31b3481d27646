/** The formulas of the behaviors, one line each, as text for people who use the numbers in their own game. */

/** What the letters in the formulas mean. */
export const SYMBOLS: readonly string[] = [
  "x place (x to the right, y down), v velocity, h heading as a unit vector, s = (-h.y, h.x) starboard.",
  "L length of the unit: factors are multiples of it. S the body's steering force, F the force of the behavior.",
  "unit(a) = a/|a|, or 0 where a is 0. side(a) = +1 if a.s > 0, -1 if a.s < 0; 0 dead ahead, +1 dead astern.",
  "Rigid bodies: F = f means a sideways force f * s at the bow; positive turns to starboard.",
  "toward(w) = (w - v) * max_force/max_speed, V = max_speed: how a point mass steers to a wanted velocity w.",
];

/** By the key of the behavior's weight. */
export const FORMULAS: Readonly<Record<string, string>> = {
  cohesion:
    "a = unit(mean neighbor place - x); F = side(a) * S * acos(unit(v).a)/pi. Neighbors: units of the same kind in view.",
  alignment: "a = unit(mean neighbor velocity); F = side(a) * S * acos(unit(v).a)/pi.",
  separation:
    "for each unit in view with d = x_j - x, |d| <= R, R = L * separation_factor: F += -side(d) * S * R/|d|.",
  avoidance:
    "feeler along unit(v), reach R = L * feeler_factor; a = center - x, along = a.unit(v), off = |a - along * unit(v)|; " +
    "where 0 < along < R and off < radius: F += -side(a) * S * R/|a|.",
  chase: "F = side(target - x) * S.",
  intercept:
    "r = target - x, w = target velocity - v, t = |r|/|w|, aim = target + target velocity * t; F = side(aim - x) * S.",
  turn_away: "F = -side(target - x) * S.",
  modulation:
    "while turning within R = L * modulation_factor of the target: thrust = |r|/R * full thrust (blended in by this weight).",
  helm: "F = +0.5 S (starboard key) or -0.5 S (port key); the throttle keys set the thrust.",
  pattern:
    "each step fires a bow thruster until the heading or place has changed by its limit; " +
    "while turning F = max(0.05, 1 - turned/limit) * S to that side.",
  potential: "for each unit of the same kind, d = |x - x_j|/L: F += unit(x - x_j) * (-A/d^n + B/d^m).",
  lure: "d = |x - target|/L: F = unit(x - target) * (-A/d^n + B/d^m).",
  ward: "for each obstacle, d = |x - center|/L: F += unit(x - center) * B/d^m.",
  seek: "F = toward(unit(goal - x) * V).",
  flee: "F = toward(-unit(goal - x) * V), within L * panic_factor (0: at any distance).",
  arrive: "F = toward(unit(goal - x) * V * min(1, |goal - x|/R)), R = L * slowing_factor.",
  pursue: "T = |q.x - x|/V; F = seek(q.x + q.v * T).",
  evade_ahead: "T = |q.x - x|/V; F = flee(q.x + q.v * T).",
  wander:
    "seek a point on a circle of L * wander_radius, L * wander_distance ahead; its angle creeps by a random step of up to wander_rate.",
  collision_avoidance:
    "ahead = x + unit(v) * L * see_ahead * |v|/V; an obstacle that holds ahead, its half or x threatens; " +
    "for the nearest such one F = unit(ahead - center) * max_avoid * max_force.",
  path_following:
    "F = seek(node k); within L * path_radius of node k, k moves on; at the end it stops, loops or turns back.",
  leader_following:
    "behind = leader.x - unit(leader.v) * L * behind_factor; F = arrive(behind) + separation from the other followers, " +
    "+ evade(leader) within L * sight_factor of the leader or of the point as far ahead of it.",
  crowd_separation:
    "F = unit(-sum of (x_j - x)) * max_separation * max_force, over units within L * crowd_factor.",
  rts_separation:
    "F = max_force * mean of unit(x - x_j) * (1 - |d|/R), over units within R = L * min_separation.",
  rts_cohesion: "F = seek(mean place of the group's units within L * max_cohesion, oneself included).",
  rts_alignment:
    "F = toward(mean heading of the group's moving units within L * align_factor, oneself included, * V).",
  queue:
    "if a unit is within L * queue_radius of the point L * queue_ahead in front: " +
    "F = -0.8 * (sum so far) - v * max_force/V + separation; if it is as near to oneself, the velocity * 0.3.",
  mean_heading:
    "F = toward(V * unit(sum of the velocities of all units within L * mean_heading_factor, oneself included)).",
  zones:
    "r = L * repulsion_factor; where units are within r: a = -sum of unit(x_j - x) over them; else a = the sum of the headings within " +
    "r + L * orientation_width, and of unit(x_j - x) within L * attraction_width beyond, of those within view_angle/2 of the heading; " +
    "F = toward(V * unit(a)), a = h where nobody counts.",
  orbit:
    "r = goal - x, e = (|r| - L * orbit_distance)/(L * orbit_softness), cut to -1..1; c = unit(r) turned a quarter (by chirality); " +
    "a = c * cos(e * pi/2) + unit(r) * sin(e * pi/2); F = toward(V * a); of rigid bodies side(a) * S * acos(unit(v).a)/pi.",
  fright:
    "R = L * fright_factor; for each menace within R: k = 1 - d/R; a = -unit(sum of k * unit(x_j - x)); " +
    "F = (largest k) * toward(V * a); of rigid bodies (largest k) * side(a) * S * acos(unit(v).a)/pi.",
  unrest:
    "F = z * S to starboard; z goes smoothly from one random value in -1..1 to the next within unrest_time.",
  tile_chase: "each axis steps by one tile toward the target (or away from it).",
  tile_sight: "step along Bresenham's line to the target, redrawn when the target moves.",
  tile_patrol: "step along Bresenham's lines from corner to corner, and back to the first.",
  tile_program: "one instruction per step: forward, backward, left, right.",
};
