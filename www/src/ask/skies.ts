/** Two skies: the run beside a copy of it with one value changed, in step, and what differs between them. */
import "../style/skies.css";
import type { ParamInfo } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import type { UnitViews } from "../core/views";
import { measuredText, mostTellingMeasure } from "../panel/futures-values";
import type { Compared } from "../panel/look/text";
import { nearestOffset } from "../stage/inspection";
import type { CanvasLayer } from "../stage/layer";
import type { DrawnFrame, Painter } from "../stage/painter";
import { withAlpha } from "../stage/palette";
import { addCircle, strokePath } from "../stage/pen";
import { byId, element, setText } from "../ui/dom";
import type { Page } from "../ui/page";
import { fullParamName, midSentence, shownValue, withRoundedRange } from "../ui/values";

/** Number of units above which both runs do not fit into a frame and take turns. */
const MOST_AT_ONCE = 2000;
/** Time per frame in which the second run catches up while no time passes, ms. */
const FOLLOW_BUDGET = 12;
/** Interval of samples of the measures, ticks; number of kept samples; samples after which the shown one is chosen again. */
const SAMPLE_TICKS = 12;
const KEPT_SAMPLES = 30;
const HELD_SAMPLES = 25;
/** Interval of kept places, ticks; their number, which makes three seconds; and the longest gap between two, ticks. */
const PLACE_TICKS = 3;
const PLACES = TICKS_PER_SECOND;
const LONGEST_GAP = TICKS_PER_SECOND;
/** Time for which the unit that has parted farthest stays marked, ticks. */
const MARKED_TICKS = 4 * TICKS_PER_SECOND;

/** Captions of both skies: they say only what differs. */
export function captionsOf(info: ParamInfo, value: number): [string, string] {
  const name = midSentence(fullParamName(info));
  // A weight is a multiple, and without one the behavior is off.
  if (info.unit === "\u00d7" && value === 0 && info.value !== 0) return [`with ${name}`, "without"];
  return [`${name} ${shownValue(info, info.value)}`, shownValue(info, value)];
}

/** The marked unit in one sky, with a thin line along its last places. */
class Mark implements Painter {
  readonly under = false;
  unit = -1;
  /** Places of all units, so that the line of a unit that is newly marked is known. */
  private places: { tick: number; x: Float32Array; y: Float32Array }[] = [];

  get over(): boolean {
    return this.unit >= 0;
  }

  clear(): void {
    this.unit = -1;
    this.places = [];
  }

