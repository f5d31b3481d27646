/** The legend: the figure and the name of each role that is present, in the stage's own colors and shapes. */
import { type Dart, darts, leaderRole } from "../canvas/darts";
import { palettes, type Theme } from "../canvas/palette";
import type { GroupInfo } from "../core";
import { byId, element, figure } from "./dom";

interface LegendEntry {
  role: number;
  label: string;
}

const LEADER: LegendEntry = { role: leaderRole, label: "Leader" };
/** More names than this for one role are counted instead. */
const mostNames = 3;

/** One entry per role with units, in the order of the groups, with the names of all its groups; then the leaders. */
export function legendOf(groups: readonly GroupInfo[]): LegendEntry[] {
  const present = groups.filter((group) => group.count > 0);
  const names = new Map<number, Set<string>>();
  for (const { role, label } of present) {
    names.set(role, (names.get(role) ?? new Set()).add(label));
  }
  const entries = [...names].map(([role, labels]) => ({ role, label: join([...labels]) }));
  const led = present.some((group) => group.leads);
  return led && !names.has(leaderRole) ? [...entries, LEADER] : entries;
}

function join(labels: readonly string[]): string {
  if (labels.length <= mostNames) return labels.join(", ");
  return `${labels.slice(0, mostNames).join(", ")} and ${labels.length - mostNames} more`;
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
