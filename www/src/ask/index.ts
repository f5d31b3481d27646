/**
 * Ask a bird: shows why one unit turns, by the answer card and a drawing around the unit, and how it would fly without
 * one of its forces. Card and drawing are functions of `Question.answer`.
 */

import type { AnswerInfo, Core, Inspection } from "../core";
import type { Clock } from "../core/clock";
import type { PressReceiver } from "../panel/input/pointer";
import { nearestOffset, type Point } from "../stage/camera";
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
import { type ComparedPaths, drawAsked, drawRing, drawView, GHOST_REACH } from "./drawing";
import { shareAnswer } from "./keep";
import { ghostPath, sideOfFlick, TURN_SIDES, type TurnSide } from "./riddle";

/** Shortest time between two readings of the answer, ms, and as a multiple of the duration of the last reading. */
const MIN_INTERVAL = 66;
const READING_INTERVAL_FACTOR = 6;
/** Time per frame for predicting the unit's path, ms: while the run plays with the card open, and otherwise. */
const PREDICTION_BUDGET = 3;
const STILL_PREDICTION_BUDGET = 12;
/** Maximum wait for the five-second history of the unit before the answer is shown, ms. */
const MAX_SENTENCE_WAIT = 250;
/** Shortest time between two updates of the answer's sentence while the run plays, ms, so that it can be read. */
const SENTENCE_INTERVAL = 2000;
/** Duration of the animation that draws the two paths of a comparison or of a riddle's guess, ms. */
const PATHS_ANIMATION_MS = 3000;
/** Time in which one arc grows after a riddle's guess, ms. */
const ARC_GROWTH_MS = 350;
/** Radius of a bird's view after the zoom to its riddle, as a share of the free stage's smaller side; largest zoom. */
const RIDDLE_VIEW = 0.42;
const RIDDLE_ZOOM = 3;
/** Shortest distance of a flick's end from the bird, CSS px; a shorter press is no guess. */
const MIN_FLICK = 12;
/** Zoom to a unit that is to be followed, relative to the fitted view of the world. */
const FOLLOW_ZOOM = 2;
/** Height of the page's title bar, CSS px: in narrow windows, the unit is shown between it and the answer card. */
const TITLE_HEIGHT = 64;

export interface AskHooks {
  /** Switches slow motion on when a unit is explained, and off when the answer closes. */
  setSlowMotion(on: boolean): void;
  /** Called when a person, not a link, chooses the unit to explain. */
  unitChosen?(): void;
  /** Called when an answer begins to open, so that on a phone the other panels close. */
  answerOpens?(): void;
  /** Whether clicks on the stage edit the layout, and explain no unit. */
  areClicksTaken?(): boolean;
  setPlaying(playing: boolean): void;
  seek?(tick: number): void;
  /** Copies a force of a group as a written rule and opens its editor. */
  editCopy?(group: string, key: string): void;
  /** Shows the run beside a copy without this behavior of the unit's group ("Two skies"). */
  compare?(unit: number, behavior: number): void;
  /** Clock of the run; held until the first answer is shown, and by a recording. */
  clock: Clock;
  /** Link to this tick of the run, with the present view, and with the answer or only the riddle's question. */
  momentLink?(asRiddle: boolean): string;
  say(text: string): void;
}

/** Contents of a link to an answer, besides the unit. */
export interface LinkedAnswer {
  following: boolean;
  /** Index in the pipeline of the behavior that the answer's comparison leaves out. */
  without?: number | undefined;
  /** Whether the link opens the run paused. */
  paused?: boolean | undefined;
  /** Whether the link asks to guess the unit's turn, and a guess that was already made. */
  riddle?: boolean | undefined;
  guess?: EarlyGuess | undefined;
}

/** A guess that was made before the page could show the question; `verdictShown` is called when its verdict is due. */
export interface EarlyGuess {
  side: TurnSide;
  verdictShown(): void;
}

