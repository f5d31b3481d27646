import { apart } from "./crowd.js";
import { targetOf } from "./hunt.js";
import { inView } from "./sight.js";
import { areMates, ignores } from "./ties.js";
import { direction, lengthOf, ZERO } from "./vector.js";
import { offsetTo } from "./wanted.js";

/** What a unit looks at: another unit, an obstacle, or a thing such as its goal, which may not be there. */
class Sighting {
  /** Of things: whether there is one. */
  there /*: boolean */;
  /** From the unit to it; of an obstacle, to its center. */
  offset /*: Vector */;
  velocity /*: Vector */;
  heading /*: Vector */;
  length /*: number */;
  /** Of obstacles. */
  radius /*: number */;
  leads /*: boolean */;

  constructor(offset /*: Vector */, of /*: Partial<Unit & Obstacle> | null */) {
    const { vx = 0, vy = 0, hx, hy, length = 0, radius = 0, leader = false } = of ?? {};
    this.there = of !== null;
    this.offset = offset;
    this.velocity = { x: vx, y: vy };
    // A target has that of its way.
    this.heading = hx === undefined || hy === undefined ? direction(this.velocity) : { x: hx, y: hy };
    this.length = length;
    this.radius = radius;
    this.leads = leader;
  }

  get distance() /*: number */ {
    return lengthOf(this.offset);
  }

  get direction() /*: Vector */ {
    return direction(this.offset);
  }

  get speed() /*: number */ {
    return lengthOf(this.velocity);
  }
}

/** The other units within a radius whose groups count. */
function lookAround(
  unit /*: Unit */,
  flock /*: Flock */,
  radius /*: number */,
  counts /*: (group: Group) => boolean */,
) /*: Sighting[] */ {
  const seen /*: Sighting[] */ = [];
  if (!(radius >= 0)) return seen;
  flock.search(unit.x, unit.y, radius, (other, dx, dy) => {
    if (other !== unit && counts(other.group)) seen.push(new Sighting(apart(unit, other, dx, dy), other));
  });
  return seen;
}

/** The flockmates that the group's view counts. */
export function matesInView(unit /*: Unit */, flock /*: Flock */) /*: Sighting[] */ {
  const { group, inSight } = unit;
  if (inSight?.tick === flock.ticks) return inSight.mates;
  let seen /*: Seen[] */ = [];
  if (group.view) {
    inView(unit, group.view, group.view.radius(group) * unit.length, flock, (other, dx, dy, d2) => {
      if (areMates(group, other.group)) seen.push({ other, dx, dy, d2 });
    });
  }
  if (group.choose) seen = group.choose(seen, group.nearestOnly);
  const mates = seen.map(({ other, dx, dy }) => new Sighting({ x: dx, y: dy }, other));
  unit.inSight = { tick: flock.ticks, mates };
  return mates;
}

/** Units of one's role, and of groups that one is told to flock with. */
export function matesWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  return lookAround(unit, flock, radius, (group) => areMates(unit.group, group));
}

/** Units of one's own group. */
export function fellowsWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  return lookAround(unit, flock, radius, (group) => group === unit.group);
}

/** Units of other roles, but for those that one is told to flock with. */
export function othersWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  const { group } = unit;
  return lookAround(unit, flock, radius, (other) => !areMates(group, other) && !ignores(group, other));
}

/** Units of every role. */
export function everyoneWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  return lookAround(unit, flock, radius, (group) => !ignores(unit.group, group));
}

/** Units of a group. */
export function groupWithin(
  unit /*: Unit */,
  flock /*: Flock */,
  key /*: string */,
  radius /*: number */,
) /*: Sighting[] */ {
  return lookAround(unit, flock, radius, (group) => group.key === key);
}

/** Of some, player and prey among them, those within a radius. */
function among(
  unit /*: Unit */,
  flock /*: Flock */,
  some /*: Target[] */,
  radius /*: number */,
) /*: Sighting[] */ {
  const seen = some.filter((one) => one !== unit).map((one) => thing(unit, flock, one));
  return seen.filter((one) => one.distance <= radius);
}

