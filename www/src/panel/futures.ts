/** Strip of five futures: the run continued from this moment with five values of a slider's parameter. */
import "../style/futures.css";
import type { ParamInfo, SideRun } from "../core";
import { withoutKeys } from "../core/link/query";
import type { MeasureInfo } from "../core/watch";
import { byId, element, iconButton, setText, svg } from "../ui/dom";
import { firstSentence } from "../ui/gallery";
import { Ensemble } from "../ui/living";
import type { Page } from "../ui/page";
import { NARROW_QUERY } from "../ui/panels";
import { fetchPart } from "../ui/part";
import { tableHead, tableRow } from "../ui/table";
import { wantsStillness } from "../ui/theme";
import { differs, midSentence, toPosition, valueLabel, withUnit } from "../ui/values";
import type { CurveView } from "./futures-curve";
import { curveOf, differenceText, mostTelling, valuesOf } from "./futures-values";
import { ParamRow, type RowAppearance, type RowHooks } from "./row";

/** Largest crowds with five futures, and with three: larger ones would leave no time for the run itself. */
const MOST_FOR_FIVE = 1500;
const MOST = 20_000;
/** Gap between pictures, width of a swiped picture, range of widths side by side, height as a share of the width, and height
 * of the curve. CSS px. */
const PICTURE_GAP = 8;
const SWIPED = 128;
const PICTURE_WIDTHS = [96, 160] as const;
const PICTURE = 0.64;
const CURVE_HEIGHT = 28;
/** Distances from the title and from the dock, CSS px. */
const TOP = 84;
const BESIDE = 16;
const INVITATION = "seconds 4 to 8 from now; press a picture to take its value";
/** Time after which the way to the first pictures is shown, ms. */
const SILENT_LEAD = 300;
/** Number of new samples after which the most telling measure is chosen again. */
const TELL_SAMPLES = 5;

export type How = "rest" | "press" | "key";

/** Slider whose futures are shown. */
export interface Asked {
  info: ParamInfo;
  face: RowAppearance;
  /** The row or head of the parameter in the panel. */
  root: HTMLElement;
}

interface Frame {
  button: HTMLButtonElement;
  value: number;
  measured: HTMLElement;
}

export class Futures {
  private readonly title = element("h2#futures-title", { tabindex: -1 });
  private readonly statusText = element("p.note.grow");
  private readonly pictures = element("div.futures-pictures");
  private readonly curve = svg("svg.futures-curve", { "aria-hidden": "true", preserveAspectRatio: "none" });
  private readonly difference = element("p.futures-difference");
  private readonly foot = element("p.remark.grow");
  private readonly measureIt = element("button.button", { onclick: () => void this.measure() }, "Measure it");
  /** Measurements by the key of their parameter. They outlast the strip, until the run has other settings. */
  private readonly measurements = new Map<string, { view: CurveView; settings: string }>();
  private readonly curveHost = element("div");
  private readonly table = element("table.unseen");
  private readonly sheetRow = element("div");
  readonly root = element("section#futures.surface", { "aria-labelledby": "futures-title", hidden: true });
  private readonly measures: readonly MeasureInfo[];
  private ensemble: Ensemble | undefined;
  private base: SideRun | undefined;
  private askedParam: Asked | undefined;
  private row: ParamRow | undefined;
  private frames: Frame[] = [];
  private histories: Float64Array[][] = [];
  private shownMeasure: number | undefined;
  private isSettled = false;
  /** Parameters at the last update; another change than that of the slider closes the strip. */
  private knownSignature = "";
  /** Whether the slider itself is being moved. */
  private moves = false;
  /** Value taken from a picture; it is in force once a running tick has ended. */
  private chosen: number | undefined;
  private openedBy: How = "press";
  private width = 0;
  /** Time at which the futures began to run ahead, ms, and text to show once they have. */
  private began = 0;
  private leadText = "";