/** State of a riddle (a person guesses the unit's turn): open, then guessed, then with its verdict shown. */
interface RiddleState {
  guess?: TurnSide | undefined;
  early: EarlyGuess | undefined;
  /** Time of the guess, ms of `performance.now()`; 0 before it. */
  guessedAt: number;
  isVerdictShown: boolean;
}

/** One question about a unit and what is known of its answer; the next question is a new object. */
interface Question {
  /** Index of the explained unit in the run; follows the unit when others are added or removed. */
  unit: number;
  /** Time at which a person or a link chose the unit, ms of `performance.now()`. */
  askedAt: number;
  /** Module instance of the core and index of the unit about which it was last asked, as one text; "" before. */
  coreKey: string;
  /** Tick of the run in the last frame; a smaller tick means that the run went back. */
  lastFrameTick: number;
  /** Tick of the first answer, or -1 before it. Answers at later ticks cannot be shared as a riddle. */
  firstTick: number;
  inspection?: Inspection | undefined;
  /** The answer that card and drawing show; while the run plays it is replaced at most every `SENTENCE_INTERVAL`. */
  answer?: AnswerInfo | undefined;
  riddle?: RiddleState | undefined;
  /** Index in the pipeline of the behavior that the comparison leaves out; `undefined` without a comparison. */
  leftOut?: number | undefined;
  /** The two paths of a comparison or of a riddle's guess, once they are known. */
  comparedPaths?: ComparedPaths | undefined;
  /** Time at which the two paths of a comparison were first drawn, ms; 0 before. */
  pathsDrawnAt: number;
  /** Contribution of the line of a rule under the pointer in the card, drawn on the stage; `undefined` for none. */
  pointedForce?: PointedForce | undefined;
  /** Last drawn position of the explained unit on the stage, CSS px. */
  drawnPoint?: Point | undefined;
}

export class Ask implements Painter {
  /** Matches narrow windows, where the card covers the lower part of the stage (in landscape, one half). */
  private readonly narrowWindow = matchMedia(NARROW_QUERY);
  private card: AnswerCard | undefined;
  private question: Question | undefined;
  /** Index of a unit that has a ring but is not explained; -1 for none. */
  private markedUnit = -1;
  private isFollowing = false;
  /** Earliest times at which the answer is read again, and at which the shown sentence is replaced, ms. */
  private nextReadingAt = 0;
  private nextSentenceAt = 0;
  /** State of run and prediction that was read last, so that the same state is not read twice; "" reads it again. */
  private shownState = "";
  /** Whether the run is resumed when the answer closes, and when the comparison ends. */
  private resumesAtClose = false;
  private resumesAfterComparison = false;
  /** Whether this object holds the clock until the first answer. */
  private holdsClock = false;
  /** Whether the card takes the focus when it opens. */
  private wantsFocus = false;
  /** Whether a pointer is down: in narrow windows the card waits for its end, so that nothing moves under a finger. */
  private isPressed = false;
  /**
   * Unit of the next riddle and tick to which the run goes before the riddle is shown; both are -1 while the core
   * searches, and `undefined` means no search.
   */
  private riddleSearch: { unit: number; tick: number } | undefined;
  /** Drawn length of the explained unit as a multiple of its body length, for distances that are given in bodies. */
  private drawnBodyLengths = 1;
  /** Top of the card (px) for which the view was moved, and whether the view is fitted when the answer closes. */
  private cardTop = 0;
  private refitsAtClose = false;
  /** Size of a world that wraps, u; 0 in other worlds. */
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

  get drawsUnder(): boolean {
    return this.question?.answer !== undefined;
  }

  get drawsOver(): boolean {
    return this.question !== undefined || this.markedUnit >= 0;
  }

  drawUnder(layer: CanvasLayer, drawn: DrawnFrame): void {
    const frame = this.frameOf(drawn);
    if (frame) drawView(layer, frame);
  }

