/** The open run in address bar, history and undo; opens other runs. */

import type { Core, Recording } from "../core";
import { Address, browserAddress } from "../core/link/address";
import { pageQuery, readValue, withoutKeys, withValue } from "../core/link/query";
import { OpenedLink, type TimedLink } from "../core/link/timed";
import { type PromisedState, promisedStateOf } from "../time/proof";
import { type LeftRun, Undo } from "../time/undo";
import { toast } from "../ui/notices";

interface OpenRunHooks {
  /** Called before the run is replaced. */
  runLeaving(): void;
  /** Fits the view and closes the answer about a unit, for a run that becomes a new entry of the history. */
  resetView(): void;
  /** Updates the page for the run that the core has opened: its notices, view, and the state hash to be checked. */
  showRun(notices: string[], look: string, promised: PromisedState | undefined): void;
  /** Returns the view (camera, overlays, explained unit and so on) as the text that links have. */
  viewText(): string;
  /** Returns the title that a person gave the run; "" without one. */
  title(): string;
  /** Sets the title of the run; "" shows the title of its scene. */
  retitle(title: string): void;
  /** Returns the course's key for the address (of a step, a plan or the contents); "" while the course is closed. */
  courseKey(): string;
  /** Shows the page of the course with this key, with the run that is open; "" closes the course. */
  restoreStep(key: string): void;
  /** Shows a view that `viewText` returned. */
  restoreView(look: string): void;
  /** Starts the replay to a tick of the run. */
  goToTick(tick: number): void;
  /** Called after undo or redo restored values. */
  runRestored(): void;
  /** Called when the step that undo or redo would take may have changed. */
  undoChanged(): void;
  runFailed(error: Error): void;
}

export class OpenRun {
  readonly undo: Undo;
  private readonly address: Address;
  private readonly openedLink: OpenedLink;
  private lastWorkingLink: string;
  private replayedBefore = 0;

  constructor(
    private readonly core: Core,
    private readonly hooks: OpenRunHooks,
  ) {
    this.lastWorkingLink = core.link() || pageQuery();
    this.openedLink = new OpenedLink(core);
    this.openedLink.openedByLink();
    this.address = new Address(() => withValue(this.fullLink, "learn", hooks.courseKey()), browserAddress());
    this.undo = new Undo(core, {
      title: () => hooks.title(),
      open: (left) => this.openAgain(left),
      onRestore: () => hooks.runRestored(),
      onChange: () => hooks.undoChanged(),
      say: toast,
    });
    this.watchHistory();
  }

  get link(): string {
    return this.core.link() || this.lastWorkingLink;
  }

  /** Link of the last run that did not fail, for a restart after a failure. */
  get workingLink(): string {
    return this.lastWorkingLink;
  }

  /** Link for the address bar: that which opened the run, if its inputs are unchanged, or the core's; with the view. */
  get fullLink(): string {
    return withValue(this.openedLink.text() ?? this.link, "look", this.hooks.viewText());
  }

  /** Has to be called after the core opened a run by `link`, or by the recording `file` if there is one. */
  runOpened(notices: string[], link: string, file?: Recording): void {
    this.hooks.showRun(notices, readValue(link, "look"), file ?? promisedStateOf(link));
    this.keepLink();
    this.undo.runOpened();
  }

  /** Lets the address bar keep its text until the run or the view is changed. */
  keepAddressSpelling(): void {
    this.address.openedByAddress();
  }

  open(link: string): void {
    this.reopen(link);
    this.address.linkChanged();
  }

  private reopen(link: string): void {
    this.address.cancelWrite();
    this.rememberRun();
    const notices = this.core.open(link);
    this.openedLink.openedByLink();
    this.runOpened(notices, link);
    if (this.core.failed) this.hooks.runFailed(new Error("The simulation did not start again."));
  }

