/** What the core hands to the page as plain objects; part of the generated package's types. */
export interface SceneInfo {
  key: string;
  title: string;
  /** What somebody may come for: its heading in the gallery. */
  category: string;
  chapter: string;
  see: string;
  try: string;
  source: string;
  /** What a dragged pointer does, as an invitation; empty where it does nothing. */
  drag: string;
  /** The link of the scene as it is today. */
  link: string;
}

export interface ParamInfo {
  id: number;
  /** Its name in links, unique within the run. */
  key: string;
  scope: string;
  scopeLabel: string;
  section: string;
  label: string;
  unit: string;
  kind: "float" | "int" | "bool" | "choice";
  min: number;
  max: number;
  step: number;
  /** Whether a slider should be logarithmic. */
  log: boolean;
  /** The scene's own value. */
  default: number;
  value: number;
  /** Whether it matters now. */
  visible: boolean;
  /** Whether its diagram stands above its section's controls. */
  standing: boolean;
  doc: string;
  source: string;
  /** The plain control that it stands behind, and where that stands; `root`: what one sees goes with its square root. */
  plain?: { label: string; place: number; root: boolean };
  /** Words by which somebody may look for it. */
  words: string;
  /** For kind "choice": the value is the index. */
  choices: { key: string; label: string; doc: string }[];
}

/** The region that a parameter tunes, in a unit's own frame. */
export type ShapeInfo =
  | { kind: "sector"; radius: number; halfAngle: number }
  | { kind: "feelers"; reach: number; spread: number; count: number };

export interface Scenery {
  width: number;
  height: number;
  edges: "wrap" | "bounce" | "contain";
  toroidal: boolean;
  obstacles: { x: number; y: number; radius: number }[];
  /** Segments with rounded ends, `radius` thick to each side. */
  walls: { from: { x: number; y: number }; to: { x: number; y: number }; radius: number }[];
  /** A group's path; a node counts as reached within `radius`. `role` gives the color. */
  paths: {
    group: string;
    role: number;
    radius: number;
    end: "stop" | "loop" | "patrol";
    nodes: { x: number; y: number }[];
  }[];
  /** The tiles that units walk on, undefined where they do not; the first is at the top left. */
  tiles?: {
    size: number;
    columns: number;
    rows: number;
    /** Column and row of each blocked tile in turn. */
    blocked: number[];
  };
  /** Whether the scene is about the tracks of few units. */
  trails: boolean;
}

/** What an editor of the layout has to know besides the scenery. */
export interface LayoutInfo {
  /** Whether anybody steers around obstacles. */
  minded: boolean;
  /** Where each group starts; without a radius and a size along the edges of the world. */
  starts: {
    group: string;
    label: string;
    role: number;
    /** A person has drawn it. */
    edited: boolean;
    x: number;
    y: number;
    /** Of a disk. */
    radius?: number;
    /** Of a rectangle. */
    width?: number;
    height?: number;
  }[];
  /** Most items of each kind, nodes for one path. */
  limits: { obstacles: number; walls: number; nodes: number; tiles: number };
  /** Smallest and largest radius of obstacles and of walls (half their thickness), u. */
  radii: { obstacle: [number, number]; wall: [number, number] };
}

/** A parameter that is a short text, such as the steps of a pattern. */
export interface TextInfo {
  id: number;
  /** Its name in links, unique within the run, parameters included. */
  key: string;
  scope: string;
  scopeLabel: string;
  section: string;
  label: string;
  /** The scene's own text. */
  default: string;
  value: string;
  doc: string;
  source: string;
  presets: { label: string; text: string }[];
}

/** What is in force after a text was set, and what was wrong with the new one: "" for nothing. */
export interface TextChange {
  text: string;
  error: string;
}

/** The way that a unit means to go: x and y of each point in turn. */
export interface PlanInfo {
  unit: number;
  closed: boolean;
  points: number[];
}

/** The formula of a parameter and what its symbols mean. */
export interface FormulaInfo {
  /** What stands for the parameter. */
  symbol: string;
  /** Plain text: `_` before an index, `^` before an exponent, words between quotation marks, `;` between lines. */
  formula: string;
  /** The parameter itself comes first. `param` is the id of a parameter, -1 for what is none. */
  terms: { symbol: string; means: string; param: number }[];
}

/** How one unit answers to one thing, over its distance, its bearing, the time or the speed. */
export interface ResponseInfo {
  to:
    | "neighbor"
    | "course"
    | "ahead"
    | "target"
    | "goal"
    | "obstacle"
    | "leader"
    | "menace"
    | "node"
    | "rudder"
    | "throttle"
    | "nothing";
  /** Lengths, radians to starboard, seconds, u/s, force. */
  over: "distance" | "angle" | "time" | "speed" | "force";
  reads: "side" | "away" | "toward" | "along" | "thrust" | "speed" | "turn" | "force";
  /** Where the axis ends. Angles begin at -reach, all else at 0. */
  reach: number;
  xs: number[];
  now: number[];
  /** With the scene's own value; empty where that is the value now. */
  base: number[];
  /** Places on the axis that the parameter sets. */
  marks: number[];
}

