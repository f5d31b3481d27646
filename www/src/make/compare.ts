/** A and B: two runs side by side, on one clock, with one seed and one pointer; what differs, and the way to keep either. */
import type { Theme } from "../canvas/palette";
import type { MeasureInfo } from "../core/watch";
import { element, icon, setText } from "../ui/dom";
import type { Source } from "../ui/living";
import { headings } from "../ui/table";
import { wantsStillness } from "../ui/theme";
import { told } from "./band";
import { changeText } from "./candidates";
import { composed } from "./composed";
import type { MakeHost } from "./host";
import { motionButton } from "./motion";
import { NAMES, type Names, Pair } from "./pair";

const SIZE = { width: 210, height: 150 };
/** Between two readings of both runs, ms. */
const EVERY = 400;
/** As many differences of parameters are told. */
const MOST = 8;

export class CompareView {
  readonly root: HTMLElement;
  private readonly pair: Pair;
  private readonly rows: { at: number; cells: [HTMLElement, HTMLElement] }[];
  private readonly status = element("p.make-progress.note");
  private readAt = 0;

  /** `below`: what can be done with the two, and what there is to say of them. */
  constructor(
    host: MakeHost,
    sources: readonly [Source, Source],
    measures: readonly MeasureInfo[],
    below: (pair: Pair) => HTMLElement[],
    names: Names = NAMES,
  ) {
    this.pair = new Pair(host.core, sources, SIZE, !wantsStillness(), names);
    const { theater, problem } = this.pair;
    if (problem) {
      this.rows = [];
      this.root = element("p.make-problem", problem);
      return;
    }
    const plotted = measures.map((info, at) => ({ info, at })).filter(({ info }) => info.plotted);
    this.rows = plotted.map(({ at }) => ({ at, cells: [element("td"), element("td")] }));
    const lines = plotted.map(({ info }, row) =>
      element(
        "tr",
        element("th", { scope: "row", title: info.doc }, info.label),
        ...(this.rows[row]?.cells ?? []),
      ),
    );
    const table = element("table", headings(["Measure", ...names]), element("tbody", ...lines));
    const wipe = element("button.button.quiet", { "aria-pressed": "false" }, "Wipe");
    wipe.addEventListener("click", () => {
      const on = wipe.getAttribute("aria-pressed") !== "true";
      wipe.setAttribute("aria-pressed", String(on));
      this.pair.wipe(on);
    });
    this.root = element(
      "div.report.compare",
      this.pair.root,
      element("div.actions", wipe, motionButton(theater)),
      this.status,
      ...below(this.pair),
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
}

/** Keeps one of two runs, or shares both; and what the second one changes. */
export function keepOrShare(host: MakeHost, pair: Pair, copy: () => void): HTMLElement[] {
  const keep = NAMES.map((name, at) => {
    return element("button.button", { onclick: () => host.open(pair.links[at] ?? "") }, `Keep ${name}`);
  });
  const link = element("button#ab-link.button", { onclick: copy }, icon("link"), "Copy link");
  return [
    element("div.actions", ...keep, link),
    element(
      "div",
      element("h4#differences", "What B changes"),
      element("ul.differences.flow", { "aria-labelledby": "differences" }, ...differences(pair)),
    ),
  ];
}

function differences(pair: Pair): HTMLElement[] {
  const [a, b] = pair.theater.runs.map((run) => run.params());
  const before = new Map(a?.map((info) => [info.key, info.value]));
  // What only one of them has comes with its behavior.
  const differ = (b ?? []).filter(({ key, value }) => before.has(key) && before.get(key) !== value);
  const changes = differ.map(({ key, value }) =>
    changeText({ key, from: String(before.get(key)), to: String(value), share: 0 }, b ?? []),
  );
  const [madeOf = [], other = []] = pair.theater.runs.map((run) => run.composition());
  const all = [...composed(madeOf, other), ...changes];
  const told = all.slice(0, MOST);
  if (all.length > MOST) told.push(`and ${all.length - MOST} more`);
  if (all.length === 0) told.push("They are the same.");
  return told.map((text) => element("li", text));
}
