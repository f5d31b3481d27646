/** "Two skies": the run beside a copy of it in which one parameter has another value, and their differences. */
import "../style/skies.css";
import type { ParamInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { UnitViews } from "../core/views";
import { measuredText, mostTellingMeasure } from "../panel/futures-values";
import type { Compared } from "../panel/look/text";
import { nearestOffset } from "../stage/camera";
import type { CanvasLayer } from "../stage/layer";
import type { DrawnFrame, Painter } from "../stage/painter";
import { withAlpha } from "../stage/palette";
import { addCircle, strokePath } from "../stage/pen";
import { byId, element, setText } from "../ui/dom";
import type { Page } from "../ui/page";
import { fullParamName, midSentence, shownValue, withRoundedRange } from "../ui/values";

/** Number of units above which a note says that the two runs take turns: both ticks do not fit into one frame. */
const MAX_UNITS_AT_ONCE = 2000;
/** Time per frame in which the copy catches up with the run while the run is paused, ms. */
const FOLLOW_BUDGET = 12;
/** Interval of samples of the measures, ticks; number of kept samples; samples until the shown measure may change. */
const SAMPLE_TICKS = 12;
const MAX_SAMPLES = 30;
const SAMPLES_PER_CHOICE = 25;
/** Interval of stored positions, ticks; their largest number (three seconds); gap that drops the older ones, ticks. */
const POSITION_INTERVAL = 3;
const MAX_POSITIONS = TICKS_PER_SECOND;
const MAX_POSITION_GAP = TICKS_PER_SECOND;
/** Time for which a unit stays marked before another one is chosen, ticks. */
const MARKED_TICKS = 4 * TICKS_PER_SECOND;

/** Captions of the run and of its copy, in which the parameter has the value `value`. */
function captionsOf(info: ParamInfo, value: number): [string, string] {
  const name = midSentence(fullParamName(info));
  // A weight of 0 switches a behavior off; "×" is the unit of weights.
  if (info.unit === "\u00d7" && value === 0 && info.value !== 0) return [`with ${name}`, "without"];
  return [`${name} ${shownValue(info, info.value)}`, shownValue(info, value)];
}

/** Draws a ring around one unit in one of the two runs, with a line along its positions of the last three seconds. */
class MarkedUnit implements Painter {
  readonly drawsUnder = false;
  unit = -1;
  /** Positions of all units at the last ticks, oldest first, since any unit may be marked next. */
  private positions: { tick: number; x: Float32Array; y: Float32Array }[] = [];

  get drawsOver(): boolean {
    return this.unit >= 0;
  }

  clear(): void {
    this.unit = -1;
    this.positions = [];
  }

  /** Stores the positions at a tick. Drops older ones after a jump in time or a change of the number of units. */
  storePositions(tick: number, { x, y, count }: UnitViews): void {
    const last = this.positions.at(-1);
    const passedTicks = tick - (last?.tick ?? tick);
    if (passedTicks < 0 || passedTicks > MAX_POSITION_GAP || last?.x.length !== count) this.positions = [];
    else if (passedTicks < POSITION_INTERVAL) return;
    this.positions.push({ tick, x: x.slice(), y: y.slice() });
    if (this.positions.length > MAX_POSITIONS) this.positions.shift();
  }

  drawOver(layer: CanvasLayer, { poseOf, sizeOf, palette, camera, torus }: DrawnFrame): void {
    const pose = poseOf(this.unit);
    if (!pose) return;
    const radius = sizeOf(this.unit) / 2 + 6;
    const at = camera.toWorld(pose.x, pose.y);
    let [{ x, y }, before] = [pose, at];
    layer.context.lineJoin = "round";
    strokePath(layer.context, palette.accent, 1.5, () => {
      layer.context.moveTo(x, y);
      for (let index = this.positions.length - 1; index >= 0; index--) {
        const positions = this.positions[index];
        const position = { x: positions?.x[this.unit] ?? before.x, y: positions?.y[this.unit] ?? before.y };
        // In a world that wraps, the line goes on beyond the edge instead of crossing the stage.
        x += nearestOffset(position.x - before.x, torus.width) * camera.scale;
        y += nearestOffset(position.y - before.y, torus.height) * camera.scale;
        before = position;
        layer.context.lineTo(x, y);
        layer.extendTouched(x, y, 3);
      }
    });
    strokePath(layer.context, withAlpha(palette.accent, 0.9), 1.5, () =>
      addCircle(layer.context, pose, radius),
    );
    layer.extendTouched(pose.x, pose.y, radius + 3);
  }
}

interface SkyHalf {
  root: HTMLElement;
  caption: HTMLElement;
  measured: HTMLElement;
  mark: MarkedUnit;
  /** Samples of all measures in this run, one array per sampled tick, the latest last. */
  samples: Float64Array[];
}

/** Caption that a saved picture gets for one of the two runs. */
const pictureText = ({ caption, measured }: SkyHalf) =>
  [caption, measured]
    .map(({ textContent }) => textContent)
    .join("   ")
    .trim();

export class Skies {
  private readonly note = element("p.note.skies-note", { hidden: true });
  private readonly announcer = element("p.unseen", { role: "status" });
  private readonly halves: readonly [SkyHalf, SkyHalf];
  private readonly root: HTMLElement;
  private shownDifference: (Compared & { id: ParamInfo["id"] }) | undefined;
  private revision = -1;
  /** Note that the two runs take turns; "" if they do not. */
  private takesTurnsNote = "";
  /** Ticks at which the measures are sampled and the marked unit is chosen next. */
  private nextSample = 0;
  private nextChoice = 0;
  /** Index of the measure that the captions show, and number of samples since it was chosen. */
  private shownMeasure: number | undefined;
  private samplesSinceChoice = 0;

  constructor(
    private readonly page: Page,
    /** Replaces the run by its copy; `label` names the step for undo. */
    private readonly replaceByCopy: (label: string) => void,
  ) {
    const makeHalf = (label: string, act: () => void, title: string, ...notes: HTMLElement[]): SkyHalf => {
      const [caption, measured] = [element("p.strong"), element("p.note.skies-measure")];
      const button = element("button.button", { title, onclick: act }, label);
      const text = element("div", caption, measured, ...notes);
      const root = element("div.sky", element("div.sky-foot.surface.across", text, button));
      return { root, caption, measured, mark: new MarkedUnit(), samples: [] };
    };
    this.halves = [
      makeHalf("One sky", () => this.close(), "Keep this one alone (Escape)", this.note),
      makeHalf("Take it", () => this.takeSecond(), "Go on with this one; undo brings the other back"),
    ];
    this.root = element(
      "section#skies",
      { "aria-label": "Two skies", hidden: true },
      ...this.halves.map(({ root }) => root),
      this.announcer,
    );
    byId("stage").after(this.root);
    page.stage.addPainter(this.halves[0].mark);
    page.stage.onLaidOut = () => this.placeCaptions();
    page.on("opened", () => this.close("One sky again: another run is open"));
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** Difference between the two runs that are shown; `undefined` while there is only one. */
  get compared(): Compared | undefined {
    if (!this.shownDifference) return undefined;
    const { key, value, unit } = this.shownDifference;
    return { key, value, from: this.page.core.twin.splitAt(), unit };
  }

  /** Shows the run beside a copy with another value of one parameter. The caller has checked the difference. */
  show({ key, value, from, unit }: Compared): void {
    const { core, stage } = this.page;
    const info = core.params().find((one) => one.key === key);
    if (!info || core.failed) return;
    core.split(info.id, value, from);
    if (!core.twin.isOpen) return;
    this.shownDifference = { key, value, unit, id: info.id };
    stage.split(core.twin, this.halves[1].mark, () => this.halves.map(pictureText));
    this.forgetSamples();
    this.revision = -1;
    this.root.hidden = false;
    this.showCaptions();
    this.placeCaptions();
    const [one, other] = this.halves.map(({ caption }) => caption.textContent);
    setText(this.announcer, `Two skies: ${one}; ${other}. Escape closes them.`);
  }

  /** Shows the run alone again, and shows `message` if it is not ""; returns false if there was no copy. */
  close(message = ""): boolean {
    if (!this.shownDifference) return false;
    const hadFocus = this.root.contains(document.activeElement);
    this.page.core.endSplit();
    this.hideSkies();
    setText(this.announcer, "");
    if (hadFocus) byId("stage").focus({ preventScroll: true });
    if (message) this.page.say(message);
    return true;
  }

  private takeSecond(): void {
    if (!this.shownDifference) return;
    const label = `Two skies: ${this.halves[1].caption.textContent}`;
    this.page.core.follow(Number.POSITIVE_INFINITY);
    this.hideSkies();
    this.replaceByCopy(label);
    byId("stage").focus({ preventScroll: true });
    this.page.say("This sky is the run now; undo brings the other back");
  }

  /** Hides the captions and the marked units of both runs, and gives the whole stage back to the run. */
  private hideSkies(): void {
    this.shownDifference = undefined;
    this.page.stage.split();
    for (const { mark } of this.halves) mark.clear();
    this.root.hidden = true;
  }

  /**
   * Has to be called once per frame, before the stage draws: lets the copy follow the run, and compares the two.
   * `hasOverlays`: whether overlays are on, which only the run can show.
   */
  frame(hasOverlays: boolean): void {
    if (!this.shownDifference) return;
    const { core } = this.page;
    if (core.failed) return;
    // The core closes the copy after an error inside it.
    if (!core.twin.isOpen) {
      this.close();
      return;
    }
    // The copy reads its inputs from the run's recording, so it cannot follow once the recording is full.
    if (core.recordingFull() && !core.isReplaying()) {
      this.close("One sky again: the recording is full, and the second sky needs it");
      return;
    }
    if (this.page.waits() && core.seekGoal() === undefined) core.follow(FOLLOW_BUDGET);
    if (core.revision !== this.revision) this.showCaptions();
    this.showNote(hasOverlays);
    const [tick, other] = [core.ticks(), core.twin.ticks()];
    if (!this.shownDifference || Math.abs(tick - other) > 1) return;
    this.markUnit(tick);
    this.sampleRuns(tick);
  }

  private forgetSamples(): void {
    this.nextSample = this.nextChoice = 0;
    this.shownMeasure = undefined;
    this.samplesSinceChoice = 0;
    for (const half of this.halves) {
      half.samples = [];
      setText(half.measured, "");
    }
  }

  private showCaptions(): void {
    const { shownDifference, page } = this;
    if (!shownDifference) return;
    const { core } = page;
    this.revision = core.revision;
    const info = core.params().find(({ id }) => id === shownDifference.id);
    if (!info) {
      this.close("One sky again: what differed is no longer in the run");
      return;
    }
    const captions = captionsOf(withRoundedRange(info), shownDifference.value);
    for (const [at, { caption }] of this.halves.entries()) setText(caption, captions[at] ?? "");
    const count = Math.max(core.views().count, core.twin.views().count);
    const noun = core.groups()[0]?.many ?? "birds";
    const turnsText = `Two times ${count.toLocaleString("en-US")} ${noun}: they take turns, and time is slower.`;
    this.takesTurnsNote = count > MAX_UNITS_AT_ONCE ? turnsText : "";
  }

  private showNote(hasOverlays: boolean): void {
    const text = [this.takesTurnsNote, hasOverlays ? "Overlays are those of the first sky." : ""]
      .join(" ")
      .trim();
    this.note.hidden = text === "";
    setText(this.note, text);
  }

  /** Places each caption on its half of the stage. */
  private placeCaptions(): void {
    if (!this.shownDifference) return;
    const { boxes, camera } = this.page.stage;
    for (const [at, { root }] of this.halves.entries()) {
      const box = boxes[at];
      if (!box) continue;
      Object.assign(root.style, {
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height - camera.insets.bottom}px`,
      });
    }
    this.root.toggleAttribute("data-stacked", boxes[0]?.left === boxes[1]?.left);
  }

  /** Marks the explained unit in both runs, or else the unit whose positions in the two runs are farthest apart. */
  private markUnit(tick: number): void {
    const { core } = this.page;
    const askedUnit = this.page.selected() >= 0 ? this.page.selected() : (this.shownDifference?.unit ?? -1);
    const [first, second] = this.halves;
    const isThere = askedUnit >= 0 && askedUnit < core.views().count && core.twin.idOf(askedUnit) >= 0;
    if (isThere) {
      first.mark.unit = askedUnit;
      second.mark.unit = core.twin.idOf(askedUnit);
    } else if (tick >= this.nextChoice || tick < this.nextChoice - MARKED_TICKS || first.mark.unit < 0) {
      this.nextChoice = tick + MARKED_TICKS;
      [first.mark.unit = -1, second.mark.unit = -1] = core.twin.farthestUnits();
    }
    first.mark.storePositions(tick, core.views());
    second.mark.storePositions(tick, core.twin.views());
  }

  /** Samples one of the two runs per call, since a sample takes about as long as a tick. */
  private sampleRuns(tick: number): void {
    const { core } = this.page;
    const [first, second] = this.halves;
    if (tick < this.nextSample - SAMPLE_TICKS || tick > this.nextSample + 5 * SAMPLE_TICKS)
      this.forgetSamples();
    if (second.samples.length < first.samples.length) {
      second.samples.push(core.twin.sample().subarray(1));
      this.showMeasure();
    } else if (tick >= this.nextSample) {
      this.nextSample = tick + SAMPLE_TICKS;
      // Both lists of samples are full here, since they have the same length; both lose their oldest sample.
      if (first.samples.length === MAX_SAMPLES) for (const half of this.halves) half.samples.shift();
      first.samples.push(core.watch.sample().subarray(1));
    }
  }

  /** Shows in both captions the mean (last third of the samples) of the measure that differs most between the runs. */
  private showMeasure(): void {
    const { measures } = this.page.core.watch;
    const histories = this.halves.map(({ samples }) => samples);
    this.samplesSinceChoice++;
    if (this.shownMeasure === undefined || this.samplesSinceChoice > SAMPLES_PER_CHOICE) {
      this.shownMeasure = mostTellingMeasure(measures, histories) ?? this.shownMeasure;
      this.samplesSinceChoice = 0;
    }
    const index = this.shownMeasure ?? -1;
    const measure = measures[index];
    if (!measure) return;
    for (const [at, { samples, measured }] of this.halves.entries()) {
      const late = samples.slice(-Math.ceil(samples.length / 3)).map((values) => values[index] ?? Number.NaN);
      const mean = late.reduce((sum, value) => sum + value, 0) / late.length;
      const text = measuredText(measure, mean);
      setText(measured, at === 0 ? `${midSentence(measure.label)} ${text}` : text);
    }
  }
}
