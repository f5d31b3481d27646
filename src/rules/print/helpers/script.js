// Functions that printed TypeScript and JavaScript use. Above each: its name with its types in
// TypeScript, and the other names of a file that it needs, fields of a unit among them.

//= ZERO : Vector
const ZERO = { x: 0, y: 0 };

//= added (force: Vector, weight: number, share: Vector): Vector
//: plus scaled
/** Adds a weighted share to a force; a share that is not a number adds nothing. */
function added(force, weight, share) {
  return Number.isFinite(share.x + share.y) ? plus(force, scaled(share, weight)) : force;
}

//= addedWithin (force: Vector, weight: number, share: Vector): Vector
//: added direction lengthOf minus plus scaled
/** As added, as long as the sum is at most all that a unit can steer: earlier shares come first. */
function addedWithin(force, weight, share) {
  const more = minus(added(force, weight, share), force);
  const left = Math.max(1 - lengthOf(force), 0);
  return plus(force, lengthOf(more) > left ? scaled(direction(more), left) : more);
}

//= eased (factor: number, weight: number, by: number): number
/** Multiplies a factor by another one, of which weight 0 takes nothing and weight 1 takes all. */
const eased = (factor, weight, by) => factor * (1 + weight * (by - 1));

//= kept (next: number, before: number): number
/** The next value of a memory; it stays as it was where the next value is not a number. */
const kept = (next, before) => (Number.isFinite(next) ? next : before);

//= keptVector (next: Vector, before: Vector): Vector
//: kept
const keptVector = (next, before) => ({ x: kept(next.x, before.x), y: kept(next.y, before.y) });

//= randomBetween (state: Pick<State, "random">, low: number, high: number): number
/** Drawn anew at each call. `state.random` gives 0..1 and can be a generator with a seed. */
const randomBetween = (state, low, high) => low + (high - low) * state.random();

//= randomNormal (state: Pick<State, "random">, deviation: number): number
/** Drawn anew at each call, about 0 with this standard deviation (Box and Muller). */
function randomNormal(state, deviation) {
  const radius = Math.sqrt(-2 * Math.log(1 - state.random()));
  return deviation * radius * Math.cos(2 * Math.PI * state.random());
}

//= sway (state: State, one: Sway, seconds: number, dt: number): number
//: mix randomBetween
/** Smooth noise in -1..1 that reaches its next random value within some seconds. */
function sway(state, one, seconds, dt) {
  one.share += dt / seconds;
  if (one.share >= 1) {
    one.from = one.to;
    one.to = randomBetween(state, -1, 1);
    one.share %= 1;
  }
  return mix(one.from, one.to, one.share ** 2 * (3 - 2 * one.share));
}

//= foresee (d: Vector, w: Vector, radii: number, energy: number, horizon: number, aside: number, rate: number): Vector
//: cross direction dot lengthOf minus plus scaled squareRoot starboardOf ZERO
/**
 * The acceleration away from a body at offset d that comes nearer with velocity w, at most a rate
 * times what it takes to just pass it.
 */
function foresee(d, w, radii, energy, horizon, aside, rate) {
  const way = direction(w);
  // Two that meet head on both pass on the right.
  const shift = Math.max(1 - Math.abs(cross(way, d)) / (0.2 * radii), 0) * aside * radii;
  const x = minus(scaled(starboardOf(way), shift), d);
  const along = dot(x, w);
  const across = cross(x, w);
  const root = squareRoot(dot(w, w) * radii ** 2 - across ** 2);
  const time = (-along - root) / dot(w, w);
  if (lengthOf(d) < radii || !(root > 0 && time > 0)) return ZERO;
  const fading = energy * Math.exp(-time / horizon);
  const strength = (fading * (2 / time + 1 / horizon)) / (time ** 2 * root);
  const push = scaled(plus(x, scaled(w, time)), strength);
  const beyond = Math.abs(across) * squareRoot(dot(x, x) - radii ** 2);
  const most = (rate * Math.max(Math.abs(along) * radii - beyond, 0)) / dot(x, x);
  return rate > 0 && lengthOf(push) > most ? scaled(direction(push), most) : push;
}