/** Where a group is going; the pointer can change it. */
export interface DestinationInfo {
  group: string;
  role: number;
  x: number;
  y: number;
}

export interface GroupInfo {
  key: string;
  label: string;
  role: number;
  start: number;
  count: number;
  length: number;
  /** Forces act at the bow of a rigid body, and at the center of all others. */
  body: "rigid body" | "point mass" | "particle" | "tile walker";
  /** Whether its units can lead: nobody may be in their narrow view. */
  leads: boolean;
}

/** A behavior that a group can be given. */
export interface BehaviorChoice {
  key: string;
  label: string;
  /** What it does, in a sentence. */
  says: string;
  formula: string;
  source: string;
  /** The bodies that it can steer: see `MemberInfo.body`. */
  bodies: ("rigid" | "point" | "particle" | "tile")[];
}

/** A group as a part of a composition. */
export interface MemberInfo {
  key: string;
  label: string;
  role: "regular" | "interceptor" | "player" | "leader" | "soldier" | "monster" | "prey" | "troll";
  body: "rigid" | "point" | "particle" | "tile";
  /** The scene's main group: it comes first and cannot be removed. */
  main: boolean;
  /** In order; `weight` is the id of the weight, which mutes the behavior at 0. */
  behaviors: { key: string; label: string; weight: number }[];
  /** Keys of groups. */
  hunts: string[];
  fears: string[];
  follows: string[];
  flocks: string[];
  ignores: string[];
}

/** What exported code has to know of a group besides its parameters. */
export interface BlueprintInfo {
  key: string;
  label: string;
  role: "regular" | "interceptor" | "player" | "leader" | "soldier" | "monster" | "prey" | "troll";
  body: GroupInfo["body"];
  /** In the order in which their forces add up. */
  behaviors: { key: string; label: string; weight: number }[];
  /** Where its units start: a disk, a rectangle, or else the edges of the world. Radians. */
  start: {
    x: number;
    y: number;
    radius?: number;
    width?: number;
    height?: number;
    heading: number;
    spread: number;
  };
  /** Keys of the groups that frighten it. */
  fears: string[];
  /** It hunts, follows, flocks with or ignores groups that it is told to. */
  tied: boolean;
  /** The nodes of its path, u. */
  path: { x: number; y: number }[];
}

export interface TargetInfo {
  kind: "none" | "pointer" | "unit";
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Id of the hunted unit, -1 where it is none. */
  unit: number;
}

/** Why a unit that is near does not count: outside the angles of the view, too far, of another kind, beyond the cap. */
export type Reason = "angle" | "far" | "kind" | "cap";

/** Why one unit steers as it does. Forces are world-space, points as near to the unit as perception has them. */
export interface Inspection {
  id: number;
  group: string;
  leader: boolean;
  /** Whether units of its group can lead: nobody may be in their narrow view. */
  canLead: boolean;
  /** Whom it counts, and how many: of a large crowd only the nearest are named. */
  neighbors: number[];
  neighborCount: number;
  /** Whom separation counts. */
  crowd: number[];
  /** Who is in its narrow view. */
  ahead: number[];
  aheadCount: number;
  /** The nearest units that do not count, and why: one reason for each. */
  rejected: number[];
  reasons: Reason[];
  /** How many do not count for the reasons angle, far, kind and cap, within one and a half radii. */
  reasonCounts: [number, number, number, number];
  /** Where it looks: `flock`, `separation`, `leader`, or a behavior's own circle. */
  regions: { key: string; x: number; y: number; radius: number; halfAngle: number }[];
  /** The behaviors in order, and the edge where that contains: raw, and as they enter the sum. */
  forces: {
    key: string;
    label: string;
    weight: number;
    rawX: number;
    rawY: number;
    fx: number;
    fy: number;
    /** The points that it goes to, away from, or along. */
    aims: { kind: "to" | "from" | "course"; x: number; y: number }[];
    /** Where its feelers end, and the index of the obstacle that each hits, -1 for none. */
    feelers: { x: number; y: number; hit: number }[];
  }[];
  sumX: number;
  sumY: number;
  /** What reaches the body: the sum, cut to the limit. */
  fx: number;
  fy: number;
  limit?: number;
  /** Forward force of the propeller. */
  thrust: number;
  /** Factor on the velocity after the tick. */
  brake: number;
  /** Rate of turn in the coming tick, rad/s to starboard. */
  turn: number;
}

