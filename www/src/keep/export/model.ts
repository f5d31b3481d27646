/** The tuned run as data: everything that a game needs to use the same numbers. Read from the core, never computed. */
import type { Core, GroupInfo, ParamInfo } from "../../core";
import { f32Text } from "../../link/value";
import { FORMULAS } from "./formulas";

type RunSource = Pick<Core, "params" | "texts" | "groups" | "scenes" | "scene" | "seed" | "link"> &
  Partial<Pick<Core, "scenery" | "blueprint">>;

/** What stands in the world and where groups go and start, as numbers; `edited` where a person has drawn it. */
export interface Geometry {
  /** x, y and radius of each, u. */
  obstacles: { edited: boolean; places: number[][] };
  /** x, y of one end, x, y of the other, half the thickness of each, u. */
  walls: { edited: boolean; places: number[][] };
  groups: {
    key: string;
    /** x, y of each node, u. */
    path: { edited: boolean; places: number[][] };
    /** x, y and radius of a disk, or x, y, width and height; x and y alone for the edges of the world. */
    start: { edited: boolean; place: number[] };
  }[];
}

export type ExportValue = {
  /** As in links, without the group's name. */
  key: string;
  label: string;
  unit: string;
  doc: string;
  source: string;
  /** The scene's own value differs. */
  changed: boolean;
} & (
  | { kind: "float"; value: number; base: number; min: number; max: number }
  | { kind: "int"; value: number; base: number; min: number; max: number }
  | { kind: "bool"; value: boolean; base: boolean }
  | { kind: "text"; value: string; base: string; options: string[] }
);

interface ExportBehavior {
  key: string;
  label: string;
  weight: number;
  formula: string;
}

type BodyKind = GroupInfo["body"] | "world";

export interface ExportGroup {
  key: string;
  label: string;
  body: BodyKind;
  /** In the order in which their forces are added. */
  behaviors: ExportBehavior[];
  /** How the forces become motion, one sentence per line. */
  combination: string[];
  values: ExportValue[];
}

export interface GameExport {
  scene: { key: string; title: string; source: string };
  seed: number;
  link: string;
  groups: ExportGroup[];
  geometry: Geometry;
}

const WORLD = "world";

/** The run as it stands. With `everything`, also the values without effect under the current choices. */
export function readRun(core: RunSource, everything = false): GameExport {
  const scene = core.scenes.find(({ key }) => key === core.scene());
  const params = core.params();
  const texts = core.texts();
  const scopes = new Map(params.map((param) => [param.scope, param.scopeLabel]));
  const bodies = new Map(core.groups().map(({ key, body }) => [key, body]));
  const edges = params.find((param) => param.scope === WORLD && param.key === "edges");
  const contained = edges !== undefined && choiceOf(edges) === "contain";
  const groups = [...scopes].map(([scope, label]): ExportGroup => {
    const own = params.filter((param) => param.scope === scope);
    const body = bodies.get(scope) ?? "world";
    const values = own.filter((param) => everything || param.visible).map(entryOf);
    for (const text of texts.filter((one) => one.scope === scope)) {
      const { label, doc, source, value } = text;
      const key = bare(text.key, scope);
      const options: string[] = [];
      const changed = value !== text.default;
      values.push({
        key,
        label,
        unit: "",
        doc,
        source,
        changed,
        kind: "text",
        value,
        base: text.default,
        options,
      });
    }
    return {
      key: scope,
      label,
      body,
      behaviors: own.flatMap((param) => behaviorOf(param)),
      combination: combinationOf(body, own, contained),
      values,
    };
  });
  const { key = core.scene(), title = key, source = "" } = scene ?? {};
  const link = core.link();
  const geometry = geometryOf(core, link);
  return { scene: { key, title, source }, seed: core.seed(), link, groups, geometry };
}

function geometryOf(core: RunSource, link: string): Geometry {
  const query = new URLSearchParams(link);
  const { obstacles = [], walls = [] } = core.scenery?.() ?? {};
  const groups = (core.blueprint?.() ?? []).map(({ key, path, start }, at) => {
    const prefix = at === 0 ? "" : `${key}.`;
    const { x, y, radius, width, height } = start;
    const size = [radius, width, height].filter((one) => one !== undefined);
    return {
      key,
      path: { edited: query.has(`${prefix}path`), places: path.map((node) => [node.x, node.y]) },
      start: { edited: query.has(`${prefix}start`), place: [x, y, ...size] },
    };
  });
  return {
    obstacles: { edited: query.has("ob"), places: obstacles.map((one) => [one.x, one.y, one.radius]) },
    walls: {
      edited: query.has("wa"),
      places: walls.map(({ from, to, radius }) => [from.x, from.y, to.x, to.y, radius]),
    },
    groups,
  };
}

