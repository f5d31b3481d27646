import { clamp, DT, mix, wrapAngle } from "./vector.js";

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
  /**
   * What runs, this flock's own, to be changed at any time: `flock.run.groups[0].length = 3`, `flock.run.obstacles = [...]`.
   * A number that a group does not have is an error.
   */
  run /*: Run */;
  /** All units, in the order of their groups. */
  units /*: Unit[] */ = [];
  /** Those that others take notice of: all but the player and the prey. */
  crowd /*: Unit[] */ = [];
  /** What was set by setTarget(). */
  pointer /*: Pointer | null */ = null;
  /** The keys that fly the player's craft. */
  keys /*: Keys */ = { port: false, starboard: false, faster: false, slower: false };
  /** Ticks since the start. */
  ticks /*: number */ = 0;
  grid /*: Grid | undefined */;
  #owed /*: number */ = 0;
  #steered /*: boolean */ = false;
  #firsts /*: Map<string, Unit | undefined> */ = new Map();
  #nextId /*: number */ = 0;

  constructor(run /*: Run */) {
    this.run = copyOf(run);
    const { groups, startPlaces } = this.run;
    groups.forEach((group, index) => {
      Object.assign(group, { target: null, sentTo: null, back: false });
      Object.seal(group);
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

  /** The share of a tick that step() owes, from 0 to 1. */
  get alpha() /*: number */ {
    return this.#owed / DT;
  }

  /** Where to draw a unit between its last two ticks, so that it moves smoothly at every rate of frames. */
  shown({ x, y, heading, before } /*: Unit */) /*: Vector & { heading: number } */ {
    const { alpha, run } = this;
    // Who has crossed an edge is drawn where it is.
    if (Math.abs(x - before.x) > run.width / 2 || Math.abs(y - before.y) > run.height / 2)
      return { x, y, heading };
    return {
      x: mix(before.x, x, alpha),
      y: mix(before.y, y, alpha),
      heading: before.heading + wrapAngle(heading - before.heading) * alpha,
    };
  }

  /** One tick: all units steer by the state of the last tick, then all of them move. */
  tick() /*: void */ {
    this.steer();
    this.move();
  }

  /**
   * The force alone, for bodies that a game moves: all look around and steer, and nobody moves. Before it, write where the
   * bodies are into x, y, vx, vy, heading and omega; after it, push each with its unit's force, torque and brake. What
   * units remember, and time, go on by 1/60 s with each call.
   */
  steer() /*: void */ {
    this.#endTick();
    this.grid = undefined;
    for (const unit of this.units) this.#takeIn(unit);
    for (const unit of this.units) {
      for (const look of unit.group.look) look(unit, this);
    }
    for (const unit of this.units) this.#steer(unit);
    this.#steered = true;
  }

  /** The other half of a tick: moves all as they were steered. */
  move() /*: void */ {
    if (!this.#steered) this.steer();
    for (const unit of this.units) this.#move(unit);
    this.#endTick();
  }

  /**
   * What all hunt, or head for, from now on: the pointer of the playground. With a group, what that one hunts, heads for or
   * runs from, whatever the others do. Call it again as it moves.
   */
  setTarget(x /*: number */, y /*: number */, group /*: Group | null */ = null) /*: void */ {
    const own = group && this.#own(group);
    const target /*: Pointer */ = (own ? own.target : this.pointer) ?? {
      x,
      y,
      vx: 0,
      vy: 0,
      before: { x, y },
    };
    Object.assign(target, { x, y });
    if (own) own.target = target;
    else this.pointer = target;
  }

  clearTarget(group /*: Group | null */ = null) /*: void */ {
    if (group) this.#own(group).target = null;
    else this.pointer = null;
  }

  /**
   * Adds a unit to a group, one of RUN.groups or of flock.run.groups, with the speed at which its kind starts. A place
   * outside the world is moved to its edge; without a heading, it heads to the right. The unit is its own handle.
   */
  add(to /*: Group */, place /*: Placed */) /*: Unit */ {
    const group = this.#own(to);
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
      force: { x: 0, y: 0 },
      torque: 0,
      brake: 1,
      fx: 0,
      fy: 0,
      thrust: body.thrust(group),
      before: { x: 0, y: 0, heading: 0 },
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
    unit.before = { x: unit.x, y: unit.y, heading };
  }

  /** This flock's copy of a group. */
  #own({ key } /*: Group */) /*: Group */ {
    const own = this.run.groups.find((group) => group.key === key);
    if (!own) throw new Error("This flock has no such group: give one of RUN.groups.");
    return own;
  }

  /** What was written of a unit holds from now on: headings may be any angle, and places lie in the world. */
  #takeIn(unit /*: Unit */) /*: void */ {
    const { width, height, seeAcross } = this.run;
    if (!Number.isFinite(unit.x + unit.y + unit.vx + unit.vy + unit.heading + unit.omega)) {
      throw new Error(`A number of unit ${unit.id} is not finite.`);
    }
    const inside = (at /*: number */, extent /*: number */) =>
      clamp(seeAcross ? at - extent * Math.floor(at / extent) : at, 0, extent);
    unit.x = inside(unit.x, width);
    unit.y = inside(unit.y, height);
    unit.heading = wrapAngle(unit.heading);
    unit.hx = Math.cos(unit.heading);
    unit.hy = Math.sin(unit.heading);
  }

  #steer(unit /*: Unit */) /*: void */ {
    const { group } = unit;
    unit.fx = 0;
    unit.fy = 0;
    unit.brake = 1;
    unit.swerve = group.swerve?.(unit, this) ?? 0;
    unit.thrust = group.body.thrust(group);
    unit.goal = group.target ?? group.goal?.(unit, this) ?? null;
    group.blend(unit, this);
    const inward = this.run.contain?.(unit, this);
    unit.fx += inward?.x ?? 0;
    unit.fy += inward?.y ?? 0;
    group.body.push(unit);
  }

  #move(unit /*: Unit */) /*: void */ {
    Object.assign(unit.before, { x: unit.x, y: unit.y, heading: unit.heading });
    unit.group.body.move(unit);
    this.run.edges(unit, this);
    unit.group.body.face(unit);
    unit.group.jolt?.(unit);
    for (const hold of this.run.hold) hold(unit, this);
  }

  /** Takes note of a tick, whoever has moved the units. */
  #endTick() /*: void */ {
    if (!this.#steered) return;
    this.#steered = false;
    for (const unit of this.units) {
      for (const note of unit.group.after) note(unit, this);
    }
    for (const happen of this.run.after) happen(this);
    for (const { target } of [{ target: this.pointer }, ...this.run.groups]) {
      if (target) this.#follow(target);
    }
    this.ticks += 1;
    this.grid = undefined;
  }

  /** Measures how a target moves. */
  #follow(target /*: Pointer */) /*: void */ {
    const { x, y, before } = target;
    target.vx += ((x - before.x) / DT - target.vx) * SMOOTHING;
    target.vy += ((y - before.y) / DT - target.vy) * SMOOTHING;
    Object.assign(before, { x, y });
  }
}
