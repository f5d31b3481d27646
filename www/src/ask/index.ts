/**
 * Ask a bird: explains why one bird turns, in the docked card and by a drawing around the bird, and what it would do
 * without a force. `answer` is the one description of the answered moment; card and drawing are functions of it.
 */

import type { AnswerInfo, Core, Inspection } from "../core";
import type { Clock } from "../core/clock";
import type { PressReceiver } from "../panel/input/pointer";
import type { Point } from "../stage/camera";
import { nearestOffset } from "../stage/inspection";
import type { CanvasLayer } from "../stage/layer";
import type { DrawnFrame, Painter } from "../stage/painter";
import { drawPointed, type PointedForce } from "../stage/pointed";
import type { Stage } from "../stage/stage";
import { NARROW_QUERY } from "../ui/panels";
import { ignoreWhileBusy } from "../ui/part";
import { wantsStillness } from "../ui/theme";
import { midSentence } from "../ui/values";
import { arcsOf, turnsOf } from "./answer";
import { Docked } from "./docked";
import { drawAsked, drawMark, drawSight, GHOST_REACH, type Ways } from "./drawing";
import { keepAsked } from "./keep";
import { ghostPath, SIDES, type Side, sideOfFlick } from "./riddle";

/** Shortest time between two readings of the answer, ms, and that time in multiples of the duration of a reading. */
const MIN_INTERVAL = 66;
const REST_FACTOR = 6;
/** Time per frame for the prediction, ms: while time passes, and while it stands still. */
const BUDGET = 3;
const STILL_BUDGET = 12;
/** Maximum wait for the five-second history before the sentence is shown, ms. */
const PATIENCE = 250;
/** Shortest time between two sentences while time passes, ms. */
const SENTENCE_INTERVAL = 2000;
/** Duration of the two-path animation, ms. */
const FLIGHT = 3000;
/** Time in which an arc of a riddle's answer grows, ms. */
const GROWTH = 350;
/** Share of the free area that the view of a riddle's bird takes, and the largest zoom to it. */
const RIDDLE_VIEW = 0.42;
const RIDDLE_ZOOM = 3;
/** Least distance of the end of a flick from the bird, CSS px. */
const FLICK = 12;
/** Zoom at which a bird is followed in a fitted world, relative to the whole world. */
const FOLLOW_ZOOM = 2;
/** Height of the title above a sheet, CSS px. */
const TITLE = 64;

export interface AskHooks {
  /** Switches slow motion on while a bird is asked. */
  slow(on: boolean): void;
  /** Called when a person asks. */
  asked?(): void;
  /** Called when the answer opens: on a phone it is the only sheet. */
  opened?(): void;
  /** Whether clicks on the stage mean something else. */
  busy?(): boolean;
  setPlaying?(playing: boolean): void;
  seek?(tick: number): void;
  /** Copies a force as a written rule and opens its text. */
  edit?(group: string, key: string): void;
  /** Opens two skies: with a behavior of a unit's group, and without it. */
  compare?(unit: number, behavior: number): void;
  /** Held while the sentence is computed; also drives recordings. */
  clock?: Clock;
  /** Link of the run at this tick with the present view, or with the question of a riddle about the asked unit. */
  momentLink?(asRiddle: boolean): string;
  say(text: string): void;
}

/** State of an answer in a link, besides the bird. */
export interface Asking {
  following: boolean;
  /** Index in the pipeline of the behavior that a comparison leaves out. */
  without?: number | undefined;
  /** Whether time stood still. */
  paused?: boolean | undefined;
  /** Whether its turn is to be guessed, and the guess if it was made elsewhere. */
  riddle?: boolean | undefined;
  guess?: EarlyGuess | undefined;
}

/** A guess that was made before the question could be shown; `told` is called with the verdict. */
export interface EarlyGuess {
  side: Side;
  told(): void;
}

/** A riddle about the asked unit: open, then guessed, then told. */
interface RiddleState {
  guess?: Side | undefined;
  early: EarlyGuess | undefined;
  /** Time of the guess, ms. */
  guessedAt: number;
  isTold: boolean;
}

