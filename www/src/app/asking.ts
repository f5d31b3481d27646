/** Access to Ask a bird, whose code is fetched on demand: requests are kept until it has loaded. */

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
  /** Unit that a person or a link asks, and how its answer is shown, until the code of Ask a bird has loaded. */
  private requestedAnswer: RequestedAnswer | undefined;
  /** Calls to make once the code has loaded, in order. */
  private waitingActions: ((room: Ask) => void)[] = [];
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

  private async loadAskRoom(): Promise<void> {
    const { Ask } = await fetchPart(loadAsk);
    if (this.loadedAsk) return;
    const loadedAsk = new Ask(this.core, this.stage, this.hooks);
    this.loadedAsk = loadedAsk;
    loadedAsk.markUnit(this.markedUnit);
    for (const act of this.waitingActions.splice(0)) act(loadedAsk);
    this.requestedAnswer = undefined;
  }

  private whenLoaded(act: (room: Ask) => void): void {
    if (this.loadedAsk) act(this.loadedAsk);
    else {
      this.waitingActions.push(act);
      void this.loadAskRoom();
    }
  }

  /** Index of the asked unit, or -1. */
  get askedUnit(): number {
    return this.loadedAsk?.askedUnit ?? this.requestedAnswer?.unit ?? -1;
  }

  /** Whether a unit is asked or waits to be asked. */
  get isAsked(): boolean {
    return this.askedUnit >= 0 || this.waitingActions.length > 0;
  }

  /** Index in the pipeline of the behavior that the comparison leaves out, if one is shown. */
  get without(): number | undefined {
    return this.loadedAsk ? this.loadedAsk.leftOutBehavior : this.requestedAnswer?.without;
  }

  /** Whether the camera follows the asked unit. */
  get follows(): boolean {
    return this.loadedAsk?.isFollowingUnit ?? this.requestedAnswer?.following ?? false;
  }

  /** Redraws the answer after the colors of the units changed. */
  recolor(): void {
    this.loadedAsk?.recolor();
  }

  /**
   * Asks the unit at a world point of a sky; without a unit there, closes the answer. A unit of the second sky is asked in
   * the first one.
   */
  askAtPoint(x: number, y: number, sky = 0): boolean {
    const { core, stage } = this;
    const id =
      sky === 0 ? tappedUnit(core, stage, x, y) : core.twin.idInRun(tappedUnit(core.twin, stage, x, y));
    if (id >= 0) this.askUnit(id);
    else if (this.isAsked) this.closeAnswer();
    else return false;
    if (id >= 0 && sky > 0) this.hooks.say("Asked in the first sky, where its forces are drawn");
    return true;
  }

  /** Asks a unit in sight whose forces disagree. */
  askTelling(): void {
    this.forgetRequest();
    this.whenLoaded((room) => room.askTelling());
  }

  /** Asks the next or previous unit; if none is asked yet, one whose forces disagree. */
  askNeighbor(step: 1 | -1): void {
    this.whenLoaded((room) => room.askNeighbor(step));
  }

  askUnit(unit: number): void {
    this.request({ unit, following: false }, (room) => room.askUnit(unit));
  }

  /** Asks the unit of a shared link; -1 for none. */
  askShared(unit: number, linked: LinkedAnswer): void {
    this.request({ unit, ...linked }, (room) => room.showLinked(unit, linked));
  }

  /** Asks now, or keeps the request until the code has loaded. */
  private request(answer: RequestedAnswer, act: (room: Ask) => void): void {
    this.forgetRequest();
    if (!this.loadedAsk) this.requestedAnswer = answer;
    this.whenLoaded(act);
  }

  /** Whether a person stopped time while a unit is asked; a link without a comparison keeps that. */
  get isPaused(): boolean {
    if (this.askedUnit < 0) return false;
    return this.requestedAnswer?.paused ?? this.hooks.clock?.playing === false;
  }

  /** Whether the turn of the asked unit is still to be guessed. */
  get isRiddle(): boolean {
    return this.loadedAsk?.isRiddle ?? this.requestedAnswer?.riddle ?? false;
  }

  /** Receiver of presses that guess. */
  get pressReceiver(): PressReceiver | undefined {
    return this.loadedAsk?.pressReceiver;
  }

  /** Shows how a guess about a unit comes out. */
  guess(unit: number, guess: EarlyGuess): void {
    this.askShared(unit, { following: false, riddle: true, guess });
  }

  /** Moves the keyboard focus into the answer. */
  focus(): void {
    this.whenLoaded((room) => room.focus());
  }

  /** Closes the answer. */
  closeAnswer(): void {
    this.forgetRequest();
    this.loadedAsk?.closeAnswer();
  }

  /** Drops everything that waits for the code to load. */
  private forgetRequest(): void {
    this.requestedAnswer = undefined;
    this.waitingActions.length = 0;
  }

  /** Draws a ring around a unit; -1 removes it. */
  markUnit(unit: number): void {
    this.markedUnit = unit;
    // Draws the ring once it is there.
    if (unit >= 0) void this.loadAskRoom();
    this.loadedAsk?.markUnit(unit);
  }

  toggleFollow(): void {
    this.whenLoaded((room) => room.toggleFollow());
  }

  /** Has to be called once per frame, before the stage draws. */
  frame(now: number): void {
    this.hoverRing.frame(now);
    this.loadedAsk?.frame(now);
  }
}
