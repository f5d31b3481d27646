/** Strip of five futures: copies of the run, continued from the present with other values of a slider's parameter. */
import "../style/futures.css";
import type { ParamInfo, SideRun } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { withoutKeys } from "../core/link/query";
import type { MeasureInfo } from "../core/watch";
import { byId, element, iconButton, setText, svg } from "../ui/dom";
import { firstSentence } from "../ui/gallery";
import { Ensemble, FUTURE_TICKS, LEAD_TICKS } from "../ui/living";
import type { Page } from "../ui/page";
import { NARROW_QUERY } from "../ui/panels";
import { fetchPart } from "../ui/part";
import { tableHead, tableRow } from "../ui/table";
import { wantsStillness } from "../ui/theme";
import { differsNoticeably, midSentence, toPosition, valueLabel } from "../ui/values";
import type { MeasuredCurve } from "./futures-curve";
import {
  differenceText,
  futureValues,
  measuredText,
  mostTellingMeasure,
  polylinePoints,
} from "./futures-values";
import { ParamRow, type RowAppearance, type RowHooks } from "./row";

/** Largest numbers of units with five futures, and with three: larger crowds would leave no time for the run itself. */
const MAX_UNITS_FOR_FIVE = 1500;
const MAX_UNITS_FOR_THREE = 20_000;
/** Sizes, CSS px: gap between pictures, their width on phones, range of widths elsewhere, height of the curve. */
const PICTURE_GAP = 8;
const SWIPED_WIDTH = 128;
const PICTURE_WIDTHS = [96, 160] as const;
const PICTURE_ASPECT = 0.64;
const CURVE_HEIGHT = 28;
/** Smallest distances of the strip from the window's top, where the page's title is, and from the dock, CSS px. */
const TITLE_DISTANCE = 76;
const DOCK_DISTANCE = 16;
/** First and last second that the futures show in a loop, counted from the present. */
const [FIRST_SECOND, LAST_SECOND] = [LEAD_TICKS / TICKS_PER_SECOND, FUTURE_TICKS / TICKS_PER_SECOND];
const INVITATION = `seconds ${FIRST_SECOND} to ${LAST_SECOND} from now; press a picture to take its value`;
/** Time after which the wait for the first pictures shows its progress, ms. */
const PROGRESS_DELAY = 300;
/** Number of samples of the futures between two updates of the shown measures. */
const SAMPLES_PER_UPDATE = 5;

export type OpenedBy = "rest" | "press" | "key";

/** Slider whose futures (copies of the run with other values of its parameter) are shown. */
export interface AskedParam {
  info: ParamInfo;
  appearance: RowAppearance;
  /** Row of the parameter in the panel. */
  root: HTMLElement;
}

interface FutureFrame {
  root: HTMLElement;
  button: HTMLButtonElement;
  value: number;
  measureText: HTMLElement;
}

export class FuturesStrip {
  private readonly title = element("h2#futures-title", { tabindex: -1 });
  private readonly statusText = element("p.note.grow");
  private readonly pictures = element("div.futures-pictures");
  private readonly endCurve = svg("svg.futures-curve", {
    "aria-hidden": "true",
    preserveAspectRatio: "none",
  });
  private readonly differenceLine = element("p.futures-difference");
  private readonly measureNote = element("p.remark");
  private readonly measureButton = element(
    "button.button",
    { onclick: () => void this.openCurve() },
    "Measure it",
  );
  /** Measured curves by the key of their parameter. They stay after the strip closes, until other settings change. */
  private readonly measurements = new Map<string, { view: MeasuredCurve; settings: string }>();
  private readonly curveHost = element("div");
  private readonly valueTable = element("table.unseen");
  private readonly phoneRowHost = element("div");
  readonly root = element("section#futures.surface", { "aria-labelledby": "futures-title", hidden: true });
  private readonly measures: readonly MeasureInfo[];
  private ensemble: Ensemble | undefined;
  private baseRun: SideRun | undefined;
  private askedParam: AskedParam | undefined;
  private phoneRow: ParamRow | undefined;
  private frames: FutureFrame[] = [];
  /** Values of all measures, by future, then by sample; emptied when the futures or their loop start again. */
  private histories: Float64Array[][] = [];
  /** Index of the measure that differs most among the futures; stays until other futures start. */
  private tellingMeasure: number | undefined;
  /** Settings of the run at the last update; a change that the strip's slider did not make closes the strip. */
  private knownSignature = "";
  /** Whether the slider of the shown parameter is being moved. */
  private isSliderMoving = false;
  /** Value of a picture that was pressed; the core applies it once a running tick has ended. */
  private takenValue: number | undefined;
  private openedBy: OpenedBy = "press";
  private windowWidth = 0;
  /** Start of the wait for the first pictures, ms; `leadText`: text to show after the wait. */
  private leadStartTime = 0;
  private leadText = "";

