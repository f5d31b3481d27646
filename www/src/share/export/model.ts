/** The tuned run as data: everything that a game needs to use the same numbers. Read from the core, never computed. */
import type { BlueprintInfo, Core, FormulaInfo, ParamInfo } from "../../core";

export type RunSource = Pick<
  Core,
  | "params"
  | "texts"
  | "scenes"
  | "scene"
  | "seed"
  | "link"
  | "scenery"
  | "blueprint"
  | "explain"
  | "explainText"
>;

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

interface Described {
  /** As in links, without the group's name. */
  key: string;
  label: string;
  unit: string;
  doc: string;
  source: string;
  /** The scene's own value differs. */
  changed: boolean;
}

type Valued =
  | { kind: "float"; value: number; base: number; min: number; max: number }
  | { kind: "int"; value: number; base: number; min: number; max: number }
  | { kind: "bool"; value: boolean; base: boolean }
  | { kind: "text"; value: string; base: string; options: string[] };

interface Explained {
  /** What stands for it in formulas. */
  symbol: string;
  /** What it does. */
  formula: string;
}

export type ExportValue = Described & Valued & Explained;

interface ExportBehavior extends Explained {
  key: string;
  label: string;
  weight: number;
}

type BodyKind = BlueprintInfo["body"] | "world";

export interface ExportGroup {
  key: string;
  label: string;
  body: BodyKind;
  /** In the order in which their forces are added. */
  behaviors: ExportBehavior[];
  /** How the forces become motion, one sentence per line. */
  motion: string[];
  values: ExportValue[];
}

export interface GameExport {
  scene: { key: string; title: string; source: string };
  seed: number;
  link: string;
  groups: ExportGroup[];
  /** What the symbols in formulas mean that are no exported parameters. */
  symbols: Map<string, string>;
  geometry: Geometry;
}

/** The run as it stands. With `everything`, also the values without effect under the current choices. */
export function readRun(core: RunSource, everything = false): GameExport {
  const scene = core.scenes.find(({ key }) => key === core.scene());
  const params = core.params();
  const texts = core.texts();
  const exported = new Set(params.filter((param) => everything || param.visible).map(({ id }) => id));
  const symbols = new Map<string, string>();
  const explained = (info: FormulaInfo | undefined): Explained => {
    for (const { symbol, means, param } of info?.terms ?? []) {
      if (symbol !== info?.symbol && !exported.has(param)) symbols.set(symbol, means);
    }
    return { symbol: info?.symbol ?? "", formula: info?.formula ?? "" };
  };
  const scopes = new Map(params.map((param) => [param.scope, param.scopeLabel]));
  const plans = new Map(core.blueprint().map((plan) => [plan.key, plan]));
  const groups = [...scopes].map(([scope, label]): ExportGroup => {
    const plan = plans.get(scope);
    const own = params.filter((param) => param.scope === scope);
    const values = own
      .filter(({ id }) => exported.has(id))
      .map((param): ExportValue => ({ ...entryOf(param), ...explained(core.explain(param.id)) }));
    for (const text of texts.filter((one) => one.scope === scope)) {
      const { label, doc, source, value, default: base } = text;
      const common = { label, doc, source, value, base, ...explained(core.explainText(text.id)) };
      const key = bare(text.key, scope);
      values.push({ ...common, key, unit: "", changed: value !== base, kind: "text", options: [] });
    }
    const behaviors = (plan?.behaviors ?? []).map(({ key, label, weight }) => {
      const id = own.find((param) => bare(param.key, scope) === key)?.id;
      return { key, label, weight, ...explained(id === undefined ? undefined : core.explain(id)) };
    });
    return { key: scope, label, body: plan?.body ?? "world", behaviors, motion: plan?.motion ?? [], values };
  });
  const { key = core.scene(), title = key, source = "" } = scene ?? {};
  const link = core.link();
  const geometry = geometryOf(core, link);
  return { scene: { key, title, source }, seed: core.seed(), link, groups, symbols, geometry };
}

function geometryOf(core: RunSource, link: string): Geometry {
  const query = new URLSearchParams(link);
  const { obstacles, walls } = core.scenery();
  const groups = core.blueprint().map(({ key, path, start }, at) => {
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

function entryOf(param: ParamInfo): Described & Valued {
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
