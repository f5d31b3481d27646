/** The timeline above the dock: how far the run is known, where it stands, and the way back and forth. */
import type { Core } from "../core";
import { MARKS } from "../core/declared";
import { byId, element, icon, setText, svg } from "../ui/dom";
import { FullRecording } from "./full";
import { keyTarget, markPaths, parseTick, tickText, timeText, wayText } from "./strip-math";

/** Milliseconds of a frame that a search may take. */
const searchBudget = 14;
/** Searches that are over sooner than this need no words. */
const patience = 250;
/** How often marks are redrawn while inputs come in (ms). */
const marksEvery = 250;

export interface StripHooks {
  /** The run is about to go to another tick. */
  leaving(): void;
  /** The run stands elsewhere, or is another. */
  moved(): void;
  /** All units of a large crowd stand where they should. */
  placed(): void;
  /** A run that is being opened is left: it takes too long. */
  left(): void;
  /** The tick that was looked for is reached. */
  arrived(): void;
  setPlaying(playing: boolean): void;
  say(text: string, ms?: number): void;
}

type State = "live" | "replay" | "search";

export class TimeStrip {
  private readonly root = byId("timeline");
  private readonly state = element("span#time-state");
  private readonly line = element("input#time-line", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    "aria-label": "Timeline, in ticks",
    "aria-describedby": "time-hint",
  });
  private readonly field = element("input#time-tick", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 12,
    title: "Type a tick to go there",
    "aria-label": "Go to tick",
  });
  private readonly hint = element("span#time-hint.cut", "Changing anything here replaces what came after");
  private readonly button = element("button#time-end.button.quiet");
  private readonly marks = svg("svg.time-marks", { preserveAspectRatio: "none", "aria-hidden": "true" });
  private readonly full: FullRecording;
  private readonly paths = MARKS.map((kind) => svg("path", { class: `mark-${kind}` }));
  /** The thumb is held: the run waits for it. */
  private held = false;
  private searchFrom = 0;
  private searchSince = 0;
  private shown: State | undefined;
  private drawn = "";
  private nextMarks = 0;

  constructor(
    private readonly core: Core,
    private readonly hooks: StripHooks,
  ) {
    this.full = new FullRecording(core, (text, ms) => hooks.say(text, ms));
    this.marks.append(...this.paths);
    this.button.append(icon("end"), element("span"));
    this.root.append(
      this.state,
      element("div.time-track", this.marks, this.line),
      this.hint,
      this.field,
      this.button,
    );
    this.line.addEventListener("input", () => this.go(Number(this.line.value)));
    this.line.addEventListener("pointerdown", ({ button }) => {
      this.held = button === 0;
    });
    // Where a menu opens, the end of the press may never be told.
    for (const name of "pointerup pointercancel lostpointercapture contextmenu change blur".split(" "))
      this.line.addEventListener(name, () => {
        this.held = false;
      });
    this.line.addEventListener("keydown", (event) => {
      const goal = keyTarget(event.key, this.now(), core.end());
      if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.go(goal);
    });
    this.field.addEventListener("focus", () => this.field.select());
    this.field.addEventListener("blur", () => this.showTick());
    this.field.addEventListener("input", () => this.field.removeAttribute("aria-invalid"));
    this.field.addEventListener("keydown", (event) => this.fieldKey(event));
    this.button.addEventListener("click", () => {
      if (this.stop()) return;
      this.toEnd();
    });
  }

  /** Shows the run that is open now. */
  show(): void {
    this.held = false;
    this.drawn = "";
    this.searchSince = 0;
    this.update(performance.now());
  }

  /** Once per frame: goes on with placing a crowd, or with a search. True while the clock has to wait for it. */
  frame(now: number): boolean {
    const { core } = this;
    if (core.placing() !== undefined) {
      if (this.searchSince === 0) [this.searchSince, this.searchFrom] = [now, core.ticks()];
      if (core.placePart(searchBudget)) {
        this.searchSince = 0;
        this.hooks.placed();
      }
      return true;
    }
    const searching = core.seekGoal() !== undefined;
    if (searching) {
      if (this.searchSince === 0) [this.searchSince, this.searchFrom] = [now, core.ticks()];
      if (core.seekPart(searchBudget)) {
        this.searchSince = 0;
        this.hooks.moved();
        this.hooks.arrived();
      }
    } else this.searchSince = 0;
    return searching || this.held;
  }

  /** No time passes: a crowd is being placed, the run is on its way to another tick, or the thumb is held. */
  get waits(): boolean {
    return this.held || this.core.placing() !== undefined || this.core.seekGoal() !== undefined;
  }

  /** Goes to a tick; what is not known yet is simulated. */
  go(tick: number): void {
    if (tick === this.now()) return;
    if (this.core.seekGoal() === undefined) this.searchSince = 0;
    this.hooks.leaving();
    this.core.seek(tick);
    this.hooks.moved();
  }

  stepBack(): void {
    this.hooks.setPlaying(false);
    if (this.now() > 0) this.go(this.now() - 1);
  }

  toStart(): void {
    this.go(0);
  }

  toEnd(): void {
    this.go(this.core.end());
  }

  /**
   * Stays where the search has come to, takes a change back for which a crowd is being placed, or leaves a run that is
   * being opened; false where there is none of these.
   */
  stop(): boolean {
    if (this.opens || (this.core.placing() !== undefined && this.core.seekGoal() === undefined)) {
      this.searchSince = 0;
      if (!this.core.takeBack()) this.hooks.left();
      this.hooks.moved();
      return true;
    }
    if (this.core.seekGoal() === undefined) return false;
    this.core.stopSeeking();
    this.searchSince = 0;
    this.hooks.setPlaying(false);
    this.hooks.moved();
    return true;
  }

  /** Something was asked of the units that are on a long way to another tick, where nobody hunts or flies: says so. */
  explainWait(): void {
    const goal = this.core.seekGoal();
    if (goal === undefined || this.shown !== "search") return;
    this.hooks.say(`On the way to tick ${tickText(goal)}: units react once it is there`);
  }

  /** Nobody is there yet: the crowd with which the run begins is being placed. */
  private get opens(): boolean {
    return this.core.placing() !== undefined && this.core.views().count === 0;
  }

  /** Where the run stands, or where it is on the way to. */
  private now(): number {
    return this.core.seekGoal() ?? this.core.ticks();
  }

  private fieldKey(event: KeyboardEvent): void {
    if (event.key === "Escape") this.field.blur();
    if (event.key !== "Enter") return;
    const tick = parseTick(this.field.value);
    if (tick === undefined) {
      this.field.setAttribute("aria-invalid", "true");
      this.hooks.say("A tick is a whole number from 0 to 10,000,000");
      return;
    }
    this.go(tick);
    // The keys are the flock's again.
    this.field.blur();
  }

  /** Once per frame, after its ticks: shows where the run stands. */
  update(now: number): void {
    const { core } = this;
    const goal = core.seekGoal();
    const ticks = core.ticks();
    const end = Math.max(core.end(), goal ?? 0);
    if (this.line.max !== String(end)) this.line.max = String(end);
    if (!this.held && this.line.value !== String(ticks)) this.line.value = String(ticks);
    this.line.disabled = end === 0;
    const share = end > 0 ? Number(this.line.value) / end : 0;
    this.line.style.setProperty("--fill", share.toFixed(4));
    this.showTick();
    const placing = core.placing();
    const waits = goal !== undefined || placing !== undefined;
    const slow = waits && now - this.searchSince > patience && this.searchSince > 0;
    this.showState(slow ? "search" : core.isReplaying() ? "replay" : "live");
    if (slow && placing !== undefined) setText(this.state, `Placing units: ${Math.floor(100 * placing)} %`);
    else if (slow && goal !== undefined) setText(this.state, wayText(this.searchFrom, ticks, goal));
    this.button.disabled = this.shown === "live";
    this.drawMarks(now, end);
  }

  private showTick(): void {
    const ticks = this.core.ticks();
    if (document.activeElement !== this.field) {
      const text = tickText(ticks);
      if (this.field.value !== text) this.field.value = text;
      this.field.removeAttribute("aria-invalid");
    }
    const words = `tick ${tickText(ticks)} of ${tickText(this.core.end())}, ${timeText(ticks)}`;
    if (document.activeElement === this.line) this.line.setAttribute("aria-valuetext", words);
  }

  private showState(state: State): void {
    if (state === this.shown) return;
    this.shown = state;
    this.root.dataset.state = state;
    const words = { live: "Live", replay: "Replay", search: "" }[state];
    if (words) setText(this.state, words);
    this.state.title = {
      live: "The run is at its latest tick",
      replay: "What you did is replayed, until you change something or it ends",
      search: "The ticks in between are simulated again",
    }[state];
    const label = this.button.querySelector("span");
    const stops = state === "search";
    if (label) setText(label, stops ? "Cancel" : "To the end");
    this.button.querySelector("use")?.setAttribute("href", stops ? "#icon-close" : "#icon-end");
    const back = this.core.placing() !== undefined;
    this.button.title = stops ? `${back ? "Go back" : "Stay here"} (Escape)` : "To the latest tick (End)";
  }

  private drawMarks(now: number, end: number): void {
    const box = `0 -1 ${Math.max(1, end)} 2`;
    if (this.marks.getAttribute("viewBox") !== box) this.marks.setAttribute("viewBox", box);
    if (now < this.nextMarks) return;
    this.nextMarks = now + marksEvery;
    this.full.look();
    const key = `${this.core.recorded()} ${this.core.revision} ${this.core.end()}`;
    if (key === this.drawn) return;
    this.drawn = key;
    for (const [index, path] of markPaths(this.core.marks()).entries())
      this.paths[index]?.setAttribute("d", path);
  }
}