/** Units of groups that one is told to hunt, else of other roles. */
export function huntedWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  const { hunts } = unit.group;
  if (!hunts) return othersWithin(unit, flock, radius);
  const hunted = flock.units.filter(({ group }) => hunts.includes(group.key));
  return among(unit, flock, hunted, radius);
}

/** Units of groups that one's group fears, and the target that was set, where it fears that. */
export function menacesWithin(unit /*: Unit */, flock /*: Flock */, radius /*: number */) /*: Sighting[] */ {
  const { fears, fearsPointer } = unit.group;
  const menaces /*: Target[] */ = flock.units.filter(({ group }) => fears?.includes(group.key));
  if (fearsPointer && flock.pointer) menaces.push(flock.pointer);
  return among(unit, flock, menaces, radius);
}

/** The round obstacles, by the offsets to their centers. */
export function obstaclesAround(unit /*: Unit */, flock /*: Flock */) /*: Sighting[] */ {
  return flock.run.obstacles.map((obstacle) => new Sighting(offsetTo(unit, obstacle, flock), obstacle));
}

/** A thing, there or not. */
function thing(unit /*: Unit */, flock /*: Flock */, of /*: Target | null | undefined */) /*: Sighting */ {
  return of ? new Sighting(offsetTo(unit, of, flock), of) : new Sighting(ZERO, null);
}

/** What it has in mind. */
export function goalFrom(unit /*: Unit */, flock /*: Flock */) /*: Sighting */ {
  return thing(unit, flock, unit.goal);
}

/** What is hunted. */
export function targetFrom(unit /*: Unit */, flock /*: Flock */) /*: Sighting */ {
  return thing(unit, flock, targetOf(unit, flock));
}

/** Whom a group follows: the first unit of those that it is told to, else the leader. */
export function leaderFrom(unit /*: Unit */, flock /*: Flock */) /*: Sighting */ {
  const { follows } = unit.group;
  const first = follows
    ? flock.units.find(({ group }) => follows.includes(group.key))
    : flock.firstOf("leader");
  return thing(unit, flock, first);
}

/** The target that was set. */
export function pointerFrom(unit /*: Unit */, flock /*: Flock */) /*: Sighting */ {
  return thing(unit, flock, flock.pointer);
}

/** How far along a path of so many nodes somebody is who has come to a node. */
function pastNode({ node, back } /*: Way */, many /*: number */, atEnd /*: string */) /*: Way */ {
  const last = many - 1;
  if (back && node > 0) return { node: node - 1, back, done: false };
  if (back) return { node: Math.min(last, 1), back: false, done: false };
  if (node < last) return { node: node + 1, back, done: false };
  if (atEnd === "stop") return { node, back, done: true };
  return atEnd === "patrol"
    ? { node: Math.max(last - 1, 0), back: true, done: false }
    : { node: 0, back: false, done: false };
}

/** The node of its group's path that it is on its way to; within so many lengths of it, the one after that. */
export function nodeFrom(
  unit /*: Unit */,
  flock /*: Flock */,
  rule /*: string */,
  radius /*: number */,
  atEnd /*: string */,
) /*: Sighting */ {
  const path = unit.group.path ?? [];
  let way /*: Way | undefined */ = unit.ways[rule];
  // The path may be another one now.
  if (way && !path[way.node]) way = undefined;
  const next = way && path[way.node];
  if (way && next) {
    const near = lengthOf(offsetTo(unit, next, flock)) <= radius * unit.length;
    if (way.done ? atEnd !== "stop" : near) way = pastNode(way, path.length, atEnd);
  }
  way ??= { node: 0, back: false, done: false };
  unit.ways[rule] = way;
  const node = way.done ? unit : path[way.node];
  return thing(unit, flock, node && { x: node.x, y: node.y, vx: 0, vy: 0 });
}
