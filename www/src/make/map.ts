/** Maps: one parameter gives nine small flocks in a row, two a grid of any measure, filled from coarse to fine. */
import { palettes, type Theme } from "../canvas/palette";
import type { ParamInfo } from "../core";
import { newPlannedRuns, type PlannedRuns, type StudyCandidate, type StudyOutcome } from "../core/study";
import type { MeasureInfo } from "../core/watch";
import { element, icon, options, setText } from "../ui/dom";
import { download } from "../ui/download";
import { Theater } from "../ui/living";
import { wantsStillness } from "../ui/theme";
import { withUnit } from "../ui/values";
import type { Pool } from "../workers/pool";
import { told } from "./band";
import { axisOf } from "./cards";
import type { MakeHost } from "./host";
import { mapPicture } from "./map-picture";
import type { Way } from "./morph";
import { motionButton } from "./motion";

/** Values of each axis: every second and every fourth of them is one of the coarser maps as well. */
const STEPS = 9;
const SEEDS = 3;
const WINDOW = { ticks: 900, burnIn: 450, every: 30 };
/** What is hovered for so long is played, ms. */
const HOVER = 180;

/** A point of a map: mean and standard error of all measures, in their order. */
interface Point {
  link: string;
  values: string[];
  means: number[];
  errors: number[];
}

/** Mean and standard error; NaN of nothing. */
export function meanAndError(values: readonly number[]): [mean: number, error: number] {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (known.length < 2) return [mean, Number.NaN];
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
  return [mean, Math.sqrt(variance / known.length)];
}

/** The points of a grid with so many columns and rows, those of the coarse grids first. */
export function coarseFirst(columns: number, rows: number): number[] {
  const coarse = (at: number) => (at % 4 === 0 ? 0 : at % 2 === 0 ? 1 : 2);
  const rank = (point: number) => Math.max(coarse(Math.floor(point / columns)), coarse(point % columns));
  return Array.from({ length: columns * rows }, (_, point) => point).sort(
    (a, b) => rank(a) - rank(b) || a - b,
  );
}

/** An axis of the core in nine steps. */
export const inSteps = (axis: string) => axis.replace(/(:\w+)?$/, `/${STEPS}$1`);

export interface MapHooks {
  /** Another map begins. */
  begun(): void;
  /** Shows flocks along one parameter, as candidates. */
  strip(candidates: StudyCandidate[], way: Way): void;
}

export class MapView {
  readonly root: HTMLElement;
  private readonly x: HTMLSelectElement;
  private readonly y: HTMLSelectElement;
  private readonly measure: HTMLSelectElement;
  private readonly status = element("p.make-progress.note", { role: "status" });
  private readonly grid = element("div.map", { role: "grid", "aria-label": "Map" });
  private readonly about = element("p.map-about");
  private readonly preview = element("div.map-preview.framed");
  /** Which color is which value. */
  private readonly legend = element("p.map-legend.across.hints");
  /** The map with its axes, and what belongs to it. */
  private readonly drawn = element("div.map-drawn", { hidden: true });
  private readonly ends: Record<"x" | "y", HTMLElement>;
  private readonly theater: Theater;
  private points: (Point | undefined)[] = [];
  private cells: HTMLElement[] = [];
  private names: string[] = [];
  private hovered: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  private tapped = -1;
  private theme: Theme = "dark";

  constructor(
    private readonly host: MakeHost,
    private readonly pool: Pool,
    private readonly base: string,
    private readonly params: readonly ParamInfo[],
    private readonly measures: readonly MeasureInfo[],
    private readonly hooks: MapHooks,
  ) {
    this.theater = new Theater(host.core, !wantsStillness());
    const named = (all: readonly { key: string; label: string }[]) =>
      all.map(({ key, label }) => [key, label] as const);
    const none = ["", "nothing: nine flocks in a row"] as const;
    this.x = element("select#map-x", ...options(named(params)));
    this.y = element("select#map-y", ...options([none, ...named(params)]));
    const shown = measures.filter(({ key }) => !["units", "flock_radius"].includes(key));
    const repaint = { onchange: () => this.paint() };
    this.measure = element("select#map-measure", repaint, ...options(named(shown)));
    const go = element("button#map-go.button.primary", { onclick: () => void this.draw() }, "Draw it");
    const field = (label: string, select: HTMLSelectElement) =>
      element("div.field.map-field", element("label", { for: select.id }, label), select);
    this.ends = {
      x: element("p.map-ends.apart.remark"),
      y: element("p.map-ends.upward.apart.remark"),
    };
    this.drawn.append(
      element("div.map-look.across", this.preview, element("div", this.about, motionButton(this.theater))),
      this.legend,
      element("div.map-frame", this.ends.y, this.grid, this.ends.x),
      element(
        "div.actions",
        this.file("CSV", () => this.csv()),
        this.file("PNG", () => this.png()),
      ),
    );
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.root = element(
      "div.report",
      field("Across", this.x),
      field("Upward", this.y),
      field("Color", this.measure),
      element("div.actions", go),
      this.status,
      this.drawn,
    );
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.theater.setTheme(theme);
  }

