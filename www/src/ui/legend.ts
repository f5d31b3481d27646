/** The legend: groups with the shapes and colors that their units have on the stage. */

import type { Core, GroupInfo } from "../core";
import type { Coloring } from "../stage/appearance";
import { type DartShape, dartsByRole, leaderRole, playerRole, regularRole } from "../stage/darts";
import { GROUP_TINTS } from "../stage/palette";
import type { Stage } from "../stage/stage";
import { byId, element, svg } from "./dom";

/** Color of a legend entry: of its role, of a leader's ring, varying by heading or quantity, or of a group number. */
type LegendInk = "role" | "ring" | "heading" | "amount" | { group: number };

interface LegendEntry {
  role: number;
  label: string;
  ink: LegendInk;
  /** Groups that the entry stands for, the first of each different label; empty for the entry "Leader". */
  namedGroups: GroupInfo[];
}

/** Largest length of a group's name that can be typed, in characters. */
export const MAX_GROUP_NAME_LENGTH = 24;

/** Largest number of group names in an entry of the legend; further ones are only counted. */
const MAX_NAMES = 3;

/** Meaning of the colors, written after the names of the groups in a legend entry; "" for none. */
const COLOR_MEANINGS: Readonly<Record<Coloring, string>> = {
  role: "",
  group: "",
  heading: "by heading",
  speed: "slow to fast",
  neighbors: "alone to crowded",
};

/**
 * Returns one entry per appearance, with all groups that share it, in the order of the groups; then one for leaders.
 * Groups of one unit that never moves mark a place and have no entry. Colors by heading, speed and neighbors apply only
 * to the roles regular and leader, as in the function `colored` of the shaders.
 */
export function legendOf(groups: readonly GroupInfo[], colorMeaning: Coloring): LegendEntry[] {
  const presentGroups = groups.filter((group) => group.count > 0);
  const looks = new Map<string, LegendEntry & { labels: Set<string> }>();
  for (const [index, group] of groups.entries()) {
    const { role, label, count, place } = group;
    if (count === 0 || place) continue;
    const ink = inkOf(role, index, colorMeaning);
    const key = typeof ink === "string" ? `${role} ${ink}` : `${role} ${ink.group}`;
    const look = looks.get(key) ?? { role, label, ink, namedGroups: [], labels: new Set() };
    if (!look.labels.has(label)) look.namedGroups.push(group);
    look.labels.add(label);
    looks.set(key, look);
  }
  const entries = [...looks.values()].map(({ role, ink, namedGroups, labels }) => {
    const meaning = ink === "role" || typeof ink === "object" ? "" : COLOR_MEANINGS[colorMeaning];
    return {
      role,
      ink,
      namedGroups,
      label: meaning ? `${joinLabels([...labels])}, ${meaning}` : joinLabels([...labels]),
    };
  });
  const hasOtherLeaders =
    presentGroups.some((group) => group.leads) && !presentGroups.some(({ role }) => role === leaderRole);
  // Units that lead have their own color only if units are colored by role; otherwise they have a ring.
  const ink = colorMeaning === "role" ? "role" : "ring";
  return hasOtherLeaders
    ? [...entries, { role: leaderRole, label: "Leader", ink, namedGroups: [] }]
    : entries;
}

function inkOf(role: number, group: number, colorMeaning: Coloring): LegendInk {
  if (colorMeaning === "group") return role === playerRole ? "role" : { group: 1 + (group % GROUP_TINTS) };
  if (colorMeaning === "role" || (role !== regularRole && role !== leaderRole)) return "role";
  return colorMeaning === "heading" ? "heading" : "amount";
}

function joinLabels(labels: readonly string[]): string {
  if (labels.length <= MAX_NAMES) return labels.join(", ");
  return `${labels.slice(0, MAX_NAMES).join(", ")} and ${labels.length - MAX_NAMES} more`;
}

/** Outline of a unit as SVG path data, with the nose to the right, in hundredths of its length. */
export function dartOutline({ width, wing, tail }: DartShape): string {
  const [w, x, t] = [width * 100, wing * 100, tail * 100].map((part) => Math.round(part));
  return `M50 0 ${x} ${w} ${t} 0 ${x} -${w}Z`;
}

function roleColorValue(role: number): string {
  return `var(--role-${Math.min(role, 11)}, var(--role-0))`;
}

/** A dot in the color of a role, for the heading of the role's parameters. */
export function roleDot(role: number): HTMLElement {
  return dotOf(roleColorValue(role));
}

function dotOf(color: string): HTMLElement {
  const dot = element("span.dot");
  dot.style.background = color;
  return dot;
}

