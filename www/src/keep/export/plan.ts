/** What a program has to do to run as the playground does: the run, freed of all that has no effect in it. */
import type { BlueprintInfo, Scenery } from "../../core";
import { type ExportGroup, type ExportValue, type GameExport, type RunSource, readRun } from "./model";

export type Tie = "hunts" | "follows" | "flocks" | "ignores";

/** A behavior as a rule: its text, which of the group's values its parameters are, and what it asks for. */
export type PlanRule = NonNullable<BlueprintInfo["behaviors"][number]["rule"]>;

export interface PlanGroup {
  key: string;
  label: string;
  role: BlueprintInfo["role"];
  body: "rigid" | "point" | "particle";
  /** Keys of the behaviors that have an effect, in their order. */
  behaviors: string[];
  /** Those of them that are rules. */
  rules: ReadonlyMap<string, PlanRule>;
  /** All its numbers, switches and choices. */
  values: ExportValue[];
  /** Who counts for cohesion and alignment, and for separation. */
  view: string | undefined;
  separationView: string | undefined;
  /** Only the nearest in view count. */
  nearest: boolean;
  /** For separation, too. */
  nearestCrowd: boolean;
  /** Chance turns its units. */
  noisy: boolean;
  /** Keys of the groups that frighten it. */
  fears: string[];
  /** A written rule says that it fears the target that is set, too, and no number of its own does. */
  fearsTarget: boolean;
  /** Keys of the groups that it is told to hunt, to follow, to flock with, and to ignore. */
  ties: Record<Tie, string[]>;
  /** Whether it matters who leads. */
  leaders: boolean;
  goal: string | undefined;
  /** The first behaviors take the force first. */
  priority: boolean;
  start: BlueprintInfo["start"];
  path: BlueprintInfo["path"];
  steps: Step[];
  /** How far its units look for others, u. */
  reach: number;
  /** What has no effect here, and why. */
  idle: string[];
}

/** A control step: `rudder` -1 to port, 1 to starboard; it ends after a turn in degrees or a way in u. */
export type Step = { rudder: number } & ({ turn: number } | { way: number });

export interface Plan {
  run: GameExport;
  edges: Scenery["edges"];
  seeAcross: boolean;
  width: number;
  height: number;
  target: string;
  pointerHunters: string;
  obstacles: Scenery["obstacles"];
  walls: Scenery["walls"];
  groups: PlanGroup[];
  print: RunSource["printRule"];
  world: ExportGroup;
  /** How far off hard obstacles units are held, in lengths; undefined where obstacles are soft. */
  contactGap: number | undefined;
  /** What the playground plays besides, which a program leaves to its game. */
  games: string[];
  /** The size of the cells of a grid, u; undefined where everybody can look at everybody. */
  cell: number | undefined;
}

const BODIES: Readonly<Record<string, PlanGroup["body"]>> = {
  "rigid body": "rigid",
  "point mass": "point",
  particle: "particle",
};

/** Why no program is offered for a run; empty where one is. */
export function whyNot(core: Pick<RunSource, "blueprint">): string {
  const groups = core.blueprint();
  if (groups.some(({ body }) => body === "tile walker")) {
    return "Scenes on tiles have no running code yet: export their constants.";
  }
  return "";
}

/** Swarms of more units than this look no farther than a fixed cutoff, whatever the parameter says: as in the core. */
const ALL_PAIRS = 2000;
const LARGE_CUTOFF = 50;

/** Fewer units than this look at everybody. */
const FEW = 250;

export function planOf(core: RunSource): Plan {
  const run = readRun(core, true);
  const scenery = core.scenery();
  const world = run.groups.find(({ key }) => key === "world") as ExportGroup;
  const pointerHunters = text(world.values, "pointer_hunters") ?? "everyone";
  const blueprints = core.blueprint();
  const groups = blueprints.map((blueprint) => {
    const group = run.groups.find(({ key }) => key === blueprint.key) as ExportGroup;
    return planGroup(blueprint, group, pointerHunters);
  });
  return {
    run,
    print: core.printRule,
    world,
    edges: scenery.edges,
    seeAcross: scenery.toroidal && scenery.edges === "wrap",
    width: scenery.width,
    height: scenery.height,
    target: text(world.values, "target") ?? "nobody",
    pointerHunters,
    obstacles: scenery.obstacles,
    walls: scenery.walls,
    groups,
    contactGap: flag(world.values, "contact") ? number(world.values, "contact_gap") : undefined,
    games: gamesOf(blueprints),
    cell: cellOf(groups, scenery.width * scenery.height),
  };
}