  constructor(
    private readonly page: Page,
    private readonly rowHooks: RowHooks,
    private readonly closed: () => void,
  ) {
    this.measures = page.core.watch.measures;
    const close = iconButton("close", "Close", () => this.close());
    const scroll = element("div.futures-scroll", this.pictures);
    this.root.append(
      element("header.across", this.title, this.statusText, close),
      this.sheetRow,
      this.curveHost,
      this.difference,
      scroll,
      element("div.across", this.foot, this.measureIt),
      this.table,
    );
    byId("chrome").append(this.root);
    window.addEventListener("keydown", (event) => this.escape(event), { capture: true });
    document.addEventListener("pointerdown", ({ target }) => this.pressed(target), { capture: true });
    window.addEventListener("resize", () => this.resized());
    // On phones the strip has a slider of its own.
    this.sheetRow.addEventListener("input", () => this.touched());
  }

  /** Shown measurement of this slider. */
  private get measured(): CurveView | undefined {
    const view = this.measurements.get(this.key)?.view;
    return view && this.curveHost.contains(view.root) ? view : undefined;
  }

  get isOpen(): boolean {
    return this.askedParam !== undefined;
  }

  /** Key of the shown parameter, or "". */
  get key(): string {
    return this.askedParam?.info.key ?? "";
  }

  /** Whether the strip was opened by rest and closes when the pointer leaves. */
  get leaves(): boolean {
    return this.openedBy === "rest";
  }

  /** Keeps the strip open until a press closes it. */
  stay(): void {
    this.openedBy = "press";
  }

  open(asked: Asked, how: How): void {
    this.freeRuns();
    this.askedParam = asked;
    this.openedBy = how;
    this.width = innerWidth;
    this.knownSignature = this.signature(this.page.core.params());
    this.root.hidden = false;
    byId("chrome").dataset.futures = "";
    this.beginRuns();
    this.showMeasurement(asked.info);
    if (how === "key") this.frameOf(asked.info.value)?.button.focus();
  }

  /** Closes the strip without a message. */
  close(): void {
    if (!this.askedParam) return;
    const { root } = this.askedParam;
    const isLeft = this.root.contains(document.activeElement);
    this.freeRuns();
    this.root.hidden = true;
    delete byId("chrome").dataset.futures;
    if (isLeft) root.querySelector<HTMLElement>("input, select")?.focus({ preventScroll: true });
    this.closed();
  }

  private freeRuns(): void {
    this.ghost(undefined);
    this.curveHost.replaceChildren();
    this.measureIt.hidden = false;
    this.ensemble?.free();
    this.base?.free();
    this.ensemble = this.base = this.askedParam = this.row = undefined;
    this.frames = [];
    this.histories = [];
    this.shownMeasure = undefined;
    this.moves = false;
    this.chosen = undefined;
  }

