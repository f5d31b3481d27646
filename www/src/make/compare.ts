/** A and B: two runs side by side, on one clock, with one seed and one pointer; what differs, and the way to keep either. */
import type { Theme } from "../canvas/palette";
import type { MeasureInfo } from "../core/watch";
import { element, icon, setText } from "../ui/dom";
import { wantsStillness } from "../ui/theme";
import { told } from "./band";
import { changeText } from "./candidates";
import type { MakeHost } from "./host";
import { motionButton } from "./motion";
import { NAMES, Pair } from "./pair";

const SIZE = { width: 210, height: 150 };
/** Between two readings of both runs, ms. */
const EVERY = 400;
/** As many differences of parameters are told. */
const MOST = 8;

export class CompareView {
  readonly root: HTMLElement;
  private readonly pair: Pair;
  private readonly rows: { at: number; cells: [HTMLElement, HTMLElement] }[];
  private readonly status = element("p", { class: "make-progress" });
  private readAt = 0;

  constructor(host: MakeHost, a: string, b: string, measures: readonly MeasureInfo[], copy: () => void) {
    this.pair = new Pair(host.core, a, b, SIZE, !wantsStillness());
    const { theater, problem } = this.pair;
    if (problem) {
      this.rows = [];
      this.root = element("p", { class: "make-problem" }, problem);
      return;
    }
    const plotted = measures.map((info, at) => ({ info, at })).filter(({ info }) => info.plotted);
    this.rows = plotted.map(({ at }) => ({ at, cells: [element("td"), element("td")] }));
    const lines = plotted.map(({ info }, row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", title: info.doc }, info.label),
        ...(this.rows[row]?.cells ?? []),
      ),
    );
    const head = ["Measure", ...NAMES].map((text) => element("th", { scope: "col" }, text));
    const table = element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...lines),
    );
    const wipe = element(
      "button",
      { type: "button", class: "button quiet", "aria-pressed": "false" },
      "Wipe",
    );
    wipe.addEventListener("click", () => {
      const on = wipe.getAttribute("aria-pressed") !== "true";
      wipe.setAttribute("aria-pressed", String(on));
      this.pair.wipe(on);
    });
    const keep = NAMES.map((name, at) => {
      const button = element("button", { type: "button", class: "button" }, `Keep ${name}`);
      button.addEventListener("click", () => host.open(this.pair.links[at] ?? a));
      return button;
    });
    const link = element(
      "button",
      { type: "button", id: "ab-link", class: "button" },
      icon("link"),
      "Copy link",
    );
    link.addEventListener("click", copy);
    this.root = element(
      "div",
      { class: "report compare" },
      this.pair.root,
      element("div", { class: "make-actions" }, wipe, motionButton(theater)),
      this.status,
      element("div", { class: "make-actions" }, ...keep, link),
      element(
        "div",
        {},
        element("h4", { id: "differences" }, "What B changes"),
        element("ul", { class: "differences", "aria-labelledby": "differences" }, ...this.differences()),
      ),
      table,
    );
  }

  setTheme(theme: Theme): void {
    this.pair.theater.setTheme(theme);
  }

  has(link: string): boolean {
    return this.pair.links.includes(link);
  }

  end(): void {
    this.pair.theater.clear();
  }

  /** Once per frame while it is in sight. */
  frame(now: number): void {
    if (this.pair.problem || now < this.readAt + EVERY) return;
    this.readAt = now;
    for (const [which, run] of this.pair.theater.runs.entries()) {
      const sample = run.sample();
      for (const { at, cells } of this.rows) {
        const cell = cells[which];
        if (cell) setText(cell, told(sample[1 + at] ?? Number.NaN));
      }
    }
    const [a, b] = this.pair.theater.runs.map((run) => run.ticks());
    this.root.dataset.ticks = `${a} ${b}`;
    setText(this.status, `Both at tick ${a}. Drag in either: both follow.`);
  }

  private differences(): HTMLElement[] {
    const [a, b] = this.pair.theater.runs.map((run) => run.params());
    const before = new Map(a?.map((info) => [info.key, info.value]));
    const differ = (b ?? []).filter(({ key, value }) => before.get(key) !== value);
    const text = differ.slice(0, MOST).map(({ key, value }) => {
      const change = { key, from: String(before.get(key)), to: String(value), share: 0 };
      return element("li", {}, changeText(change, b ?? []));
    });
    if (differ.length > MOST) text.push(element("li", {}, `and ${differ.length - MOST} more`));
    return text.length > 0 ? text : [element("li", {}, "They have the same parameters.")];
  }
}
