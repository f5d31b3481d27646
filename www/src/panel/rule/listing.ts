/** Live listing of a rule: its text line by line, with the present value of each line for one unit. */

import type { Core, RuleValues } from "../../core";
import { nameUnit } from "../../core/nouns";
import type { PointedForce } from "../../stage/pointed";
import { element, icon, setText } from "../../ui/dom";
import { midSentence } from "../../ui/values";
import { parseParamLine, type RuleStatement, ruleSpans, statementsOf, wordKinds } from "./spans";
import { lineText, memberShares, shortNumberText } from "./values";

/** Shortest time between two updates of the values, ms. */
const UPDATE_INTERVAL = 250;

/** Largest number of members that are listed for a value over a set; those with the largest shares. */
const MAX_SHOWN_MEMBERS = 8;

/** Rule text as nodes, with the words of the language in colors. */
function coloredRule(core: Core, text: string): Node[] {
  return ruleSpans(text, wordKinds(core)).map(({ kind, text: piece }) =>
    kind === "rest" ? document.createTextNode(piece) : element("span", { class: `rule-${kind}` }, piece),
  );
}

interface LineView {
  root: HTMLElement;
  /** Element that shows the value of a rule's line; `count`: element for the number of set members behind the value. */
  value: HTMLElement;
  count: HTMLElement | undefined;
  /** Name of the value or memory that the rule's line defines, or the output that it sets: steer, thrust, brake. */
  definedName: string;
}

type RuleSet = RuleValues["sets"][number];

export class RuleListing {
  readonly root = element("div.listing", { role: "group", "aria-label": "The rule, line by line" });
  private lines: LineView[] = [];
  private text = "";
  private nextUpdate = 0;
  /** Id of the unit whose values are shown, and key of the rule. */
  private shownUnitKey = "";
  private readonly memberList = element("ul.listing-members.hints", { "aria-label": "Who counts" });
  /** `definedName` of the line whose set members are listed; "" while none are. */
  private openLine = "";
  private pointedLine = "";
  private lastValues: RuleValues | undefined;
  private heading: [number, number] = [1, 0];

  constructor(
    private readonly core: Core,
    /** Access to the stage; without it, the listing has only text and values. */
    private readonly stage?: {
      /** Marks on the stage what a line or member of the listing refers to; undefined removes the marks. */
      point(shown: Omit<PointedForce, "key"> | undefined): void;
      /** Position of a unit or an obstacle, to be shown after its name: " · 7.10 u, 40° left". */
      placeText?(id: number, isObstacle: boolean): string;
    },
  ) {
    this.root.addEventListener("pointerleave", () => this.pointAtLine(""));
  }