  /** Starts the futures from the present tick. */
  private beginRuns(): void {
    const { askedParam: asked, page } = this;
    if (!asked) return;
    const { info, face } = asked;
    const { core } = page;
    const { count } = core.views();
    this.ensemble?.free();
    this.base?.free();
    this.base = this.ensemble = undefined;
    this.histories = [];
    this.shownMeasure = undefined;
    this.isSettled = false;
    setText(this.title, `${face.label(info)}: where it leads`);
    this.showRow(asked);
    this.pictures.replaceChildren();
    this.table.replaceChildren();
    setText(this.foot, "");
    setText(this.difference, "");
    if (count === 0 || count > MOST) {
      const why = count > MOST ? "This crowd is too large for futures beside it." : "There is no one here.";
      setText(this.statusText, why);
      this.placePanel();
      return;
    }
    const values = valuesOf(info, face.range(info), count > MOST_FOR_FIVE);
    const size = this.sizeFor(values.length);
    this.leadText = INVITATION;
    setText(this.statusText, this.leadText);
    this.began = performance.now();
    this.base = core.ahead();
    const { base } = this;
    const from = (value: number) => () => {
      const run = core.ahead(base);
      if (differs(value, info.value)) run.set(info.id, value);
      return run;
    };
    this.ensemble = new Ensemble(core, wantsStillness(), {
      appearance: () => ({ ...page.stage.appearance, trails: 0, size: 2 }),
      leadAdvanced: (share) => this.showLead(share),
      sampled: (samples, isFirst) => this.showSamples(samples, isFirst),
      loopEnded: (hashes) => {
        this.isSettled = this.shownMeasure !== undefined;
        for (const [at, { button }] of this.frames.entries()) button.dataset.hash = hashes[at];
      },
      runFailed: () => this.close(),
    });
    this.frames = values.map((value) => this.frame(asked, value));
    this.ensemble.beginRuns(values.map(from), size, PICTURE_GAP);
    const width = values.length * (size.width + PICTURE_GAP) - PICTURE_GAP;
    this.pictures.style.width = `${width}px`;
    this.pictures.style.setProperty("--picture", `${size.height}px`);
    this.pictures.append(
      this.ensemble.canvas,
      element("div.futures-frames", ...this.frames.map(({ button }) => button)),
      this.curve,
    );
    this.curve.setAttribute("viewBox", `0 0 ${width} ${CURVE_HEIGHT}`);
    this.curve.replaceChildren();
    this.placePanel();
    // In a swiped row, the present value starts in the middle.
    this.frameOf(info.value)?.button.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Shows how far the futures have run ahead, if that takes long. */
  private showLead(share: number): void {
    const isLong = share < 1 && performance.now() - this.began > SILENT_LEAD;
    setText(this.statusText, isLong ? `Running ahead: ${Math.floor(100 * share)} %` : this.leadText);
  }

  private frameOf(of: number): Frame | undefined {
    return this.frames.find(({ value }) => !differs(value, of));
  }

  /** Size of a picture, for this many side by side or swiped. */
  private sizeFor(count: number): { width: number; height: number } {
    const pictureWidth = Math.floor((this.availableWidth() - 2 * 21 - (count - 1) * PICTURE_GAP) / count);
    const [least, most] = PICTURE_WIDTHS;
    const width = matchMedia(NARROW_QUERY).matches ? SWIPED : Math.max(least, Math.min(most, pictureWidth));
    return { width, height: Math.round(width * PICTURE) };
  }

  private availableWidth(): number {
    return Math.min(880, byId("column").getBoundingClientRect().left - BESIDE - 28);
  }

  /** Places the strip beside the column, centered on the row of its slider. */
  private placePanel(): void {
    const { root, askedParam: asked } = this;
    if (!asked || matchMedia(NARROW_QUERY).matches) return;
    const row = asked.root.getBoundingClientRect();
    const zoom = Number(getComputedStyle(byId("chrome")).zoom) || 1;
    const middle = (row.top + row.bottom) / 2;
    const bottom = byId("dock").getBoundingClientRect().top - BESIDE;
    const { offsetHeight } = root;
    const height = offsetHeight * zoom;
    const top = Math.max(TOP, Math.min(middle - height / 2, bottom - height));
    root.style.top = `${top / zoom}px`;
    root.style.setProperty("--tail", `${(middle - top) / zoom}px`);
  }

  /** On phones, shows the slider above its futures. */
  private showRow({ info, face }: Asked): void {
    if (!matchMedia(NARROW_QUERY).matches) {
      this.sheetRow.replaceChildren();
      return;
    }
    if (this.row) this.row.update(info);
    else this.row = new ParamRow(info, this.rowHooks, face, `futures-${info.id}`);
    this.row.root.removeAttribute("data-param");
    if (!this.sheetRow.contains(this.row.root)) this.sheetRow.replaceChildren(this.row.root);
  }

  private frame({ info }: Asked, value: number): Frame {
    const isNow = !differs(value, info.value);
    const measured = element("span.futures-told");
    const text = valueLabel(info, value);
    const button = element(
      "button.futures-frame",
      {
        "aria-pressed": String(isNow),
        "data-value": value,
        title: isNow ? "As it is now" : `Take ${text}`,
        onclick: () => this.takeValue(value),
        onpointerenter: () => this.ghost(value),
        onpointerleave: () => this.ghost(undefined),
        onfocus: () => this.ghost(value),
        onblur: () => this.ghost(undefined),
      },
      element("span.futures-value", isNow ? `${text} now` : text),
      measured,
    );
    return { button, value, measured };
  }

  /** Sets the value as if the slider had been moved there; the futures start again. */
  private takeValue(value: number): void {
    const { askedParam: asked, page } = this;
    if (!asked || !differs(value, asked.info.value)) return;
    this.chosen = value;
    const { id } = asked.info;
    this.rowHooks.paramMoved(id, page.core.set(id, value));
    this.rowHooks.changeEnded();
    const hasKeys = this.root.contains(document.activeElement);
    this.update(page.core.params());
    if (hasKeys) this.frameOf(value)?.button.focus({ preventScroll: true });
  }

  /** Marks the place of the slider's thumb for a value. */
  private ghost(value: number | undefined): void {
    const { askedParam: asked } = this;
    const slider = asked?.root.querySelector<HTMLElement>('input[type="range"]');
    if (!asked || !slider) return;
    slider.classList.toggle("ghosted", value !== undefined);
    if (value === undefined) return;
    const range = asked.face.range(asked.info);
    const { min, max } = slider as HTMLInputElement;
    const share = (toPosition(range, value) - Number(min)) / (Number(max) - Number(min) || 1);
    slider.style.setProperty("--ghost", Math.min(1, Math.max(0, share)).toFixed(4));
  }

  private signature(params: readonly ParamInfo[]): string {
    const { core } = this.page;
    const ramps = core.ramps().map(({ id }) => id);
    const values = params.map(({ id, key, value }) => (ramps.includes(id) ? key : `${key}=${value}`));
    return `${core.instances} ${core.scene()} ${core.seed()} ${values.join(" ")}`;
  }

  /** The slider is being moved; the futures follow when it rests. */
  touched(): void {
    this.moves = true;
  }

  /** Has to be called with new values of the panel. A change from elsewhere closes the strip. */
  update(params: readonly ParamInfo[]): void {
    const { askedParam: asked } = this;
    if (!asked) return;
    const info = params.find(({ id, key }) => id === asked.info.id && key === asked.info.key);
    const signatureNow = this.signature(params);
    if (signatureNow === this.knownSignature) return;
    const isOwn = this.moves || (this.chosen !== undefined && info && !differs(info.value, this.chosen));
    if (!info || !isOwn || !asked.root.isConnected) {
      this.close();
      return;
    }
    this.knownSignature = signatureNow;
    this.moves = false;
    this.chosen = undefined;
    this.askedParam = { ...asked, info };
    this.beginRuns();
  }

  /** Measures ten values with five seeds each, in workers. A press elsewhere then no longer closes the strip. */
  private async measure(): Promise<void> {
    const { askedParam: asked } = this;
    if (!asked || this.measureIt.hidden) return;
    this.stay();
    this.measureIt.hidden = true;
    const { CurveView } = await fetchPart(() => import("./futures-curve"));
    if (this.key !== asked.info.key || this.measured) return;
    const view = new CurveView(this.page, asked, this.shownMeasure);
    this.measurements.get(this.key)?.view.free();
    this.measurements.set(this.key, { view, settings: this.settingsBut(this.key) });
    this.showMeasurement(asked.info);
  }

  /** Shows the measurement of this parameter; drops one of other settings of the run with a message. */
  private showMeasurement({ key }: ParamInfo): void {
    const measurement = this.measurements.get(key);
    if (!measurement) return;
    const { view, settings } = measurement;
    if (settings !== this.settingsBut(key)) {
      view.free();
      this.measurements.delete(key);
      this.leadText = "The run has changed since it was measured: measure it again.";
      setText(this.statusText, this.leadText);
      return;
    }
    this.stay();
    this.measureIt.hidden = true;
    this.curveHost.replaceChildren(view.root);
    view.draw();
    this.placePanel();
  }

  /** Link of the run without this parameter, which a measurement varies. */
  private settingsBut(key: string): string {
    return withoutKeys(this.page.link(), key);
  }

  /** Fits the pictures and the curve to a window of another width. */
  private resized(): void {
    if (!this.askedParam || innerWidth === this.width) return;
    this.width = innerWidth;
    this.beginRuns();
    this.measured?.draw();
  }

  private showSamples(samples: readonly Float64Array[], isFirst: boolean): void {
    if (isFirst) this.histories = samples.map(() => []);
    for (const [at, sample] of samples.entries()) this.histories[at]?.push(sample.subarray(1));
    const many = this.histories[0]?.length ?? 0;
    const isTime = many % TELL_SAMPLES === 0;
    // The measure stays once the eight seconds were shown; beside a curve it is the curve's.
    const chosen = this.measured?.measure;
    if (chosen) this.shownMeasure = this.measures.findIndex(({ key }) => key === chosen);
    else if (isTime && !this.isSettled) this.shownMeasure = mostTelling(this.measures, this.histories);
    const index = this.shownMeasure ?? -1;
    const measure = this.measures[index];
    const numbers = samples.map((sample) => sample[1 + index] ?? Number.NaN);
    const text = (number: number) => {
      const isWhole = measure?.span === "count" || Math.abs(number) >= 10;
      const shortNumber = isWhole ? String(Math.round(number)) : number.toFixed(2);
      return Number.isFinite(number) ? withUnit(shortNumber, measure?.unit ?? "") : "";
    };
    for (const [at, { measured }] of this.frames.entries())
      setText(measured, measure ? text(numbers[at] ?? Number.NaN) : "");
    setText(
      this.foot,
      measure
        ? `${measure.label}, one run each, 8\u202fs. ${firstSentence(this.page.core.substituteNouns(measure.doc))}`
        : many >= TELL_SAMPLES
          ? "No measure tells them apart yet."
          : "",
    );
    const { width } = this.curve.viewBox.baseVal;
    const line = measure ? curveOf(numbers, width, CURVE_HEIGHT - 8) : "";
    this.curve.replaceChildren(
      ...(line ? [svg("polyline", { points: line, transform: "translate(0 4)" })] : []),
    );
    if (!isTime) return;
    this.showTable(measure?.label ?? "", numbers.map(text));
    const [first, last] = [text(numbers[0] ?? Number.NaN), text(numbers.at(-1) ?? Number.NaN)];
    if (!measure || !this.askedParam || !first || !last) return;
    const { info, face } = this.askedParam;
    const values = this.frames.map(({ value }) => value);
    const told = [midSentence(measure.label), first, last] as const;
    setText(this.difference, differenceText(info, midSentence(face.label(info)), values, told));
  }

  /** Table of the values for screen readers. */
  private showTable(label: string, texts: readonly string[]): void {
    const { askedParam: asked } = this;
    if (!asked) return;
    const { info, face } = asked;
    const rows = this.frames.map(({ value }, at) => tableRow(valueLabel(info, value), [texts[at] ?? ""]));
    this.table.replaceChildren(tableHead([face.label(info), label]), element("tbody", ...rows));
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.askedParam || document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    this.close();
  }

  /** Closes the strip on a press elsewhere. */
  private pressed(target: EventTarget | null): void {
    const { askedParam: asked, root } = this;
    if (!asked || !(target instanceof Node)) return;
    if (!this.measureIt.hidden && !root.contains(target) && !asked.root.contains(target)) this.close();
  }
}