  /** Opens another run as a new entry of the browser's history. `during` is called before the run is replaced. */
  openAsStep(link: string, during = () => {}): void {
    let notices: string[] = [];
    this.address.pushEntry(() => {
      during();
      this.rememberRun();
      notices = this.core.open(link);
      this.openedLink.openedByLink();
      this.hooks.resetView();
    });
    this.runOpened(notices, link);
    this.address.linkChanged();
  }

  /**
   * Opens a recording as a new entry of the browser's history; returns why it is refused, and then keeps the run.
   * `opening`: the link by which the run was opened when undo comes back to it.
   */
  openRecording(recording: Recording, opening?: TimedLink): string | undefined {
    let problem: string | undefined;
    this.address.pushEntry(() => {
      this.rememberRun();
      problem = this.core.openRecording(recording);
      if (problem) return;
      this.openedLink.rememberLink(opening);
      this.hooks.resetView();
    });
    if (problem) {
      this.undo.cancelLeaving();
      return problem;
    }
    this.runOpened([], "", recording);
    this.address.linkChanged();
    return undefined;
  }

  /** Replaces the run by its copy in "Two skies", as a new entry of the history. `label`: name of the undo step. */
  takeTwin(label: string): void {
    const title = this.hooks.title();
    this.address.pushEntry(() => {
      this.rememberRun();
      this.core.takeTwin();
      this.openedLink.rememberLink(undefined);
    });
    this.hooks.showRun([], "", undefined);
    this.keepLink();
    this.undo.runOpened(label);
    this.hooks.retitle(title);
    this.address.linkChanged();
  }

  /** Starts the same run again from tick 0 with another seed. */
  newSeed(seed: number): void {
    this.rememberRun();
    this.core.setSeed(seed);
    this.keepLink();
    this.undo.runOpened();
  }

  /** Has to be called while a value or the view keeps changing: the address is updated once the changes cease. */
  touched(): void {
    this.address.linkChanging();
  }

  /** Has to be called after a complete change: it becomes an undo step and is written into the address. */
  settled(): void {
    this.core.applyQueue();
    this.address.linkChanged();
    this.keepLink();
    this.undo.recordStep();
  }

  /** Makes a change of many values, as one undo step and one new entry of the browser's history. */
  step(change: () => void): void {
    this.address.pushEntry(() => {
      change();
      this.core.applyQueue();
    });
    this.undo.recordStep();
  }

  /**
   * Has to be called once per frame after the ticks: updates the address after a replay, jump or new input. Returns
   * true if a replay or jump changed parameters or groups.
   */
  followTime(): boolean {
    if (this.openedLink.hasChanged()) this.address.linkChanging();
    if (this.core.replayed === this.replayedBefore) return false;
    this.replayedBefore = this.core.replayed;
    this.address.linkChanging();
    return true;
  }

  private rememberRun(): void {
    this.hooks.runLeaving();
    this.core.applyQueue();
    this.undo.leaveRun(this.openedLink.current);
  }

  /** Opens a run that was left before, with its inputs, tick and title; called by undo and redo. */
  private openAgain({ link, recording, tick, title, openedLink }: LeftRun): void {
    if (recording && this.openRecording(recording, openedLink) === undefined) this.hooks.goToTick(tick);
    else this.openAsStep(link);
    this.hooks.retitle(title);
  }

  private keepLink(): void {
    if (!this.core.failed) this.lastWorkingLink = this.core.link();
  }

  private watchHistory(): void {
    window.addEventListener("popstate", () => {
      this.address.cancelWrite();
      const query = pageQuery();
      const link = withoutKeys(query, "learn");
      const run = this.openedLink.text() ?? this.core.link();
      if (withoutKeys(link, "look") !== withoutKeys(run, "look")) this.reopen(link);
      const look = readValue(link, "look");
      if (look !== this.hooks.viewText()) this.hooks.restoreView(look);
      const step = readValue(query, "learn");
      if (step !== this.hooks.courseKey()) this.hooks.restoreStep(step);
      this.keepAddressSpelling();
    });
    window.addEventListener("pagehide", () => this.address.writeNow());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.address.writeNow();
    });
  }
}