  /** Keeps the places at a tick; after a jump in time or a removal, the lines start again. */
  note(tick: number, { x, y, count }: UnitViews): void {
    const last = this.places.at(-1);
    const passed = tick - (last?.tick ?? tick);
    if (passed < 0 || passed > LONGEST_GAP || last?.x.length !== count) this.places = [];
    else if (passed < PLACE_TICKS) return;
    this.places.push({ tick, x: x.slice(), y: y.slice() });
    if (this.places.length > PLACES) this.places.shift();
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
      for (let index = this.places.length - 1; index >= 0; index--) {
        const places = this.places[index];
        const place = { x: places?.x[this.unit] ?? before.x, y: places?.y[this.unit] ?? before.y };
        // In a world that wraps, the line goes on across the edge.
        x += nearestOffset(place.x - before.x, torus.width) * camera.scale;
        y += nearestOffset(place.y - before.y, torus.height) * camera.scale;
        before = place;
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

interface Half {
  root: HTMLElement;
  caption: HTMLElement;
  measured: HTMLElement;
  mark: Mark;
  /** Samples of all measures, the latest last. */
  samples: Float64Array[];
}

/** Caption of a sky in a picture. */
const pictureText = ({ caption, measured }: Half) =>
  [caption, measured]
    .map(({ textContent }) => textContent)
    .join("   ")
    .trim();

export class Skies {
  private readonly note = element("p.note.skies-note", { hidden: true });
  private readonly voice = element("p.unseen", { role: "status" });
  private readonly halves: readonly [Half, Half];
  private readonly root: HTMLElement;
  private open: (Compared & { id: ParamInfo["id"] }) | undefined;
  private revision = -1;
  /** Says that both runs take turns; "" if they need not. */
  private turns = "";
  /** Tick of the next sample and of the next choice of the marked unit. */
  private nextSample = 0;
  private nextChoice = 0;
  /** Index of the shown measure, and number of samples since it was chosen. */
  private shown: number | undefined;
  private held = 0;

  constructor(
    private readonly page: Page,
    /** Makes the second run the open one. */
    private readonly take: (label: string) => void,
  ) {
    const makeHalf = (label: string, act: () => void, title: string, ...notes: HTMLElement[]): Half => {
      const [caption, measured] = [element("p.strong"), element("p.note.skies-measure")];
      const button = element("button.button", { title, onclick: act }, label);
      const text = element("div", caption, measured, ...notes);
      const root = element("div.sky", element("div.sky-foot.surface.across", text, button));
      return { root, caption, measured, mark: new Mark(), samples: [] };
    };
    this.halves = [
      makeHalf("One sky", () => this.close(), "Keep this one alone (Escape)", this.note),
      makeHalf("Take it", () => this.takeSecond(), "Go on with this one; undo brings the other back"),
    ];
    this.root = element(
      "section#skies",
      { "aria-label": "Two skies", hidden: true },
      ...this.halves.map(({ root }) => root),
      this.voice,
    );
    byId("stage").after(this.root);
    page.stage.addPainter(this.halves[0].mark);
    page.stage.onLaidOut = () => this.place();
    page.on("opened", () => this.close("One sky again: another run is open"));
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** The shown difference; `undefined` with one sky. */
  get compared(): Compared | undefined {
    if (!this.open) return undefined;
    const { key, value, unit } = this.open;
    return { key, value, from: this.page.core.twin.splitAt(), unit };
  }

  /** Opens two skies, in place of two others. The caller has checked the difference. */
  show({ key, value, from, unit }: Compared): void {
    const { core, stage } = this.page;
    const info = core.params().find((one) => one.key === key);
    if (!info || core.failed) return;
    core.split(info.id, value, from);
    if (!core.twin.isOpen) return;
    this.open = { key, value, unit, id: info.id };
    stage.split(core.twin, this.halves[1].mark, () => this.halves.map(pictureText));
    this.forget();
    this.revision = -1;
    this.root.hidden = false;
    this.showCaptions();
    this.place();
    const [one, other] = this.halves.map(({ caption }) => caption.textContent);
    setText(this.voice, `Two skies: ${one}; ${other}. Escape closes them.`);
  }

  /** Shows the open run alone; returns false if it is. */
  close(says = ""): boolean {
    if (!this.open) return false;
    const hadFocus = this.root.contains(document.activeElement);
    this.page.core.endSplit();
    this.hide();
    setText(this.voice, "");
    if (hadFocus) byId("stage").focus({ preventScroll: true });
    if (says) this.page.say(says);
    return true;
  }

  private takeSecond(): void {
    if (!this.open) return;
    const label = `Two skies: ${this.halves[1].caption.textContent}`;
    this.page.core.follow(Number.POSITIVE_INFINITY);
    this.hide();
    this.take(label);
    byId("stage").focus({ preventScroll: true });
    this.page.say("This sky is the run now; undo brings the other back");
  }

  /** Shows the first sky alone. */
  private hide(): void {
    this.open = undefined;
    this.page.stage.split();
    for (const { mark } of this.halves) mark.clear();
    this.root.hidden = true;
  }

  /** Has to be called once per frame, before the stage draws. `hasOverlays`: overlays are drawn in the first sky. */
  frame(hasOverlays: boolean): void {
    if (!this.open) return;
    const { core } = this.page;
    if (core.failed) return;
    // After an error in the second run there is none.
    if (!core.twin.isOpen) {
      this.close();
      return;
    }
    // Later inputs are not recorded, and the second run reads its inputs from the recording.
    if (core.recordingFull() && !core.isReplaying()) {
      this.close("One sky again: the recording is full, and the second sky needs it");
      return;
    }
    if (this.page.waits() && core.seekGoal() === undefined) core.follow(FOLLOW_BUDGET);
    if (core.revision !== this.revision) this.showCaptions();
    this.showNote(hasOverlays);
    const [tick, other] = [core.ticks(), core.twin.ticks()];
    if (!this.open || Math.abs(tick - other) > 1) return;
    this.markUnit(tick);
    this.sample(tick);
  }

  private forget(): void {
    this.nextSample = this.nextChoice = 0;
    this.shown = undefined;
    this.held = 0;
    for (const half of this.halves) {
      half.samples = [];
      setText(half.measured, "");
    }
  }

  private showCaptions(): void {
    const { open, page } = this;
    if (!open) return;
    const { core } = page;
    this.revision = core.revision;
    const info = core.params().find(({ id }) => id === open.id);
    if (!info) {
      this.close("One sky again: what differed is no longer in the run");
      return;
    }
    const captions = captionsOf(withRoundedRange(info), open.value);
    for (const [at, { caption }] of this.halves.entries()) setText(caption, captions[at] ?? "");
    const count = Math.max(core.views().count, core.twin.views().count);
    const many = core.groups()[0]?.many ?? "birds";
    const turns = `Two times ${count.toLocaleString("en-US")} ${many}: they take turns, and time is slower.`;
    this.turns = count > MOST_AT_ONCE ? turns : "";
  }

  private showNote(hasOverlays: boolean): void {
    const text = [this.turns, hasOverlays ? "Overlays are those of the first sky." : ""].join(" ").trim();
    this.note.hidden = text === "";
    setText(this.note, text);
  }

  /** Places the captions on their halves. */
  private place(): void {
    if (!this.open) return;
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

  /** Marks the asked unit in both skies, or else the one that has parted farthest. */
  private markUnit(tick: number): void {
    const { core } = this.page;
    const asked = this.page.selected() >= 0 ? this.page.selected() : (this.open?.unit ?? -1);
    const [first, second] = this.halves;
    const isThere = asked >= 0 && asked < core.views().count && core.twin.idOf(asked) >= 0;
    if (isThere) {
      first.mark.unit = asked;
      second.mark.unit = core.twin.idOf(asked);
    } else if (tick >= this.nextChoice || tick < this.nextChoice - MARKED_TICKS || first.mark.unit < 0) {
      this.nextChoice = tick + MARKED_TICKS;
      [first.mark.unit = -1, second.mark.unit = -1] = core.twin.farthest();
    }
    first.mark.note(tick, core.views());
    second.mark.note(tick, core.twin.views());
  }

  /** Samples one of the runs; both would take as long as two ticks. */
  private sample(tick: number): void {
    const { core } = this.page;
    const [first, second] = this.halves;
    if (tick < this.nextSample - SAMPLE_TICKS || tick > this.nextSample + 5 * SAMPLE_TICKS) this.forget();
    if (second.samples.length < first.samples.length) {
      second.samples.push(core.twin.sample().subarray(1));
      this.showMeasure();
    } else if (tick >= this.nextSample) {
      this.nextSample = tick + SAMPLE_TICKS;
      // Full lists are of equal length.
      if (first.samples.length === KEPT_SAMPLES) for (const half of this.halves) half.samples.shift();
      first.samples.push(core.watch.sample().subarray(1));
    }
  }

  /** Shows the measure that differs most with its mean over the last third of the samples. */
  private showMeasure(): void {
    const { measures } = this.page.core.watch;
    const histories = this.halves.map(({ samples }) => samples);
    this.held++;
    if (this.shown === undefined || this.held > HELD_SAMPLES) {
      this.shown = mostTellingMeasure(measures, histories) ?? this.shown;
      this.held = 0;
    }
    const index = this.shown ?? -1;
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