function planGroup(blueprint: BlueprintInfo, { values }: ExportGroup, pointerHunters: string): PlanGroup {
  const view = text(values, "view");
  const blind = view === undefined || view === "off";
  const own = text(values, "separation_view");
  const acting = blueprint.behaviors.filter(acts);
  const rules = new Map(
    acting.flatMap(({ key, rule }): [string, PlanRule][] => (rule === undefined ? [] : [[key, rule]])),
  );
  const asked = new Set([...rules.values()].flatMap(({ asks }) => asks));
  const leadersHunt =
    pointerHunters === "leaders" ||
    values.some(
      (value) => value.kind === "text" && value.value === "leaders" && value.options.includes("everyone"),
    );
  return {
    key: blueprint.key,
    label: blueprint.label,
    role: blueprint.role,
    body: BODIES[blueprint.body] ?? "point",
    behaviors: acting.map(({ key }) => key),
    rules,
    values: values.map((value) => asSwitch(effective(value, values))),
    fearsTarget: values.some(fearsTarget) && entryOf(values, "fears_pointer") === undefined,
    view: blind ? undefined : view,
    separationView: blind ? undefined : own === "same" ? view : own,
    nearest: (number(values, "nearest_only") ?? 0) > 0,
    nearestCrowd: text(values, "nearest_of") === "all",
    noisy: (number(values, "noise") ?? 0) > 0,
    fears: blueprint.fears,
    ties: {
      hunts: blueprint.hunts,
      follows: blueprint.follows,
      flocks: blueprint.flocks,
      ignores: blueprint.ignores,
    },
    leaders: ((asked.has("hunts") && leadersHunt) || asked.has("leads")) && flag(values, "leaders"),
    goal: text(values, "goal"),
    priority: text(values, "combination") === "priority",
    start: blueprint.start,
    path: blueprint.path,
    steps: stepsOf(text(values, "steps") ?? ""),
    reach: Math.max(0, ...acting.map(({ reach }) => reach)),
    idle: blueprint.behaviors
      .filter((behavior) => !acts(behavior))
      .map(({ label, idle }) => `${label} (${idle})`),
  };
}

/** Whether a behavior does something in a program, in which there may be other obstacles. */
const acts = ({ idle }: BlueprintInfo["behaviors"][number]) =>
  idle === "" || idle === "there are no obstacles";

function gamesOf(groups: readonly BlueprintInfo[]): string[] {
  const catching = groups.some(({ catches }) => catches.length > 0);
  const armed = groups.some(({ role }) => role === "soldier");
  return [
    ...(catching
      ? [
          "In the playground, who comes near enough to one that it hunts catches it: it starts again, joins, or the round " +
            "is over, and rounds follow each other. That is the game, not the steering: this program leaves it to yours.",
        ]
      : []),
    ...(armed
      ? [
          "In the playground, soldiers face a target that is held and fire at it, and a monster that is hit starts again. " +
            "This program has their steering alone.",
        ]
      : []),
  ];
}

/** A cutoff that holds for large swarms whatever the parameter says. */
function effective(value: ExportValue, values: readonly ExportValue[]): ExportValue {
  const large = value.key === "potential_cutoff" && (number(values, "count") ?? 0) > ALL_PAIRS;
  return large && value.kind === "float" && value.value === 0 ? { ...value, value: LARGE_CUTOFF } : value;
}

const fearsTarget = (value: ExportValue) =>
  value.kind === "text" && value.key.endsWith("-fears_pointer") && value.options.indexOf(value.value) > 0;

/** A choice of off and on is a switch. */
function asSwitch(value: ExportValue): ExportValue {
  if (value.kind !== "text" || value.options.join() !== "off,on") return value;
  const { options: _, ...rest } = value;
  return { ...rest, kind: "bool", value: value.value === "on", base: value.base === "on" };
}

const entryOf = (values: readonly ExportValue[], key: string) =>
  values.find((value) => value.key === key)?.value;

export function number(values: readonly ExportValue[], key: string): number | undefined {
  const value = entryOf(values, key);
  return typeof value === "number" ? value : undefined;
}

export function text(values: readonly ExportValue[], key: string): string | undefined {
  const value = entryOf(values, key);
  return typeof value === "string" ? value : undefined;
}

const flag = (values: readonly ExportValue[], key: string) => entryOf(values, key) === true;

/** The steps of a pattern, from the core's spelling of them: "ahead 200, port 90, starboard 50 u". */
function stepsOf(steps: string): Step[] {
  return [...steps.matchAll(/(ahead|port|starboard) ([\d.]+)( u)?/g)].map(([, verb, amount, unit]) => {
    const rudder = verb === "ahead" ? 0 : verb === "port" ? -1 : 1;
    return rudder === 0 || unit ? { rudder, way: Number(amount) } : { rudder, turn: Number(amount) };
  });
}

/** A grid pays where many units look at a small part of the world; its cells are as large as they look far. */
function cellOf(groups: readonly PlanGroup[], area: number): number | undefined {
  const units = groups.reduce((sum, { values }) => sum + (number(values, "count") ?? 0), 0);
  if (units < FEW) return undefined;
  const farthest = Math.max(...groups.map(({ reach }) => reach), 0);
  // Where a circle of that size holds half of the world, everybody is looked at anyway.
  if (farthest === 0 || Math.PI * farthest * farthest > 0.5 * area) return undefined;
  return Math.max(farthest, Math.sqrt(area / units));
}