//= nextNode (me: Unit, state: State, path: readonly Vector[], radius: number, end: string): Seen & { last: boolean }
//: lengthOf lookAt offsetTo Unit.length ZERO
/** The next node of a path; at its end the unit stops, goes on to the first node, or turns back. */
function nextNode(me, state, path, radius, end) {
  const most = path.length - 1;
  const node = path[state.node];
  if (node && lengthOf(offsetTo(me, node)) <= radius * me.length) {
    if (end === "patrol" && state.node === (state.back ? 0 : most)) state.back = !state.back;
    const next = state.node + (state.back ? -1 : 1);
    state.node = end === "loop" ? next % path.length : Math.min(Math.max(next, 0), most);
  }
  const position = path[state.node];
  const seen = lookAt(me, position ? { position, velocity: ZERO } : null);
  return { ...seen, last: end === "stop" && state.node === most };
}

//= forceSideways (me: Unit, share: number): Vector
//: scaled starboardOf Unit.heading
const forceSideways = (me, share) => scaled(starboardOf(me.heading), share);

//= headFor (me: Unit, u: Vector): Vector
//: lengthOf scaled steerToward Unit.maxSpeed ZERO
/** Steers into a direction at top speed. */
function headFor(me, u) {
  return lengthOf(u) > 0 ? steerToward(me, scaled(u, me.maxSpeed)) : ZERO;
}

//= turnInto (me: Unit, u: Vector): Vector
//: forceSideways turnToward
/** Turns into a direction: a rigid body goes where it points. */
const turnInto = (me, u) => forceSideways(me, turnToward(me, u));

//= seekTo (me: Unit, d: Vector): Vector
//: direction scaled steerToward Unit.maxSpeed
const seekTo = (me, d) => steerToward(me, scaled(direction(d), me.maxSpeed));

//= arriveAt (me: Unit, d: Vector, radius: number): Vector
//: direction lengthOf scaled steerToward Unit.maxSpeed
/** Steers along an offset, and slower within a radius of its end. */
function arriveAt(me, d, radius) {
  return steerToward(me, scaled(direction(d), me.maxSpeed * Math.min(1, lengthOf(d) / radius)));
}

//= steerToward (me: Unit, wanted: Vector): Vector
//: minus scaled Unit.maxSpeed
const steerToward = (me, wanted) => scaled(minus(wanted, me.velocity), 1 / me.maxSpeed);

//= turnToward (me: Unit, d: Vector): number
//: arcCosine direction dot lengthOf side
/** The side on which a direction lies, times the angle to it as a share of a half turn. */
function turnToward(me, d) {
  if (lengthOf(d) === 0 || lengthOf(me.velocity) === 0) return 0;
  return (side(me, d) * arcCosine(dot(direction(d), direction(me.velocity)))) / Math.PI;
}

//= side (me: Unit, d: Vector): number
//: cross dot Unit.heading
/** 1 to starboard, -1 to port, 0 dead ahead, 1 dead astern. */
function side(me, d) {
  return Math.sign(cross(me.heading, d)) || (dot(me.heading, d) < 0 ? 1 : 0);
}

//= isInWideView (me: Unit, d: Vector, backAngle: number): boolean
//: cross dot Unit.heading
/** Everywhere but in a wedge behind; backAngle is the tangent of half the wedge. */
function isInWideView(me, d, backAngle) {
  const forward = dot(me.heading, d);
  return forward > 0 || Math.abs(cross(me.heading, d)) > Math.abs(forward) * backAngle;
}

//= isInLimitedView (me: Unit, d: Vector): boolean
//: dot Unit.heading
const isInLimitedView = (me, d) => dot(me.heading, d) > 0;

//= isInNarrowView (me: Unit, d: Vector, frontAngle: number): boolean
//: cross dot Unit.heading
/** In a wedge ahead; frontAngle is the tangent of half the wedge. */
function isInNarrowView(me, d, frontAngle) {
  const forward = dot(me.heading, d);
  return forward > 0 && Math.abs(cross(me.heading, d)) < forward * frontAngle;
}

