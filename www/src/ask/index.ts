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
import { answerArcs, answerTurns } from "./answer";
import { AnswerCard } from "./docked";
import { type ComparedPaths, drawAsked, drawMark, drawSight, GHOST_REACH } from "./drawing";
import { shareAnswer } from "./keep";
import { ghostPath, sideOfFlick, TURN_SIDES, type TurnSide } from "./riddle";

/** Shortest time between two readings of the answer, ms, and that time in multiples of the duration of a reading. */
const MIN_INTERVAL = 66;
const REST_FACTOR = 6;
/** Time per frame for the prediction, ms: while time passes, and while it stands still. */
const PREDICTION_BUDGET = 3;
const STILL_PREDICTION_BUDGET = 12;
/** Maximum wait for the five-second history before the sentence is shown, ms. */
const MAX_SENTENCE_WAIT = 250;
/** Shortest time between two sentences while time passes, ms. */
const SENTENCE_INTERVAL = 2000;
/** Duration of the two-path animation, ms. */
const FLIGHT_MS = 3000;
/** Time in which an arc of a riddle's answer grows, ms. */
const ARC_GROWTH_MS = 350;
/** Share of the free area that the view of a riddle's bird takes, and the largest zoom to it. */
const RIDDLE_VIEW = 0.42;
const RIDDLE_ZOOM = 3;
/** Least distance of the end of a flick from the bird, CSS px. */
const MIN_FLICK = 12;
/** Zoom at which a bird is followed in a fitted world, relative to the whole world. */
const FOLLOW_ZOOM = 2;
/** Height of the title above a sheet, CSS px. */
const TITLE_HEIGHT = 64;

export interface AskHooks {
  /** Switches slow motion on while a bird is asked. */
  setSlowMotion(on: boolean): void;
  /** Called when a person asks. */
  asked?(): void;
  /** Called when the answer opens: on a phone it is the only sheet. */
  opened?(): void;
  /** Whether clicks on the stage mean something else. */
  areClicksTaken?(): boolean;
  setPlaying?(playing: boolean): void;
  seek?(tick: number): void;
  /** Copies a force as a written rule and opens its text. */
  editCopy?(group: string, key: string): void;
  /** Opens two skies: with a behavior of a unit's group, and without it. */
  compare?(unit: number, behavior: number): void;
  /** Held while the sentence is computed; also drives recordings. */
  clock?: Clock;
  /** Link of the run at this tick with the present view, or with the question of a riddle about the asked unit. */
  momentLink?(asRiddle: boolean): string;
  say(text: string): void;
}

/** State of an answer in a link, besides the bird. */
export interface LinkedAnswer {
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
  side: TurnSide;
  verdictShown(): void;
}

/** A riddle about the asked unit: open, then guessed, then told. */
interface RiddleState {
  guess?: TurnSide | undefined;
  early: EarlyGuess | undefined;
  /** Time of the guess, ms. */
  guessedAt: number;
  isTold: boolean;
}

/** A question about a unit, with what is known of its answer. Another question starts with a new object. */
interface Question {
  /** Index of the unit; changes when units before it are added or removed. */
  unit: number;
  /** Time at which the question was asked, ms. */
  askedAt: number;
  /** The core's instance and the unit that the core was asked about; "" before. */
  coreKey: string;
  /** Tick of the last look at the question. */
  putTick: number;
  /** Tick of the first answer, or -1. Later answers also depend on the ticks since. */
  firstTick: number;
  inspection?: Inspection | undefined;
  /** The answer that card and drawing show; replaced at most every `SENTENCE_INTERVAL` while time passes. */
  answer?: AnswerInfo | undefined;
  riddle?: RiddleState | undefined;
  /** Index in the pipeline of the behavior that a comparison leaves out. */
  leftOut?: number | undefined;
  /** Two paths that are drawn: of a comparison or a guess. */
  ways?: ComparedPaths | undefined;
  /** Time at which the two paths of a comparison were first drawn, ms; 0 before both are known. */
  flightAt: number;
  /** Contribution of a line or member of the rule that is pointed at in the card. */
  pointed?: PointedForce | undefined;
  /** Last drawn position of the bird, CSS px. */
  pose?: Point | undefined;
}