  /** Whether this is the link of one of its points. */
  has(link: string): boolean {
    return this.points.some((point) => point?.link === link);
  }

  /** Marks the point that is the run now. */
  mark(link: string): void {
    for (const [at, cell] of this.cells.entries())
      cell.setAttribute("aria-selected", String(this.points[at]?.link === link));
  }

  /** Another map is to come, or none. */
  end(): void {
    this.round++;
    clearTimeout(this.hovered);
    this.theater.clear();
  }

  private axis(key: string): string {
    const info = this.params.find((one) => one.key === key);
    return info ? inSteps(axisOf(info, "freely")) : "";
  }

  private async draw(): Promise<void> {
    this.end();
    this.hooks.begun();
    this.pool.stop();
    const { round } = this;
    const keys = [this.y.value, this.x.value].filter((key, at, all) => key !== "" && all.indexOf(key) === at);
    this.names = keys.map((key) => this.params.find((one) => one.key === key)?.label ?? key);
    const seed = this.host.core.seed();
    const seeds = Array.from({ length: SEEDS }, (_, at) => seed + at);
    let plan: PlannedRuns;
    try {
      plan = newPlannedRuns({ base: this.base, axes: keys.map((key) => this.axis(key)), seeds, ...WINDOW });
    } catch (error) {
      setText(this.status, String(error));
      return;
    }
    const rows = keys.length > 1 ? STEPS : 1;
    this.points = Array.from({ length: STEPS * rows }, () => undefined);
    this.layOut(rows);
    const [first, last] = [0, this.points.length - 1].map((point) => plan.values(point).reverse());
    for (const [at, axis] of (["x", "y"] as const).entries())
      this.tellEnds(axis, [first?.[at], last?.[at]], [...this.names].reverse()[at]);
    let done = 0;
    const one = async (point: number) => {
      const jobs = seeds.map((_, at) => plan.job(point * SEEDS + at)).filter((job) => job !== undefined);
      const outcomes = await this.pool.evaluate(jobs);
      if (round !== this.round) return;
      this.points[point] = this.pointOf(jobs[0]?.link ?? "", plan.values(point), outcomes);
      setText(this.status, `${++done} of ${this.points.length} points, ${SEEDS} seeds each`);
      this.paint();
    };
    try {
      await Promise.all(coarseFirst(STEPS, rows).map(one));
      if (round === this.round && rows === 1) this.showStrip(keys[0] ?? "");
    } catch {
      // Something else was asked for.
    } finally {
      plan.free();
    }
  }

  private pointOf(link: string, values: string[], outcomes: StudyOutcome[]): Point {
    const all = this.measures.map((_, at) =>
      meanAndError(outcomes.map(({ windows }) => windows[at]?.mean ?? Number.NaN)),
    );
    return { link, values, means: all.map(([mean]) => mean), errors: all.map(([, error]) => error) };
  }

  private showStrip(key: string): void {
    const before = this.params.find((info) => info.key === key)?.value ?? 0;
    const along = this.points.filter((point) => point !== undefined);
    this.hooks.strip(
      along.map(({ link, values, means }) => ({
        link,
        loss: 0,
        met: 0,
        means,
        changes: [{ key, from: String(before), to: values[0] ?? "", share: 0 }],
      })),
      { key, stops: along.map(({ values }) => Number(values[0])), log: this.axis(key).endsWith(":log") },
    );
  }

  private layOut(rows: number): void {
    this.cells = this.points.map((_, point) => {
      const cell = element("div.map-cell", {
        role: "gridcell",
        tabindex: point === 0 ? 0 : -1,
        onpointerenter: () => this.look(point),
        onfocus: () => this.look(point),
      });
      cell.addEventListener("click", (event) => {
        // A finger cannot point without pressing: its first tap on a square only looks.
        const looks = (event as PointerEvent).pointerType === "touch" && this.tapped !== point;
        this.tapped = point;
        if (!looks) this.openPoint(point);
      });
      return cell;
    });
    // The second axis goes up.
    const lines = Array.from({ length: rows }, (_, row) =>
      element("div", { role: "row" }, ...this.cells.slice(row * STEPS, (row + 1) * STEPS)),
    ).reverse();
    this.grid.replaceChildren(...lines);
    this.preview.replaceChildren();
    this.drawn.hidden = false;
    this.drawn.dataset.rows = String(rows);
    this.tapped = -1;
    const touch = matchMedia("(hover: none)").matches;
    const [point, press] = touch ? ["Tap", "Tap it again"] : ["Point at", "Press it"];
    const sees = rows > 1 ? "and its flock plays here." : "to read it.";
    setText(this.about, `${point} a square ${sees} ${press}, and it is your run.`);
  }

