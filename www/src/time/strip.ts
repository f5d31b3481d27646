/** The timeline control: shows a run's length, present tick and inputs, and moves the run to another tick. */
import type { ParamInfo } from "../core";
import { TICKS_PER_SECOND, TIMELINE_MARKS } from "../core/declared";
import { byId, element, setText } from "../ui/dom";
import type { Page } from "../ui/page";
import {
  markText,
  replacedInputsText,
  secondsText,
  seekText,
  tickAfterKey,
  timelineMarks,
  timeRuler,
} from "./strip-math";

/** Time per frame for simulating toward another tick, ms. */
const SEARCH_BUDGET = 14;
/** Replays that take less time than this show no progress, ms. */
const SILENT_MS = 250;
/** Shortest time between two redraws of the timeline's marks, ms. */
const MARKS_INTERVAL = 250;
/** The text of a mark stands beside it if the next mark is farther away than this share of the timeline's length. */
const MIN_WORDS_SHARE = 0.2;

const FULL_TEXT = "The recording is full. What you do from now on takes effect, but is not recorded.";

type ClockMode = "live" | "replay" | "search";

export class TimeStrip {
  private readonly root = byId("timeline");
  private readonly status = element("span", { role: "status" });
  private readonly stopButton = element("button.link.tall.medium.nowrap");
  private readonly slider = element("input#time-line", {
    ...{ type: "range", min: 0, max: 0, step: 1 },
    "aria-label": "Timeline, in seconds",
    "aria-describedby": "time-says",
  });
  private readonly markLayer = element("div.time-marks", { "aria-hidden": "true" });
  private readonly rulerLayer = element("div.time-ruler", { "aria-hidden": "true" });
  /** Whether the run has reached the limit of recorded inputs. */
  private isFull = false;
  /** Whether a person holds the slider's thumb; the run waits meanwhile. */
  private isSliderHeld = false;
  private searchStartTick = 0;
  private searchStartTime = 0;
  private shownMode: ClockMode | undefined;
  private drawnState = "";
  /** State of the run, as a text to compare, for which `status` shows what a change would replace; "" for none. */
  private replacedState = "";
  private nextMarksTime = 0;
  private scaleEnd = 0;

  constructor(private readonly page: Page) {
    const { core } = page;
    this.root.replaceChildren(
      element("p#time-says.across", this.status, this.stopButton),
      this.markLayer,
      this.slider,
      this.rulerLayer,
    );
    this.slider.addEventListener("input", () => this.moveTo(Number(this.slider.value)));
    this.slider.addEventListener("pointerdown", ({ button }) => {
      this.isSliderHeld = button === 0;
    });
    // A context menu can swallow `pointerup`, so other events release the slider's thumb as well.
    for (const name of "pointerup pointercancel lostpointercapture contextmenu change blur".split(" "))
      this.slider.addEventListener(name, () => {
        this.isSliderHeld = false;
      });
    this.slider.addEventListener("keydown", (event) => {
      const goal = tickAfterKey(event.key, this.shownTick(), core.end());
      if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.moveTo(goal);
    });
    byId("step-back").addEventListener("click", () => this.stepBack());
    byId("back-five").addEventListener("click", () => this.goBackFive());
    this.stopButton.addEventListener("click", () => {
      if (this.shownMode !== "search" || !this.stopSeeking()) this.seekEnd();
    });
  }

  /** Resets the timeline to the run that was just opened. */
  showStrip(): void {
    this.isSliderHeld = false;
    this.drawnState = "";
    this.scaleEnd = 0;
    this.searchStartTime = 0;
    this.update(performance.now());
  }

  /** Continues a seek; has to be called once per frame. Returns true while the clock must not run ticks. */
  frame(now: number): boolean {
    const { core } = this.page;
    const searching = core.seekGoal() !== undefined;
    if (searching) {
      if (this.searchStartTime === 0) [this.searchStartTime, this.searchStartTick] = [now, core.ticks()];
      if (core.seekPart(SEARCH_BUDGET)) {
        this.searchStartTime = 0;
        this.page.tell("moved");
        this.page.tell("arrived");
      }
    } else this.searchStartTime = 0;
    return searching || this.isSliderHeld;
  }

  /** Whether the timeline stops the clock: the run seeks another tick, or a person holds the slider's thumb. */
  get isSeeking(): boolean {
    return this.isSliderHeld || this.page.core.seekGoal() !== undefined;
  }

  /** Moves the run to a tick by replaying it; a tick after the run's end is reached by simulating. */
  seekTo(tick: number): void {
    if (tick === this.shownTick()) return;
    if (this.page.core.seekGoal() === undefined) this.searchStartTime = 0;
    this.page.tell("leaving");
    this.page.core.seek(tick);
    this.page.tell("moved");
  }

  /** Moves the run to a tick for a person; a move into the past also pauses, to try something else there. */
  private moveTo(tick: number): void {
    if (tick < this.shownTick()) this.page.setPlaying(false);
    this.seekTo(tick);
  }

  /** Pauses and moves back by a number of ticks, at most to the start. */
  private goBack(ticks: number): void {
    this.page.setPlaying(false);
    this.seekTo(Math.max(0, this.shownTick() - ticks));
  }

  goBackFive(): void {
    this.goBack(5 * TICKS_PER_SECOND);
  }

  stepBack(): void {
    this.goBack(1);
  }