/** Meanings of the two colors of a potential field, in the order of the palette's `poles`. */
const POLE_NAMES = ["pulls", "pushes"] as const;

/** Drawing for an entry of the legend: one unit, or several if their colors differ. */
function entryPicture({ role, ink }: LegendEntry): SVGSVGElement {
  const path = dartOutline(dartsByRole[role] ?? (dartsByRole[regularRole] as DartShape));
  const drawing = svg("svg.figure", { viewBox: "-52 -40 104 80", "aria-hidden": "true" });
  const addDart = (fill: string, transform?: string) => {
    const shape = svg("path", transform ? { d: path, transform } : { d: path });
    shape.style.fill = fill;
    drawing.append(shape);
  };
  const row = (colors: readonly string[]) => {
    drawing.setAttribute("viewBox", `-40 -40 ${70 * colors.length + 10} 80`);
    drawing.classList.add("wide");
    for (const [place, color] of colors.entries())
      addDart(color, `translate(${70 * place} 0) rotate(-90) scale(0.8)`);
  };
  if (ink === "heading") {
    drawing.setAttribute("viewBox", "-100 -100 200 200");
    drawing.classList.add("round");
    for (let place = 0; place < 6; place++)
      addDart(`var(--wheel-${place})`, `rotate(${60 * place}) translate(58 0) scale(0.85)`);
  } else if (ink === "amount") row([0, 1, 2, 3].map((place) => `var(--ramp-${place})`));
  else if (ink === "ring") {
    const ring = svg("circle", { r: 38 });
    ring.style.fill = "none";
    ring.style.stroke = roleColorValue(leaderRole);
    ring.style.strokeWidth = "7";
    drawing.append(ring);
    addDart("currentColor", "scale(0.5)");
  } else addDart(ink === "role" ? roleColorValue(role) : `var(--tint-${ink.group})`);
  return drawing;
}

export class Legend {
  private shownState = "";
  private colorMeaning: Coloring | undefined;

  constructor(
    private readonly core: Pick<Core, "groups" | "scenery">,
    private readonly stage: Pick<Stage, "colorMeaning">,
    private readonly rename: (group: string, name: string) => void,
  ) {}

  /** Updates the legend when the quantity that colors show has changed; has to be called once per frame. */
  frame(): void {
    if (this.stage.colorMeaning !== this.colorMeaning) this.showGroups();
  }

  /** Shows the entries for the groups of the run, and the colors of a potential field if there is one. */
  showGroups(): void {
    this.colorMeaning = this.stage.colorMeaning;
    const entries = legendOf(this.core.groups(), this.colorMeaning);
    const poles = this.core.scenery().potential ? POLE_NAMES : [];
    const stateText = JSON.stringify([entries, poles]);
    if (stateText === this.shownState) return;
    this.shownState = stateText;
    const items = entries.map((entry) => element("li.across", entryPicture(entry), ...this.namesOf(entry)));
    for (const [pole, label] of poles.entries())
      items.push(element("li.across", dotOf(`var(--pole-${pole})`), label));
    byId("legend").hidden = items.length === 0;
    byId("legend")
      .querySelector("ul")
      ?.replaceChildren(...items);
  }

  /** Names of an entry's groups, each a button to edit it, followed by the meaning of their colors. */
  private namesOf({ label, namedGroups }: LegendEntry): (HTMLElement | string)[] {
    if (namedGroups.length === 0 || namedGroups.length > MAX_NAMES) return [label];
    const names = namedGroups.map((group) => {
      const onclick = () => button.replaceWith(this.nameField(group));
      const button = element("button.legend-name", { title: "Rename", onclick }, group.label);
      return button;
    });
    const meaningText = label.slice(joinLabels(namedGroups.map((group) => group.label)).length);
    const nameParts = names.flatMap((name, at) => (at === 0 ? [name] : [", ", name]));
    return [element("span", ...nameParts, meaningText)];
  }

  private nameField({ key, label }: GroupInfo): HTMLElement {
    const field = element("input.legend-name", {
      ...{ type: "text", value: label, maxLength: MAX_GROUP_NAME_LENGTH, spellcheck: false },
      size: Math.max(6, label.length),
      "aria-label": `What to call ${label}`,
    });
    let isWanted = true;
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.stopPropagation();
      isWanted = event.key === "Enter";
      field.blur();
    });
    field.addEventListener("blur", () => {
      this.shownState = "";
      if (isWanted && field.value !== label) this.rename(key, field.value);
      this.showGroups();
    });
    requestAnimationFrame(() => field.select());
    return field;
  }
}
