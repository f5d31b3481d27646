%% ZERO
const ZERO«: Vector» = { x: 0, y: 0 };
%% NOTHING
/** What there is to see of a thing that is not there. */
const NOTHING«: Seen» = {
  offset: ZERO,
  distance: 0, %?s.distance
  direction: ZERO, %?s.direction
  velocity: ZERO, %?s.velocity
  speed: 0, %?s.speed
  heading: ZERO, %?s.heading
  length: 0, %?s.length
  leads: false, %?s.leads
  radius: 0, %?s.radius
  there: false, %?s.there
  last: false, %?s.last
};
%% added
/** A force, and another by its weight; what is no number is no force. */
function added(force«: Vector», weight«: number», share«: Vector»)«: Vector» {
  return Number.isFinite(share.x + share.y) ? plus(force, scaled(share, weight)) : force;
}
%% addedWithin
/** The same, as far as all of it together is at most what the unit can steer: the first come first. */
function addedWithin(force«: Vector», weight«: number», share«: Vector»)«: Vector» {
  const more = minus(added(force, weight, share), force);
  const left = Math.max(1 - lengthOf(force), 0);
  return plus(force, lengthOf(more) > left ? scaled(direction(more), left) : more);
}
%% eased
/** A factor, and another by its weight: 0 has none of it, 1 has all. */
const eased = (factor«: number», weight«: number», by«: number»)«: number» => factor * (1 + weight * (by - 1));
%% kept
/** What is remembered from now on: what is no number leaves it as it was. */
const kept = (next«: number», before«: number»)«: number» => (Number.isFinite(next) ? next : before);
%% keptVector
/** What is remembered from now on: what is no number leaves it as it was. */
const keptVector = (next«: Vector», before«: Vector»)«: Vector» => ({ x: kept(next.x, before.x), y: kept(next.y, before.y) });
%% randomBetween
/** Drawn anew each time. `state.random` gives 0..1, and may be a generator with a seed. */
const randomBetween = (state«: State», low«: number», high«: number»)«: number» => low + (high - low) * state.random();
%% randomNormal
/** Drawn anew each time, about 0 with this standard deviation (Box and Muller). */
function randomNormal(state«: State», deviation«: number»)«: number» {
  const [size, angle] = [Math.sqrt(-2 * Math.log(1 - state.random())), 2 * Math.PI * state.random()];
  return deviation * size * Math.cos(angle);
}
%% foresee
/** The acceleration off a body that one nears, at most a rate times what it takes to just pass it. */
function foresee(offset«: Vector», nearing«: Vector», radii«: number», energy«: number», horizon«: number», aside«: number», rate«: number»)«: Vector» {
  const way = direction(nearing);
  // Farther to the right, where they meet head on.
  const shift = Math.max(1 - Math.abs(cross(way, offset)) / (0.2 * radii), 0) * aside * radii;
  const x = minus(scaled(starboardOf(way), shift), offset);
  const [along, across, speed2] = [dot(x, nearing), cross(x, nearing), dot(nearing, nearing)];
  const root = squareRoot(speed2 * radii ** 2 - across ** 2);
  const time = (-along - root) / speed2;
  if (lengthOf(offset) < radii || !(root > 0 && time > 0)) return ZERO;
  const strength = (energy * Math.exp(-time / horizon) * (2 / time + 1 / horizon)) / (time ** 2 * root);
  const push = scaled(plus(x, scaled(nearing, time)), strength);
  const beyond = Math.abs(across) * squareRoot(dot(x, x) - radii ** 2);
  const most = (rate * Math.max(Math.abs(along) * radii - beyond, 0)) / dot(x, x);
  return rate > 0 && lengthOf(push) > most ? scaled(direction(push), most) : push;
}
%% sway
/** Smooth chance within -1..1 that goes from one value to the next within some seconds. */
function sway(state«: State», place«: number», seconds«: number», dt«: number»)«: number» {
  const one = state.sways[place]«!»;
  one.share += dt / seconds;
  if (one.share >= 1) {
    [one.from, one.to, one.share] = [one.to, randomBetween(state, -1, 1), one.share % 1];
  }
  return mix(one.from, one.to, one.share ** 2 * (3 - 2 * one.share));
}
%% nextNode
/** The node of a path that comes next; at the end it stops, goes to the first one, or back again. */
function nextNode(me«: Unit», state«: State», path«: readonly Vector[]», radius«: number», end«: string»)«: Seen» {
  const node = path[state.node];
  if (!node) return lookAt(me, null);
  const most = path.length - 1;
  if (lengthOf(offsetTo(me, node)) <= radius * me.length) {
    if (end === "patrol" && state.node === (state.back ? 0 : most)) state.back = !state.back;
    const next = state.node + (state.back ? -1 : 1);
    state.node = end === "loop" ? next % path.length : Math.min(Math.max(next, 0), most);
  }
  const seen = lookAt(me, { position: path[state.node]«!», velocity: ZERO });
  return { ...seen, last: end === "stop" && state.node === most }; %?s.last
  return seen; %?!s.last
}
%% forceSideways
const forceSideways = (me«: Unit», share«: number»)«: Vector» => scaled(starboardOf(me.heading), share);
%% headFor
/** Into a direction at full speed. */
const headFor = (me«: Unit», u«: Vector»)«: Vector» => (lengthOf(u) > 0 ? steerToward(me, scaled(u, me.maxSpeed)) : ZERO);
%% turnInto
/** Into a direction by turning: a rigid body goes where it points. */
const turnInto = (me«: Unit», u«: Vector»)«: Vector» => forceSideways(me, turnToward(me, u));
%% seekTo
const seekTo = (me«: Unit», d«: Vector»)«: Vector» => steerToward(me, scaled(direction(d), me.maxSpeed));
%% arriveAt
/** Along an offset, slower within a radius of its end. */
function arriveAt(me«: Unit», d«: Vector», radius«: number»)«: Vector» {
  return steerToward(me, scaled(direction(d), me.maxSpeed * Math.min(1, lengthOf(d) / radius)));
}
%% steerToward
function steerToward(me«: Unit», wanted«: Vector»)«: Vector» {
  return scaled(minus(wanted, me.velocity), 1 / me.maxSpeed); %?!stiff
  return scaled(minus(wanted, me.velocity), Math.min(1 / me.maxSpeed, MOST_GAIN)); %?stiff
}
%% turnToward
/** To which side a direction lies, times the angle to it as a share of a half turn. */
function turnToward(me«: Unit», d«: Vector»)«: number» {
  const [to, way] = [direction(d), direction(me.velocity)];
  if (lengthOf(to) === 0 || lengthOf(way) === 0) return 0;
  return (side(me, to) * arcCosine(dot(to, way))) / Math.PI;
}
%% side
/** 1 to starboard, -1 to port, 0 dead ahead, 1 dead astern. */
function side(me«: Unit», d«: Vector»)«: number» {
  return Math.sign(partAbeam(me, d)) || (partAhead(me, d) < 0 ? 1 : 0);
}
%% isInWideView
/** All around but for a wedge behind, of this tangent of half its angle. */
function isInWideView(me«: Unit», d«: Vector», backAngle«: number»)«: boolean» {
  const forward = partAhead(me, d);
  return forward > 0 || Math.abs(partAbeam(me, d)) > Math.abs(forward) * backAngle;
}
%% isInLimitedView
const isInLimitedView = (me«: Unit», d«: Vector»)«: boolean» => partAhead(me, d) > 0;
%% isInNarrowView
/** In a wedge ahead, of this tangent of half its angle. */
function isInNarrowView(me«: Unit», d«: Vector», frontAngle«: number»)«: boolean» {
  const forward = partAhead(me, d);
  return forward > 0 && Math.abs(partAbeam(me, d)) < forward * frontAngle;
}
%% partAhead
const partAhead = (me«: Unit», d«: Vector»)«: number» => dot(me.heading, d);
%% partAbeam
const partAbeam = (me«: Unit», d«: Vector»)«: number» => cross(me.heading, d);
%% @in_view
/** Mates that count: near enough, and within the angles of the view. */
function @NAME@(me«: Unit», others«: readonly Unit[]»)«: Seen[]» {
  const near = matesWithin(me, others, @RADIUS@ * me.length);
  return near.filter((one) => one.distance > 0); %?full
  return near.filter((one) => @SEES@); %?!full!nearest
  const seen = near.filter((one) => @SEES@); %?nearest
  return seen.sort((a, b) => a.distance - b.distance).slice(0, @NEAREST@); %?nearest
}
%% matesWithin
function matesWithin(me«: Unit», others«: readonly Unit[]», radius«: number»)«: Seen[]» {
  return within(me, others.filter((one) => one.role === me.role), radius);
}
%% fellowsWithin
/** Units of one's group within a distance. */
function fellowsWithin(me«: Unit», others«: readonly Unit[]», radius«: number»)«: Seen[]» {
  return within(me, others.filter((one) => one.group === me.group && one.role === me.role), radius);
}
%% othersWithin
/** Units of other roles within a distance. */
function othersWithin(me«: Unit», others«: readonly Unit[]», radius«: number»)«: Seen[]» {
  return within(me, others.filter((one) => one.role !== me.role), radius);
}
%% everyoneWithin
const everyoneWithin = (me«: Unit», others«: readonly Unit[]», radius«: number»)«: Seen[]» => within(me, others, radius);
%% groupsWithin
/** Units of some groups within a distance. */
function groupsWithin(me«: Unit», others«: readonly Unit[]», groups«: readonly string[]», radius«: number»)«: Seen[]» {
  return within(me, others.filter((one) => groups.includes(one.group)), radius);
}
%% menacesWithin
/** Units of some groups, and the pointer, within a distance. */
function menacesWithin(me«: Unit», others«: readonly Unit[]», groups«: readonly string[]», radius«: number»)«: Seen[]» {
  const pointer = lookAt(me, me.pointer);
  const near = me.pointer && pointer.distance <= radius;
  const menaces = groupsWithin(me, others, groups, radius);
  return near ? [...menaces, { ...pointer, heading: direction(pointer.velocity) }] : menaces; %?s.heading
  return near ? [...menaces, pointer] : menaces; %?!s.heading
}
%% within
function within(me«: Unit», others«: readonly Unit[]», radius«: number»)«: Seen[]» {
  return others.map((one) => look(me, one)).filter((one) => one.distance <= radius);
}
%% look
function look(me«: Unit», one«: Unit»)«: Seen» {
  return {
    ...lookAt(me, one),
    speed: lengthOf(one.velocity), %?s.speed
    heading: one.heading, %?s.heading
    length: one.length, %?s.length
    leads: one.leads, %?s.leads
  };
}
%% lookAt
function lookAt(me«: Unit», thing«: Thing | null»)«: Seen» {
  if (!thing) return NOTHING;
  const offset = offsetTo(me, thing.position);
  return {
    ...NOTHING,
    offset,
    distance: lengthOf(offset), %?s.distance
    direction: direction(offset), %?s.direction
    velocity: thing.velocity, %?s.velocity
    there: true, %?s.there
  };
}
%% obstaclesAround
/** Obstacles as they are seen; the offset is to the middle. */
function obstaclesAround(me«: Unit», obstacles«: readonly Obstacle[]»)«: Seen[]» {
  return obstacles.map(({ position, radius }) => ({ ...lookAt(me, { position, velocity: ZERO }), radius })); %?s.radius
  return obstacles.map(({ position }) => lookAt(me, { position, velocity: ZERO })); %?!s.radius
}
%% offsetTo
const offsetTo = (me«: Unit», place«: Vector»)«: Vector» => minus(place, me.position); %?!torus
/** From a unit to a place, across the edges where that is shorter. */ %?torus
function offsetTo(me«: Unit», place«: Vector»)«: Vector» { %?torus
  const d = minus(place, me.position); %?torus
  return { x: d.x - WIDTH * Math.round(d.x / WIDTH), y: d.y - HEIGHT * Math.round(d.y / HEIGHT) }; %?torus
} %?torus
%% sumOf
const sumOf = (values«: readonly number[]»)«: number» => values.reduce((sum, value) => sum + value, 0);
%% sumOfVectors
const sumOfVectors = (values«: readonly Vector[]»)«: Vector» => values.reduce(plus, ZERO);
%% meanOf
const meanOf = (values«: readonly number[]»)«: number» => sumOf(values) / Math.max(values.length, 1);
%% meanOfVectors
const meanOfVectors = (values«: readonly Vector[]»)«: Vector» => scaled(sumOfVectors(values), 1 / Math.max(values.length, 1));
%% leastOf
const leastOf = (values«: readonly number[]»)«: number» => (values.length > 0 ? Math.min(...values) : 0);
%% mostOf
const mostOf = (values«: readonly number[]»)«: number» => (values.length > 0 ? Math.max(...values) : 0);
%% ofNearest
/** Something of the nearest of some, of two that are equally near the first. */
function ofNearest«<T>»(some«: readonly Seen[]», value«: (one: Seen) => T», nobody«: T»)«: T» {
  if (some.length === 0) return nobody;
  return value(some.reduce((best, one) => (best.distance <= one.distance ? best : one)));
}
%% ofAny
/** Something of one of some, drawn anew each time. */
function ofAny«<T>»(state«: State», some«: readonly Seen[]», value«: (one: Seen) => T», nobody«: T»)«: T» {
  const one = some[Math.floor(randomBetween(state, 0, some.length))];
  return one ? value(one) : nobody;
}
%% closestOf
/** So many of the nearest. */
function closestOf(some«: readonly Seen[]», many«: number»)«: Seen[]» {
  return [...some].sort((a, b) => a.distance - b.distance).slice(0, Math.max(many, 0));
}
%% plus
const plus = (a«: Vector», b«: Vector»)«: Vector» => ({ x: a.x + b.x, y: a.y + b.y });
%% minus
const minus = (a«: Vector», b«: Vector»)«: Vector» => ({ x: a.x - b.x, y: a.y - b.y });
%% scaled
const scaled = (v«: Vector», by«: number»)«: Vector» => ({ x: v.x * by, y: v.y * by });
%% opposite
const opposite = (v«: Vector»)«: Vector» => ({ x: -v.x, y: -v.y });
%% dot
const dot = (a«: Vector», b«: Vector»)«: number» => a.x * b.x + a.y * b.y;
%% cross
/** Positive where b lies to starboard of a. */
const cross = (a«: Vector», b«: Vector»)«: number» => a.x * b.y - a.y * b.x;
%% lengthOf
const lengthOf = (v«: Vector»)«: number» => Math.hypot(v.x, v.y);
%% direction
const direction = (v«: Vector»)«: Vector» => (lengthOf(v) > 0 ? scaled(v, 1 / lengthOf(v)) : ZERO);
%% starboardOf
const starboardOf = (v«: Vector»)«: Vector» => ({ x: -v.y, y: v.x });
%% turned
/** Turned to starboard by an angle. */
function turned(v«: Vector», angle«: number»)«: Vector» {
  return plus(scaled(v, Math.cos(angle)), scaled(starboardOf(v), Math.sin(angle)));
}
%% mixVectors
const mixVectors = (a«: Vector», b«: Vector», share«: number»)«: Vector» => plus(a, scaled(minus(b, a), share));
%% mix
const mix = (a«: number», b«: number», share«: number»)«: number» => a + (b - a) * share;
%% clamp
const clamp = (value«: number», low«: number», high«: number»)«: number» => Math.min(Math.max(value, low), high);
%% squareRoot
/** Of a negative number 0. */
const squareRoot = (value«: number»)«: number» => Math.sqrt(Math.max(value, 0));
%% arcCosine
const arcCosine = (value«: number»)«: number» => Math.acos(Math.min(Math.max(value, -1), 1));
%% logarithm
/** Of nothing positive no number. */
const logarithm = (value«: number»)«: number» => (value > 0 ? Math.log(value) : NaN);
%% wrapAngle
/** The same angle within half a turn to each side. */
const wrapAngle = (angle«: number»)«: number» => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