  /** From where to where an axis goes; each square's own name says more. */
  private tellEnds(axis: "x" | "y", ends: (string | undefined)[], name: string | undefined): void {
    const [low, high] = ends.map((end) => element("span", told(Number(end))));
    const host = this.ends[axis];
    host.hidden = name === undefined;
    if (low && high) host.replaceChildren(low, element("span", name ?? ""), high);
  }

  private get shown(): number {
    return this.measures.findIndex(({ key }) => key === this.measure.value);
  }

  private range(): [low: number, high: number] {
    const values = this.points.map((point) => point?.means[this.shown] ?? Number.NaN).filter(Number.isFinite);
    return [Math.min(...values), Math.max(...values)];
  }

  private share(point: Point | undefined): number | undefined {
    const value = point?.means[this.shown];
    if (value === undefined || !Number.isFinite(value)) return undefined;
    const [low, high] = this.range();
    return high > low ? (value - low) / (high - low) : 0.5;
  }

  private paint(): void {
    const [low, high] = this.range();
    for (const [at, cell] of this.cells.entries()) {
      const point = this.points[at];
      const share = this.share(point);
      if (share === undefined) cell.style.removeProperty("background");
      else
        cell.style.background = `color-mix(in oklab, var(--map-high) ${Math.round(100 * share)}%, var(--map-low))`;
      cell.setAttribute("aria-label", point ? this.tell(point) : "not yet known");
    }
    const info = this.measures[this.shown];
    if (Number.isFinite(low))
      this.legend.replaceChildren(
        info?.label ?? "",
        ` ${told(low)}`,
        element("span.map-bar", { role: "img", "aria-label": "to" }),
        withUnit(told(high), info?.unit ?? ""),
      );
  }

  private tell(point: Point): string {
    const [first, second] = [...this.names].reverse();
    const values = [...point.values].reverse().map((value) => Number(Number(value).toPrecision(3)));
    const where = [`${first} ${values[0]}`, ...(second ? [`${second} ${values[1]}`] : [])].join(", ");
    const error = point.errors[this.shown] ?? Number.NaN;
    const plus = Number.isFinite(error) ? `\u00a0\u00b1\u00a0${told(error)}` : "";
    return `${where}: ${told(point.means[this.shown] ?? Number.NaN)}${plus}`;
  }

  private look(at: number): void {
    const point = this.points[at];
    if (!point) return;
    setText(this.about, this.tell(point));
    clearTimeout(this.hovered);
    this.hovered = setTimeout(() => this.preview.replaceChildren(...this.theater.show([point.link])), HOVER);
  }

  private openPoint(at: number): void {
    const point = this.points[at];
    if (point) this.host.open(point.link);
  }

  private key(event: KeyboardEvent): void {
    const at = this.cells.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: STEPS, ArrowDown: -STEPS };
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.openPoint(at);
    else if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.cells[at + (step ?? 0)];
    const sameRow =
      Math.abs(step ?? 0) !== 1 || Math.floor(at / STEPS) === Math.floor((at + (step ?? 0)) / STEPS);
    if (!next || !sameRow) return;
    for (const cell of this.cells) cell.tabIndex = cell === next ? 0 : -1;
    next.focus();
  }

  private file(name: string, save: () => void): HTMLButtonElement {
    return element("button.button", { onclick: save }, icon("download"), name);
  }

  private csv(): void {
    const keys = this.measures.flatMap(({ column }) => [column, `${column}_se`]);
    const head = [...this.names.map((name) => `"${name}"`), ...keys, "link"].join(",");
    const cell = (value: number) => (Number.isFinite(value) ? String(value) : "");
    const rows = this.points
      .filter((point) => point !== undefined)
      .map(({ values, means, errors, link }) =>
        [
          ...values,
          ...means.flatMap((mean, at) => [cell(mean), cell(errors[at] ?? Number.NaN)]),
          `"${link}"`,
        ].join(","),
      );
    download("flockwright-map.csv", new Blob([`${[head, ...rows].join("\n")}\n`], { type: "text/csv" }));
  }

  private png(): void {
    const color = (cell: HTMLElement) => getComputedStyle(cell).backgroundColor;
    const end = (share: number) => this.points.findIndex((point) => this.share(point) === share);
    const [low, high] = this.range();
    const info = this.measures[this.shown];
    const axis = (host: HTMLElement) => {
      const [low = "", name = "", high = ""] = [...host.children].map(({ textContent }) => textContent);
      return { name, low, high };
    };
    const canvas = mapPicture({
      colors: this.cells.map(color),
      columns: STEPS,
      across: axis(this.ends.x),
      upward: this.ends.y.hidden ? undefined : axis(this.ends.y),
      legend: {
        name: info?.label ?? "",
        low: told(low),
        high: withUnit(told(high), info?.unit ?? ""),
        from: color(this.cells[end(0)] ?? this.grid),
        to: color(this.cells[end(1)] ?? this.grid),
      },
      ink: getComputedStyle(this.about).color,
      ground: palettes[this.theme].plate,
    });
    canvas.toBlob((blob) => blob && download("flockwright-map.png", blob));
  }
}