  drawOver(layer: CanvasLayer, drawn: DrawnFrame): void {
    const { question } = this;
    for (const unit of new Set([this.markedUnit, this.askedUnit])) {
      const askedPose = unit >= 0 ? drawn.poseOf(unit) : undefined;
      // Where the world is drawn repeatedly, each copy of a marked unit has a ring, but only one of the explained unit.
      if (askedPose && (unit !== question?.unit || this.isCentralCopy(askedPose, drawn, layer)))
        drawRing(layer, askedPose, drawn.sizeOf(unit), drawn.palette);
    }
    const frame = this.frameOf(drawn);
    if (!question || !frame || !this.isCentralCopy(frame.unit, drawn, layer)) return;
    this.torus = drawn.torus;
    question.drawnPoint = frame.unit;
    this.drawnBodyLengths =
      frame.size / (drawn.camera.scale * (drawn.views.length[frame.inspection.id] || 1));
    drawAsked(layer, frame);
    if (question.pointedForce) drawPointed(layer, frame, question.pointedForce);
  }

  private frameOf(drawn: DrawnFrame) {
    const { card } = this;
    const { inspection, comparedPaths, answer } = this.question ?? {};
    const unit = inspection && drawn.poseOf(inspection.id);
    if (!inspection || !unit || !answer || !card?.isOpen) return undefined;
    const size = drawn.sizeOf(inspection.id);
    const pointedKey = this.isRiddle ? "" : card.pointedKey;
    return { ...drawn, inspection, unit, size, answer, comparedPaths, pointedKey, grownArcs: this.grownArcs };
  }

  /** Whether this copy of the unit is nearest to the middle of the stage, in a world that is drawn repeatedly. */
  private isCentralCopy(
    { x, y }: Point,
    { scenery, camera }: DrawnFrame,
    { width, height }: CanvasLayer,
  ): boolean {
    if (scenery.edges !== "wrap") return true;
    const { left, top, right, bottom } = camera.insets;
    const isInside = (at: number, middle: number, extent: number) =>
      Math.abs(at - middle) <= extent / 2 + 0.5;
    return (
      isInside(x, (left + width - right) / 2, scenery.width * camera.scale) &&
      isInside(y, (top + height - bottom) / 2, scenery.height * camera.scale)
    );
  }

  private get playing(): boolean {
    return this.hooks.clock.playing;
  }

  /** Index of the unit whose turn is explained; -1 for none. */
  get askedUnit(): number {
    return this.question?.unit ?? -1;
  }

  /** Index in the pipeline of the behavior that the comparison leaves out; `undefined` without a comparison. */
  get leftOutBehavior(): number | undefined {
    return this.question?.leftOut;
  }

  get isFollowingUnit(): boolean {
    return this.isFollowing;
  }

  /** Redraws card and arcs after a change of the theme. */
  recolor(): void {
    this.card?.recolor();
    this.readAgain();
  }

  /** Explains a unit in sight whose forces pull in different directions; the most central unit if there is none. */
  askTornUnit(): void {
    const { camera, host } = this.stage;
    const { left, right, top, bottom } = camera.insets;
    const [low, high] = [
      camera.toWorld(left + 80, top + 80),
      camera.toWorld(host.clientWidth - right - 80, host.clientHeight - bottom - 80),
    ];
    const bestUnit = this.core.bestAsked(low.x, low.y, high.x, high.y);
    const id = bestUnit >= 0 ? bestUnit : this.stage.centralUnit();
    if (id < 0) this.hooks.say("There is no bird to ask in this run.");
    else this.askByHand(id);
  }

  /** Explains the unit with the next or previous index, or like `askTornUnit` if no unit is explained yet. */
  askNeighbor(step: 1 | -1): void {
    const { count } = this.core.views();
    if (this.question && count > 0) {
      this.askUnit((this.question.unit + step + count) % count);
      return;
    }
    this.askTornUnit();
    this.focus();
  }

  /** Explains a unit, pauses the run and moves the focus into the card. */
  askUnit(id: number): void {
    this.askByHand(id);
    if (this.question) this.focus();
  }

