/** A program as a tree: what it is made of, in the names of a language. Each language says that its own way. */

import { collect } from "../declarations";
import type { ExportValue } from "../model";
import type { Plan, PlanGroup } from "../plan";
import { type Naming, printed } from "../printed";
import { groupParts, isUsed, worldParts } from "../structure";

/** Names of functions, by what they are for. */
export type Wiring = [key: string, names: string | string[]][];

/** What a language does its own way; keys and functions are told in snake case. */
export interface Dialect extends Naming {
  /** What others call. */
  always: readonly string[];
  body(name: string): Wiring;
  /** `prefix`: of that for separation. */
  view(model: string, prefix: string): Wiring;
  /** Finds what a group hunts that is told whom, where the runtime does not ask. */
  quarry?: string;
  /** What stands for no function; without it, nothing does. */
  nothing?: string;
}

interface TreeGroup {
  group: PlanGroup;
  wiring: Wiring;
  /** Its numbers, switches and choices that something reads, with what they are called. */
  values: { value: ExportValue; name: string }[];
  /** Keys of other groups, by what it does about them. */
  ties: [key: string, groups: string[]][];
}

export interface Tree {
  groups: TreeGroup[];
  world: Wiring;
  /** The declarations that it uses, each after what it needs. */
  code: string[];
  /** What a number of a group is called. */
  member(key: string): string;
}

export function treeOf(plan: Plan, dialect: Dialect): Tree {
  const { function: nameIn, nothing } = dialect;
  const { declarations, nameOf, member } = printed(plan, dialect);
  const some = (key: string, name: string | false | undefined): Wiring => {
    const found = name ? nameIn(name) : nothing;
    return found === undefined ? [] : [[key, found]];
  };
  const world = worldParts(plan);
  const wiring: Wiring = [
    ["offset", nameIn(world.offset)],
    ["search", nameIn(world.search)],
    ["edges", nameIn(world.edges)],
    ...some("contain", world.contain),
    ["hold", world.hold.map(nameIn)],
    ["start_places", nameIn("start_places")],
    ["after", world.after.map(nameIn)],
  ];
  // What is no rule may take note of the finished tick.
  const afterOf = (key: string) => nameIn(`after_${key}`);
  const remembers = (group: PlanGroup) => (key: string) =>
    !group.rules.has(key) && declarations.has(afterOf(key));
  const wired = plan.groups.map((group): [PlanGroup, Wiring] => {
    const made = groupParts(group);
    return [
      group,
      [
        ...dialect.body(made.body),
        ["look", made.look.map(nameIn)],
        ["behaviors", made.behaviors.map((key) => nameOf(group, key))],
        ["after", group.behaviors.filter(remembers(group)).map(afterOf)],
        ["blend", nameIn(made.blend)],
        ...(made.view ? dialect.view(made.view, "") : []),
        ...(made.separationView ? dialect.view(made.separationView, "separation_") : []),
        ...some("choose", made.nearestOnly && "nearest_only"),
        ...some("separation_choose", made.nearestCrowd && "nearest_only"),
        ...some("swerve", made.noisy && "draw_noise"),
        ...some("jolt", made.jolted && "turn_by_noise"),
        ...some("goal", made.goal),
        ...(dialect.quarry && group.ties.hunts.length > 0 ? some("quarry", dialect.quarry) : []),
      ],
    ];
  });
  const roots = [wiring, ...wired.map(([, one]) => one)].flat().flatMap(([, names]) => names);
  const code = collect(declarations, [...dialect.always, ...roots.filter((name) => name !== nothing)]);
  const text = code.join("\n");
  const reads = (key: string) => new RegExp(`\\b[gG]roup\\.${member(key)}\\b`).test(text);
  const groups = wired.map(([group, one]): TreeGroup => {
    const used = group.values.filter((value) => isUsed(value, group, reads));
    return {
      group,
      wiring: one,
      values: used.map((value) => ({ value, name: member(value.key) })),
      ties: Object.entries({ fears: group.fears, ...group.ties }).filter(([, keys]) => keys.length > 0),
    };
  });
  return { groups, world: wiring, code, member };
}
