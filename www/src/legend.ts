/** The legend: the figure and the name of each role that is present, in the stage's own colors and shapes. */
import { type Dart, darts, leaderRole } from "./canvas/darts";
import { palettes, type Theme } from "./canvas/palette";
import type { GroupInfo } from "./core";
import { byId, element, figure } from "./dom";

export interface LegendEntry {
  role: number;
  label: string;
}

/** Roles whose units can lead: regular units and interceptors. */
const ABLE_TO_LEAD = new Set([0, 1]);
const LEADER: LegendEntry = { role: leaderRole, label: "Leader" };

/** One entry per role with units, in the order of the groups; leaders follow the units that can lead. */
export function legendOf(groups: readonly GroupInfo[]): LegendEntry[] {
  const present = groups.filter((group) => group.count > 0);
  const entries: LegendEntry[] = [];
  for (const { role, label } of present) {
    if (!entries.some((entry) => entry.role === role)) entries.push({ role, label });
  }
  const led = present.some((group) => ABLE_TO_LEAD.has(group.role));
  return led && !entries.some((entry) => entry.role === leaderRole) ? [...entries, LEADER] : entries;
}

/** The outline of a dart, its nose to the right, in hundredths of its length. */
export function dartPath({ width, wing, tail }: Dart): string {
  const [w, x, t] = [width * 100, wing * 100, tail * 100].map((part) => Math.round(part));
  return `M50 0 ${x} ${w} ${t} 0 ${x} -${w}Z`;
}

function colorOf(role: number): string {
  return `var(--role-${Math.min(role, 11)}, var(--role-0))`;
}

/** A spot in a role's color, before the heading of its parameters. */
export function roleDot(role: number): HTMLElement {
  const dot = element("span", { class: "dot" });
  dot.style.background = colorOf(role);
  return dot;
}

/** Gives the style sheet the stage's colors of this theme. */
export function publishColors(theme: Theme, root: HTMLElement = document.documentElement): void {
  const palette = palettes[theme];
  palette.roles.forEach((color, role) => {
    root.style.setProperty(`--role-${role}`, role === leaderRole ? palette.leader : color);
  });
}

export function showLegend(groups: readonly GroupInfo[]): void {
  const items = legendOf(groups).map(({ role, label }) => {
    const dart = darts[role] ?? (darts[0] as Dart);
    return element("li", {}, figure(dartPath(dart), colorOf(role), "-52 -40 104 80"), label);
  });
  byId("legend").hidden = items.length === 0;
  byId("legend")
    .querySelector("ul")
    ?.replaceChildren(...items);
}
