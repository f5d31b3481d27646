/** A rule as it runs: its text line by line, at the right of each line what it comes to for a unit, now. */
import type { Pointed } from "../canvas/pointed";
import type { Core, RuleValues } from "../core";
import { element, setText } from "../ui/dom";
import { type Kind, piecesOf } from "./spans";
import { pushText, worthText } from "./told";

/** Values follow at most so often, ms: one reads them. */
const PACE = 250;

/** Of a value over many members so many are shown, the largest share first. */
const MOST_MEMBERS = 8;

export interface ListingHooks {
  /** Pointing at a line or a member shows it on the stage; undefined where nothing is pointed at. */
  point(shown: Pointed | undefined): void;
  /** The name of a unit for people: "bird 87". */
  nameOf(id: number): string;
}

let kinds: Map<string, Kind> | undefined;

/** What a word of the language is, for its color. */
export function kindsOf(core: Core): (word: string) => Kind | undefined {
  kinds ??= new Map(
    core.ruleWords().map(({ name, kind }) => [name, kind === "keyword" ? "keyword" : "word"]),
  );
  const known = kinds;
  return (word) => known.get(word);
}

/** A text with its words in colors. */
export function colored(core: Core, text: string): Node[] {
  return piecesOf(text, kindsOf(core)).map(({ kind, text: piece }) =>
    kind === "rest" ? document.createTextNode(piece) : element("span", { class: `rule-${kind}` }, piece),
  );
}

interface LineView {
  root: HTMLElement;
  value: HTMLElement;
  number: number;
}

export class Listing {
  readonly root = element("div", { class: "listing", role: "group", "aria-label": "The rule, line by line" });
  private lines: LineView[] = [];
  private text = "";
  private nextAt = 0;
  private members = element("ul", { class: "listing-members" });
  /** The line whose members are shown. */
  private open = -1;
  private last: RuleValues | undefined;
  private heading: [number, number] = [1, 0];

  constructor(
    private readonly core: Core,
    private readonly hooks: ListingHooks,
  ) {
    this.root.addEventListener("pointerleave", () => hooks.point(undefined));
  }

  /** Shows the text; nothing happens where it is the same. */
  show(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.nextAt = 0;
    this.open = -1;
    this.lines = text
      .trimEnd()
      .split("\n")
      .map((line, index) => this.makeLine(line, index + 1));
    this.root.replaceChildren(...this.lines.map(({ root }) => root));
  }

  /** Once per frame: what the lines come to for a unit that heads this way. */
  frame(now: number, unit: number, key: string, heading: [number, number]): void {
    if (now < this.nextAt) return;
    this.nextAt = now + PACE;
    this.heading = heading;
    this.last = this.core.ruleValues(unit, key);
    for (const { value, number } of this.lines) setText(value, this.valueOf(number));
    this.showMembers();
  }

  /** Nobody is selected: the text alone. */
  rest(): void {
    this.last = undefined;
    for (const { value } of this.lines) setText(value, "");
    this.members.remove();
  }

  private valueOf(number: number): string {
    const line = this.last?.lines.find((one) => one.line === number);
    if (!this.last || !line) return "";
    if (!this.last.able && line.kind === "steer") return "steers nothing";
    if (line.kind === "steer" && line.ty === "number") return pushText(line.value[0] ?? 0);
    return worthText(line, ...this.heading);
  }

  private makeLine(text: string, number: number): LineView {
    const value = element("output", { "aria-live": "off" });
    const looks = /\b(sum|mean|least|most|any|count|nearest)\(/.test(text.replace(/#.*/, ""));
    const code = element("code", {}, ...colored(this.core, text || " "));
    const root = element("div", { class: "listing-line" }, code, value);
    const isValue = /^(\w+ =|steer |keep |thrust |brake )/.test(text) && !text.startsWith("param ");
    if (isValue) {
      root.tabIndex = 0;
      root.classList.add("pointable");
      const point = () => this.point(number);
      root.addEventListener("pointerenter", point);
      root.addEventListener("focus", point);
      root.addEventListener("blur", () => this.hooks.point(undefined));
      if (looks) {
        root.setAttribute("role", "button");
        root.setAttribute("aria-expanded", "false");
        root.title = "Shows who counts";
        const toggle = () => this.toggle(number);
        root.addEventListener("click", toggle);
        root.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          toggle();
        });
      }
    }
    return { root, value, number };
  }

  private toggle(number: number): void {
    this.open = this.open === number ? -1 : number;
    for (const line of this.lines)
      if (line.root.hasAttribute("aria-expanded"))
        line.root.setAttribute("aria-expanded", String(line.number === this.open));
    this.showMembers();
  }

  private membersOf(number: number) {
    const sets = this.last?.sets.filter((set) => set.line === number) ?? [];
    const size = (value: readonly number[]) => Math.hypot(value[0] ?? 0, value[1] ?? 0);
    return sets
      .flatMap(({ members }) => members)
      .map(({ id, value }) => ({ id, value, size: size(value) }))
      .sort((a, b) => b.size - a.size);
  }

  private showMembers(): void {
    const line = this.lines.find(({ number }) => number === this.open);
    if (!line || !this.last) {
      this.members.remove();
      return;
    }
    const all = this.membersOf(line.number);
    const most = all[0]?.size ?? 0;
    const items = all.slice(0, MOST_MEMBERS).map(({ id, size }) => {
      const bar = element("span", { class: "share" });
      bar.style.setProperty("--share", String(most > 0 ? size / most : 0));
      const item = element(
        "li",
        { tabindex: 0 },
        bar,
        this.hooks.nameOf(id),
        element("output", {}, size.toFixed(2)),
      );
      const point = () => this.hooks.point({ members: [id] });
      item.addEventListener("pointerenter", point);
      item.addEventListener("focus", point);
      return item;
    });
    if (all.length > MOST_MEMBERS) items.push(element("li", {}, `and ${all.length - MOST_MEMBERS} more`));
    if (all.length === 0) items.push(element("li", {}, "nobody counts now"));
    // What one points at stays under the pointer.
    if (this.members.matches(":hover, :focus-within") && this.members.isConnected) return;
    this.members.replaceChildren(...items);
    if (line.root.nextElementSibling !== this.members) line.root.after(this.members);
  }

  private point(number: number): void {
    const line = this.last?.lines.find((one) => one.line === number);
    const members = this.membersOf(number)
      .map(({ id }) => id)
      .filter((id) => id >= 0);
    const [x = 0, y = 0] = line?.value ?? [];
    const isForce = line?.kind === "steer";
    if (line?.ty === "vector") this.hooks.point({ vector: [x, y], isForce, members });
    else this.hooks.point(members.length > 0 ? { members } : undefined);
  }
}