  /** Shows the text of a rule; does nothing if the text is shown already. */
  showRuleText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.nextUpdate = 0;
    const [heads, lines] = [[] as HTMLElement[], [] as LineView[]];
    for (const statement of statementsOf(text)) {
      const param = parseParamLine(statement.rows.join(" "));
      if (param) heads.push(this.makeParam(param));
      else if (statement.definedName) lines.push(this.makeLine(statement));
    }
    this.lines = lines;
    if (!lines.some(({ definedName }) => definedName === this.openLine)) this.openLine = "";
    this.root.replaceChildren(...heads, ...lines.map(({ root }) => root));
    this.showOpenLine();
  }

  /** Returns the line of a parameter: name, value and unit, with the description as a tooltip. */
  private makeParam({ name, value, unit, doc }: NonNullable<ReturnType<typeof parseParamLine>>): HTMLElement {
    const code = element("code", `${name} = `, element("span.rule-number", value), unit && ` ${unit}`);
    return element("div.listing-line.param", { title: doc || false }, code);
  }

  /**
   * Has to be called once per frame: updates the values of the rule `key` for a unit (`heading`: its unit vector) a few
   * times a second; with `isPlaying` false at once, since no further frame may follow.
   */
  frame(now: number, unit: number, key: string, heading: [number, number], isPlaying = true): void {
    const unitKey = `${unit} ${key}`;
    if (isPlaying && unitKey === this.shownUnitKey && now < this.nextUpdate) return;
    this.shownUnitKey = unitKey;
    this.nextUpdate = now + UPDATE_INTERVAL;
    this.heading = heading;
    this.lastValues = this.core.ruleValues(unit, key);
    for (const { value, count, definedName } of this.lines) {
      setText(value, this.lineText(definedName));
      if (count) setText(count, this.countText(definedName));
    }
    this.showMembers();
    if (this.pointedLine) this.pointAtLine(this.pointedLine);
  }

  private lineDefining(definedName: string) {
    return this.lastValues?.lines.find((one) => (one.name || one.kind) === definedName);
  }

  private setsOfLine(definedName: string): RuleSet[] {
    const number = this.lineDefining(definedName)?.line;
    return this.lastValues?.sets.filter((set) => set.line === number) ?? [];
  }

  private lineText(definedName: string): string {
    const line = this.lineDefining(definedName);
    return this.lastValues && line ? lineText(line, this.lastValues.active, this.heading) : "";
  }

  private countText(definedName: string): string {
    const [set, ...more] = this.setsOfLine(definedName);
    if (!set || more.length > 0) return "";
    const { length } = set.members;
    return length === 0 ? "nobody" : length === 1 ? "1 counts" : `${length} count`;
  }

  private makeLine({ rows, definedName, isOverMembers }: RuleStatement): LineView {
    const root = element("div.listing-line");
    const outputs = rows.map((row) => {
      const indent = /^ */.exec(row)?.[0].length ?? 0;
      const code = element("code", ...coloredRule(this.core, row.trimStart()));
      code.style.setProperty("--indent", `${indent}ch`);
      const output = element("output", { "aria-live": "off" });
      root.append(code, output);
      return output;
    });
    const value = outputs[0] ?? element("output");
    if (this.stage) {
      root.tabIndex = 0;
      root.classList.add("pointable");
      root.addEventListener("pointerenter", () => this.pointAtLine(definedName));
      root.addEventListener("focus", () => this.pointAtLine(definedName));
      root.addEventListener("blur", () => this.pointAtLine(""));
      if (isOverMembers) this.makeUnfold(root, definedName);
    }
    return { root, value, count: isOverMembers ? outputs[1] : undefined, definedName };
  }

  /** Makes a line whose value is computed over a set unfold the list of the set's members. */
  private makeUnfold(root: HTMLElement, definedName: string): void {
    root.setAttribute("role", "button");
    root.setAttribute("aria-expanded", "false");
    root.title = "Shows who counts";
    root.append(icon("chevron"));
    const toggle = () => {
      this.openLine = this.openLine === definedName ? "" : definedName;
      this.showOpenLine();
    };
    root.addEventListener("click", toggle);
    root.addEventListener("keydown", (event) => {
      if (event.target !== root || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      toggle();
    });
  }

  private showOpenLine(): void {
    for (const { root, definedName } of this.lines)
      if (root.hasAttribute("aria-expanded"))
        root.setAttribute("aria-expanded", String(definedName === this.openLine));
    this.showMembers();
  }

  private showMembers(): void {
    const line = this.lines.find(({ definedName }) => definedName === this.openLine);
    if (!line || !this.lastValues || !this.stage) {
      this.memberList.remove();
      return;
    }
    // A list under the pointer is not updated, so that its rows keep their order.
    if (this.memberList.isConnected && this.memberList.matches(":hover, :focus-within")) return;
    const sets = this.setsOfLine(line.definedName);
    this.memberList.replaceChildren(...sets.flatMap((set) => this.memberItems(set, sets.length > 1)));
    if (line.root.nextElementSibling !== this.memberList) line.root.after(this.memberList);
  }

  private nameOf(id: number, isObstacle: boolean): string {
    if (id < 0) return "the pointer";
    return isObstacle ? `rock ${id + 1}` : midSentence(nameUnit(id, this.core.groups()).name);
  }

  /** List items for a set's members with their shares, and the total; `hasHeading`: below a heading, such as "mean". */
  private memberItems(set: RuleSet, hasHeading: boolean): HTMLElement[] {
    const { parts, total } = memberShares(set);
    const largestPart = Math.abs(parts[0]?.part ?? 0);
    const row = (share: number, label: string, part: number | undefined) => {
      const bar = element("span.share");
      bar.style.setProperty("--share", String(share));
      const valueText = part === undefined ? "" : shortNumberText(part);
      return element("li", bar, element("span", label), element("output", valueText));
    };
    const items = parts.slice(0, MAX_SHOWN_MEMBERS).map(({ id, part }) => {
      const label = this.nameOf(id, set.obstacles) + (this.stage?.placeText?.(id, set.obstacles) ?? "");
      const item = row(
        largestPart > 0 ? Math.abs(part) / largestPart : 0,
        label,
        set.fold === "count" ? undefined : part,
      );
      item.tabIndex = 0;
      const point = () =>
        this.stage?.point({ members: [{ id, says: shortNumberText(part) }], obstacles: set.obstacles });
      item.addEventListener("pointerenter", point);
      item.addEventListener("focus", point);
      item.addEventListener("pointerleave", () => this.pointAtLine(""));
      item.addEventListener("blur", () => this.pointAtLine(""));
      return item;
    });
    const restParts = parts.slice(MAX_SHOWN_MEMBERS);
    const restSum = restParts.reduce((sum, { part }) => sum + part, 0);
    const isAdditive = set.fold === "sum" || set.fold === "mean";
    if (restParts.length > 0)
      items.push(row(0, `and ${restParts.length} more`, isAdditive ? restSum : undefined));
    if (parts.length === 0) items.push(row(0, "nobody counts now", undefined));
    else if (parts.length > 1) {
      const totalRow = row(0, isAdditive ? `${set.fold} of ${parts.length}` : set.fold, total);
      totalRow.classList.add("all");
      items.push(totalRow);
    }
    if (hasHeading) items.unshift(element("li", element("span", `${set.fold}:`)));
    return items;
  }

  private pointAtLine(definedName: string): void {
    const oldLine = this.pointedLine;
    this.pointedLine = definedName;
    const line = this.lineDefining(definedName);
    if (!line) {
      if (oldLine) this.stage?.point(undefined);
      return;
    }
    const sets = this.setsOfLine(definedName);
    const members = sets.flatMap((set) =>
      memberShares(set).parts.map(({ id, part }) => ({
        id,
        says: set.fold === "count" ? "" : shortNumberText(part),
      })),
    );
    const radii = sets.flatMap(({ radius }) => (radius === undefined ? [] : [radius]));
    // A number that other lines use as a radius is also drawn as a circle.
    const asRadius = new RegExp(`\\b(?:${UNIT_SETS})\\((?:"[^"]*", )?${definedName}\\)`);
    if (line.ty === "number" && asRadius.test(this.text)) radii.push(line.value[0] ?? 0);
    const [x = 0, y = 0] = line.value;
    const isForce = line.kind === "steer";
    const vector: [number, number] | undefined =
      isForce && this.lastValues ? [...this.lastValues.force] : line.ty === "vector" ? [x, y] : undefined;
    const obstacles = sets.some((set) => set.obstacles);
    this.stage?.point({ ...(vector && { vector, isForce }), radii, members, obstacles });
  }
}

const UNIT_SETS = "mates|fellows|others|everyone|hunted|menaces|group";
