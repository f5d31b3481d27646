/** Ask a bird, whose answers come late: who is asked meanwhile waits for them. */

import type { Ask, Asking as AskedSo, AskHooks, Without } from "../ask";
import { Hovered } from "../ask/hovered";
import { CLICK_RADIUS, tappedUnit, unitAt } from "../ask/tapped";
import type { Core } from "../core";
import type { Stage } from "../stage/stage";
import { fetchOnApproach, fetchPart } from "../ui/part";

export const loadAsk = () => import("../ask");

export class Asking {
  private readonly hovered: Hovered;
  private room: Ask | undefined;
  /** Who waits to be asked. */
  private wish: ({ unit: number } & AskedSo) | undefined;
  /** What is done as soon as the answers are there, in this order. */
  private waiting: ((room: Ask) => void)[] = [];
  private marked = -1;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: AskHooks,
  ) {
    this.hovered = new Hovered(stage, {
      unitAt: (x, y) => {
        const at = stage.camera.toWorldWrapped(x, y);
        return core.failed ? -1 : unitAt(core, stage, at.x, at.y, CLICK_RADIUS);
      },
      count: () => core.views().count,
      asked: () => this.selected,
      busy: () => (hooks.busy?.() ?? false) || core.target().kind === "pointer",
      slow: (on) => hooks.slow(on),
    });
    fetchOnApproach(stage.host, loadAsk);
  }

  private async come(): Promise<void> {
    const { Ask } = await fetchPart(loadAsk);
    if (this.room) return;
    const room = new Ask(this.core, this.stage, this.hooks);
    this.room = room;
    room.mark(this.marked);
    for (const act of this.waiting.splice(0)) act(room);
    this.wish = undefined;
  }

  private do(act: (room: Ask) => void): void {
    if (this.room) act(this.room);
    else {
      this.waiting.push(act);
      void this.come();
    }
  }

  /** The asked unit, -1 for none. */
  get selected(): number {
    return this.room?.selected ?? this.wish?.unit ?? -1;
  }

  /** A bird is asked, or will be as soon as the answers have come. */
  get isAsked(): boolean {
    return this.selected >= 0 || this.waiting.length > 0;
  }

  /** What is left out in the other way. */
  get without(): Without | undefined {
    return this.room ? this.room.without : this.wish?.without;
  }

  /** The camera goes with it. */
  get follows(): boolean {
    return this.room?.follows ?? this.wish?.following ?? false;
  }

  /** The colors are others. */
  recolor(): void {
    this.room?.recolor();
  }

  /** A tap on the stage asks the bird under it; where there is none, no one is asked any longer. */
  tap(x: number, y: number): boolean {
    const id = tappedUnit(this.core, this.stage, x, y);
    if (id >= 0) this.select(id);
    else if (this.isAsked) this.clear();
    else return false;
    return true;
  }

  /** One whose forces disagree, of those that are in sight. */
  best(): void {
    this.forget();
    this.do((room) => room.best());
  }

  /** The next unit or the one before; at first, the best one to ask. */
  move(step: 1 | -1): void {
    this.do((room) => room.move(step));
  }

  select(unit: number): void {
    this.forget();
    this.wish = { unit, following: false };
    this.do((room) => room.select(unit));
  }

  /** Shows what a link says of a unit, -1 for none. */
  askShared(unit: number, so: AskedSo): void {
    this.forget();
    this.wish = { unit, ...so };
    this.do((room) => room.showLinked(unit, so));
  }

  /** A bird is asked while time stands still by someone's hand: a link keeps that. */
  get isPaused(): boolean {
    if (this.selected < 0 || this.without) return false;
    return this.wish?.paused ?? this.hooks.clock?.playing === false;
  }

  /** The answer has the keys. */
  focus(): void {
    this.do((room) => room.focus());
  }

  /** No one is asked: the flock flies on. */
  clear(): void {
    this.forget();
    this.room?.clear();
  }

  /** What still waits for the answers to come is no longer wanted. */
  private forget(): void {
    this.wish = undefined;
    this.waiting.length = 0;
  }

  /** Rings a bird, -1 none. */
  mark(unit: number): void {
    this.marked = unit;
    this.room?.mark(unit);
  }

  toggleFollow(): void {
    this.do((room) => room.toggleFollow());
  }

  /** Once per frame, before the stage draws. */
  frame(now: number): void {
    this.hovered.frame(now);
    this.room?.frame(now);
  }
}