export class Ask implements Painter {
  /** In narrow windows the answer is a sheet. */
  private readonly narrow = matchMedia(NARROW_QUERY);
  private docked: Docked | undefined;
  /** Index of the asked unit, or -1. */
  private unit = -1;
  /** Index of a unit with a ring that is not asked yet, or -1. */
  private marked = -1;
  private following = false;
  /** The answer that card and drawing show; replaced at most every `SENTENCE_INTERVAL` while time passes. */
  private answer: AnswerInfo | undefined;
  private inspection: Inspection | undefined;
  private ways: Ways | undefined;
  private leftOut: number | undefined;
  /** Earliest times of the next reading and of the next sentence, and time of the question, ms. */
  private nextAt = 0;
  private nextSentenceAt = 0;
  private askedAt = 0;
  /** Key of the state that was read last; "" reads again. */
  private shownState = "";
  /** Time at which the two paths were first drawn, ms; 0 before both are known. */
  private flightAt = 0;
  /** Whether time goes on when the answer closes or the comparison ends. */
  private resumesAtClose = false;
  private resumesAfterWays = false;
  /** Whether the clock is held for the sentence. */
  private holdsClock = false;
  /** Whether the card gets the focus when it opens. */
  private wantsFocus = false;
  /** Whether a pointer is down; a sheet opens only after it was lifted, so that nothing moves below a finger. */
  private isPressed = false;
  private riddle: RiddleState | undefined;
  /** A search for the next riddle, and then its unit and tick, to which the run goes. */
  private search: { unit: number; tick: number } | undefined;
  /** Tick of the first answer, or -1. Later ones also depend on what was before. */
  private questionTick = -1;
  /** Key of the question that was put to the core: its instance and the unit. */
  private questionKey = "";
  /** Tick of the last look at the question. */
  private putTick = 0;
  /** Last drawn position of the bird, CSS px, and its drawn length in body lengths. */
  private pose: Point | undefined;
  private bodies = 1;
  /** Top of the sheet for which the view was moved, and whether the view is fitted again afterwards. */
  private sheetTop = 0;
  private backToFit = false;
  private pointed: PointedForce | undefined;
  /** Extent of a world that wraps, u; else 0. */
  private torus = { width: 0, height: 0 };

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: AskHooks,
  ) {
    stage.addPainter(this);
    stage.camera.onUserMove = () => this.setFollowing(false);
    for (const [event, isDown] of Object.entries({
      pointerdown: true,
      pointerup: false,
      pointercancel: false,
    }))
      window.addEventListener(event, () => (this.isPressed = isDown), { capture: true });
    window.addEventListener("keydown", (event) => this.guessByKey(event), { capture: true });
  }

  get under(): boolean {
    return this.answer !== undefined;
  }

  get over(): boolean {
    return this.unit >= 0 || this.marked >= 0;
  }

  drawUnder(layer: CanvasLayer, drawn: DrawnFrame): void {
    const frame = this.frameOf(drawn);
    if (frame) drawSight(layer, frame);
  }

  drawOver(layer: CanvasLayer, drawn: DrawnFrame): void {
    for (const unit of new Set([this.marked, this.unit])) {
      const askedPose = unit >= 0 ? drawn.poseOf(unit) : undefined;
      // In a world that is drawn repeatedly, one copy is marked.
      if (askedPose && (unit !== this.unit || this.isChosen(askedPose, drawn, layer)))
        drawMark(layer, askedPose, drawn.sizeOf(unit), drawn.palette);
    }
    const frame = this.frameOf(drawn);
    if (!frame || !this.isChosen(frame.unit, drawn, layer)) return;
    this.torus = drawn.torus;
    this.pose = frame.unit;
    this.bodies = frame.size / (drawn.camera.scale * (drawn.views.length[frame.inspection.id] || 1));
    drawAsked(layer, frame);
    if (this.pointed) drawPointed(layer, frame, this.pointed);
  }

  private frameOf(drawn: DrawnFrame) {
    const { inspection, ways, docked, answer } = this;
    const unit = inspection && drawn.poseOf(inspection.id);
    if (!inspection || !unit || !answer || !docked?.isOpen) return undefined;
    const size = drawn.sizeOf(inspection.id);
    const pointedKey = this.isRiddle ? "" : docked.pointedKey;
    return { ...drawn, inspection, unit, size, answer, ways, pointedKey, grown: this.grown };
  }

  /** In a world that is drawn repeatedly, the copy nearest to the middle of the free area is the asked one. */
  private isChosen(
    { x, y }: Point,
    { scenery, camera }: DrawnFrame,
    { width, height }: CanvasLayer,
  ): boolean {
    if (scenery.edges !== "wrap") return true;
    const { left, top, right, bottom } = camera.insets;
    const off = (at: number, middle: number, extent: number) => Math.abs(at - middle) <= extent / 2 + 0.5;
    return (
      off(x, (left + width - right) / 2, scenery.width * camera.scale) &&
      off(y, (top + height - bottom) / 2, scenery.height * camera.scale)
    );
  }

  private get playing(): boolean {
    return this.hooks.clock?.playing ?? true;
  }

  /** Index of the asked unit, or -1. */
  get selected(): number {
    return this.unit;
  }

  /** Index in the pipeline of the behavior that the comparison leaves out, if one is shown. */
  get without(): number | undefined {
    return this.leftOut;
  }

  /** Whether the camera follows the asked unit. */
  get follows(): boolean {
    return this.following;
  }

  /** Redraws the answer after a change of the theme. */
  recolor(): void {
    this.docked?.recolor();
    this.readAgain();
  }

  /** Asks a unit in sight whose forces disagree. */
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
    if (this.unit < 0) return;
    this.stopTime();
    this.hooks.asked?.();
  }

  /** Asks the next or previous unit; if none is asked yet, the one that `best` chooses. */
  move(step: 1 | -1): void {
    const { count } = this.core.views();
    if (this.unit >= 0 && count > 0) {
      this.select((this.unit + step + count) % count);
      return;
    }
    this.best();
    this.focus();
  }

  /** Asks a unit; time stops at this moment. */
  select(id: number): void {
    this.ask(id);
    if (this.unit < 0) return;
    this.stopTime();
    this.hooks.asked?.();
    this.focus();
  }

  /** Shows the answer of a shared link; -1 for none. */
  showLinked(id: number, { following, without, paused, riddle, guess }: Asking): void {
    this.setFollowing(false);
    this.ask(id);
    if (this.unit < 0) return;
    this.setFollowing(following);
    if (riddle) {
      this.stopTime();
      this.riddle = { early: guess, guessedAt: 0, isTold: false };
      return;
    }
    if (paused) this.hooks.setPlaying?.(false);
    if (without !== undefined) this.leaveOut(without);
  }

  /** Moves the focus into the card, now or when it opens. */
  focus(): void {
    this.wantsFocus = this.unit >= 0 && !this.docked?.isOpen;
    if (!this.wantsFocus) this.docked?.focus();
  }

  /** Draws the ring at once and hides the former answer; the new card opens with its sentence. */
  private ask(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.clear();
      return;
    }
    this.leaveOut(undefined);
    this.unit = id;
    this.riddle = this.search = undefined;
    this.questionTick = -1;
    this.inspection = this.answer = this.pointed = undefined;
    this.questionKey = "";
    this.askedAt = performance.now();
    this.nextSentenceAt = 0;
    this.readAgain();
    this.sheetTop = 0;
    this.pose = undefined;
    if (this.following) this.stage.follow(id);
    this.makeDocked().leave();
    this.hooks.slow(true);
    this.hold(true);
    this.hooks.opened?.();
    this.stage.repaint();
  }

  private readAgain(): void {
    this.shownState = "";
    this.nextAt = 0;
  }

  /** Stops time until the answer closes or a person presses Play. */
  private stopTime(): void {
    if (!this.playing) return;
    this.hooks.setPlaying?.(false);
    this.resumesAtClose = true;
  }

  private makeDocked(): Docked {
    if (this.docked) return this.docked;
    this.docked = new Docked(this.core, {
      answer: () => this.answer,
      close: () => this.clear(),
      play: () => this.hooks.setPlaying?.(!this.playing),
      guess: (side) => this.guess(side),
      next: () => this.guessNext(),
      without: (behavior) => this.leaveOut(behavior),
      compare: this.hooks.compare && ((behavior) => this.hooks.compare?.(this.unit, behavior)),
      seek: (tick) => {
        this.hooks.setPlaying?.(false);
        this.hooks.seek?.(tick);
      },
      share: this.keep,
      showAnew: () => this.readAgain(),
      edit: this.hooks.edit,
      point: (shown) => {
        this.pointed = shown;
        this.stage.repaint();
      },
      repaint: () => this.stage.repaint(),
      offset: (x, y) => [nearestOffset(x, this.torus.width), nearestOffset(y, this.torus.height)],
    });
    return this.docked;
  }

  /** Holds the clock for the sentence: on a slow machine, the copy of the run would otherwise never get ahead of it. */
  private hold(on: boolean): void {
    const { clock } = this.hooks;
    if (!clock || on === this.holdsClock || (on && clock.isHeld)) return;
    clock.isHeld = this.holdsClock = on;
  }

  /** Closes the answer; time goes on if the question had stopped it. */
  clear(): void {
    if (this.search && this.unit < 0 && this.resumesAtClose) {
      this.hooks.setPlaying?.(true);
      this.resumesAtClose = false;
    }
    this.search = undefined;
    if (this.unit < 0) return;
    this.setFollowing(false);
    this.stage.follow(-1);
    this.leaveOut(undefined);
    this.hold(false);
    this.hooks.slow(false);
    if (this.resumesAtClose) this.hooks.setPlaying?.(true);
    if (this.backToFit) this.stage.camera.fit();
    this.backToFit = this.wantsFocus = this.resumesAtClose = false;
    this.core.askNobody();
    this.unit = -1;
    this.riddle = undefined;
    this.inspection = this.answer = this.pointed = this.pose = undefined;
    this.docked?.close();
    this.stage.repaint();
  }

  /** Starts or ends a comparison with the path without a force; time stands still meanwhile. */
  private leaveOut(without: number | undefined): void {
    const [isOut, wasOut] = [without !== undefined, this.leftOut !== undefined];
    if (isOut && !wasOut) {
      this.resumesAfterWays = this.playing;
      this.hooks.setPlaying?.(false);
    }
    if (wasOut && !isOut && this.resumesAfterWays) this.hooks.setPlaying?.(true);
    if (isOut) this.riddle = undefined;
    this.leftOut = without;
    this.ways = undefined;
    this.flightAt = 0;
    this.nextSentenceAt = 0;
    this.readAgain();
    if (this.questionKey) this.core.askWithout(without ?? -1);
    this.stage.repaint();
  }

  /** Draws a ring around a unit; -1 removes it. */
  mark(unit: number): void {
    this.marked = unit;
    this.stage.repaint();
  }

  toggleFollow(): void {
    if (this.unit < 0) this.best();
    if (this.unit < 0) return;
    this.setFollowing(!this.following);
    this.hooks.say(this.following ? "The camera follows" : "The camera no longer follows");
  }

  private setFollowing(on: boolean): void {
    if (on === this.following) return;
    const { camera } = this.stage;
    if (on && camera.fitted) camera.zoom(FOLLOW_ZOOM);
    this.following = on;
    this.stage.follow(on ? this.unit : -1);
  }

  /** Whether a guess is wanted now. */
  private get isOpenRiddle(): boolean {
    return this.riddle !== undefined && this.riddle.guess === undefined && this.docked?.isOpen === true;
  }

  /** Whether the answer of a riddle is not told yet. */
  get isRiddle(): boolean {
    return this.riddle?.isTold === false;
  }

  /** Searches for the next riddle and goes there. */
  guessNext(): void {
    const resumes = this.resumesAtClose || this.playing;
    this.resumesAtClose = false;
    this.clear();
    this.hooks.setPlaying?.(false);
    this.resumesAtClose = resumes;
    this.core.findRiddle();
    this.search = { unit: -1, tick: -1 };
  }

  /** Continues the search for a riddle, and asks it once the run is there. */
  private searchOn(search: { unit: number; tick: number }): void {
    const { core, hooks } = this;
    if (search.unit < 0) {
      const { isOver, tick, unit } = core.riddlePart(STILL_BUDGET);
      if (isOver && unit < 0) {
        this.search = undefined;
        this.flyOn("In the next 30 seconds, no bird here has a turn worth a guess.");
      } else if (isOver) {
        this.search = { unit, tick };
        hooks.seek?.(tick);
      }
    } else if (core.ticks() === search.tick) {
      this.showLinked(search.unit, { following: false, riddle: true });
      this.focus();
    } else if (core.seekGoal() === undefined) this.search = undefined;
  }

  /** The asked unit is gone. */
  private lose(): void {
    if (this.isRiddle && !this.core.failed) {
      this.flyOn("The bird of this riddle is gone.");
      return;
    }
    this.clear();
    if (!this.core.failed) this.hooks.say(this.core.substituteNouns("The asked bird is gone."));
  }

  /** Ends a riddle with a sentence; the flock flies. */
  private flyOn(text: string): void {
    this.resumesAtClose = false;
    this.clear();
    this.hooks.setPlaying?.(true);
    this.hooks.say(this.core.substituteNouns(text));
  }

  /** Takes a guess; both paths are drawn at once if stillness is wanted. */
  private guess(guess: Side): void {
    const { riddle, answer } = this;
    if (!this.isOpenRiddle || !riddle || !answer) return;
    riddle.guess = guess;
    riddle.guessedAt = performance.now() - (wantsStillness() ? Number.MAX_SAFE_INTEGER : 0);
    const real = this.core.askedWay(answer.tick, false);
    this.ways = { real, other: ghostPath(real, guess), flown: 0, shown: 0, label: "your guess" };
    this.docked?.riddle.showGuess(guess);
    this.stage.repaint();
  }

  private guessByKey(event: KeyboardEvent): void {
    const { target, ctrlKey, metaKey, altKey, key } = event;
    const side = SIDES.find((one) => one.key === key)?.side;
    const isTyped = target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
    if (side === undefined || isTyped || ctrlKey || metaKey || altKey) return;
    if (!this.isOpenRiddle) return;
    event.preventDefault();
    event.stopPropagation();
    this.guess(side);
  }

  /** Takes a press on the bird of an open riddle, or on one of its ghosts: a flick or a tap guesses. */
  get take(): PressReceiver | undefined {
    const { pose, inspection } = this;
    if (!pose || !inspection || !this.isOpenRiddle) return undefined;
    let [dx, dy] = [0, 0];
    const move = (x: number, y: number) => {
      [dx, dy] = [x - pose.x, y - pose.y];
    };
    const press = (x: number, y: number) => {
      move(x, y);
      return Math.hypot(dx, dy) < 1.6 * GHOST_REACH;
    };
    const lift = (isDone: boolean) => {
      const { hx, hy } = this.core.views();
      const { id } = inspection;
      if (!isDone || Math.hypot(dx, dy) < FLICK) return;
      this.guess(sideOfFlick(dx, dy, { hx: hx[id] ?? 1, hy: hy[id] ?? 0 }));
    };
    return { press, move, lift };
  }

  /** Number of arcs of a riddle's answer that have grown: 0 until both paths are drawn. */
  private get grown(): number | undefined {
    const { riddle } = this;
    if (!riddle) return undefined;
    if (riddle.isTold) return Number.POSITIVE_INFINITY;
    if (riddle.guess === undefined) return 0;
    return Math.max(0, (performance.now() - riddle.guessedAt - FLIGHT) / GROWTH);
  }

  /** Shows the question of a riddle. */
  private askRiddle(riddle: RiddleState, answer: AnswerInfo, inspection: Inspection): void {
    const { docked } = this;
    if (!docked || this.answer) return;
    if (!answer.isRiddle) {
      this.flyOn("With the values of this link, the turn of this bird is not worth a guess.");
      return;
    }
    this.answer = answer;
    this.showNear(inspection);
    docked.showQuestion(answer, { playing: this.playing, speed: 1 });
    this.hold(false);
    if (riddle.early) this.guess(riddle.early.side);
    else if (this.wantsFocus) docked.focus();
    this.wantsFocus = false;
  }

  /** Lets both paths of a guess grow, and then the arcs. Once time goes on, the riddle is over. */
  private flyGuess(): void {
    const { riddle, ways, answer } = this;
    if (!riddle) return;
    if (this.questionTick >= 0 && this.core.ticks() !== this.questionTick) {
      this.riddle = this.ways = undefined;
      this.readAgain();
    } else if (riddle.guess !== undefined && !riddle.isTold && answer) {
      if (ways) ways.shown = Math.min(1, (performance.now() - riddle.guessedAt) / FLIGHT);
      if ((this.grown ?? 0) >= arcsOf(turnsOf(answer), 1).length) {
        riddle.isTold = true;
        riddle.early?.told();
        this.readAgain();
      }
      this.stage.repaint();
    }
  }

  /** Zooms to the bird with its view, if the whole world is in sight. */
  private showNear({ id, regions }: Inspection): void {
    const { camera, host } = this.stage;
    if (!camera.fitted) return;
    const { left, right, top, bottom } = camera.insets;
    const free = Math.min(host.clientWidth - left - right, host.clientHeight - top - bottom);
    const view = regions.find(({ key }) => key === "flock") ?? regions[0];
    const factor = (RIDDLE_VIEW * free) / ((view?.radius ?? Number.POSITIVE_INFINITY) * camera.scale);
    const { x, y } = this.core.views();
    this.backToFit = true;
    camera.zoom(Math.max(1, Math.min(RIDDLE_ZOOM, factor)));
    camera.centerOn(x[id] ?? 0, y[id] ?? 0);
  }

  /** Has to be called once per frame, before the stage draws. */
  frame(now: number): void {
    if (this.search) this.searchOn(this.search);
    const { core, docked, playing } = this;
    if (this.unit < 0 || !docked) return;
    this.putQuestion();
    if (this.unit < 0) return;
    if (playing && this.resumesAtClose) this.goOn();
    const isDone = core.askPart(playing && docked.isOpen ? BUDGET : STILL_BUDGET);
    if (this.flightAt > 0) this.fly(now);
    this.flyGuess();
    // While time stands still, only a new state is read.
    const state = `${core.ticks()} ${core.revision} ${playing} ${isDone}`;
    if (now >= this.nextAt && (state !== this.shownState || !isDone)) {
      this.shownState = state;
      this.readAnswer(now, isDone);
    }
    if (docked.isOpen) this.placeDocked(docked);
  }

  /** A person pressed Play: time goes on in slow motion, and the view follows the bird. */
  private goOn(): void {
    this.resumesAtClose = false;
    if (this.following) return;
    this.backToFit ||= this.stage.camera.fitted;
    this.stage.follow(this.unit);
  }

  /**
   * Puts the question again to a run that was made anew, or to another instance of the core. Else the asked unit stays
   * the same one: its index changes when units before it come or go.
   */
  private putQuestion(): void {
    const { core, leftOut } = this;
    const [ticks, id] = [core.ticks(), core.asked()];
    const isPut = this.questionKey === `${core.instances} ${this.unit}`;
    // In a run that went back, the unit with the same index is asked.
    const isSameRun = ticks > 0 && ticks >= this.putTick;
    this.putTick = ticks;
    if (isPut && id >= 0) {
      if (id === this.unit) return;
      if (this.stage.followed === this.unit) this.stage.follow(id);
      this.unit = id;
      this.questionKey = `${core.instances} ${id}`;
      return;
    }
    if (core.failed || (isPut && isSameRun)) {
      this.lose();
      return;
    }
    core.ask(this.unit);
    core.askBack();
    if (leftOut !== undefined) core.askWithout(leftOut);
    if (core.asked() < 0) this.lose();
    else this.questionKey = `${core.instances} ${this.unit}`;
  }

  /** Reads what the core knows now, and shows it when it is time. */
  private readAnswer(now: number, isDone: boolean): void {
    const { core, docked, playing } = this;
    const start = performance.now();
    const inspection = core.inspect(this.unit);
    if (!inspection) {
      this.lose();
      return;
    }
    this.inspection = inspection;
    const answer = core.answer(this.bodies);
    if (answer && docked) {
      const labels = inspection.forces.map(({ label }) => label);
      docked.showPast(core.askedPast(), core.ticks(), labels);
      const isTime = docked.isOpen || isDone || docked.isPastFull || start - this.askedAt > PATIENCE;
      const isMoving = !docked.isOpen && this.narrow.matches && this.isPressed;
      // A riddle needs the whole path.
      const isReady = isTime && (isDone || !this.isRiddle);
      if (isReady && !isMoving) this.showAnswer(answer, inspection, now, playing);
    }
    this.stage.repaint();
    const rest = docked?.isOpen ? Math.max(MIN_INTERVAL, REST_FACTOR * (performance.now() - start)) : 0;
    this.nextAt = now + rest;
  }

  private showAnswer(answer: AnswerInfo, inspection: Inspection, now: number, playing: boolean): void {
    const time = { playing, speed: this.hooks.clock?.speed ?? 1 };
    const { docked, riddle } = this;
    if (this.questionTick < 0) this.questionTick = answer.tick;
    if (riddle && !riddle.isTold) {
      this.askRiddle(riddle, answer, inspection);
      return;
    }
    // Under the pointer, the buttons keep their place.
    const isPointed = !this.narrow.matches && docked?.root.matches(":hover");
    if (playing && this.answer && (isPointed || now < this.nextSentenceAt)) {
      // The sentence stands; the time and the values of the rule go on.
      docked?.showTime(answer, time);
      docked?.showRule(inspection, answer, playing);
      return;
    }
    this.nextSentenceAt = now + SENTENCE_INTERVAL;
    this.answer = answer;
    const canBeRiddle = answer.isRiddle && !playing && answer.tick === this.questionTick;
    docked?.showAnswer(answer, inspection, time, { canBeRiddle, guess: riddle?.guess });
    this.readWays(answer, now);
    this.hold(false);
    if (this.wantsFocus) docked?.focus();
    this.wantsFocus = false;
  }

  /** Reads the two paths of a comparison, once both are known. */
  private readWays({ without, difference, parts }: AnswerInfo, now: number): void {
    const { core } = this;
    if (!without || difference === undefined) {
      if (!this.riddle || core.ticks() !== this.questionTick) this.ways = undefined;
      return;
    }
    const part = parts.find(({ behavior }) => behavior === without.behavior);
    const flown = Math.max(0, core.ticks() - without.from);
    if (this.flightAt === 0) this.flightAt = now;
    const real = core.askedWay(without.from, false);
    const other = core.askedWay(without.from, true);
    const shown = this.ways?.shown ?? (wantsStillness() ? 1 : 0);
    this.ways = { real, other, flown, shown, label: `without ${midSentence(part?.label ?? "it")}` };
  }

  private fly(now: number): void {
    const { ways } = this;
    if (!ways || ways.shown === 1) return;
    ways.shown = Math.min(1, (now - this.flightAt) / FLIGHT);
    this.stage.repaint();
  }

  /** Moves the view so that the bird is in sight above a sheet. */
  private placeDocked(docked: Docked): void {
    if (!this.narrow.matches || docked.root.matches(":active")) return;
    const { host, camera } = this.stage;
    const { top: sheet, width } = docked.root.getBoundingClientRect();
    // In landscape, the sheet takes one half and the bird is in the other.
    if (width <= host.clientWidth / 2) return;
    const top = sheet - host.getBoundingClientRect().top;
    if (!this.pose || Math.abs(top - this.sheetTop) < 8) return;
    this.sheetTop = top;
    const middle = (TITLE + top) / 2;
    if (Math.abs(this.pose.y - middle) < (top - TITLE) / 5) return;
    this.backToFit ||= camera.fitted;
    camera.panBy(0, middle - this.pose.y);
  }

  /** Copies a link, or saves a picture or a loop, of the answer. */
  private readonly keep = ignoreWhileBusy(async (how: "link" | "riddle" | "picture" | "loop") => {
    try {
      const { core, stage, hooks } = this;
      const caption = this.docked?.text ?? "";
      const { clock, say } = hooks;
      const link = hooks.momentLink?.(how === "riddle") ?? "";
      await keepAsked(how, { core, stage, clock, caption, link, say });
    } catch (error) {
      this.hooks.say(error instanceof Error ? error.message : "That could not be made.");
    }
  });
}
