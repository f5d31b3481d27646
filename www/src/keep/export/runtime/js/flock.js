import { clamp, DT } from "./vector.js";

/** How fast the measured velocity of a target that is set follows its motion: share per tick. */
const SMOOTHING = 0.2;

/** At most this much time is made up for at once, in seconds: a page that was hidden does not race. */
const MOST_OWED = 0.25;

/** A copy all the way down; functions are the same. */
function copyOf(value /*: any */) /*: any */ {
  if (Array.isArray(value)) return value.map(copyOf);
  if (value === null || typeof value !== "object") return value;
  const copy = { ...value };
  for (const key of Object.keys(copy)) copy[key] = copyOf(copy[key]);
  return copy;
}

/** The flock: call step(dt) once per frame and draw its units. */
export class Flock {
  /** What runs, this flock's own: `flock.run.groups[0].length = 3` changes nothing in another one. */
  run /*: Run */;
  /** All units, in the order of their groups. */
  units /*: Unit[] */ = [];
  /** Those that others take notice of: all but the player and the prey. */
  crowd /*: Unit[] */ = [];
  /** What was set by setTarget(). */
  pointer /*: Target | null */ = null;
  /** The keys that fly the player's craft. */
  keys /*: Keys */ = { port: false, starboard: false, faster: false, slower: false };
  /** Ticks since the start. */
  ticks /*: number */ = 0;
  grid /*: Grid | undefined */;
  #owed /*: number */ = 0;
  #before /*: Vector */ = { x: 0, y: 0 };
  #firsts /*: Map<string, Unit | undefined> */ = new Map();
  #nextId /*: number */ = 0;

  constructor(run /*: Run */) {
    this.run = copyOf(run);
    const { groups, startPlaces } = this.run;
    groups.forEach((group, index) => {
      const places = group.places ?? startPlaces?.(this.run, group, index) ?? [];
      for (const place of places) this.add(group, place);
    });
  }

  /** Goes on by dt seconds, in ticks of 1/60 s. */
  step(dt /*: number */) /*: void */ {
    this.#owed = Math.min(this.#owed + dt, MOST_OWED);
    while (this.#owed >= DT) {
      this.tick();
      this.#owed -= DT;
    }
  }

  /** One tick: all units steer by the state of the last tick, then all of them move. */
  tick() /*: void */ {
    this.grid = undefined;
    for (const unit of this.units) {
      for (const look of unit.group.look) look(unit, this);
    }
    for (const unit of this.units) this.#steer(unit);
    for (const unit of this.units) this.#move(unit);
    for (const unit of this.units) {
      for (const note of unit.group.after) note(unit, this);
    }
    for (const happen of this.run.after) happen(this);
    this.#followPointer();
    this.ticks += 1;
    this.grid = undefined;
  }

  /** What all hunt, or head for, from now on: the pointer of the playground. Call it again as it moves. */
  setTarget(x /*: number */, y /*: number */) /*: void */ {
    if (!this.pointer) {
      this.pointer = { x, y, vx: 0, vy: 0 };
      this.#before = { x, y };
    }
    this.pointer.x = x;
    this.pointer.y = y;
  }

  clearTarget() /*: void */ {
    this.pointer = null;
  }

  /**
   * Adds a unit to a group, one of RUN.groups or of flock.run.groups, with the speed at which its kind starts. A place
   * outside the world is moved to its edge; without a heading, it heads to the right.
   */
  add(to /*: Group */, place /*: Placed */) /*: Unit */ {
    const group = this.run.groups.find(({ key }) => key === to.key);
    if (!group) throw new Error("This flock has no such group: give one of RUN.groups.");
    if (![place.x, place.y, place.heading ?? 0].every(Number.isFinite)) {
      throw new Error("A unit needs a place, as in { x: 10, y: 20, heading: 0 }: finite numbers.");
    }
    const { body, length } = group;
    const unit /*: Unit */ = {
      id: this.#nextId++,
      group,
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      heading: 0,
      hx: 1,
      hy: 0,
      omega: 0,
      length,
      pace: place.pace ?? 0,
      leader: false,
      fx: 0,
      fy: 0,
      thrust: body.thrust(group),
      brake: 1,
      takenBack: 0,
      swerve: 0,
      goal: null,
      memory: {},
      ways: {},
    };
    this.place(unit, place);
    this.units.push(unit);
    if (this.takesNotice(group)) this.crowd.push(unit);
    this.grid = undefined;
    this.#firsts.clear();
    return unit;
  }

  remove(unit /*: Unit */) /*: void */ {
    this.units = this.units.filter((other) => other !== unit);
    this.regroup();
  }

  /** Whether others take notice of the units of a group. */
  takesNotice({ role } /*: Group */) /*: boolean */ {
    return role !== "player" && role !== "prey";
  }

  /** Units have gone, or belong to other groups now. */
  regroup() /*: void */ {
    this.crowd = this.units.filter(({ group }) => this.takesNotice(group));
    this.grid = undefined;
    this.#firsts.clear();
  }

  /** The first unit of a role. */
  firstOf(role /*: string */) /*: Unit | undefined */ {
    if (!this.#firsts.has(role)) {
      this.#firsts.set(
        role,
        this.units.find((unit) => unit.group.role === role),
      );
    }
    return this.#firsts.get(role);
  }

  /** Calls visit(other, dx, dy, d2) for all of the crowd within a radius of a place. */
  search(x /*: number */, y /*: number */, radius /*: number */, visit /*: Visit */) /*: void */ {
    this.run.search(this, x, y, radius, visit);
  }

  /** Puts a unit somewhere, with the speed at which its kind starts. */
  place(unit /*: Unit */, { x, y, heading = 0 } /*: Placed */) /*: void */ {
    const speed = unit.group.start.speed ?? unit.group.body.startSpeed(unit);
    const [hx, hy] = [Math.cos(heading), Math.sin(heading)];
    unit.x = clamp(x, 0, this.run.width);
    unit.y = clamp(y, 0, this.run.height);
    Object.assign(unit, { heading, hx, hy, vx: hx * speed, vy: hy * speed, omega: 0 });
  }

  #steer(unit /*: Unit */) /*: void */ {
    const { group } = unit;
    unit.fx = 0;
    unit.fy = 0;
    unit.brake = 1;
    unit.swerve = group.swerve?.(unit, this) ?? 0;
    unit.thrust = group.body.thrust(group);
    if (group.goal) unit.goal = group.goal(unit, this);
    group.blend(unit, this);
    const inward = this.run.contain?.(unit, this);
    unit.fx += inward?.x ?? 0;
    unit.fy += inward?.y ?? 0;
  }

  #move(unit /*: Unit */) /*: void */ {
    unit.group.body.move(unit);
    this.run.edges(unit, this);
    unit.group.body.face(unit);
    unit.group.jolt?.(unit);
    for (const hold of this.run.hold) hold(unit, this);
  }

  /** Measures how the target moves. */
  #followPointer() /*: void */ {
    const { pointer } = this;
    if (!pointer) return;
    pointer.vx += ((pointer.x - this.#before.x) / DT - pointer.vx) * SMOOTHING;
    pointer.vy += ((pointer.y - this.#before.y) / DT - pointer.vy) * SMOOTHING;
    this.#before = { x: pointer.x, y: pointer.y };
  }
}