function bare(key: string, scope: string): string {
  return key.startsWith(`${scope}.`) ? key.slice(scope.length + 1) : key;
}

function choiceOf(param: ParamInfo, value = param.value): string {
  return param.choices[value]?.key ?? String(value);
}

function entryOf(param: ParamInfo): ExportValue {
  const { label, unit, doc, source, min, max, value, default: base } = param;
  const key = bare(param.key, param.scope);
  const common = { key, label, unit, doc, source, changed: value !== base };
  switch (param.kind) {
    case "bool":
      return { ...common, kind: "bool", value: value !== 0, base: base !== 0 };
    case "choice": {
      const options = param.choices.map((choice) => choice.key);
      return { ...common, kind: "text", value: choiceOf(param), base: choiceOf(param, base), options };
    }
    default:
      return { ...common, kind: param.kind, value, base, min, max };
  }
}

function behaviorOf(param: ParamInfo): ExportBehavior[] {
  const key = bare(param.key, param.scope);
  const formula = Object.hasOwn(FORMULAS, key) ? FORMULAS[key] : undefined;
  // A weight has its behavior's key; a world parameter or a choice of that name is another thing.
  if (formula === undefined || param.scope === WORLD || param.kind !== "float") return [];
  return [{ key, label: param.label, weight: param.value, formula }];
}

/** How the core turns a group's forces into motion: see `World::steer` and the bodies' `integrate`. */
function combinationOf(body: BodyKind, own: readonly ParamInfo[], contained: boolean): string[] {
  if (body === "world") return [];
  const value = (key: string) => own.find((param) => bare(param.key, param.scope) === key)?.value ?? 0;
  const blend = own.find((param) => bare(param.key, param.scope) === "combination");
  const lines = ["Sum: for each behavior in the order of the list, sum += weight * F, a world-space force."];
  const limit =
    body === "rigid body"
      ? value("steering_limit") * value("steering_force")
      : body === "particle"
        ? 0
        : value("max_force");
  const cut = body === "rigid body" ? "steering_limit * steering_force" : "max_force";
  if (blend && choiceOf(blend) === "priority") {
    lines.push(
      `Priority: each addition is first cut to the remaining length, ${cut} - |sum so far| (0 if negative).`,
    );
  }
  if (contained && body !== "tile walker") {
    lines.push(
      "Edges contain: last, a force toward the inside is added within 10 L of an edge, from 0 to S (max_force) at the edge.",
    );
  }
  if (body === "tile walker") {
    lines.push(
      "Every step_ticks ticks, the unit steps to the next tile in the direction of the sum, rounded to an eighth of a turn.",
    );
    return lines;
  }
  lines.push(
    limit > 0 ? `Limit: the sum is cut to the length ${cut} = ${f32Text(limit)}.` : "The sum is not limited.",
  );
  lines.push(...(body === "rigid body" ? RIGID : body === "particle" ? PARTICLE : POINT));
  return lines;
}

const RIGID = [
  "It acts at the bow, L/2 ahead of the center: moment = L/2 * its part along s. Thrust pushes along h.",
  "Drag opposes the flow q at -0.12 L along h, (v.h, v.s - 0.12 L * w): -1/2 * 0.0023769 * A * linear_drag * k * |q| * q,",
  "A = (L + L * hull_width) * L * hull_height, k = 2 where the flow comes from ahead, else 1. Its part along s turns, too.",
  "v += force/mass * dt, x += v * dt; w += moment/inertia * dt, w /= 1 + c * |w| * dt, c = 1/2 * 0.0023769 * A * angular_drag/inertia;",
  "heading += w * dt.",
];

const PARTICLE = [
  "It asks for the direction of v + sum * speed/max_force (its heading where that is 0), turned by the noise: a fresh random angle per tick.",
  "The heading turns toward it by at most max_turn * dt (0: at once); x += speed * dt along the heading (moves_with: the new or the old one).",
];

const POINT = [
  "v += sum/mass * dt, cut to the length max_speed (times 1 - pace_spread to 1 + pace_spread, fixed per unit); x += v * dt.",
  "The heading follows the velocity and is kept while the speed is 0.",
];
