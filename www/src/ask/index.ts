/** Ask a bird: which one is asked, why it turns on the stage and in the docked answer, and what would be without a force. */

import type { AnswerInfo, Core, Inspection } from "../core";
import type { Clock } from "../core/clock";
import { nearest } from "../stage/inspection";
import type { Layer } from "../stage/layer";
import type { Drawn, Painter } from "../stage/painter";
import { drawPointed, type Pointed } from "../stage/pointed";
import type { Stage } from "../stage/stage";
import { NARROW } from "../ui/panels";
import { oneAtATime } from "../ui/part";
import { wantsStillness } from "../ui/theme";
import { midSentence } from "../ui/values";
import { Docked } from "./docked";
import { drawAsked, drawLeader, drawMark, drawSight, type Ways } from "./drawing";
import { keepAsked } from "./keep";

/** How often forces are asked for (ms), and less often where the answer takes long. */
const MIN_INTERVAL = 66;
const REST_FACTOR = 6;
/** What looking ahead may take of a frame, ms: while time passes, and while it stands still. */
const BUDGET = 3;
const STILL_BUDGET = 12;
/** A sentence that exists waits so long for the five seconds before it, ms. */
const PATIENCE = 250;
/** So long the two ways are drawn, ms: as long as they take. */
const FLIGHT = 3000;
/** A bird that is followed across the whole world is brought this much nearer. */
const FOLLOW_ZOOM = 2;
/** The title stands above a sheet and its bird, CSS px. */
const TITLE = 64;

export interface Without {
  behavior: number;
  byAll: boolean;
}

export interface AskHooks {
  /** Time slows as long as a bird is asked. */
  slow(on: boolean): void;
  /** A person has asked. */
  asked?(): void;
  /** The answer opens: on a phone it is the only sheet. */
  opened?(): void;
  /** Clicks on the stage are for something else. */
  busy?(): boolean;
  setPlaying?(playing: boolean): void;
  seek?(tick: number): void;
  /** A force becomes a rule of one's own, whose text opens. */
  edit?(group: string, key: string): void;
  /** It waits for a sentence, and a loop is recorded by it. */
  clock?: Clock;
  /** The link of the run at this tick with what is looked at. */
  momentLink?(): string;
  say(text: string): void;
}

/** What a link says of the asked bird, besides which it is. */
export interface Asking {
  following: boolean;
  without?: Without | undefined;
  /** It was shared while time stood still. */
  paused?: boolean | undefined;
}

