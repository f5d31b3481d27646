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
  if (!core.whole) return () => undefined;
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
  /** What the line tells: the name of a value or a memory, or steer, thrust, brake. */
  tells: string;
}

/** What a line of a rule tells; empty where it comes to nothing. */
const tellsOf = (text: string) =>
  /^(?:keep (\w+)|(steer|thrust|brake)\b|(\w+)(?= = ))/.exec(text)?.slice(1).find(Boolean) ?? "";

/** A value over a set in lines of its own: who, by which condition, what each yields. */
const folded = (text: string) =>
  text.length < 44 ? text : text.replace(/ where /g, "\n  where ").replace(/: (?=\S)/g, ":\n  ");

export class Listing {
  readonly root = element("div", { class: "listing", role: "group", "aria-label": "The rule, line by line" });
  private lines: LineView[] = [];
  private text = "";
  private nextAt = 0;
  private members = element("ul", { class: "listing-members" });
  /** The line whose members are shown. */
  private open = "";
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
    this.open = "";
    const [heads, lines] = [[] as HTMLElement[], [] as LineView[]];
    for (const line of text.trimEnd().split("\n")) {
      const param = /^param (\w+) = (\S+)(?: in \S+)?(?: of .*?)?(?: "([^"]*)")?(?: "([^"]*)")?$/.exec(line);
      if (param) heads.push(this.makeParam(param));
      else if (line && !/^(rule |#)/.test(line)) lines.push(this.makeLine(line));
    }
    this.lines = lines;
    this.root.replaceChildren(...heads, ...lines.map(({ root }) => root));
  }

  /** A parameter as it stands: the rest of its line is told by its slider. */
  private makeParam([, name = "", value = "", unit = "", doc = ""]: RegExpExecArray): HTMLElement {
    const isUnit = unit.length <= 12;
    const code = element(
      "code",
      {},
      `${name} = `,
      element("span", { class: "rule-number" }, value),
      isUnit && unit ? ` ${unit}` : "",
    );
    return element("div", { class: "listing-line param", title: doc || unit }, code);
  }

  /** Once per frame: what the lines come to for a unit that heads this way. */
  frame(now: number, unit: number, key: string, heading: [number, number]): void {
    if (now < this.nextAt) return;
    this.nextAt = now + PACE;
    this.heading = heading;
    this.last = this.core.ruleValues(unit, key);
    for (const { value, tells } of this.lines) setText(value, this.valueOf(tells));
    this.showMembers();
  }

  /** Nobody is selected: the text alone. */
  rest(): void {
    this.last = undefined;
    for (const { value } of this.lines) setText(value, "");
    this.members.remove();
  }

  private lineOf(tells: string) {
    return this.last?.lines.find((one) => (one.name || one.kind) === tells);
  }

  private valueOf(tells: string): string {
    const line = this.lineOf(tells);
    if (!this.last || !line) return "";
    if (!this.last.able && line.kind === "steer") return "steers nothing";
    if (line.kind === "steer" && line.ty === "number") return pushText(line.value[0] ?? 0);
    return worthText(line, ...this.heading);
  }

  private makeLine(text: string): LineView {
    const tells = tellsOf(text);
    const value = element("output", { "aria-live": "off" });
    const looks = /\b(sum|mean|least|most|any|count|nearest)\(/.test(text.replace(/#.*/, ""));
    const code = element("code", {}, ...colored(this.core, folded(text)));
    const root = element("div", { class: "listing-line" }, code, value);
    if (tells) {
      root.tabIndex = 0;
      root.classList.add("pointable");
      const point = () => this.point(tells);
      root.addEventListener("pointerenter", point);
      root.addEventListener("focus", point);
      root.addEventListener("blur", () => this.hooks.point(undefined));
      if (looks) {
        root.setAttribute("role", "button");
        root.setAttribute("aria-expanded", "false");
        root.title = "Shows who counts";
        const toggle = () => this.toggle(tells);
        root.addEventListener("click", toggle);
        root.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          toggle();
        });
      }
    }
    return { root, value, tells };
  }

  private toggle(tells: string): void {
    this.open = this.open === tells ? "" : tells;
    for (const line of this.lines)
      if (line.root.hasAttribute("aria-expanded"))
        line.root.setAttribute("aria-expanded", String(line.tells === this.open));
    this.showMembers();
  }

  private membersOf(tells: string) {
    const number = this.lineOf(tells)?.line;
    const sets = this.last?.sets.filter((set) => set.line === number) ?? [];
    const size = (value: readonly number[]) => Math.hypot(value[0] ?? 0, value[1] ?? 0);
    return sets
      .flatMap(({ members }) => members)
      .map(({ id, value }) => ({ id, value, size: size(value) }))
      .sort((a, b) => b.size - a.size);
  }

  private showMembers(): void {
    const line = this.lines.find(({ tells }) => tells === this.open);
    if (!line || !this.last) {
      this.members.remove();
      return;
    }
    const all = this.membersOf(line.tells);
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

  private point(tells: string): void {
    const line = this.lineOf(tells);
    const members = this.membersOf(tells)
      .map(({ id }) => id)
      .filter((id) => id >= 0);
    const [x = 0, y = 0] = line?.value ?? [];
    const isForce = line?.kind === "steer";
    if (line?.ty === "vector") this.hooks.point({ vector: [x, y], isForce, members });
    else this.hooks.point(members.length > 0 ? { members } : undefined);
  }
}
