/** The behaviors of the core as rules, with the keys of their parameters: what programs print in their place. */

const numbers = (names: string) => names.split(" ").map((name) => `param ${name} = 1 in -1000000..1000000`);
const choice = (name: string, ...options: string[]) =>
  `param ${name} = ${options[0]} of ${options.join(", ")}`;
const HUNTERS = ["everyone", "leaders"] as const;

const rule = (key: string, params: readonly string[], body: string): [string, string] => [
  key,
  [`rule ${key}`, ...params, ...body.trim().split("\n")].map((line) => line.trim()).join("\n"),
];

export const RULED: ReadonlyMap<string, string> = new Map([
  rule("cohesion", [], "steer turn(sum(j in view: j.offset))"),
  rule("alignment", [], "steer turn(sum(j in view: j.velocity))"),
  rule(
    "avoidance",
    [...numbers("feeler_factor feeler_spread"), choice("feelers", "one", "three")],
    `reach = feeler_factor * L
     u = unit(v)
     a = rotate(u, -feeler_spread)
     b = rotate(u, feeler_spread)
     one = -sum(o in obstacles where dot(o.offset, u) > 0 and dot(o.offset, u) < reach and abs(cross(u, o.offset)) < o.radius: side(o.offset) * reach / o.distance)
     all = -sum(o in obstacles where (dot(o.offset, u) > 0 and dot(o.offset, u) < reach and abs(cross(u, o.offset)) < o.radius) or (dot(o.offset, a) > 0 and dot(o.offset, a) < reach and abs(cross(a, o.offset)) < o.radius) or (dot(o.offset, b) > 0 and dot(o.offset, b) < reach and abs(cross(b, o.offset)) < o.radius): side(o.offset) * reach / o.distance)
     steer if feelers is three then all else one`,
  ),
  rule("chase", [choice("chasers", ...HUNTERS)], "steer if hunts then side(target.offset) else 0"),
  rule(
    "intercept",
    [choice("interceptors", ...HUNTERS), choice("turn_around", "off", "on")],
    `closing = length(target.velocity - v)
     t = if closing > 0 then target.distance / closing else 0
     behind = if turn_around is on and ahead(target.offset) < 0 then 1 else 0
     steer if not hunts then 0 else if behind > 0 then -1 else side(target.offset + target.velocity * t)`,
  ),
  rule("turn_away", [], "steer -side(target.offset)"),
  rule(
    "modulation",
    numbers("modulation_factor"),
    `near = target.distance / (modulation_factor * L)
     turning = ahead(target.offset) <= 0 or abs(abeam(target.offset)) > 0.05 * target.distance
     steer 0
     thrust if turning and near < 1 then near else 1`,
  ),
  rule("seek", [], "steer seek(goal.offset)"),
  rule(
    "flee",
    numbers("panic_factor"),
    "steer if panic_factor > 0 and goal.distance > panic_factor * L then vec(0, 0) else seek(-goal.offset)",
  ),
  rule("arrive", numbers("slowing_factor"), "steer arrive(goal.offset, slowing_factor * L)"),
  rule("pursue", [], "steer seek(goal.offset + goal.velocity * (goal.distance / V))"),
  rule("evade_ahead", [], "steer seek(-(goal.offset + goal.velocity * (goal.distance / V)))"),
  rule(
    "wander",
    numbers("wander_distance wander_radius wander_rate"),
    `keep angle = 0 then wrap(angle + random(-1, 1) * wander_rate * dt)
     steer seek((h * wander_distance + rotate(h, angle) * wander_radius) * L)`,
  ),
  rule(
    "collision_avoidance",
    numbers("see_ahead max_avoid"),
    `a = unit(v) * (see_ahead * L * speed / V)
     c = nearest(o in obstacles where length(o.offset - a) <= o.radius or length(o.offset - a / 2) <= o.radius or o.distance <= o.radius: o.offset)
     blocked = any(o in obstacles: length(o.offset - a) <= o.radius or length(o.offset - a / 2) <= o.radius or o.distance <= o.radius)
     steer if blocked then unit(a - c) * max_avoid else vec(0, 0)`,
  ),
  rule(
    "leader_following",
    numbers("behind_factor follow_slowing sight_factor follower_gap follower_push"),
    `reach = unit(leader.velocity) * behind_factor * L
     d = leader.offset
     gather = arrive(d - reach, follow_slowing * L)
     off = -unit(sum(j in mates(follower_gap * L): j.offset)) * follower_push
     near = min(length(d), length(d + reach)) <= sight_factor * L
     steer gather + off + (if near then seek(-(d + leader.velocity * (leader.distance / V))) else vec(0, 0))`,
  ),
  rule(
    "crowd_separation",
    numbers("crowd_factor max_separation"),
    "steer -unit(sum(j in mates(crowd_factor * L): j.offset)) * max_separation",
  ),
  rule(
    "rts_separation",
    numbers("min_separation"),
    `r = min_separation * L
     steer mean(j in everyone(r) where j.distance < r: -j.direction * (1 - j.distance / r))`,
  ),
  rule(
    "rts_cohesion",
    numbers("max_cohesion"),
    `n = count(j in fellows(max_cohesion * L))
     steer if n > 0 then seek(sum(j in fellows(max_cohesion * L): j.offset) / (n + 1)) else vec(0, 0)`,
  ),
  rule(
    "mean_heading",
    numbers("mean_heading_factor"),
    "steer head(unit(v + sum(j in mates(mean_heading_factor * L): j.velocity)))",
  ),
  rule(
    "zones",
    numbers("repulsion_factor orientation_width attraction_width view_angle"),
    `r1 = repulsion_factor * L
     r2 = r1 + orientation_width * L
     r3 = r2 + attraction_width * L
     q = if view_angle >= 6.2831 then -2 else cos(view_angle / 2)
     crowded = count(j in mates(r1)) > 0
     far = max(r1, r3)
     o = sum(j in mates(far) where j.distance > r1 and j.distance <= r2 and dot(j.direction, h) >= q: j.heading)
     a = sum(j in mates(far) where j.distance > r1 and j.distance > r2 and dot(j.direction, h) >= q: j.direction)
     w = unit(if crowded then -sum(j in mates(r1): j.direction) else o + a)
     steer head(if length(w) > 0 then w else h)`,
  ),
  rule(
    "orbit",
    [...numbers("orbit_distance orbit_softness"), choice("chirality", "port", "starboard")],
    `u = goal.direction
     e = clamp((goal.distance - orbit_distance * L) / (orbit_softness * L), -1, 1) * 90 * deg
     t = if chirality is starboard then -starboard(u) else starboard(u)
     steer head(unit(t * cos(e) + u * sin(e)))`,
  ),
  rule(
    "fright",
    [...numbers("fright_factor"), choice("fears_pointer", "off", "on")],
    `r = fright_factor * L
     a = -unit(sum(m in menaces(r) where m.distance > 0: m.direction * (1 - m.distance / r)))
     steer head(a) * most(m in menaces(r) where m.distance > 0: 1 - m.distance / r)`,
  ),
  rule("unrest", numbers("unrest_time"), "steer sway(unrest_time)"),
]);
