/** Which run is open, what links and the history say of it, and every way to another one. */

import type { Core, Recording } from "../core";
import { Address, browserAddress } from "../core/link/address";
import { askedFor, readValue, without, withValue } from "../core/link/query";
import { OpenedLink, type TimedLink } from "../core/link/timed";
import { type LeftRun, Undo } from "../time/undo";
import { toast } from "../ui/notices";

export interface RunsHooks {
  /** The run is about to be replaced. */
  leaving(): void;
  /** Another run is opened as a step of the history: it is seen whole, without a selected unit. */
  lookAnew(): void;
  /** Shows the run that the core has just opened, with the view from its link. */
  showRun(notices: string[], look: string, file: Recording | undefined): void;
  /** The view as links tell it. */
  look(): string;
  /** The step of the course that is shown; "" for none. */
  learning(): string;
  /** Shows that step again, with the run that is open. */
  learnAgain(key: string): void;
  /** Restores such a view. */
  lookAgain(look: string): void;
  /** Goes to a tick of the run. */
  go(tick: number): void;
  /** Undo has put values back in the run. */
  restored(): void;
  /** There is something else to undo or to redo. */
  undoChanged(): void;
  failed(error: Error): void;
}

export class Runs {
  readonly undo: Undo;
  private readonly address: Address;
  private readonly timed: OpenedLink;
  private sound: string;
  private replayed = 0;

  constructor(
    private readonly core: Core,
    private readonly hooks: RunsHooks,
  ) {
    this.sound = core.link() || askedFor();
    this.timed = new OpenedLink(core);
    this.timed.opened();
    this.address = new Address(() => withValue(this.fullLink, "learn", hooks.learning()), browserAddress());
    this.undo = new Undo(core, {
      open: (left) => this.openAgain(left),
      restored: () => hooks.restored(),
      changed: () => hooks.undoChanged(),
      say: toast,
    });
    this.watchHistory();
  }

  get link(): string {
    return this.core.link() || this.sound;
  }

  /** The link of the run while it was sound: what a restart after a failure opens. */
  get soundLink(): string {
    return this.sound;
  }

  /** What the address bar says, and "Copy link": the run, when it starts, and what is looked at. */
  get fullLink(): string {
    return withValue(this.timed.text() ?? this.link, "look", this.hooks.look());
  }

  /** The core has just opened a run, as this link or this file says. */
  opened(notices: string[], link: string, file?: Recording): void {
    this.hooks.showRun(notices, readValue(link, "look"), file);
    this.keepLink();
    this.undo.opened();
  }

  /** What is open is what the address bar says, in whatever words: it keeps them until something is changed. */
  isOfBar(): void {
    this.address.opened();
  }

  open(link: string): void {
    this.reopen(link);
    this.address.settled();
  }

  private reopen(link: string): void {
    this.address.drop();
    this.leave();
    const notices = this.core.open(link);
    this.timed.opened();
    this.opened(notices, link);
    if (this.core.failed) this.hooks.failed(new Error("The simulation did not start again."));
  }

  /** Opens another run, and leaves the one before in the history; `during`: once the address of that one is written. */
  openAsStep(link: string, during = () => {}): void {
    let notices: string[] = [];
    this.address.step(() => {
      during();
      this.leave();
      notices = this.core.open(link);
      this.timed.opened();
      this.hooks.lookAnew();
    });
    this.opened(notices, link);
    this.address.settled();
  }

  /** Says why a recording cannot be opened; nothing is changed then. `opening`: the link that had opened this very run. */
  openRecording(recording: Recording, opening?: TimedLink): string | undefined {
    let problem: string | undefined;
    this.address.step(() => {
      this.leave();
      problem = this.core.openRecording(recording);
      if (problem) return;
      this.timed.reopened(opening);
      this.hooks.lookAnew();
    });
    if (problem) return problem;
    this.opened([], "", recording);
    this.address.settled();
    return undefined;
  }

  /** The same run from its start, by other chance. */
  newSeed(seed: number): void {
    this.leave();
    this.core.setSeed(seed);
    this.keepLink();
    this.undo.opened();
  }

  /** A value moves under the hand, or the view does. */
  touched(): void {
    this.address.touched();
  }

  /** A change is done. */
  settled(): void {
    this.core.applyQueue();
    this.address.settled();
    this.keepLink();
    this.undo.recordStep();
  }

  /** A change of many values, as a step of its own in the history. */
  step(change: () => void): void {
    this.address.step(() => {
      change();
      this.core.applyQueue();
    });
    this.undo.recordStep();
  }

  /** Once per frame, after the ticks: true where a replay or a jump has other parameters, and maybe another crowd. */
  followTime(): boolean {
    if (this.timed.changed()) this.address.touched();
    if (this.core.replayed === this.replayed) return false;
    this.replayed = this.core.replayed;
    this.address.touched();
    return true;
  }

  private leave(): void {
    this.hooks.leaving();
    this.core.applyQueue();
    this.undo.leave(this.timed.current);
  }

  /** Opens a run that was left: with what was done in it, and where it stood. */
  private openAgain({ link, recording, tick, opened }: LeftRun): void {
    if (recording && this.openRecording(recording, opened) === undefined) this.hooks.go(tick);
    else this.openAsStep(link);
  }

  private keepLink(): void {
    if (!this.core.failed) this.sound = this.core.link();
  }

  private watchHistory(): void {
    window.addEventListener("popstate", () => {
      this.address.drop();
      const query = askedFor();
      const link = without(query, "learn");
      const run = this.timed.text() ?? this.core.link();
      if (without(link, "look") !== without(run, "look")) this.reopen(link);
      const look = readValue(link, "look");
      if (look !== this.hooks.look()) this.hooks.lookAgain(look);
      const step = readValue(query, "learn");
      if (step !== this.hooks.learning()) this.hooks.learnAgain(step);
      this.isOfBar();
    });
    window.addEventListener("pagehide", () => this.address.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.address.flush();
    });
  }
}