//= matesWithin (me: Unit, others: readonly Unit[], radius: number): Neighbor[]
//: near Unit.role
/** Units of one's role within a distance. */
function matesWithin(me, others, radius) {
  return near(me, others.filter((one) => one.role === me.role), radius);
}

//= fellowsWithin (me: Unit, others: readonly Unit[], radius: number): Neighbor[]
//: near Unit.group Unit.role
/** Units of one's group within a distance. */
function fellowsWithin(me, others, radius) {
  return near(me, others.filter((one) => one.group === me.group && one.role === me.role), radius);
}

//= othersWithin (me: Unit, others: readonly Unit[], radius: number): Neighbor[]
//: near Unit.role
/** Units of other roles within a distance. */
function othersWithin(me, others, radius) {
  return near(me, others.filter((one) => one.role !== me.role), radius);
}

//= groupsWithin (me: Unit, others: readonly Unit[], groups: readonly string[], radius: number): Neighbor[]
//: near Unit.group
/** Units of some groups within a distance. */
function groupsWithin(me, others, groups, radius) {
  return near(me, others.filter((one) => groups.includes(one.group)), radius);
}

//= menacesWithin (me: Unit, others: readonly Unit[], groups: readonly string[], radius: number): Neighbor[]
//: direction groupsWithin near Unit.heading Unit.pointer
/** Units of some groups within a distance, and the pointer, which has no length. */
function menacesWithin(me, others, groups, radius) {
  const menaces = groupsWithin(me, others, groups, radius);
  if (!me.pointer) return menaces;
  const heading = direction(me.pointer.velocity);
  const pointer = { ...me, ...me.pointer, ...{ heading, length: 0, leads: false } };
  return [...menaces, ...near(me, [pointer], radius)];
}

//= near (me: Unit, units: readonly Unit[], radius: number): Neighbor[]
//: lengthOf Neighbor offsetTo
/** The units within a distance as one unit sees them. */
function near(me, units, radius) {
  const seen = [];
  for (const unit of units) {
    const offset = offsetTo(me, unit.position);
    const distance = lengthOf(offset);
    if (distance <= radius) seen.push({ unit, offset, distance });
  }
  return seen;
}

//= lookAt (me: Unit, thing: Thing | null): Seen
//: lengthOf offsetTo Seen ZERO
/** A thing as a unit sees it; offset and velocity are zero where there is none. */
function lookAt(me, thing) {
  const offset = thing ? offsetTo(me, thing.position) : ZERO;
  const velocity = thing?.velocity ?? ZERO;
  return { offset, distance: lengthOf(offset), velocity, there: Boolean(thing) };
}

//= obstaclesAround (me: Unit, obstacles: readonly Obstacle[]): { offset: Vector; distance: number; radius: number }[]
//: lengthOf offsetTo
/** Obstacles as a unit sees them; the offset is to the center. */
function obstaclesAround(me, obstacles) {
  return obstacles.map(({ position, radius }) => {
    const offset = offsetTo(me, position);
    return { offset, distance: lengthOf(offset), radius };
  });
}

//= offsetTo (me: Unit, place: Vector): Vector
//: minus
const offsetTo = (me, place) => minus(place, me.position);

//= sumOf (values: readonly number[]): number
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

//= sumOfVectors (values: readonly Vector[]): Vector
//: plus ZERO
const sumOfVectors = (values) => values.reduce(plus, ZERO);

//= meanOf (values: readonly number[]): number
//: sumOf
const meanOf = (values) => sumOf(values) / Math.max(values.length, 1);

//= meanOfVectors (values: readonly Vector[]): Vector
//: scaled sumOfVectors
const meanOfVectors = (values) => scaled(sumOfVectors(values), 1 / Math.max(values.length, 1));

//= leastOf (values: readonly number[]): number
const leastOf = (values) => (values.length > 0 ? Math.min(...values) : 0);