  constructor(
    private readonly page: Page,
    private readonly rowHooks: RowHooks,
    private readonly stripClosed: () => void,
  ) {
    this.measures = page.core.watch.measures;
    const close = iconButton("close", "Close", () => this.close());
    const scroll = element("div.futures-scroll", this.pictures);
    this.root.append(
      element("header.across", this.title, this.statusText, this.measureButton, close),
      this.phoneRowHost,
      this.curveHost,
      this.differenceLine,
      scroll,
      this.measureNote,
      this.valueTable,
    );
    byId("chrome").append(this.root);
    window.addEventListener("keydown", (event) => this.closeByEscape(event), { capture: true });
    document.addEventListener("pointerdown", ({ target }) => this.closeOnOutsidePress(target), {
      capture: true,
    });
    window.addEventListener("resize", () => this.windowResized());
    // The menu of the measured curve decides which measure the strip shows.
    this.curveHost.addEventListener("change", () => this.showMeasured());
    // On phones the strip has a copy of the slider; moving it counts as moving the slider itself.
    this.phoneRowHost.addEventListener("input", () => this.sliderMoved());
  }

  /** Measured curve of the shown parameter; undefined if none is shown. */
  private get shownCurve(): MeasuredCurve | undefined {
    const view = this.measurements.get(this.key)?.view;
    return view && this.curveHost.contains(view.root) ? view : undefined;
  }

  get isOpen(): boolean {
    return this.askedParam !== undefined;
  }

  /** Key of the parameter whose futures are shown; "" while the strip is closed. */
  get key(): string {
    return this.askedParam?.info.key ?? "";
  }

  /** Whether the strip was opened by a resting pointer, and closes when the pointer leaves. */
  get closesWithPointer(): boolean {
    return this.openedBy === "rest";
  }

  /** Keeps the strip open when the pointer leaves, until a press closes it. */
  keepOpen(): void {
    this.openedBy = "press";
  }

  open(asked: AskedParam, how: OpenedBy): void {
    this.freeRuns();
    this.askedParam = asked;
    this.openedBy = how;
    this.windowWidth = innerWidth;
    this.knownSignature = this.settingsSignature(this.page.core.params());
    this.root.hidden = false;
    byId("chrome").dataset.futures = "";
    this.beginRuns();
    this.showMeasurement(asked.info);
    if (how === "key") this.frameOf(asked.info.value)?.button.focus();
  }

  /** Closes the strip and frees its futures. */
  close(): void {
    if (!this.askedParam) return;
    const { root } = this.askedParam;
    const isLeft = this.root.contains(document.activeElement);
    this.freeRuns();
    this.root.hidden = true;
    delete byId("chrome").dataset.futures;
    if (isLeft) root.querySelector<HTMLElement>("input, select")?.focus({ preventScroll: true });
    this.stripClosed();
  }

  private freeRuns(): void {
    this.markOnSlider(undefined);
    this.curveHost.replaceChildren();
    this.measureButton.hidden = false;
    this.clearPictures();
    this.askedParam = this.phoneRow = undefined;
    this.isSliderMoving = false;
    this.takenValue = undefined;
  }

