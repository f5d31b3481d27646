/** A place, an offset, a velocity or a force: x to the right, y down, world units. */
interface Vector {
  x: number;
  y: number;
}

/** Something that moves and can be hunted or headed for. */
interface Target extends Vector {
  vx: number;
  vy: number;
}

/** A target that is set, and where it was a tick ago. */
interface Pointer extends Target {
  before: Vector;
}

interface Obstacle extends Vector {
  radius: number;
}

/** A straight wall with rounded ends, `radius` thick to each side. */
interface Wall {
  from: Vector;
  to: Vector;
  radius: number;
}

/** Where a group starts: a disk, a rectangle, or else the edges of the world. */
interface Start extends Vector {
  radius?: number;
  width?: number;
  height?: number;
  /** Of a formed flock: where it lies, radians, and its shape, in half lengths, which are `radius`. */
  along?: number;
  breadth?: number;
  taper?: number;
  bend?: number;
  loose?: number;
  /** Of a ring: how far its middle is empty, by its radius. */
  hollow?: number;
  /** 1 where units head along the bend, or around the ring. */
  lean?: number;
  /** Radians; headings differ from it by up to `spread`. */
  heading: number;
  spread: number;
  /** u/s; undefined: as its kind starts. */
  speed?: number;
  /** Nobody starts in an obstacle. */
  standing: boolean;
}

interface Placed extends Vector {
  heading?: number;
  pace?: number;
}

interface Keys {
  port: boolean;
  starboard: boolean;
  faster: boolean;
  slower: boolean;
}

interface Seen {
  other: Unit;
  dx: number;
  dy: number;
  d2: number;
}

/** What a sighting is to whom remembers it. */
interface InSight {
  there: boolean;
  offset: Vector;
  velocity: Vector;
  heading: Vector;
  length: number;
  radius: number;
  leads: boolean;
  readonly distance: number;
  readonly direction: Vector;
  readonly speed: number;
}

/** How far a unit has come in its pattern. */
interface Track extends Vector {
  step: number;
  heading: number | undefined;
  course: number;
  turn: number;
}

/** How far along a path a unit is: the node that it heads for, which way, and whether it has come to the end for good. */
interface Way {
  node: number;
  back: boolean;
  done: boolean;
}

interface Grid {
  columns: number;
  rows: number;
  cells: Unit[][];
}

type Visit = (other: Unit, dx: number, dy: number, d2: number) => void;

interface View {
  /** In unit lengths. */
  radius(group: Group): number;
  sees(group: Group, forward: number, starboard: number): boolean;
}

/** How a force becomes motion. */
interface Body {
  /** It cannot choose its speed: into a direction it turns. */
  turns: boolean;
  /** The force that steering scales with. */
  forceScale(unit: Unit): number;
  topSpeed(unit: Unit): number;
  /** The most force per u/s of a wanted change of velocity. */
  stiffness(unit: Unit): number;
  thrust(group: Group): number;
  /** The largest sum of all steering. */
  limit(group: Group): number;
  startSpeed(unit: Unit): number;
  /** Limits what was steered to what the body takes. */
  push(unit: Unit): void;
  move(unit: Unit): void;
  /** Brings the heading in line, after the edges. */
  face(unit: Unit): void;
}

interface Unit extends Target {
  id: number;
  group: Group;
  /** Radians; 0 points right and grows to starboard, which is clockwise on the screen. */
  heading: number;
  /** The heading as a unit vector. */
  hx: number;
  hy: number;
  /** Rate of turn, radians per second. */
  omega: number;
  length: number;
  /** How its top speed differs from its group's: -1 to 1, times the group's pace spread. */
  pace: number;
  /** Nobody is in its narrow view. */
  leader: boolean;
  /** What pushes it, after steer(): at its middle, limited, with its thrust; how that turns it; a factor on its velocity. */
  force: Vector;
  torque: number;
  brake: number;
  /** The steering so far, and the thrust. */
  fx: number;
  fy: number;
  thrust: number;
  /** Where it was a tick ago. */
  before: Vector & { heading: number };
  /** The share of the sum so far that the last behavior has taken back. */
  takenBack: number;
  /** The angle by which chance turns it. */
  swerve: number;
  /** What it has in mind. */
  goal: Target | null;
  /** What its rules remember, and whom it has seen at which tick. */
  memory: Record<string, number>;
  /** How far along its path it is, by rule. */
  ways: Record<string, Way>;
  inSight?: { tick: number; mates: InSight[] };
  /** What behaviors remember. */
  throttle?: number;
  track?: Track;
}

interface Run {
  seed: number;
  width: number;
  height: number;
  /** Whom the hunters hunt while no target is set: a role. */
  target: string;
  pointerHunters: string;
  seeAcross: boolean;
  /** The size of a cell of the grid, u. */
  cell: number;
  obstacles: Obstacle[];
  walls: Wall[];
  groups: Group[];
  offset(flock: Flock, dx: number, dy: number): Vector;
  search(flock: Flock, x: number, y: number, radius: number, visit: Visit): void;
  edges(unit: Unit, flock: Flock): void;
  contain?(unit: Unit, flock: Flock): Vector;
  hold: ((unit: Unit, flock: Flock) => void)[];
  contactGap: number;
  startPlaces?(run: Run, group: Group, index: number): Placed[];
  after: ((flock: Flock) => void)[];
}

interface Group {
  key: string;
  label: string;
  role: string;
  count: number;
  length: number;
  body: Body;
  behaviors: ((unit: Unit, flock: Flock) => Vector)[];
  /** Looks around, before anybody steers. */
  look: ((unit: Unit, flock: Flock) => void)[];
  /** Takes note, after all have moved. */
  after: ((unit: Unit, flock: Flock) => void)[];
  blend(unit: Unit, flock: Flock): void;
  goal?(unit: Unit, flock: Flock): Target | null;
  start: Start;
  places?: Placed[];
  /** What it was told to hunt, head for or run from. */
  target: Pointer | null;
  sentTo?: Target | null;
  /** On its way back, of a group that goes to and fro. */
  back?: boolean;
  /** What it hunts, where it is told whom. */
  quarry?(unit: Unit, flock: Flock): Target | null;
  /** The keys of the groups that it is told to hunt, to follow, to flock with, and to ignore. */
  hunts?: string[];
  follows?: string[];
  flocks?: string[];
  ignores?: string[];
  path: Vector[];
  steps: { rudder: number; turn?: number; way?: number }[];
  view: View;
  separationView: View;
  choose?(seen: Seen[], most: number): Seen[];
  separationChoose?(seen: Seen[], most: number): Seen[];
  /** The angle by which chance turns a unit, and what turns it. */
  swerve?(unit: Unit, flock: Flock): number;
  jolt?(unit: Unit): void;
  /** The keys of the groups that frighten this one. */
  fears?: string[];
  /* the numbers of the groups */
}
