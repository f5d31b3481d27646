/** Access to Ask a bird (why does it turn?), whose code is fetched at its first use; until then, requests wait. */

import type { Ask, AskHooks, EarlyGuess, LinkedAnswer } from "../ask";
import { HoverRing } from "../ask/hovered";
import { CLICK_RADIUS, tappedUnit, unitNear } from "../ask/tapped";
import type { Core } from "../core";
import type { PressReceiver } from "../panel/input/pointer";
import type { Stage } from "../stage/stage";
import { fetchOnApproach, fetchPart } from "../ui/part";

const loadAsk = () => import("../ask");

type RequestedAnswer = { unit: number } & LinkedAnswer;

export class AskLoader {
  private readonly hoverRing: HoverRing;
  private loadedAsk: Ask | undefined;
  /** Unit to explain once the code of Ask a bird has loaded, and how; `undefined` without one and afterwards. */
  private requestedAnswer: RequestedAnswer | undefined;
  /** Calls that wait for the code of Ask a bird, in order. */
  private waitingActions: ((ask: Ask) => void)[] = [];
  private markedUnit = -1;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: AskHooks,
  ) {
    this.hoverRing = new HoverRing(stage, {
      unitAt: (x, y) => {
        const worldPoint = stage.camera.toWorldWrapped(x, y);
        return core.failed ? -1 : unitNear(core, stage, worldPoint.x, worldPoint.y, CLICK_RADIUS);
      },
      unitCount: () => core.views().count,
      askedUnit: () => this.askedUnit,
      areClicksTaken: () => (hooks.areClicksTaken?.() ?? false) || core.target().kind === "pointer",
      setSlowMotion: (on) => hooks.setSlowMotion(on),
    });
    fetchOnApproach(stage.host, loadAsk);
  }

  private async loadAskOnce(): Promise<void> {
    const { Ask } = await fetchPart(loadAsk);
    if (this.loadedAsk) return;
    const loadedAsk = new Ask(this.core, this.stage, this.hooks);
    this.loadedAsk = loadedAsk;
    loadedAsk.markUnit(this.markedUnit);
    for (const act of this.waitingActions.splice(0)) act(loadedAsk);
    this.requestedAnswer = undefined;
  }

  private whenLoaded(act: (ask: Ask) => void): void {
    if (this.loadedAsk) act(this.loadedAsk);
    else {
      this.waitingActions.push(act);
      void this.loadAskOnce();
    }
  }

  /** Index of the unit whose turn is explained, or will be once the code has loaded; -1 for none. */
  get askedUnit(): number {
    return this.loadedAsk?.askedUnit ?? this.requestedAnswer?.unit ?? -1;
  }

  /** Whether a unit is explained, or will be once the code of Ask a bird has loaded. */
  get isAsked(): boolean {
    return this.askedUnit >= 0 || this.waitingActions.length > 0;
  }

  /** Index in the pipeline of the behavior that the comparison leaves out; `undefined` without a comparison. */
  get leftOutBehavior(): number | undefined {
    return this.loadedAsk ? this.loadedAsk.leftOutBehavior : this.requestedAnswer?.without;
  }

  /** Whether the camera follows the explained unit. */
  get isFollowing(): boolean {
    return this.loadedAsk?.isFollowingUnit ?? this.requestedAnswer?.following ?? false;
  }

  /** Redraws the answer after a change of the theme. */
  recolor(): void {
    this.loadedAsk?.recolor();
  }

  /**
   * Explains the unit at a world point, or closes the answer if there is none; returns false if neither was possible.
   * `sky`: 1 for a point in the copy of the run that "Two skies" shows, whose unit is explained in the run itself.
   */
  askAtPoint(x: number, y: number, sky: number): boolean {
    const { core, stage } = this;
    const id =
      sky === 0 ? tappedUnit(core, stage, x, y) : core.twin.idInRun(tappedUnit(core.twin, stage, x, y));
    if (id >= 0) this.askUnit(id);
    else if (this.isAsked) this.closeAnswer();
    else return false;
    if (id >= 0 && sky > 0) this.hooks.say("Asked in the first sky, where its forces are drawn");
    return true;
  }

  /** Explains a unit in sight whose forces pull in different directions. */
  askTornUnit(): void {
    this.forgetRequest();
    this.whenLoaded((ask) => ask.askTornUnit());
  }

  /** Explains the unit with the next or previous index, or like `askTornUnit` if no unit is explained yet. */
  askNeighbor(step: 1 | -1): void {
    this.whenLoaded((ask) => ask.askNeighbor(step));
  }

  askUnit(unit: number): void {
    this.requestAnswer({ unit, following: false }, (ask) => ask.askUnit(unit));
  }

  /** Explains a unit as a shared link says; -1 closes the answer. */
  askShared(unit: number, linked: LinkedAnswer): void {
    this.requestAnswer({ unit, ...linked }, (ask) => ask.showLinked(unit, linked));
  }

  /** Calls `act` now, or once the code of Ask a bird has loaded; `answer` says meanwhile which unit is explained. */
  private requestAnswer(answer: RequestedAnswer, act: (ask: Ask) => void): void {
    this.forgetRequest();
    if (!this.loadedAsk) this.requestedAnswer = answer;
    this.whenLoaded(act);
  }

  /** Whether a unit is explained and the run is paused; links to the answer say so too. */
  get isPaused(): boolean {
    if (this.askedUnit < 0) return false;
    return this.requestedAnswer?.paused ?? !this.hooks.clock.playing;
  }

  /** Whether a unit is shown as a riddle (its turn is to be guessed) whose verdict is not yet shown. */
  get isRiddle(): boolean {
    return this.loadedAsk?.isRiddle ?? this.requestedAnswer?.riddle ?? false;
  }

  /** Receiver of presses near the bird of an open riddle, by which a person guesses. */
  get pressReceiver(): PressReceiver | undefined {
    return this.loadedAsk?.pressReceiver;
  }

  /** Explains a unit as a riddle for which the person has guessed already, and shows the verdict. */
  guess(unit: number, guess: EarlyGuess): void {
    this.askShared(unit, { following: false, riddle: true, guess });
  }

  focus(): void {
    this.whenLoaded((ask) => ask.focus());
  }

  closeAnswer(): void {
    this.forgetRequest();
    this.loadedAsk?.closeAnswer();
  }

  /** Drops the requests that wait for the code of Ask a bird. */
  private forgetRequest(): void {
    this.requestedAnswer = undefined;
    this.waitingActions.length = 0;
  }

  /** Draws a ring around a unit without explaining it; -1 removes the ring. */
  markUnit(unit: number): void {
    this.markedUnit = unit;
    // The ring is drawn by the code of Ask a bird, so that code is fetched.
    if (unit >= 0) void this.loadAskOnce();
    this.loadedAsk?.markUnit(unit);
  }

  toggleFollow(): void {
    this.whenLoaded((ask) => ask.toggleFollow());
  }

  /**
   * Updates the ring under the pointer and the answer; has to be called once per frame (`now`: ms), before the stage
   * draws.
   */
  frame(now: number): void {
    this.hoverRing.frame(now);
    this.loadedAsk?.frame(now);
  }
}
