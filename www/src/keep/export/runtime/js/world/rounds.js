import { DT } from "../vector.js";
import { drawAgain } from "./start.js";

/** Ticks between the end of a round and the next one: time to see how it ended. */
const PAUSE = 90;

/** Of a group that others take no notice of, so many units can be caught. */
const FEW = 16;

/** Notes where a unit is before anybody moves: there it can be caught. */
export function notePlace(unit /*: Unit */) /*: void */ {
  unit.before = { x: unit.x, y: unit.y };
}

/** The unit that the first of a group to reach somebody has reached: of those in its reach the nearest. */
function caughtBy(group /*: Group */, flock /*: Flock */) /*: Unit | undefined */ {
  const preys = flock.run.groups
    .filter(({ key }) => group.catches?.includes(key))
    .flatMap((prey) => {
      const units = flock.units.filter((unit) => unit.group === prey);
      return flock.takesNotice(prey) ? units : units.slice(0, FEW);
    });
  for (const hunter of flock.units) {
    if (hunter.group !== group) continue;
    const reach = group.catchFactor * hunter.length;
    let nearest /*: Unit | undefined */;
    let least = reach * reach;
    for (const prey of preys) {
      const there = flock.takesNotice(prey.group) ? (prey.before ?? prey) : prey;
      const { x, y } = flock.run.offset(flock, there.x - hunter.x, there.y - hunter.y);
      const d2 = x * x + y * y;
      if (d2 > least || (nearest && d2 === least)) continue;
      least = d2;
      nearest = prey;
    }
    if (nearest) return nearest;
  }
  return undefined;
}

/** Puts a unit where its group starts, at a place that it draws anew. */
function startAgain(unit /*: Unit */, tick /*: number */, flock /*: Flock */) /*: void */ {
  flock.place(unit, drawAgain(unit, tick, flock));
  unit.goal = null;
}

/** What a unit remembers is as at the start. */
function forget(unit /*: Unit */) /*: void */ {
  unit.wanderAngle = 0;
  unit.throttle = 0;
  unit.track = undefined;
  unit.way = undefined;
}

/** A unit leaves its group for another; on the way, one unit of each group in between changes its number. */
function join(unit /*: Unit */, to /*: Group */, flock /*: Flock */) /*: void */ {
  const { units, run } = flock;
  const goal = run.groups.indexOf(to);
  while (unit.group !== to) {
    const at = run.groups.indexOf(unit.group);
    const down = at > goal;
    const mates = units.filter((other) => other.group === unit.group);
    const border = (down ? mates[0] : mates[mates.length - 1]) ?? unit;
    const [from, there] = [units.indexOf(unit), units.indexOf(border)];
    units[from] = border;
    units[there] = unit;
    [unit.id, border.id] = [border.id, unit.id];
    unit.group = run.groups[down ? at - 1 : at + 1] ?? to;
  }
  unit.length = to.length;
  unit.goal = null;
  forget(unit);
  flock.regroup();
}

/** Everybody starts again, in the group in which so many started. */
function beginRound(now /*: number */, flock /*: Flock */) /*: void */ {
  const { rounds, run, units } = flock;
  const { bestOf = 0 } = run;
  const decided = (won /*: number */) => bestOf > 0 && 2 * won > bestOf;
  if (rounds.won.some(decided)) {
    rounds.matches = rounds.matches.map((matches, at) => matches + Number(decided(rounds.won[at] ?? 0)));
    rounds.won.fill(0);
  }
  rounds.begun = now;
  rounds.next = undefined;
  const homes = run.groups.flatMap((group) => units.flatMap(({ home }) => (home === group ? [group] : [])));
  units.forEach((unit, at) => {
    unit.group = homes[at] ?? unit.group;
    unit.length = unit.group.length;
    startAgain(unit, now, flock);
    forget(unit);
  });
  for (const group of run.groups) {
    group.sentTo = undefined;
    group.back = false;
  }
  flock.regroup();
}

/** Units catch those whom they hunt, and rounds follow each other: see flock.rounds. */
export function playRounds(flock /*: Flock */) /*: void */ {
  const { rounds, run } = flock;
  const now = flock.ticks + 1;
  if (rounds.next !== undefined) {
    if (now >= rounds.next) beginRound(now, flock);
    return;
  }
  const score = (at /*: number */) => {
    rounds.won[at] = (rounds.won[at] ?? 0) + 1;
  };
  let over = false;
  for (const [at, group] of run.groups.entries()) {
    if (!group.catches) continue;
    const prey = caughtBy(group, flock);
    if (!prey) continue;
    score(at);
    if (group.caught === "again") startAgain(prey, flock.ticks, flock);
    if (group.caught === "round") over = true;
    if (group.caught === "joins") {
      join(prey, group, flock);
      over = !flock.units.some((unit) => group.catches?.includes(unit.group.key)) || over;
      break;
    }
  }
  const time = run.roundTime ?? 0;
  if (!over && time > 0 && (now - rounds.begun) * DT >= time) {
    for (const [at, { key }] of run.groups.entries()) {
      if (run.groups.some((group) => group.catches?.includes(key))) score(at);
    }
    over = true;
  }
  if (!over) return;
  rounds.played += 1;
  rounds.next = now + PAUSE;
}
