/** What the programs of all languages are made of: names of declarations of their runtimes, in snake case. */
import type { ExportValue } from "./model";
import type { Plan, PlanGroup } from "./plan";

export interface GroupParts {
  body: "rigid_body" | "point_mass" | "particle";
  /** Functions that look around before anybody steers. */
  look: string[];
  behaviors: string[];
  blend: "sum_of_forces" | "first_come_first";
  /** View models: wide, limited, narrow, full. */
  view: string | undefined;
  separationView: string | undefined;
  nearestOnly: boolean;
  /** The same for separation. */
  nearestCrowd: boolean;
  /** Chance turns its units; what the bodies of all but particles do not do themselves. */
  noisy: boolean;
  jolted: boolean;
  goal: string | undefined;
}

/** What groups have besides their numbers, and during a run. */
export const FIELDS = (
  "key label role count length start places path steps fears fears_target hunts follows flocks ignores " +
  "ignored body look behaviors after blend view view_radius sees separation_view separation_sees choose " +
  "separation_choose swerve jolt goal goes_to_and_fro quarry target sent_to back set_up top_speed start_speed push move face " +
  "force_scale stiffness limit cruise turns start_area copy take_numbers group"
).split(" ");

const BODIES = { rigid: "rigid_body", point: "point_mass", particle: "particle" } as const;

export function groupParts(group: PlanGroup): GroupParts {
  const has = (key: string) => group.behaviors.includes(key) && !group.rules.has(key);
  const asks = (word: string) => [...group.rules.values()].some(({ asks }) => asks.includes(word));
  const looks = asks("view");
  return {
    body: BODIES[group.body],
    look: group.leaders ? ["find_leaders"] : [],
    behaviors: group.behaviors,
    blend: group.priority ? "first_come_first" : "sum_of_forces",
    view: looks || asks("seen") ? group.view : undefined,
    separationView: has("separation") ? group.separationView : undefined,
    nearestOnly: looks && group.nearest,
    nearestCrowd: has("separation") && group.nearest && group.nearestCrowd,
    noisy: group.noisy,
    jolted: group.noisy && group.body !== "particle",
    goal: group.goal && asks("goal") ? `${group.goal}_goal` : undefined,
  };
}

export interface WorldParts {
  offset: "plain_offset" | "offset_across_edges";
  search: "search_everyone" | "search_grid";
  edges: "wrap_around" | "bounce" | "reflect_off_tank";
  /** The force near the edges, where there is one. */
  contain: "contain" | "contain_in_tank" | undefined;
  /** What puts units back, in its order. */
  hold: string[];
  /** What happens when all have moved. */
  after: string[];
}

export function worldParts({ edges, seeAcross, cell, contactGap, groups }: Plan): WorldParts {
  return {
    offset: seeAcross ? "offset_across_edges" : "plain_offset",
    search: cell ? "search_grid" : "search_everyone",
    edges: edges === "wrap" ? "wrap_around" : edges === "tank" ? "reflect_off_tank" : "bounce",
    contain: edges === "contain" ? "contain" : edges === "tank" ? "contain_in_tank" : undefined,
    hold: [
      // A game may set some.
      "hold_at_walls",
      ...(contactGap === undefined ? [] : ["hold_at_obstacles"]),
    ],
    after: [...(groups.some(({ goal }) => goal === "between") ? ["turn_round"] : [])],
  };
}

/** Whether a value is a constant of the program: what the group is made of is said otherwise, and the rest is unused. */
export function isUsed({ key }: ExportValue, { rules }: PlanGroup, reads: (key: string) => boolean): boolean {
  if (/^(count|length)$/.test(key) || [...rules.values()].some(({ params }) => params.includes(key)))
    return true;
  return !/^(view|separation_view|goal|combination|steps)$/.test(key) && reads(key);
}