export class Ask implements Painter {
  /** Where there is no room for a column, the answer is a sheet. */
  private readonly narrow = matchMedia(NARROW);
  private docked: Docked | undefined;
  private unit = -1;
  /** The one that a question is about, before it is asked. */
  private marked = -1;
  private following = false;
  private nextAt = 0;
  private askedAt = 0;
  private inspection: Inspection | undefined;
  private answer: AnswerInfo | undefined;
  private ways: Ways | undefined;
  private leftOut: Without | undefined;
  /** The state that was shown last; "" shows anew. */
  private shown = "";
  /** When the two ways began to be drawn; 0 before both are known. */
  private flightAt = 0;
  /** Time stood still already before the ways were drawn. */
  private wasStill = false;
  /** The clock waits for the sentence. */
  private holdsClock = false;
  /** The keys go on in the answer as soon as it stands there. */
  private wantsFocus = false;
  /** The revision and the core's instance to which the question was put. */
  private put = "";
  /** Where the bird was drawn last, CSS px, and how many times its length. */
  private pose: { x: number; y: number } | undefined;
  private bodies = 1;
  /** Where the line to the bird begins, CSS px of the stage; none from a sheet. */
  private dock: { x: number; y: number } | undefined;
  /** Where the sheet begins; the view was moved for it, and goes back when no one is asked. */
  private sheetTop = 0;
  private backToFit = false;
  private pointed: Pointed | undefined;
  /** Extent of a world that wraps, u; else 0. */
  private torus = { width: 0, height: 0 };

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: AskHooks,
  ) {
    stage.addPainter(this);
    stage.camera.onUserMove = () => this.follow(false);
  }

  get under(): boolean {
    return this.inspection !== undefined;
  }

  get over(): boolean {
    return this.unit >= 0 || this.marked >= 0;
  }

  drawUnder(layer: Layer, drawn: Drawn): void {
    const frame = this.frameOf(drawn);
    if (frame) drawSight(layer, frame);
  }

  drawOver(layer: Layer, drawn: Drawn): void {
    for (const unit of new Set([this.marked, this.unit])) {
      const at = unit >= 0 ? drawn.poseOf(unit) : undefined;
      // Of a world that is seen several times, the asked one is one.
      if (at && (unit !== this.unit || this.isChosen(at, drawn)))
        drawMark(layer, at, drawn.sizeOf(unit), drawn.palette);
    }
    const frame = this.frameOf(drawn);
    if (!frame || !this.isChosen(frame.unit, drawn)) return;
    this.torus = drawn.torus;
    this.pose = frame.unit;
    this.bodies = frame.size / (drawn.camera.scale * (drawn.views.length[frame.inspection.id] || 1));
    if (this.dock) drawLeader(layer, frame, this.dock);
    drawAsked(layer, frame);
    if (this.pointed) drawPointed(layer, frame, this.pointed);
  }

  private frameOf(drawn: Drawn) {
    const { inspection, ways, docked } = this;
    const unit = inspection && drawn.poseOf(inspection.id);
    if (!inspection || !unit) return undefined;
    const size = drawn.sizeOf(inspection.id);
    const bars = docked?.parts ?? [];
    const said = docked?.answer;
    // Causes move on while a sentence stands.
    const now = this.answer?.parts ?? [];
    return { ...drawn, inspection, unit, size, bars, now, said, ways, alone: docked?.alone };
  }

  /** Of a world that is seen several times, its bird nearest to the middle of what is free is the asked one. */
  private isChosen({ x, y }: { x: number; y: number }, { scenery, camera }: Drawn): boolean {
    if (scenery.edges !== "wrap") return true;
    const { clientWidth, clientHeight } = this.stage.host;
    const { left, top, right, bottom } = camera.insets;
    const off = (at: number, middle: number, extent: number) => Math.abs(at - middle) <= extent / 2 + 0.5;
    return (
      off(x, (left + clientWidth - right) / 2, scenery.width * camera.scale) &&
      off(y, (top + clientHeight - bottom) / 2, scenery.height * camera.scale)
    );
  }

  private get playing(): boolean {
    return this.hooks.clock?.playing ?? true;
  }

  /** The asked unit, -1 for none. */
  get selected(): number {
    return this.unit;
  }

  /** What is left out in the other way. */
  get without(): Without | undefined {
    return this.leftOut;
  }

  /** The camera goes with it. */
  get follows(): boolean {
    return this.following;
  }

  /** The colors are others. */
  recolor(): void {
    this.docked?.recolor();
    this.nextAt = 0;
    this.shown = "";
  }

  /** One whose forces disagree, of those that are in sight. */
  best(): void {
    const { camera, host } = this.stage;
    const { left, right, top, bottom } = camera.insets;
    const [low, high] = [
      camera.toWorld(left + 80, top + 80),
      camera.toWorld(host.clientWidth - right - 80, host.clientHeight - bottom - 80),
    ];
    const found = this.core.bestAsked(low.x, low.y, high.x, high.y);
    const id = found >= 0 ? found : this.stage.centralUnit();
    if (id < 0) this.hooks.say("There is no bird to ask in this run.");
    else this.ask(id);
    if (this.unit >= 0) this.hooks.asked?.();
  }

  /** The next unit or the one before; at first, the best one to ask. */
  move(step: 1 | -1): void {
    const { count } = this.core.views();
    if (this.unit >= 0 && count > 0) {
      this.select((this.unit + step + count) % count);
      return;
    }
    this.best();
    this.focus();
  }

  select(id: number): void {
    this.ask(id);
    if (this.unit < 0) return;
    this.hooks.asked?.();
    this.focus();
  }

  /** Shows what a link says of a unit, -1 for none. */
  showLinked(id: number, { following, without, paused }: Asking): void {
    this.follow(false);
    this.ask(id);
    if (this.unit < 0) return;
    this.follow(following);
    if (paused) this.hooks.setPlaying?.(false);
    if (without) this.leaveOut(without);
  }

  /** The answer has the keys, as soon as it stands there. */
  focus(): void {
    this.wantsFocus = this.unit >= 0 && !this.docked?.isOpen;
    if (!this.wantsFocus) this.docked?.focus();
  }

  /** The ring appears at once, and the old answer goes; the new one comes when there is a sentence. */
  private ask(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.clear();
      return;
    }
    this.leaveOut(undefined);
    this.unit = id;
    this.inspection = this.answer = this.pointed = undefined;
    this.put = "";
    this.nextAt = 0;
    this.askedAt = performance.now();
    this.shown = "";
    this.sheetTop = 0;
    this.pose = this.dock = undefined;
    if (this.following) this.stage.follow(id);
    this.make().leave();
    this.hooks.slow(true);
    this.hold(true);
    this.hooks.opened?.();
    this.stage.repaint();
  }

  private make(): Docked {
    if (this.docked) return this.docked;
    this.docked = new Docked(this.core, {
      close: () => this.clear(),
      without: (behavior, byAll) => this.leaveOut(behavior === undefined ? undefined : { behavior, byAll }),
      seek: (tick) => {
        this.hooks.setPlaying?.(false);
        this.hooks.seek?.(tick);
      },
      share: this.keep,
      showAnew: () => {
        this.shown = "";
        this.nextAt = 0;
      },
      edit: this.hooks.edit,
      point: (shown) => {
        this.pointed = shown;
        this.stage.repaint();
      },
      repaint: () => this.stage.repaint(),
      offset: (x, y) => [nearest(x, this.torus.width), nearest(y, this.torus.height)],
    });
    return this.docked;
  }

  /** Time waits for a sentence: a copy of the run has to come ahead of it, which on a slow machine it else never does. */
  private hold(on: boolean): void {
    const { clock } = this.hooks;
    if (!clock || on === this.holdsClock || (on && clock.held)) return;
    clock.held = this.holdsClock = on;
  }

  /** No one is asked: the flock flies on. */
  clear(): void {
    if (this.unit < 0) return;
    this.follow(false);
    this.leaveOut(undefined);
    this.hold(false);
    this.hooks.slow(false);
    if (this.backToFit) this.stage.camera.fit();
    this.backToFit = this.wantsFocus = false;
    this.core.askNobody();
    this.unit = -1;
    this.inspection = this.answer = this.pointed = this.pose = this.dock = undefined;
    this.docked?.close();
    this.stage.repaint();
  }

  /** Asks what would be without a force; time stands still for as long. */
  private leaveOut(without: Without | undefined): void {
    const before = this.leftOut;
    if (without && !before) {
      this.wasStill = !this.playing;
      this.hooks.setPlaying?.(false);
    }
    if (before && !without && !this.wasStill) this.hooks.setPlaying?.(true);
    this.leftOut = without;
    this.ways = undefined;
    this.flightAt = 0;
    this.nextAt = 0;
    this.shown = "";
    if (this.put) this.core.askWithout(without?.behavior ?? -1, without?.byAll ?? false);
    this.stage.repaint();
  }

  /** Rings a bird, -1 none. */
  mark(unit: number): void {
    this.marked = unit;
    this.stage.repaint();
  }

  toggleFollow(): void {
    if (this.unit < 0) this.best();
    if (this.unit < 0) return;
    this.follow(!this.following);
    this.hooks.say(this.following ? "The camera follows" : "The camera no longer follows");
  }

  private follow(on: boolean): void {
    if (on === this.following) return;
    const { camera } = this.stage;
    if (on && camera.fitted) camera.zoom(FOLLOW_ZOOM);
    this.following = on;
    this.stage.follow(on ? this.unit : -1);
  }

  /** Once per frame, before the stage draws. */
  frame(now: number): void {
    const { core, unit, docked } = this;
    if (unit < 0 || !docked) return;
    if (core.failed || unit >= core.views().count) {
      this.clear();
      return;
    }
    this.putQuestion();
    const { playing } = this;
    const isDone = core.askPart(playing && docked.isOpen ? BUDGET : STILL_BUDGET);
    if (this.flightAt > 0) this.fly(now);
    // While time stands still, only what is new is shown.
    const state = `${core.ticks()} ${core.revision} ${playing} ${isDone}`;
    if (now >= this.nextAt && (state !== this.shown || !isDone)) {
      this.shown = state;
      this.look(now, playing, isDone);
    }
    if (docked.isOpen) this.place(docked);
  }

  /** A run that was made anew, or another instance of the core, has not heard the question. */
  private putQuestion(): void {
    const { core, leftOut } = this;
    const put = `${core.instances} ${this.unit}`;
    if (put === this.put && core.asked() >= 0) return;
    core.ask(this.unit);
    core.askBack();
    if (leftOut) core.askWithout(leftOut.behavior, leftOut.byAll);
    if (core.asked() < 0) this.clear();
    this.put = put;
  }

  private look(now: number, playing: boolean, isDone: boolean): void {
    const { core, docked } = this;
    const start = performance.now();
    // Others may have come or gone before it.
    const id = core.asked();
    if (id >= 0 && id !== this.unit) {
      this.unit = id;
      this.put = `${core.instances} ${id}`;
    }
    const inspection = id < 0 ? undefined : core.inspect(id);
    if (!inspection) {
      this.clear();
      return;
    }
    this.inspection = inspection;
    const answer = core.answer(this.bodies);
    if (answer && docked) {
      this.answer = answer;
      const labels = inspection.forces.map(({ label }) => label);
      docked.showPast(core.askedPast(), core.ticks(), labels);
      const isTime = docked.isOpen || isDone || docked.isPastFull || start - this.askedAt > PATIENCE;
      if (isTime) this.tell(answer, inspection, now, playing);
    }
    this.stage.repaint();
    const rest = docked?.isOpen ? Math.max(MIN_INTERVAL, REST_FACTOR * (performance.now() - start)) : 0;
    this.nextAt = now + rest;
  }

  private tell(answer: AnswerInfo, inspection: Inspection, now: number, playing: boolean): void {
    this.docked?.showAnswer(answer, inspection, now, playing, this.hooks.clock?.speed ?? 1);
    this.readWays(answer, now);
    this.hold(false);
    if (this.wantsFocus) this.docked?.focus();
    this.wantsFocus = false;
  }

  /** The two ways, once both are known. */
  private readWays({ without, difference, parts }: AnswerInfo, now: number): void {
    const { core } = this;
    if (!without || difference === undefined) {
      this.ways = undefined;
      return;
    }
    const part = parts.find(({ behavior }) => behavior === without.behavior);
    const flown = Math.max(0, core.ticks() - without.from);
    if (this.flightAt === 0) this.flightAt = now;
    const real = core.askedWay(without.from, false);
    const other = core.askedWay(without.from, true);
    const shown = this.ways?.shown ?? (wantsStillness() ? 1 : 0);
    this.ways = { real, other, flown, shown, name: midSentence(part?.label ?? "it") };
  }

  private fly(now: number): void {
    const { ways } = this;
    if (!ways || ways.shown === 1) return;
    ways.shown = Math.min(1, (now - this.flightAt) / FLIGHT);
    this.stage.repaint();
  }

  /** Finds where the line to the bird begins; over a sheet, the bird is brought above it. */
  private place(docked: Docked): void {
    const { host } = this.stage;
    const { top, left, width } = docked.root.getBoundingClientRect();
    const stage = host.getBoundingClientRect();
    if (!this.narrow.matches) {
      this.dock = { x: left - stage.left, y: docked.middle - stage.top };
      return;
    }
    this.dock = undefined;
    // What is pressed stays under the finger. On its side, a phone has the bird in the other half.
    if (!docked.root.matches(":active") && width > host.clientWidth / 2) this.showAbove(top - stage.top);
  }

  /** Moves the view where the sheet has grown, so that the bird is seen above it. */
  private showAbove(top: number): void {
    const { camera } = this.stage;
    if (!this.pose || Math.abs(top - this.sheetTop) < 8) return;
    this.sheetTop = top;
    const middle = (TITLE + top) / 2;
    if (Math.abs(this.pose.y - middle) < (top - TITLE) / 5) return;
    this.backToFit ||= camera.fitted;
    camera.panBy(0, middle - this.pose.y);
  }

  /** A link, a picture or a loop of what is asked. */
  private readonly keep = oneAtATime(async (how: "link" | "picture" | "loop") => {
    try {
      const { core, stage, hooks } = this;
      const caption = this.docked?.text ?? "";
      const { clock, say } = hooks;
      await keepAsked(how, { core, stage, clock, caption, link: hooks.momentLink?.() ?? "", say });
    } catch (error) {
      this.hooks.say(error instanceof Error ? error.message : "That could not be made.");
    }
  });
}