  seekEnd(): void {
    this.seekTo(this.page.core.end());
  }

  /** Stops seeking and pauses the run at the tick reached; returns false if the run was not seeking. */
  stopSeeking(): boolean {
    if (this.page.core.seekGoal() === undefined) return false;
    this.page.core.stopSeeking();
    this.searchStartTime = 0;
    this.page.setPlaying(false);
    this.page.tell("moved");
    return true;
  }

  /** Tells the person that birds do not react to input during a long replay. */
  explainWait(): void {
    const goal = this.page.core.seekGoal();
    if (goal === undefined || this.shownMode !== "search") return;
    this.page.say(`On the way to ${secondsText(goal)}: birds react once it is there`);
  }

  /** Present tick of the run, or the target tick while the run seeks. */
  private shownTick(): number {
    return this.page.core.seekGoal() ?? this.page.core.ticks();
  }

  /** Shows the present tick, the replay's progress and the marks; has to be called once per frame, after the ticks. */
  update(now: number): void {
    const { core } = this.page;
    const goal = core.seekGoal();
    const ticks = core.ticks();
    const end = Math.max(core.end(), goal ?? 0);
    this.setScale(end);
    if (!this.isSliderHeld && this.slider.value !== String(ticks)) this.slider.value = String(ticks);
    const shareOf = (tick: number) => (tick / this.scaleEnd).toFixed(4);
    this.root.style.setProperty("--fill", shareOf(Number(this.slider.value)));
    this.root.style.setProperty("--known", shareOf(end));
    if (document.activeElement === this.slider)
      this.slider.setAttribute("aria-valuetext", `${secondsText(ticks)} of ${secondsText(core.end())}`);
    const isSeeking = goal !== undefined;
    const isSlow = isSeeking && now - this.searchStartTime > SILENT_MS && this.searchStartTime > 0;
    const steadyMode = core.isReplaying() ? "replay" : "live";
    // A replay shorter than `SILENT_MS` keeps the former mode, so that the button's label does not flicker.
    this.showState(isSlow ? "search" : isSeeking ? (this.shownMode ?? steadyMode) : steadyMode, ticks, end);
    if (isSlow) setText(this.status, seekText(this.searchStartTick, ticks, goal));
    this.drawMarks(now);
  }

  /** Sets the length of the timeline: one minute, or the run's length, rounded up, if that is longer. */
  private setScale(end: number): void {
    const ruler = timeRuler(end);
    if (ruler.end === this.scaleEnd) return;
    this.scaleEnd = ruler.end;
    this.slider.max = String(ruler.end);
    this.drawnState = "";
    this.rulerLayer.replaceChildren(
      ...ruler.labels.map(({ tick, text }) => {
        const label = element("span", text);
        label.style.left = `${(100 * tick) / ruler.end}%`;
        return label;
      }),
    );
  }

  private showState(state: ClockMode, ticks: number, end: number): void {
    if (state !== this.shownMode) {
      this.shownMode = state;
      this.root.dataset.state = state;
      setText(this.stopButton, { live: "", replay: "Back to now", search: "Cancel" }[state]);
    }
    if (state !== "replay") this.replacedState = "";
    if (state === "live") setText(this.status, "");
    if (state === "replay") this.sayReplaced(ticks, end);
  }

  /** Shows what a change in the past would replace: the time from `ticks` to `end`, and the inputs in it. */
  private sayReplaced(ticks: number, end: number): void {
    const key = `${ticks} ${end} ${this.page.core.recorded()} ${this.page.core.revision}`;
    if (key === this.replacedState) return;
    this.replacedState = key;
    const params = this.page.core.params();
    const inputTexts = timelineMarks(this.page.core.marks(), this.scaleEnd)
      .filter(({ endTick }) => endTick >= ticks)
      .map(({ tick, endTick, kind }) => this.markTitle(Math.max(tick, ticks), endTick, kind, params));
    setText(this.status, replacedInputsText(end - ticks, inputTexts));
  }

  private markTitle(first: number, last: number, kind: number, params: readonly ParamInfo[]): string {
    const edits = TIMELINE_MARKS[kind] === "tuning" ? this.page.core.watch.editsBetween(first, last) : [];
    return markText(kind, edits, params);
  }

  private drawMarks(now: number): void {
    if (now < this.nextMarksTime) return;
    this.nextMarksTime = now + MARKS_INTERVAL;
    const isFull = this.page.core.recordingFull() && !this.page.core.isReplaying();
    if (isFull && !this.isFull) this.page.say(FULL_TEXT);
    this.isFull = isFull;
    const key = `${this.page.core.recorded()} ${this.page.core.revision} ${this.scaleEnd}`;
    if (key === this.drawnState) return;
    this.drawnState = key;
    const params = this.page.core.params();
    const marks = timelineMarks(this.page.core.marks(), this.scaleEnd);
    this.markLayer.replaceChildren(
      ...marks.map(({ tick, endTick, kind }, at) => {
        const text = this.markTitle(tick, endTick, kind, params);
        const roomShare = ((marks[at + 1]?.tick ?? this.scaleEnd) - tick) / this.scaleEnd;
        const markElement = element(
          "span",
          { title: `${text}, at ${secondsText(tick)}` },
          roomShare > MIN_WORDS_SHARE ? text : "",
        );
        markElement.style.left = `${(100 * tick) / this.scaleEnd}%`;
        return markElement;
      }),
    );
  }
}
