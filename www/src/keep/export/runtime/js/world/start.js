import { randomStream } from "../random.js";
import { clamp, lengthOf } from "../vector.js";

/** A point mass that would start in an obstacle is placed anew, up to this many times in all. */
const MOST_PLACINGS = 16;

/**
 * The place of a unit in a formed flock with a bent tail, and how much its heading differs there. The first so many
 * units fill it as evenly as all do (Roberts 2018, Shirley & Chiu 1997).
 */
function placeInFlock(start /*: Start */, unit /*: number */, random /*: () => number */) /*: Placed */ {
  const { radius = 0, along = 0, breadth = 0, taper = 0, bend = 0, loose = 0, lean = 0 } = start;
  const share = (step /*: number */) => (Math.imul(unit + 1, step) >>> 0) / 2147483648 - 1;
  const [a, b] = [share(3242174889), share(2447445414)];
  const wide = Math.abs(a) > Math.abs(b);
  const angle = (Math.PI / 4) * (wide ? b / a : a / b);
  const x = wide ? a * Math.cos(angle) : b * Math.sin(angle);
  const y = wide ? a * Math.sin(angle) : b * Math.cos(angle);
  const slope = breadth * taper * y + bend * (3 * x * x - 1);
  const off = { x: loose * (2 * random() - 1), y: loose * (2 * random() - 1) };
  const at = { x: x + off.x, y: breadth * (1 - taper + taper * x) * y + bend * (x * x * x - x) + off.y };
  const [ahead, aside] = [radius * Math.cos(along), radius * Math.sin(along)];
  return {
    x: start.x + ahead * at.x - aside * at.y,
    y: start.y + aside * at.x + ahead * at.y,
    heading: lean * Math.atan(slope),
  };
}

/** A place in a ring, and the heading around it. */
function placeInRing(start /*: Start */, random /*: () => number */) /*: Placed */ {
  const { radius = 0, hollow = 0, lean = 0 } = start;
  const angle = (2 * random() - 1) * Math.PI;
  const away = radius * (hollow + (1 - hollow) * random());
  return {
    x: start.x + Math.cos(angle) * away,
    y: start.y + Math.sin(angle) * away,
    heading: lean * (angle + Math.PI / 2),
  };
}

/** A place in the area where a group starts: a disk, a rectangle, or (no area) the edges of the world. */
function placeIn(run /*: Run */, start /*: Start */, random /*: () => number */) /*: Vector */ {
  if (start.radius !== undefined) {
    const angle = (2 * random() - 1) * Math.PI;
    const away = start.radius * Math.sqrt(random());
    return { x: start.x + Math.cos(angle) * away, y: start.y + Math.sin(angle) * away };
  }
  if (start.width !== undefined && start.height !== undefined) {
    return { x: start.x + start.width * (random() - 0.5), y: start.y + start.height * (random() - 0.5) };
  }
  const along = random() * (run.width + run.height);
  const far = random() < 0.5 ? 0 : 1;
  return along < run.width ? { x: along, y: far * run.height } : { x: far * run.width, y: along - run.width };
}

/** A place for a unit to start at, by its number in the group, and a heading. */
export function drawPlace(
  run /*: Run */,
  start /*: Start */,
  unit /*: number */,
  random /*: () => number */,
) /*: Placed */ {
  const place /*: Placed */ = { x: 0, y: 0, heading: 0, pace: 0 };
  const draw = () /*: Placed */ => {
    if (start.breadth !== undefined) return placeInFlock(start, unit, random);
    return start.hollow !== undefined ? placeInRing(start, random) : placeIn(run, start, random);
  };
  for (let tries = 0; tries < MOST_PLACINGS; tries++) {
    const at = draw();
    place.x = clamp(at.x, 0, run.width);
    place.y = clamp(at.y, 0, run.height);
    place.heading = start.heading + (at.heading ?? 0) + start.spread * (2 * random() - 1);
    const blocked = run.obstacles.some((o) => lengthOf({ x: o.x - place.x, y: o.y - place.y }) < o.radius);
    if (!start.standing || !blocked) break;
  }
  return place;
}

/** The bits of a number from 0 to 65535, spread out to every other place. */
function spread(share /*: number */) /*: number */ {
  let bits = clamp(Math.floor(share * 65535), 0, 65535);
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/**
 * Where the units of a group start by the seed: the places of the playground, in its order, which is along a Z-shaped
 * curve (Morton 1966).
 */
export function startPlaces(run /*: Run */, group /*: Group */, index /*: number */) /*: Placed[] */ {
  const places = Array.from({ length: group.count }, (_, unit) =>
    drawPlace(run, group.start, unit, randomStream(run.seed, 1, index, unit)),
  );
  const rank = (at /*: Vector */) => (spread(at.x / run.width) | (spread(at.y / run.height) << 1)) >>> 0;
  places.sort((a, b) => rank(a) - rank(b));
  places.forEach((place, unit) => {
    place.pace = 2 * randomStream(run.seed, 4, index, unit)() - 1;
  });
  return places;
}