  /** Explains a unit that a person chose, and pauses the run. */
  private askByHand(id: number): void {
    this.explainUnit(id);
    if (!this.question) return;
    this.stopTime();
    this.hooks.unitChosen?.();
  }

  /** Explains a unit as a shared link says; an id without a unit closes the answer. */
  showLinked(id: number, { following, without, paused, riddle, guess }: LinkedAnswer): void {
    this.setFollowing(false);
    this.explainUnit(id);
    if (!this.question) return;
    this.setFollowing(following);
    if (riddle) {
      this.stopTime();
      this.question.riddle = { early: guess, guessedAt: 0, isVerdictShown: false };
      return;
    }
    if (paused) this.hooks.setPlaying(false);
    if (without !== undefined) this.leaveOut(without);
  }

  /** Moves the focus into the card, at once or when the card opens. */
  focus(): void {
    this.wantsFocus = this.question !== undefined && !this.card?.isOpen;
    if (!this.wantsFocus) this.card?.focus();
  }

  /** Starts to explain a unit: draws the ring and hides the former answer; the card opens with the first answer. */
  private explainUnit(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.closeAnswer();
      return;
    }
    this.leaveOut(undefined);
    const askedAt = performance.now();
    this.question = { unit: id, askedAt, coreKey: "", lastFrameTick: 0, firstTick: -1, pathsDrawnAt: 0 };
    this.riddleSearch = undefined;
    this.nextSentenceAt = 0;
    this.readAgain();
    this.cardTop = 0;
    if (this.isFollowing) this.stage.follow(id);
    this.makeCard().hideFormerAnswer();
    this.hooks.setSlowMotion(true);
    this.holdClock(true);
    this.hooks.answerOpens?.();
    this.stage.repaint();
  }

  private readAgain(): void {
    this.shownState = "";
    this.nextReadingAt = 0;
  }

  /** Pauses the run until the answer closes or a person presses Play. */
  private stopTime(): void {
    if (!this.playing) return;
    this.hooks.setPlaying(false);
    this.resumesAtClose = true;
  }

  private makeCard(): AnswerCard {
    if (this.card) return this.card;
    this.card = new AnswerCard(this.core, {
      answer: () => this.question?.answer,
      close: () => this.closeAnswer(),
      togglePlaying: () => this.hooks.setPlaying(!this.playing),
      guess: (side) => this.takeGuess(side),
      nextRiddle: () => this.guessNext(),
      leaveOut: (behavior) => this.leaveOut(behavior),
      compare: this.hooks.compare && ((behavior) => this.hooks.compare?.(this.askedUnit, behavior)),
      seek: (tick) => {
        this.hooks.setPlaying(false);
        this.hooks.seek?.(tick);
      },
      share: this.shareAs,
      readAgain: () => this.readAgain(),
      edit: this.hooks.editCopy,
      pointAt: (shown) => {
        if (this.question) this.question.pointedForce = shown;
        this.stage.repaint();
      },
      repaint: () => this.stage.repaint(),
      shorterOffset: (x, y) => [nearestOffset(x, this.torus.width), nearestOffset(y, this.torus.height)],
    });
    return this.card;
  }

  /** Holds the clock until the first answer: on a slow machine, the prediction would never get ahead of the run. */
  private holdClock(on: boolean): void {
    const { clock } = this.hooks;
    if (on === this.holdsClock || (on && clock.isHeld)) return;
    clock.isHeld = this.holdsClock = on;
  }

  /** Closes the answer, and resumes the run if the question had paused it. */
  closeAnswer(): void {
    if (this.riddleSearch && !this.question && this.resumesAtClose) {
      this.hooks.setPlaying(true);
      this.resumesAtClose = false;
    }
    this.riddleSearch = undefined;
    if (!this.question) return;
    this.setFollowing(false);
    this.stage.follow(-1);
    this.leaveOut(undefined);
    this.holdClock(false);
    this.hooks.setSlowMotion(false);
    if (this.resumesAtClose) this.hooks.setPlaying(true);
    if (this.refitsAtClose) this.stage.camera.fit();
    this.refitsAtClose = this.wantsFocus = this.resumesAtClose = false;
    this.core.askNobody();
    this.question = undefined;
    this.card?.close();
    this.stage.repaint();
  }

  /** Compares the unit's path with that without a behavior, and pauses meanwhile; `undefined` ends the comparison. */
  private leaveOut(without: number | undefined): void {
    const { question } = this;
    if (!question) return;
    const [isOut, wasOut] = [without !== undefined, question.leftOut !== undefined];
    if (isOut && !wasOut) {
      this.resumesAfterComparison = this.playing;
      this.hooks.setPlaying(false);
    }
    if (wasOut && !isOut && this.resumesAfterComparison) this.hooks.setPlaying(true);
    if (isOut) question.riddle = undefined;
    question.leftOut = without;
    question.comparedPaths = undefined;
    question.pathsDrawnAt = 0;
    this.nextSentenceAt = 0;
    this.readAgain();
    if (question.coreKey) this.core.askWithout(without ?? -1);
    this.stage.repaint();
  }

  /** Draws a ring around a unit without explaining it; -1 removes the ring. */
  markUnit(unit: number): void {
    this.markedUnit = unit;
    this.stage.repaint();
  }

  toggleFollow(): void {
    if (!this.question) this.askTornUnit();
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

  /** Whether a riddle's question is shown and not yet guessed. */
  private get isOpenRiddle(): boolean {
    const { riddle } = this.question ?? {};
    return riddle !== undefined && riddle.guess === undefined && this.card?.isOpen === true;
  }

  /** Whether a riddle is under way whose verdict is not yet shown. */
  get isRiddle(): boolean {
    return this.question?.riddle?.isVerdictShown === false;
  }

  /** Searches the next 30 seconds of the run for a riddle and goes to its tick. */
  guessNext(): void {
    const shouldResume = this.resumesAtClose || this.playing;
    this.resumesAtClose = false;
    this.closeAnswer();
    this.hooks.setPlaying(false);
    this.resumesAtClose = shouldResume;
    this.core.findRiddle();
    this.riddleSearch = { unit: -1, tick: -1 };
  }

  /** Searches for a riddle during one frame; shows it once one is found and the run has arrived at its tick. */
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

  /** Closes the answer after the explained unit was removed, and says so. */
  private dropLostUnit(): void {
    if (this.isRiddle && !this.core.failed) {
      this.endRiddle("The bird of this riddle is gone.");
      return;
    }
    this.closeAnswer();
    if (!this.core.failed) this.hooks.say(this.core.substituteNouns("The asked bird is gone."));
  }

  /** Ends a riddle, resumes the run and says why. */
  private endRiddle(text: string): void {
    this.resumesAtClose = false;
    this.closeAnswer();
    this.hooks.setPlaying(true);
    this.hooks.say(this.core.substituteNouns(text));
  }

  /** Takes a guess and animates its path beside the real one, or shows both at once if reduced motion is preferred. */
  private takeGuess(guess: TurnSide): void {
    const { question } = this;
    const { riddle, answer } = question ?? {};
    if (!this.isOpenRiddle || !question || !riddle || !answer) return;
    riddle.guess = guess;
    riddle.guessedAt = performance.now() - (wantsStillness() ? Number.MAX_SAFE_INTEGER : 0);
    const realPath = this.core.askedWay(answer.tick, false);
    question.comparedPaths = {
      realPath,
      otherPath: ghostPath(realPath, guess),
      flownSteps: 0,
      shownShare: 0,
      label: "your guess",
    };
    this.card?.riddle.showGuess(guess);
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
    this.takeGuess(side);
  }

  /** Receiver of presses near the bird of an open riddle: a flick to a side, or a tap there, is the guess. */
  get pressReceiver(): PressReceiver | undefined {
    const { drawnPoint, inspection } = this.question ?? {};
    if (!drawnPoint || !inspection || !this.isOpenRiddle) return undefined;
    let [dx, dy] = [0, 0];
    const move = (x: number, y: number) => {
      [dx, dy] = [x - drawnPoint.x, y - drawnPoint.y];
    };
    const press = (x: number, y: number) => {
      move(x, y);
      return Math.hypot(dx, dy) < 1.6 * GHOST_REACH;
    };
    const lift = (isDone: boolean) => {
      const { hx, hy } = this.core.views();
      const { id } = inspection;
      if (!isDone || Math.hypot(dx, dy) < MIN_FLICK) return;
      this.takeGuess(sideOfFlick(dx, dy, { hx: hx[id] ?? 1, hy: hy[id] ?? 0 }));
    };
    return { press, move, lift };
  }

  /** Number of arcs to draw in a riddle, see `AskedFrame.grownArcs`; `undefined` without a riddle. */
  private get grownArcs(): number | undefined {
    const { riddle } = this.question ?? {};
    if (!riddle) return undefined;
    if (riddle.isVerdictShown) return Number.POSITIVE_INFINITY;
    if (riddle.guess === undefined) return 0;
    return Math.max(0, (performance.now() - riddle.guessedAt - PATHS_ANIMATION_MS) / ARC_GROWTH_MS);
  }

  /** Shows a riddle's question at the first answer; ends the riddle if the core finds the turn not worth a guess. */
  private askRiddle(question: Question, answer: AnswerInfo, inspection: Inspection): void {
    const { card } = this;
    if (!card || question.answer) return;
    if (!answer.isRiddle) {
      this.endRiddle("With the values of this link, the turn of this bird is not worth a guess.");
      return;
    }
    question.answer = answer;
    this.zoomToRiddle(inspection);
    card.showQuestion(answer, { playing: this.playing, speed: 1 });
    this.holdClock(false);
    if (question.riddle?.early) this.takeGuess(question.riddle.early.side);
    else if (this.wantsFocus) card.focus();
    this.wantsFocus = false;
  }

  /** Animates a guess: both paths, then the arcs one by one, then the verdict. It ends if the run moves on. */
  private animateGuess(question: Question): void {
    const { riddle, comparedPaths, answer, firstTick } = question;
    if (!riddle) return;
    if (firstTick >= 0 && this.core.ticks() !== firstTick) {
      question.riddle = question.comparedPaths = undefined;
      this.readAgain();
    } else if (riddle.guess !== undefined && !riddle.isVerdictShown && answer) {
      if (comparedPaths)
        comparedPaths.shownShare = Math.min(1, (performance.now() - riddle.guessedAt) / PATHS_ANIMATION_MS);
      if ((this.grownArcs ?? 0) >= answerArcs(answerTurns(answer), 1).length) {
        riddle.isVerdictShown = true;
        riddle.early?.verdictShown();
        this.readAgain();
      }
      this.stage.repaint();
    }
  }

  /** Zooms in on a riddle's bird so that its view is visible, unless the person has moved the view. */
  private zoomToRiddle({ id, regions }: Inspection): void {
    const { camera, host } = this.stage;
    if (!camera.fitted) return;
    const { left, right, top, bottom } = camera.insets;
    const freeSize = Math.min(host.clientWidth - left - right, host.clientHeight - top - bottom);
    const view = regions.find(({ key }) => key === "flock") ?? regions[0];
    const zoomFactor = (RIDDLE_VIEW * freeSize) / ((view?.radius ?? Number.POSITIVE_INFINITY) * camera.scale);
    const { x, y } = this.core.views();
    this.refitsAtClose = true;
    camera.zoom(Math.max(1, Math.min(RIDDLE_ZOOM, zoomFactor)));
    camera.centerOn(x[id] ?? 0, y[id] ?? 0);
  }

  /** Updates question, prediction and card; has to be called once per frame, before the stage draws. `now`: ms. */
  frame(now: number): void {
    if (this.riddleSearch) this.continueSearch(this.riddleSearch);
    const { core, question, card, playing } = this;
    if (!question || !card) return;
    this.syncQuestion(question);
    if (!this.question) return;
    if (playing && this.resumesAtClose) this.resume(question);
    const isDone = core.askPart(playing && card.isOpen ? PREDICTION_BUDGET : STILL_PREDICTION_BUDGET);
    this.animatePaths(question, now);
    this.animateGuess(question);
    // A state that was read before is read again only while the prediction is unfinished.
    const stateKey = `${core.ticks()} ${core.revision} ${playing} ${isDone}`;
    if (now >= this.nextReadingAt && (stateKey !== this.shownState || !isDone)) {
      this.shownState = stateKey;
      this.readAnswer(question, card, now, isDone);
    }
    if (card.isOpen) this.panAboveCard(card);
  }

  /** After a person pressed Play: the run goes on in slow motion, and the view follows the unit. */
  private resume({ unit }: Question): void {
    this.resumesAtClose = false;
    if (this.isFollowing) return;
    this.refitsAtClose ||= this.stage.camera.fitted;
    this.stage.follow(unit);
  }

  /**
   * Keeps core and question in agreement: asks the core again after a restart or in another module instance, and
   * follows the unit's index when units before it are added or removed.
   */
  private syncQuestion(question: Question): void {
    const { core, stage } = this;
    const [ticks, id] = [core.ticks(), core.asked()];
    const isAskedInCore = question.coreKey === `${core.instances} ${question.unit}`;
    // If the run has only gone on, a unit that the core has lost was removed; after a jump back, it is asked again.
    const isSameRun = ticks > 0 && ticks >= question.lastFrameTick;
    question.lastFrameTick = ticks;
    if (isAskedInCore && id >= 0) {
      if (id === question.unit) return;
      if (stage.followedUnit === question.unit) stage.follow(id);
      question.unit = id;
      question.coreKey = `${core.instances} ${id}`;
      return;
    }
    if (core.failed || (isAskedInCore && isSameRun)) {
      this.dropLostUnit();
      return;
    }
    core.ask(question.unit);
    core.askBack();
    if (question.leftOut !== undefined) core.askWithout(question.leftOut);
    if (core.asked() < 0) this.dropLostUnit();
    else question.coreKey = `${core.instances} ${question.unit}`;
  }

  /** Reads the answer from the core, and shows it if `isTimeFor` allows. */
  private readAnswer(question: Question, card: AnswerCard, now: number, isDone: boolean): void {
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
      card.showPast(core.askedPast(), core.ticks(), labels);
      if (this.isTimeFor(question, card, start, isDone))
        this.showAnswer(question, card, answer, inspection, now);
    }
    this.stage.repaint();
    const restMs = card.isOpen
      ? Math.max(MIN_INTERVAL, READING_INTERVAL_FACTOR * (performance.now() - start))
      : 0;
    this.nextReadingAt = now + restMs;
  }

  /** Whether an answer may be shown at `start` (ms): it is complete, the wait was long enough, or the card is open. */
  private isTimeFor({ askedAt }: Question, card: AnswerCard, start: number, isDone: boolean): boolean {
    if (!card.isOpen && this.narrowWindow.matches && this.isPressed) return false;
    // A riddle's guess is judged by the whole predicted path, so its question waits until the prediction is complete.
    if (this.isRiddle) return isDone;
    return card.isOpen || isDone || card.isPastFull || start - askedAt > MAX_SENTENCE_WAIT;
  }

  private showAnswer(
    question: Question,
    card: AnswerCard,
    answer: AnswerInfo,
    inspection: Inspection,
    nowMs: number,
  ): void {
    const { playing } = this;
    const time = { playing, speed: this.hooks.clock.speed };
    if (question.firstTick < 0) question.firstTick = answer.tick;
    if (this.isRiddle) {
      this.askRiddle(question, answer, inspection);
      return;
    }
    // The card's buttons must not move while the mouse is over them.
    const isPointed = !this.narrowWindow.matches && card.root.matches(":hover");
    if (playing && question.answer && (isPointed || nowMs < this.nextSentenceAt)) {
      // The shown sentence stays for now; only the heading's time and the values of the rule are updated.
      card.showTime(answer, time);
      card.showRule(inspection, answer, playing);
      return;
    }
    this.nextSentenceAt = nowMs + SENTENCE_INTERVAL;
    question.answer = answer;
    const { riddle, firstTick } = question;
    const canBeRiddle = answer.isRiddle && !playing && answer.tick === firstTick;
    card.showAnswer(answer, inspection, time, { canBeRiddle, guess: riddle?.guess });
    this.readComparedPaths(question, answer, nowMs);
    this.holdClock(false);
    if (this.wantsFocus) card.focus();
    this.wantsFocus = false;
  }

  /** Reads both paths of a comparison from the core when it is complete; removes them without a comparison. */
  private readComparedPaths(
    question: Question,
    { without, difference, parts }: AnswerInfo,
    nowMs: number,
  ): void {
    const { core } = this;
    if (!without || difference === undefined) {
      if (!question.riddle || core.ticks() !== question.firstTick) question.comparedPaths = undefined;
      return;
    }
    const part = parts.find(({ behavior }) => behavior === without.behavior);
    const flownSteps = Math.max(0, core.ticks() - without.from);
    if (question.pathsDrawnAt === 0) question.pathsDrawnAt = nowMs;
    const realPath = core.askedWay(without.from, false);
    const otherPath = core.askedWay(without.from, true);
    const shownShare = question.comparedPaths?.shownShare ?? (wantsStillness() ? 1 : 0);
    question.comparedPaths = {
      realPath,
      otherPath,
      flownSteps,
      shownShare,
      label: `without ${midSentence(part?.label ?? "it")}`,
    };
  }

  /** Lets the two paths of a comparison grow with time. */
  private animatePaths({ comparedPaths, pathsDrawnAt }: Question, now: number): void {
    if (!comparedPaths || pathsDrawnAt === 0 || comparedPaths.shownShare === 1) return;
    comparedPaths.shownShare = Math.min(1, (now - pathsDrawnAt) / PATHS_ANIMATION_MS);
    this.stage.repaint();
  }

  /** Moves the view up or down so that the explained unit is visible above the card of narrow windows. */
  private panAboveCard(card: AnswerCard): void {
    if (!this.narrowWindow.matches || card.root.matches(":active")) return;
    const { host, camera } = this.stage;
    const { top: cardTop, width } = card.root.getBoundingClientRect();
    // In landscape, the card covers one half of the stage and the unit is in the other, so the view stays.
    if (width <= host.clientWidth / 2) return;
    const top = cardTop - host.getBoundingClientRect().top;
    const { drawnPoint } = this.question ?? {};
    if (!drawnPoint || Math.abs(top - this.cardTop) < 8) return;
    this.cardTop = top;
    const middle = (TITLE_HEIGHT + top) / 2;
    if (Math.abs(drawnPoint.y - middle) < (top - TITLE_HEIGHT) / 5) return;
    this.refitsAtClose ||= camera.fitted;
    camera.panBy(0, middle - drawnPoint.y);
  }

  /** Copies a link to the answer, or saves it as a picture or a five-second video. */
  private readonly shareAs = ignoreWhileBusy(async (how: "link" | "riddle" | "picture" | "loop") => {
    try {
      const { core, stage, hooks } = this;
      const caption = this.card?.caption ?? "";
      const { clock, say } = hooks;
      const link = hooks.momentLink?.(how === "riddle") ?? "";
      await shareAnswer(how, { core, stage, clock, caption, link, say });
    } catch (error) {
      this.hooks.say(error instanceof Error ? error.message : "That could not be made.");
    }
  });
}