export class Ask implements Painter {
  /** In narrow windows the answer is a sheet. */
  private readonly narrow = matchMedia(NARROW_QUERY);
  private docked: AnswerCard | undefined;
  private question: Question | undefined;
  /** Index of a unit with a ring that is not asked yet, or -1. */
  private markedUnit = -1;
  private isFollowing = false;
  /** Earliest times of the next reading and of the next sentence, ms. */
  private nextAt = 0;
  private nextSentenceAt = 0;
  /** Key of the state that was read last; "" reads again. */
  private shownState = "";
  /** Whether time goes on when the answer closes or the comparison ends. */
  private resumesAtClose = false;
  private resumesAfterWays = false;
  /** Whether the clock is held for the sentence. */
  private holdsClock = false;
  /** Whether the card gets the focus when it opens. */
  private wantsFocus = false;
  /** Whether a pointer is down; a sheet opens only after it was lifted, so that nothing moves below a finger. */
  private isPressed = false;
  /**
   * Unit and tick of the next riddle: the run goes to this tick, then asks about the unit. Both are -1 during the search;
   * `undefined` without one.
   */
  private riddleSearch: { unit: number; tick: number } | undefined;
  /** Drawn length of the bird, in body lengths. */
  private drawnBodyLengths = 1;
  /** Top of the sheet for which the view was moved, and whether the view is fitted again afterwards. */
  private sheetTop = 0;
  private refitsAtClose = false;
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
    return this.question?.answer !== undefined;
  }

  get over(): boolean {
    return this.question !== undefined || this.markedUnit >= 0;
  }

  drawUnder(layer: CanvasLayer, drawn: DrawnFrame): void {
    const frame = this.frameOf(drawn);
    if (frame) drawSight(layer, frame);
  }

  drawOver(layer: CanvasLayer, drawn: DrawnFrame): void {
    const { question } = this;
    for (const unit of new Set([this.markedUnit, this.askedUnit])) {
      const askedPose = unit >= 0 ? drawn.poseOf(unit) : undefined;
      // In a world that is drawn repeatedly, one copy is marked.
      if (askedPose && (unit !== question?.unit || this.isChosen(askedPose, drawn, layer)))
        drawMark(layer, askedPose, drawn.sizeOf(unit), drawn.palette);
    }
    const frame = this.frameOf(drawn);
    if (!question || !frame || !this.isChosen(frame.unit, drawn, layer)) return;
    this.torus = drawn.torus;
    question.pose = frame.unit;
    this.drawnBodyLengths =
      frame.size / (drawn.camera.scale * (drawn.views.length[frame.inspection.id] || 1));
    drawAsked(layer, frame);
    if (question.pointed) drawPointed(layer, frame, question.pointed);
  }

  private frameOf(drawn: DrawnFrame) {
    const { docked } = this;
    const { inspection, ways, answer } = this.question ?? {};
    const unit = inspection && drawn.poseOf(inspection.id);
    if (!inspection || !unit || !answer || !docked?.isOpen) return undefined;
    const size = drawn.sizeOf(inspection.id);
    const pointedKey = this.isRiddle ? "" : docked.pointedKey;
    return { ...drawn, inspection, unit, size, answer, ways, pointedKey, grown: this.grownArcs };
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
  get askedUnit(): number {
    return this.question?.unit ?? -1;
  }

  /** Index in the pipeline of the behavior that the comparison leaves out, if one is shown. */
  get leftOutBehavior(): number | undefined {
    return this.question?.leftOut;
  }

  /** Whether the camera follows the asked unit. */
  get isFollowingUnit(): boolean {
    return this.isFollowing;
  }

  /** Redraws the answer after a change of the theme. */
  recolor(): void {
    this.docked?.recolor();
    this.readAgain();
  }

  /** Asks a unit in sight whose forces disagree. */
  askTelling(): void {
    const { camera, host } = this.stage;
    const { left, right, top, bottom } = camera.insets;
    const [low, high] = [
      camera.toWorld(left + 80, top + 80),
      camera.toWorld(host.clientWidth - right - 80, host.clientHeight - bottom - 80),
    ];
    const found = this.core.bestAsked(low.x, low.y, high.x, high.y);
    const id = found >= 0 ? found : this.stage.centralUnit();
    if (id < 0) this.hooks.say("There is no bird to ask in this run.");
    else this.askByHand(id);
  }

  /** Asks the next or previous unit; if none is asked yet, one whose forces disagree. */
  askNeighbor(step: 1 | -1): void {
    const { count } = this.core.views();
    if (this.question && count > 0) {
      this.askUnit((this.question.unit + step + count) % count);
      return;
    }
    this.askTelling();
    this.focus();
  }

  /** Asks a unit; time stops at this moment. */
  askUnit(id: number): void {
    this.askByHand(id);
    if (this.question) this.focus();
  }

  /** Asks a unit that a person chose, and stops time. */
  private askByHand(id: number): void {
    this.ask(id);
    if (!this.question) return;
    this.stopTime();
    this.hooks.asked?.();
  }

  /** Shows the answer of a shared link; -1 for none. */
  showLinked(id: number, { following, without, paused, riddle, guess }: LinkedAnswer): void {
    this.setFollowing(false);
    this.ask(id);
    if (!this.question) return;
    this.setFollowing(following);
    if (riddle) {
      this.stopTime();
      this.question.riddle = { early: guess, guessedAt: 0, isTold: false };
      return;
    }
    if (paused) this.hooks.setPlaying?.(false);
    if (without !== undefined) this.leaveOut(without);
  }

  /** Moves the focus into the card, now or when it opens. */
  focus(): void {
    this.wantsFocus = this.question !== undefined && !this.docked?.isOpen;
    if (!this.wantsFocus) this.docked?.focus();
  }

  /** Draws the ring at once and hides the former answer; the new card opens with its sentence. */
  private ask(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.closeAnswer();
      return;
    }
    this.leaveOut(undefined);
    const askedAt = performance.now();
    this.question = { unit: id, askedAt, coreKey: "", putTick: 0, firstTick: -1, flightAt: 0 };
    this.riddleSearch = undefined;
    this.nextSentenceAt = 0;
    this.readAgain();
    this.sheetTop = 0;
    if (this.isFollowing) this.stage.follow(id);
    this.makeDocked().hideFormerAnswer();
    this.hooks.setSlowMotion(true);
    this.holdClock(true);
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

  private makeDocked(): AnswerCard {
    if (this.docked) return this.docked;
    this.docked = new AnswerCard(this.core, {
      answer: () => this.question?.answer,
      close: () => this.closeAnswer(),
      togglePlaying: () => this.hooks.setPlaying?.(!this.playing),
      guess: (side) => this.guess(side),
      nextRiddle: () => this.guessNext(),
      leaveOut: (behavior) => this.leaveOut(behavior),
      compare: this.hooks.compare && ((behavior) => this.hooks.compare?.(this.askedUnit, behavior)),
      seek: (tick) => {
        this.hooks.setPlaying?.(false);
        this.hooks.seek?.(tick);
      },
      share: this.shareAs,
      readAgain: () => this.readAgain(),
      edit: this.hooks.editCopy,
      pointAt: (shown) => {
        if (this.question) this.question.pointed = shown;
        this.stage.repaint();
      },
      repaint: () => this.stage.repaint(),
      shorterOffset: (x, y) => [nearestOffset(x, this.torus.width), nearestOffset(y, this.torus.height)],
    });
    return this.docked;
  }

  /** Holds the clock for the sentence: on a slow machine, the copy of the run would otherwise never get ahead of it. */
  private holdClock(on: boolean): void {
    const { clock } = this.hooks;
    if (!clock || on === this.holdsClock || (on && clock.isHeld)) return;
    clock.isHeld = this.holdsClock = on;
  }

  /** Closes the answer; time goes on if the question had stopped it. */
  closeAnswer(): void {
    if (this.riddleSearch && !this.question && this.resumesAtClose) {
      this.hooks.setPlaying?.(true);
      this.resumesAtClose = false;
    }
    this.riddleSearch = undefined;
    if (!this.question) return;
    this.setFollowing(false);
    this.stage.follow(-1);
    this.leaveOut(undefined);
    this.holdClock(false);
    this.hooks.setSlowMotion(false);
    if (this.resumesAtClose) this.hooks.setPlaying?.(true);
    if (this.refitsAtClose) this.stage.camera.fit();
    this.refitsAtClose = this.wantsFocus = this.resumesAtClose = false;
    this.core.askNobody();
    this.question = undefined;
    this.docked?.close();
    this.stage.repaint();
  }

  /** Starts or ends a comparison with the path without a force; time stands still meanwhile. */
  private leaveOut(without: number | undefined): void {
    const { question } = this;
    if (!question) return;
    const [isOut, wasOut] = [without !== undefined, question.leftOut !== undefined];
    if (isOut && !wasOut) {
      this.resumesAfterWays = this.playing;
      this.hooks.setPlaying?.(false);
    }
    if (wasOut && !isOut && this.resumesAfterWays) this.hooks.setPlaying?.(true);
    if (isOut) question.riddle = undefined;
    question.leftOut = without;
    question.ways = undefined;
    question.flightAt = 0;
    this.nextSentenceAt = 0;
    this.readAgain();
    if (question.coreKey) this.core.askWithout(without ?? -1);
    this.stage.repaint();
  }

  /** Draws a ring around a unit; -1 removes it. */
  markUnit(unit: number): void {
    this.markedUnit = unit;
    this.stage.repaint();
  }

  toggleFollow(): void {
    if (!this.question) this.askTelling();
    if (!this.question) return;
    this.setFollowing(!this.isFollowing);
    this.hooks.say(this.isFollowing ? "The camera follows" : "The camera no longer follows");
  }

  private setFollowing(on: boolean): void {
    if (on === this.isFollowing) return;
    const { camera } = this.stage;
    if (on && camera.fitted) camera.zoom(FOLLOW_ZOOM);
    this.isFollowing = on;
    this.stage.follow(on ? this.askedUnit : -1);
  }

  /** Whether a guess is wanted now. */
  private get isOpenRiddle(): boolean {
    const { riddle } = this.question ?? {};
    return riddle !== undefined && riddle.guess === undefined && this.docked?.isOpen === true;
  }

  /** Whether the answer of a riddle is not told yet. */
  get isRiddle(): boolean {
    return this.question?.riddle?.isTold === false;
  }

  /** Searches for the next riddle and goes there. */
  guessNext(): void {
    const resumes = this.resumesAtClose || this.playing;
    this.resumesAtClose = false;
    this.closeAnswer();
    this.hooks.setPlaying?.(false);
    this.resumesAtClose = resumes;
    this.core.findRiddle();
    this.riddleSearch = { unit: -1, tick: -1 };
  }

  /** Continues the search for a riddle, and asks it once the run is there. */
  private continueSearch(search: { unit: number; tick: number }): void {
    const { core, hooks } = this;
    if (search.unit < 0) {
      const { isOver, tick, unit } = core.riddlePart(STILL_PREDICTION_BUDGET);
      if (isOver && unit < 0) {
        this.riddleSearch = undefined;
        this.endRiddle("In the next 30 seconds, no bird here has a turn worth a guess.");
      } else if (isOver) {
        this.riddleSearch = { unit, tick };
        hooks.seek?.(tick);
      }
    } else if (core.ticks() === search.tick) {
      this.showLinked(search.unit, { following: false, riddle: true });
      this.focus();
    } else if (core.seekGoal() === undefined) this.riddleSearch = undefined;
  }

  /** The asked unit is gone. */
  private dropLostUnit(): void {
    if (this.isRiddle && !this.core.failed) {
      this.endRiddle("The bird of this riddle is gone.");
      return;
    }
    this.closeAnswer();
    if (!this.core.failed) this.hooks.say(this.core.substituteNouns("The asked bird is gone."));
  }

  /** Ends a riddle with a sentence; the flock flies. */
  private endRiddle(text: string): void {
    this.resumesAtClose = false;
    this.closeAnswer();
    this.hooks.setPlaying?.(true);
    this.hooks.say(this.core.substituteNouns(text));
  }

  /** Takes a guess; both paths are drawn at once if stillness is wanted. */
  private guess(guess: TurnSide): void {
    const { question } = this;
    const { riddle, answer } = question ?? {};
    if (!this.isOpenRiddle || !question || !riddle || !answer) return;
    riddle.guess = guess;
    riddle.guessedAt = performance.now() - (wantsStillness() ? Number.MAX_SAFE_INTEGER : 0);
    const real = this.core.askedWay(answer.tick, false);
    question.ways = {
      real,
      other: ghostPath(real, guess),
      flownSteps: 0,
      shownShare: 0,
      label: "your guess",
    };
    this.docked?.riddle.showGuess(guess);
    this.stage.repaint();
  }

  private guessByKey(event: KeyboardEvent): void {
    const { target, ctrlKey, metaKey, altKey, key } = event;
    const side = TURN_SIDES.find((one) => one.key === key)?.side;
    const isTyped = target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
    if (side === undefined || isTyped || ctrlKey || metaKey || altKey) return;
    if (!this.isOpenRiddle) return;
    event.preventDefault();
    event.stopPropagation();
    this.guess(side);
  }

  /** Takes a press on the bird of an open riddle, or on one of its ghosts: a flick or a tap guesses. */
  get pressReceiver(): PressReceiver | undefined {
    const { pose, inspection } = this.question ?? {};
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
      if (!isDone || Math.hypot(dx, dy) < MIN_FLICK) return;
      this.guess(sideOfFlick(dx, dy, { hx: hx[id] ?? 1, hy: hy[id] ?? 0 }));
    };
    return { press, move, lift };
  }

  /** Number of arcs of a riddle's answer that have grown: 0 until both paths are drawn. */
  private get grownArcs(): number | undefined {
    const { riddle } = this.question ?? {};
    if (!riddle) return undefined;
    if (riddle.isTold) return Number.POSITIVE_INFINITY;
    if (riddle.guess === undefined) return 0;
    return Math.max(0, (performance.now() - riddle.guessedAt - FLIGHT_MS) / ARC_GROWTH_MS);
  }

  /** Shows the question of a riddle. */
  private askRiddle(question: Question, answer: AnswerInfo, inspection: Inspection): void {
    const { docked } = this;
    if (!docked || question.answer) return;
    if (!answer.isRiddle) {
      this.endRiddle("With the values of this link, the turn of this bird is not worth a guess.");
      return;
    }
    question.answer = answer;
    this.showNear(inspection);
    docked.showQuestion(answer, { playing: this.playing, speed: 1 });
    this.holdClock(false);
    if (question.riddle?.early) this.guess(question.riddle.early.side);
    else if (this.wantsFocus) docked.focus();
    this.wantsFocus = false;
  }

  /**
   * After a guess, lets the real path and the guessed one grow, and then the arcs of the answer; tells the verdict when all
   * arcs are drawn. Once time goes on, the riddle is over.
   */
  private growGuess(question: Question): void {
    const { riddle, ways, answer, firstTick } = question;
    if (!riddle) return;
    if (firstTick >= 0 && this.core.ticks() !== firstTick) {
      question.riddle = question.ways = undefined;
      this.readAgain();
    } else if (riddle.guess !== undefined && !riddle.isTold && answer) {
      if (ways) ways.shownShare = Math.min(1, (performance.now() - riddle.guessedAt) / FLIGHT_MS);
      if ((this.grownArcs ?? 0) >= answerArcs(answerTurns(answer), 1).length) {
        riddle.isTold = true;
        riddle.early?.verdictShown();
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
    this.refitsAtClose = true;
    camera.zoom(Math.max(1, Math.min(RIDDLE_ZOOM, factor)));
    camera.centerOn(x[id] ?? 0, y[id] ?? 0);
  }

  /** Has to be called once per frame, before the stage draws. */
  frame(now: number): void {
    if (this.riddleSearch) this.continueSearch(this.riddleSearch);
    const { core, question, docked, playing } = this;
    if (!question || !docked) return;
    this.putQuestion(question);
    if (!this.question) return;
    if (playing && this.resumesAtClose) this.resume(question);
    const isDone = core.askPart(playing && docked.isOpen ? PREDICTION_BUDGET : STILL_PREDICTION_BUDGET);
    this.growPaths(question, now);
    this.growGuess(question);
    // While time stands still, only a new state is read.
    const state = `${core.ticks()} ${core.revision} ${playing} ${isDone}`;
    if (now >= this.nextAt && (state !== this.shownState || !isDone)) {
      this.shownState = state;
      this.readAnswer(question, docked, now, isDone);
    }
    if (docked.isOpen) this.placeDocked(docked);
  }

  /** A person pressed Play: time goes on in slow motion, and the view follows the bird. */
  private resume({ unit }: Question): void {
    this.resumesAtClose = false;
    if (this.isFollowing) return;
    this.refitsAtClose ||= this.stage.camera.fitted;
    this.stage.follow(unit);
  }

  /**
   * Puts the question again to a run that was made anew, or to another instance of the core. Else the asked unit stays
   * the same one: its index changes when units before it come or go.
   */
  private putQuestion(question: Question): void {
    const { core, stage } = this;
    const [ticks, id] = [core.ticks(), core.asked()];
    const isPut = question.coreKey === `${core.instances} ${question.unit}`;
    // In a run that went back, the unit with the same index is asked.
    const isSameRun = ticks > 0 && ticks >= question.putTick;
    question.putTick = ticks;
    if (isPut && id >= 0) {
      if (id === question.unit) return;
      if (stage.followed === question.unit) stage.follow(id);
      question.unit = id;
      question.coreKey = `${core.instances} ${id}`;
      return;
    }
    if (core.failed || (isPut && isSameRun)) {
      this.dropLostUnit();
      return;
    }
    core.ask(question.unit);
    core.askBack();
    if (question.leftOut !== undefined) core.askWithout(question.leftOut);
    if (core.asked() < 0) this.dropLostUnit();
    else question.coreKey = `${core.instances} ${question.unit}`;
  }

  /** Reads what the core knows now, and shows it when it is time. */
  private readAnswer(question: Question, docked: AnswerCard, now: number, isDone: boolean): void {
    const { core } = this;
    const start = performance.now();
    const inspection = core.inspect(question.unit);
    if (!inspection) {
      this.dropLostUnit();
      return;
    }
    question.inspection = inspection;
    const answer = core.answer(this.drawnBodyLengths);
    if (answer) {
      const labels = inspection.forces.map(({ label }) => label);
      docked.showPast(core.askedPast(), core.ticks(), labels);
      if (this.isTimeFor(question, docked, start, isDone))
        this.showAnswer(question, docked, answer, inspection, now);
    }
    this.stage.repaint();
    const rest = docked.isOpen ? Math.max(MIN_INTERVAL, REST_FACTOR * (performance.now() - start)) : 0;
    this.nextAt = now + rest;
  }

  /** Whether an answer can be shown now, at the time `start` (ms). */
  private isTimeFor({ askedAt }: Question, docked: AnswerCard, start: number, isDone: boolean): boolean {
    if (!docked.isOpen && this.narrow.matches && this.isPressed) return false;
    // A riddle needs the whole path.
    if (this.isRiddle) return isDone;
    return docked.isOpen || isDone || docked.isPastFull || start - askedAt > MAX_SENTENCE_WAIT;
  }

  private showAnswer(
    question: Question,
    docked: AnswerCard,
    answer: AnswerInfo,
    inspection: Inspection,
    now: number,
  ): void {
    const { playing } = this;
    const time = { playing, speed: this.hooks.clock?.speed ?? 1 };
    if (question.firstTick < 0) question.firstTick = answer.tick;
    if (this.isRiddle) {
      this.askRiddle(question, answer, inspection);
      return;
    }
    // Under the pointer, the buttons keep their place.
    const isPointed = !this.narrow.matches && docked.root.matches(":hover");
    if (playing && question.answer && (isPointed || now < this.nextSentenceAt)) {
      // The sentence stands; the time and the values of the rule go on.
      docked.showTime(answer, time);
      docked.showRule(inspection, answer, playing);
      return;
    }
    this.nextSentenceAt = now + SENTENCE_INTERVAL;
    question.answer = answer;
    const { riddle, firstTick } = question;
    const canBeRiddle = answer.isRiddle && !playing && answer.tick === firstTick;
    docked.showAnswer(answer, inspection, time, { canBeRiddle, guess: riddle?.guess });
    this.readWays(question, answer, now);
    this.holdClock(false);
    if (this.wantsFocus) docked.focus();
    this.wantsFocus = false;
  }

  /** Reads the two paths of a comparison, once both are known. */
  private readWays(question: Question, { without, difference, parts }: AnswerInfo, now: number): void {
    const { core } = this;
    if (!without || difference === undefined) {
      if (!question.riddle || core.ticks() !== question.firstTick) question.ways = undefined;
      return;
    }
    const part = parts.find(({ behavior }) => behavior === without.behavior);
    const flown = Math.max(0, core.ticks() - without.from);
    if (question.flightAt === 0) question.flightAt = now;
    const real = core.askedWay(without.from, false);
    const other = core.askedWay(without.from, true);
    const shown = question.ways?.shownShare ?? (wantsStillness() ? 1 : 0);
    question.ways = {
      real,
      other,
      flownSteps: flown,
      shownShare: shown,
      label: `without ${midSentence(part?.label ?? "it")}`,
    };
  }

  /** Lets the two paths of a comparison grow. */
  private growPaths({ ways, flightAt }: Question, now: number): void {
    if (!ways || flightAt === 0 || ways.shownShare === 1) return;
    ways.shownShare = Math.min(1, (now - flightAt) / FLIGHT_MS);
    this.stage.repaint();
  }

  /** Moves the view so that the bird is in sight above a sheet. */
  private placeDocked(docked: AnswerCard): void {
    if (!this.narrow.matches || docked.root.matches(":active")) return;
    const { host, camera } = this.stage;
    const { top: sheet, width } = docked.root.getBoundingClientRect();
    // In landscape, the sheet takes one half and the bird is in the other.
    if (width <= host.clientWidth / 2) return;
    const top = sheet - host.getBoundingClientRect().top;
    const { pose } = this.question ?? {};
    if (!pose || Math.abs(top - this.sheetTop) < 8) return;
    this.sheetTop = top;
    const middle = (TITLE_HEIGHT + top) / 2;
    if (Math.abs(pose.y - middle) < (top - TITLE_HEIGHT) / 5) return;
    this.refitsAtClose ||= camera.fitted;
    camera.panBy(0, middle - pose.y);
  }

  /** Copies a link, or saves a picture or a loop, of the answer. */
  private readonly shareAs = ignoreWhileBusy(async (how: "link" | "riddle" | "picture" | "loop") => {
    try {
      const { core, stage, hooks } = this;
      const caption = this.docked?.caption ?? "";
      const { clock, say } = hooks;
      const link = hooks.momentLink?.(how === "riddle") ?? "";
      await shareAnswer(how, { core, stage, clock, caption, link, say });
    } catch (error) {
      this.hooks.say(error instanceof Error ? error.message : "That could not be made.");
    }
  });
}