/** The declaration of a measure. */
export interface MeasureInfo {
  key: string;
  label: string;
  unit: string;
  /** 0 to 1; whole numbers; or anything from 0 on. */
  span: "share" | "count" | "amount";
  /** What it tells, for people who meet it for the first time. */
  doc: string;
  /** How it is computed. */
  definition: string;
  source: string;
  /** Its name in a file. */
  column: string;
  /** Whether it has a plot. */
  plotted: boolean;
}

/** Something that is wrong with the run. */
export interface FindingInfo {
  /** The detector. */
  key: string;
  title: string;
  /** What is wrong, in one plain sentence. */
  says: string;
  /** Key and name of the group. */
  group: string;
  label: string;
  /** The tick at which it began. */
  since: number;
  /** The ids of up to eight units that show it, the worst first. */
  units: number[];
  /** How many of the group's watched units show it. */
  ill: number;
  watched: number;
  /** Where the worst of them is. */
  place: { x: number; y: number };
  /** Names of the behaviors that are involved. */
  culprits: string[];
  /** What to try: a parameter's id, and a value for it. */
  fix?: { param: number; value: number };
}

/** A parameter with its new value, or a text parameter with its new text. */
export interface EditInfo {
  /** The tick after which it took effect. */
  tick: number;
  /** What links call it. */
  key: string;
  value?: number;
  text?: string;
}

/** One run to be evaluated: plain data, for any worker. */
export interface StudyJob {
  link: string;
  ticks: number;
  burnIn: number;
  /** Ticks from one sample to the next. */
  every: number;
  /** The run ends early as soon as one of these is out of reach. */
  goals: string[];
}

/** What a run came to. */
export interface StudyOutcome {
  hash: string;
  ticks: number;
  samples: number;
  hopeless: boolean;
  /** In the order of measures(); NaN where there was nobody to measure. */
  windows: { mean: number; sd: number; last: number }[];
}

/** A sweep, a strip or a map. */
export interface StudyPlan {
  base: string;
  /** "cohesion=0..4/8", "view=limited,narrow"; a range without steps for designs that draw. */
  axes: string[];
  design: "grid" | "lhs" | "random";
  points: number;
  designSeed: number;
  /** How many from 1 on, or which. */
  seeds: number | number[];
  ticks: number;
  burnIn: number;
  every: number;
  maxRuns: number;
}

/** What is to be tuned, and how. */
export interface StudyTask {
  base: string;
  /** Axes: "cohesion=0..4", or "cohesion" for its whole range. */
  vary: string[];
  /** Bands: "polarization=0.95..", "spacing=1.5..2.5", "overlapping=..0.01*2" (with a weight). */
  goals: string[];
  method: "cma" | "random";
  /** What the search may cost, in runs of whole length. */
  runs: number;
  seed: number;
  /** Seeds on which each candidate is tried. */
  tries: number;
  ticks: number;
  burnIn: number;
  every: number;
  /** How many candidates go to the playoff. */
  finalists: number;
  /** On how many seeds the exams are. */
  unseen: number;
}

export interface StudyProgress {
  phase: "search" | "playoff" | "exam" | "longer" | "done";
  runs: number;
  candidates: number;
  /** Ticks of the search so far, and how many it may cost. */
  ticks: number;
  budget: number;
  /** Of the best so far; 0 is the middle of every band. */
  loss?: number;
  link?: string;
}

/** Over seeds: n, mean, deviation, standard error, 95 % interval of the mean, quantiles. */
export interface StudySummary {
  n: number;
  mean: number;
  sd: number;
  se: number;
  low: number;
  high: number;
  min: number;
  q25: number;
  median: number;
  q75: number;
  max: number;
}

/** Runs of the winner on seeds that the search never saw. */
export interface StudyExam {
  ticks: number;
  passed: number;
  of: number;
  /** By goal; the one that is met least often is in the way. */
  bands: { goal: string; met: number; summary?: StudySummary }[];
}

export interface StudyChange {
  key: string;
  from: string;
  to: string;
  /** How much of the axis lies between them, 0 to 1. */
  share: number;
}

export interface StudyReport {
  link: string;
  /** The largest first. */
  changes: StudyChange[];
  exam: StudyExam;
  /** The same seeds at twice the length. */
  longer: StudyExam;
  candidates: number;
  runs: number;
  ticks: number;
}

/** What is to be bred. */
export interface StudyKennel {
  base: string;
  vary: string[];
  /** None: anything goes. */
  goals: string[];
  seed: number;
  /** How many candidates are shown, and how many are tried for that. */
  shown: number;
  litter: number;
  tries: number;
  ticks: number;
  burnIn: number;
  every: number;
}

export interface StudyCandidate {
  link: string;
  loss: number;
  /** How many of its runs met every goal. */
  met: number;
  changes: StudyChange[];
  /** In the order of measures(). */
  means: number[];
}

export interface StudyGoal {
  measure: string;
  low?: number;
  high?: number;
  weight: number;
}