  /** Frees the futures, and removes their pictures and measured values. */
  private clearPictures(): void {
    this.ensemble?.free();
    this.baseRun?.free();
    this.ensemble = this.baseRun = this.tellingMeasure = undefined;
    this.frames = [];
    this.histories = [];
    this.pictures.replaceChildren();
    this.endCurve.replaceChildren();
    this.valueTable.replaceChildren();
    setText(this.measureNote, "");
    setText(this.differenceLine, "");
  }

  /** Starts the futures (copies of the run) from the present tick, unless there are no units or too many. */
  private beginRuns(): void {
    const { askedParam: asked } = this;
    if (!asked) return;
    const { info, appearance } = asked;
    const { count } = this.page.core.views();
    this.clearPictures();
    setText(this.title, `${appearance.label(info)}: where it leads`);
    this.showRow(asked);
    if (count === 0) setText(this.statusText, "There is no one here.");
    else if (count > MAX_UNITS_FOR_THREE)
      setText(this.statusText, "This crowd is too large for futures beside it.");
    else this.showFutures(asked, futureValues(info, appearance.range(info), count > MAX_UNITS_FOR_FIVE));
    this.placePanel();
    // Where the row of pictures scrolls, the picture of the present value is in the middle at first.
    this.frameOf(info.value)?.button.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Starts a copy of the run with each of these values of the parameter, and shows the copies side by side. */
  private showFutures(asked: AskedParam, values: readonly number[]): void {
    this.leadText = INVITATION;
    setText(this.statusText, this.leadText);
    this.leadStartTime = performance.now();
    this.frames = values.map((value) => this.makeFrame(asked, value));
    const size = this.sizeFor(values.length);
    this.ensemble = this.makeEnsemble();
    this.ensemble.beginRuns(this.runSources(asked.info, values), size, PICTURE_GAP);
    const width = values.length * (size.width + PICTURE_GAP) - PICTURE_GAP;
    this.pictures.style.width = `${width}px`;
    this.pictures.style.setProperty("--picture", `${size.height}px`);
    this.endCurve.setAttribute("viewBox", `0 0 ${width} ${CURVE_HEIGHT}`);
    const frames = this.frames.map(({ root }) => root);
    this.pictures.append(this.ensemble.canvas, element("div.futures-frames", ...frames), this.endCurve);
  }

  /** Functions that each copy the present run and set the parameter to one of the values. */
  private runSources({ id, value: valueNow }: ParamInfo, values: readonly number[]): (() => SideRun)[] {
    const { core } = this.page;
    const baseRun = core.ahead();
    this.baseRun = baseRun;
    return values.map((value) => () => {
      const run = core.ahead(baseRun);
      if (differsNoticeably(value, valueNow)) run.set(id, value);
      return run;
    });
  }

  private makeEnsemble(): Ensemble {
    const { core, stage } = this.page;
    return new Ensemble(core, wantsStillness(), {
      appearance: () => ({ ...stage.appearance, trails: 0, size: 2 }),
      leadAdvanced: (share) => this.showLead(share),
      sampled: (samples, isFirst) => this.addSamples(samples, isFirst),
      loopEnded: (hashes) => {
        for (const [at, { button }] of this.frames.entries()) button.dataset.hash = hashes[at];
      },
      runFailed: () => this.close(),
    });
  }

  /** Shows which share (0 to 1) of the wait for the first pictures is over, if it is long; then the first values. */
  private showLead(share: number): void {
    const isLong = share < 1 && performance.now() - this.leadStartTime > PROGRESS_DELAY;
    setText(this.statusText, isLong ? `Running ahead: ${Math.floor(100 * share)} %` : this.leadText);
    this.showMeasured();
  }

  private frameOf(of: number): FutureFrame | undefined {
    return this.frames.find(({ value }) => !differsNoticeably(value, of));
  }

  /** Width and height of a future's picture, CSS px, if `count` pictures are shown. */
  private sizeFor(count: number): { width: number; height: number } {
    const pictureWidth = Math.floor((this.availableWidth() - 2 * 21 - (count - 1) * PICTURE_GAP) / count);
    const [least, most] = PICTURE_WIDTHS;
    const width = matchMedia(NARROW_QUERY).matches
      ? SWIPED_WIDTH
      : Math.max(least, Math.min(most, pictureWidth));
    return { width, height: Math.round(width * PICTURE_ASPECT) };
  }

  private availableWidth(): number {
    return Math.min(880, byId("column").getBoundingClientRect().left - DOCK_DISTANCE - 28);
  }

  /** Places the strip beside the panel, centered on the row of its slider. */
  private placePanel(): void {
    const { root, askedParam: asked } = this;
    if (!asked || matchMedia(NARROW_QUERY).matches) return;
    const row = asked.root.getBoundingClientRect();
    const zoom = Number(getComputedStyle(byId("chrome")).zoom) || 1;
    const middle = (row.top + row.bottom) / 2;
    const bottom = byId("dock").getBoundingClientRect().top - DOCK_DISTANCE;
    const { offsetHeight } = root;
    const height = offsetHeight * zoom;
    const top = Math.max(TITLE_DISTANCE, Math.min(middle - height / 2, bottom - height));
    root.style.top = `${top / zoom}px`;
    root.style.setProperty("--tail", `${(middle - top) / zoom}px`);
  }

  /** On phones, shows a copy of the slider above its futures. */
  private showRow({ info, appearance }: AskedParam): void {
    if (!matchMedia(NARROW_QUERY).matches) {
      this.phoneRowHost.replaceChildren();
      return;
    }
    if (this.phoneRow) this.phoneRow.update(info);
    else this.phoneRow = new ParamRow(info, this.rowHooks, appearance, `futures-${info.id}`);
    this.phoneRow.root.removeAttribute("data-param");
    if (!this.phoneRowHost.contains(this.phoneRow.root))
      this.phoneRowHost.replaceChildren(this.phoneRow.root);
  }

  private makeFrame({ info }: AskedParam, value: number): FutureFrame {
    const isNow = !differsNoticeably(value, info.value);
    const measureText = element("span.futures-told");
    const text = valueLabel(info, value);
    const button = element(
      "button.futures-frame",
      {
        "aria-pressed": String(isNow),
        "data-value": value,
        title: isNow ? "As it is now" : `Take ${text}`,
        onclick: () => this.takeValue(value),
        onpointerenter: () => this.markOnSlider(value),
        onpointerleave: () => this.markOnSlider(undefined),
        onfocus: () => this.markOnSlider(value),
        onblur: () => this.markOnSlider(undefined),
      },
      element("span.futures-value", isNow ? `${text} now` : text),
      measureText,
    );
    const compareLink = element(
      "button.link.futures-compare",
      {
        "aria-label": `Compare ${text} with the run as it is now`,
        title: "Two skies: the run as it is now, and this one",
        hidden: isNow,
        onclick: () => this.compareWith(info, value),
      },
      "compare",
    );
    const root = element("div.futures-one", button, compareLink);
    return { root, button, value, measureText };
  }

  /** Sets the parameter as if its slider had been moved there; the futures start again. */
  private takeValue(value: number): void {
    const { askedParam: asked, page } = this;
    if (!asked || !differsNoticeably(value, asked.info.value)) return;
    this.takenValue = value;
    const { id } = asked.info;
    this.rowHooks.paramMoved(id, page.core.set(id, value));
    this.rowHooks.changeEnded();
    const hasKeys = this.root.contains(document.activeElement);
    this.update(page.core.params());
    if (hasKeys) this.frameOf(value)?.button.focus({ preventScroll: true });
  }

  /** Closes the strip and shows two runs side by side, the second one with this value. */
  private compareWith({ key }: ParamInfo, value: number): void {
    this.close();
    this.page.compare({ key, value });
  }

  /** Marks on the slider where the thumb would be for this value; `undefined` removes the mark. */
  private markOnSlider(value: number | undefined): void {
    const { askedParam: asked } = this;
    const slider = asked?.root.querySelector<HTMLElement>('input[type="range"]');
    if (!asked || !slider) return;
    slider.classList.toggle("ghosted", value !== undefined);
    if (value === undefined) return;
    const range = asked.appearance.range(asked.info);
    const { min, max } = slider as HTMLInputElement;
    const share = (toPosition(range, value) - Number(min)) / (Number(max) - Number(min) || 1);
    slider.style.setProperty("--ghost", Math.min(1, Math.max(0, share)).toFixed(4));
  }

  private settingsSignature(params: readonly ParamInfo[]): string {
    const { core } = this.page;
    const ramps = core.ramps().map(({ id }) => id);
    const values = params.map(({ id, key, value }) => (ramps.includes(id) ? key : `${key}=${value}`));
    return `${core.instances} ${core.scene()} ${core.seed()} ${values.join(" ")}`;
  }

  /** Has to be called while the slider is moved: the next update then restarts the futures. */
  sliderMoved(): void {
    this.isSliderMoving = true;
  }

  /**
   * Has to be called when values changed: restarts the futures if the strip's slider changed, else closes the strip.
   */
  update(params: readonly ParamInfo[]): void {
    const { askedParam: asked } = this;
    if (!asked) return;
    const info = params.find(({ id, key }) => id === asked.info.id && key === asked.info.key);
    const signatureNow = this.settingsSignature(params);
    if (signatureNow === this.knownSignature) return;
    const isOwn =
      this.isSliderMoving ||
      (this.takenValue !== undefined && info && !differsNoticeably(info.value, this.takenValue));
    if (!info || !isOwn || !asked.root.isConnected) {
      this.close();
      return;
    }
    this.knownSignature = signatureNow;
    this.isSliderMoving = false;
    this.takenValue = undefined;
    this.askedParam = { ...asked, info };
    this.beginRuns();
  }

  /** Measures ten values with five seeds each, in workers; from then on a press elsewhere leaves the strip open. */
  private async openCurve(): Promise<void> {
    const { askedParam: asked } = this;
    if (!asked || this.measureButton.hidden) return;
    this.keepOpen();
    this.measureButton.hidden = true;
    const { MeasuredCurve } = await fetchPart(() => import("./futures-curve"));
    if (this.key !== asked.info.key || this.shownCurve) return;
    const view = new MeasuredCurve(this.page, asked, this.tellingMeasure);
    this.measurements.get(this.key)?.view.free();
    this.measurements.set(this.key, { view, settings: this.settingsWithout(this.key) });
    this.showMeasurement(asked.info);
  }

  /** Shows the measured curve of this parameter; frees it, and says so, if other settings of the run have changed. */
  private showMeasurement({ key }: ParamInfo): void {
    const measurement = this.measurements.get(key);
    if (!measurement) return;
    const { view, settings } = measurement;
    if (settings !== this.settingsWithout(key)) {
      view.free();
      this.measurements.delete(key);
      this.leadText = "The run has changed since it was measured: measure it again.";
      setText(this.statusText, this.leadText);
      return;
    }
    this.keepOpen();
    this.measureButton.hidden = true;
    this.curveHost.replaceChildren(view.root);
    view.draw();
    this.showMeasured();
    this.placePanel();
  }

  /** Link of the run without this parameter: all settings that a measured curve keeps fixed. */
  private settingsWithout(key: string): string {
    return withoutKeys(this.page.link(), key);
  }

  /** Starts the futures again in pictures that fit, if the width of the window has changed. */
  private windowResized(): void {
    if (!this.askedParam || innerWidth === this.windowWidth) return;
    this.windowWidth = innerWidth;
    this.beginRuns();
    this.shownCurve?.draw();
  }

  private addSamples(samples: readonly Float64Array[], isFirst: boolean): void {
    if (isFirst) this.histories = samples.map(() => []);
    for (const [at, sample] of samples.entries()) this.histories[at]?.push(sample.subarray(1));
    if ((this.histories[0]?.length ?? 0) % SAMPLES_PER_UPDATE === 0) this.showMeasured();
  }

  /** Shows the last samples in captions, curve, table and sentence; does nothing while the futures run ahead. */
  private showMeasured(): void {
    if (!this.ensemble || this.ensemble.isLeading) return;
    const index = this.measureToShow() ?? -1;
    const measure = this.measures[index];
    const numbers = this.histories.map((samples) => samples.at(-1)?.[index] ?? Number.NaN);
    const texts = numbers.map((number) => (measure ? measuredText(measure, number) : ""));
    for (const [at, { measureText }] of this.frames.entries()) setText(measureText, texts[at] ?? "");
    setText(this.measureNote, this.noteOn(measure));
    this.drawEndCurve(measure ? numbers : []);
    this.showTable(measure?.label ?? "", texts);
    if (measure) this.showDifference(measure, numbers, texts);
    else setText(this.differenceLine, "No clear difference in these runs.");
  }

  /** Index of the measure to show: that of the measured curve if there is one, else the most telling one. */
  private measureToShow(): number | undefined {
    const chosen = this.shownCurve?.measureKey;
    if (chosen) return this.measures.findIndex(({ key }) => key === chosen);
    this.tellingMeasure ??= mostTellingMeasure(this.measures, this.histories);
    return this.tellingMeasure;
  }

  private noteOn(measure: MeasureInfo | undefined): string {
    if (!measure) return `No measure tells them apart; one run each, ${LAST_SECOND}\u202fs.`;
    const meaning = firstSentence(this.page.core.substituteNouns(measure.doc));
    return `${measure.label}, one run each, ${LAST_SECOND}\u202fs. ${meaning}`;
  }

  private drawEndCurve(numbers: readonly number[]): void {
    const { width } = this.endCurve.viewBox.baseVal;
    const points = polylinePoints(numbers, width, CURVE_HEIGHT - 8);
    this.endCurve.replaceChildren(
      ...(points ? [svg("polyline", { points, transform: "translate(0 4)" })] : []),
    );
  }

  private showDifference({ label }: MeasureInfo, numbers: readonly number[], texts: readonly string[]): void {
    if (!this.askedParam || !numbers.every(Number.isFinite)) return;
    const { info, appearance } = this.askedParam;
    const futures = this.frames.map(({ value }, at) => ({
      value: valueLabel(info, value),
      number: numbers[at] ?? Number.NaN,
      text: texts[at] ?? "",
    }));
    const isRanked = info.kind === "float" || info.kind === "int";
    const name = midSentence(appearance.label(info));
    // A comma, as in "Flocks, gaps of ten bodies", would break the sentence; parentheses do not.
    const measure = midSentence(label).replace(/, (.*)/, " ($1)");
    setText(this.differenceLine, differenceText(name, measure, futures, isRanked));
  }

  /** Shows the measured values as a table, for screen readers. */
  private showTable(label: string, texts: readonly string[]): void {
    const { askedParam: asked } = this;
    if (!asked) return;
    const { info, appearance } = asked;
    const rows = this.frames.map(({ value }, at) => tableRow(valueLabel(info, value), [texts[at] ?? ""]));
    this.valueTable.replaceChildren(tableHead([appearance.label(info), label]), element("tbody", ...rows));
  }

  private closeByEscape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.askedParam || document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    this.close();
  }

  /** Closes the strip on a press outside of it and of its slider's row, unless it shows a measured curve. */
  private closeOnOutsidePress(target: EventTarget | null): void {
    const { askedParam: asked, root } = this;
    if (!asked || !(target instanceof Node)) return;
    if (!this.measureButton.hidden && !root.contains(target) && !asked.root.contains(target)) this.close();
  }
}