//= mostOf (values: readonly number[]): number
const mostOf = (values) => (values.length > 0 ? Math.max(...values) : 0);

//= ofNearest <S extends { distance: number }, T>(some: readonly S[], value: (one: S) => T, nobody: T): T
/** A value of the nearest one; of two that are equally near, of the first. */
function ofNearest(some, value, nobody) {
  const [first] = some;
  if (!first) return nobody;
  return value(some.reduce((best, one) => (one.distance < best.distance ? one : best), first));
}

//= ofMost <S, T>(some: readonly S[], rank: (one: S) => number, value: (one: S) => T, nobody: T): T
/** A value of the one with the largest rank; of equal ones, of the first. */
function ofMost(some, rank, value, nobody) {
  const [first] = some;
  if (!first) return nobody;
  return value(some.reduce((best, one) => (rank(one) > rank(best) ? one : best), first));
}

//= ofLeast <S, T>(some: readonly S[], rank: (one: S) => number, value: (one: S) => T, nobody: T): T
//: ofMost
/** A value of the one with the smallest rank; of equal ones, of the first. */
const ofLeast = (some, rank, value, nobody) => ofMost(some, (one) => -rank(one), value, nobody);

//= ofAny <S, T>(state: State, some: readonly S[], value: (one: S) => T, nobody: T): T
//: randomBetween
/** A value of one of them, drawn anew at each call. */
function ofAny(state, some, value, nobody) {
  const one = some[Math.floor(randomBetween(state, 0, some.length))];
  return one ? value(one) : nobody;
}

//= closestOf <S extends { distance: number }>(some: readonly S[], many: number): S[]
/** The nearest ones, as many as this. */
function closestOf(some, many) {
  return [...some].sort((a, b) => a.distance - b.distance).slice(0, Math.max(many, 0));
}

//= plus (a: Vector, b: Vector): Vector
const plus = (a, b) => ({ x: a.x + b.x, y: a.y + b.y });

//= minus (a: Vector, b: Vector): Vector
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });

//= scaled (v: Vector, by: number): Vector
const scaled = (v, by) => ({ x: v.x * by, y: v.y * by });

//= opposite (v: Vector): Vector
const opposite = (v) => ({ x: -v.x, y: -v.y });

//= dot (a: Vector, b: Vector): number
const dot = (a, b) => a.x * b.x + a.y * b.y;

//= cross (a: Vector, b: Vector): number
/** Positive where b lies to starboard of a. */
const cross = (a, b) => a.x * b.y - a.y * b.x;

//= lengthOf (v: Vector): number
//: dot
const lengthOf = (v) => Math.sqrt(dot(v, v));

//= direction (v: Vector): Vector
//: lengthOf scaled ZERO
const direction = (v) => (lengthOf(v) > 0 ? scaled(v, 1 / lengthOf(v)) : ZERO);

//= starboardOf (v: Vector): Vector
const starboardOf = (v) => ({ x: -v.y, y: v.x });

//= turned (v: Vector, angle: number): Vector
//: plus scaled starboardOf
/** Turned to starboard by an angle. */
function turned(v, angle) {
  return plus(scaled(v, Math.cos(angle)), scaled(starboardOf(v), Math.sin(angle)));
}

//= mixVectors (a: Vector, b: Vector, share: number): Vector
//: minus plus scaled
const mixVectors = (a, b, share) => plus(a, scaled(minus(b, a), share));

//= mix (a: number, b: number, share: number): number
const mix = (a, b, share) => a + (b - a) * share;

//= clamp (value: number, low: number, high: number): number
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

//= squareRoot (value: number): number
/** 0 for a negative number. */
const squareRoot = (value) => Math.sqrt(Math.max(value, 0));

//= arcCosine (value: number): number
//: clamp
const arcCosine = (value) => Math.acos(clamp(value, -1, 1));

//= logarithm (value: number): number
/** Not a number for 0 and below. */
const logarithm = (value) => (value > 0 ? Math.log(value) : NaN);

//= wrapAngle (angle: number): number
/** The same angle within half a turn to each side. */
const wrapAngle = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
