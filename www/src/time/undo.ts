/**
 * Undo and redo for everything that a link says: parameters, texts, groups, seed, layout and scene. Every settled change is one
 * step, found by comparing the run now with the run before: code that changes a run need not know of undo.
 */
import type { Core, ParamInfo, Ramp, Recording, TextInfo } from "../core";
import type { TimedLink } from "../core/link/timed";
import { changeText } from "../ui/values";

/** A run that was left, with what was done in it and the tick at which it stood. */
interface LeftRun {
  recording: Recording;
  tick: number;
  /** The link that had opened it, if that says more of time than the run's own. */
  opened: TimedLink | undefined;
}

/** What a run says, and what it takes to say it again. */
export interface Snapshot {
  /** The same number as long as no other run is opened: changes within one are taken back in it. */
  run: number;
  scene: string;
  link: string;
  seed: number;
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  /** What the run is made of: its parameters and texts depend on that. */
  composition: string;
  geometry: string;
  /** Parameters on their way: `params` has the values at which they end. */
  ramps: readonly Ramp[];
  /** What the link does not say: kept of a run that was left after it had begun. */
  left?: LeftRun | undefined;
}

interface Step {
  label: string;
  before: Snapshot;
  after: Snapshot;
  /** Steps that follow each other soon, with the same key, are one. */
  merge: string;
  /** When it was done, ms. */
  at: number;
  /** The tick of its run at which it was done; 0 for what the run begins with. */
  tick: number;
}

function takeSnapshot(core: Core, run: number): Snapshot {
  const ramps = core.ramps();
  const params = core.params().map((info) => {
    const ramp = ramps.find(({ id }) => id === info.id);
    return ramp ? { ...info, value: ramp.to } : info;
  });
  return {
    run,
    scene: core.scene(),
    link: core.link(),
    seed: core.seed(),
    params,
    ramps,
    texts: core.texts(),
    composition: core.compositionText(),
    geometry: core.geometry(),
  };
}

/** Values by id: which ids there are is up to the groups and behaviors. */
function valuesOf<Id, T>(infos: Infos<Id, T>): Map<Id, T> {
  return new Map(infos.map(({ id, value }) => [id, value]));
}

type Infos<Id, T> = readonly { id: Id; value: T }[];

/** The values that are to be set: see `Undo.way`. */
function differing<Id, T>(from: Infos<Id, T>, to: Infos<Id, T>, now: Infos<Id, T>, held = now): [Id, T][] {
  const [before, present, kept] = [valuesOf(from), valuesOf(now), valuesOf(held)];
  return to.flatMap(({ id, value }): [Id, T][] => {
    const wanted = before.get(id) === value ? (kept.get(id) ?? value) : value;
    return present.has(id) && present.get(id) !== wanted ? [[id, wanted]] : [];
  });
}

function same(a: readonly Ramp[], b: readonly Ramp[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Ticks times units that are run again in seconds. */
const soonRun = 20_000_000;

/**
 * Undefined for a run without inputs and without a time in its link, if it stands at its start or a long way from it:
 * its link says all.
 */
function leftRun(core: Core, opened: TimedLink | undefined): LeftRun | undefined {
  if (core.failed) return undefined;
  const now = core.ticks();
  // A change that came during a tick takes effect after it: the run stands there when it comes back.
  const waits = core.watch.edits(now + 1, now + 1).length > 0 ? 1 : 0;
  const tick = core.seekGoal() ?? now + waits;
  const plain = core.recorded() === 0 && !opened;
  if (plain && (tick === 0 || tick * core.views().count > soonRun)) return undefined;
  const recording = core.recording();
  return { recording: { ...recording, ticks: Math.max(recording.ticks, tick) }, tick, opened };
}

/** What happened from one snapshot to the next, in a few words, and the key by which it merges with its like. */
export function describeChange(
  before: Snapshot,
  after: Snapshot,
  title: (scene: string) => string,
): { label: string; merge: string } | undefined {
  if (before.scene !== after.scene || before.run !== after.run) {
    const into = title(after.scene);
    const same = before.scene === after.scene;
    return { label: same ? `${into}: another run` : `${title(before.scene)} \u2192 ${into}`, merge: "" };
  }
  const changes: { label: string; merge: string }[] = [];
  if (before.composition !== after.composition) changes.push({ label: "Groups and behaviors", merge: "" });
  const [params, texts] = [valuesOf(before.params), valuesOf(before.texts)];
  for (const info of after.params) {
    const old = params.get(info.id) ?? info.value;
    if (old === info.value) continue;
    changes.push({ label: changeText(info, old, info.value), merge: info.key });
  }
  for (const info of after.texts) {
    const old = texts.get(info.id) ?? info.value;
    if (old !== info.value) changes.push({ label: info.label, merge: info.key });
  }
  if (before.seed !== after.seed) {
    changes.push({ label: `Seed ${before.seed} \u2192 ${after.seed}`, merge: "" });
  }
  if (before.geometry !== after.geometry) changes.push({ label: "Layout", merge: "" });
  const [first] = changes;
  if (!first) return undefined;
  return changes.length === 1 ? first : { label: `${changes.length} changes`, merge: "" };
}

/** The steps behind and ahead. Pure: its owner restores the snapshots. */
export class UndoStack {
  private done: Step[] = [];
  private undone: Step[] = [];

  constructor(
    private readonly most = 100,
    private readonly soon = 900,
  ) {}

  get undoLabel(): string | undefined {
    return this.done.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.undone.at(-1)?.label;
  }

  /** One more step. Of those that were undone, the ones that are in force where it is done can be undone again. */
  push(step: Step, inForce: (step: Step) => boolean = () => false): void {
    this.done.push(...this.undone.reverse().filter(inForce));
    this.undone = [];
    const start = this.startOf(step.merge, step.at);
    if (start) {
      const { before, tick } = start;
      this.done.pop();
      // Going there and back changes nothing.
      if (before.link !== step.after.link) this.done.push({ ...step, before, tick });
    } else {
      this.done.push(step);
      if (this.done.length > this.most) this.done.shift();
    }
  }

  /** The step that a change would be merged with. */
  startOf(merge: string, now: number): Step | undefined {
    const last = this.done.at(-1);
    return last && merge !== "" && last.merge === merge && now - last.at < this.soon ? last : undefined;
  }

  /** Forgets the steps of a run after this tick, which others replace. `anew`: the run begins with those before. */
  replaced(run: number, tick: number, anew: boolean): void {
    this.done = this.done.flatMap((step) => {
      if (!isWithin(step, run)) return step;
      if (step.tick > tick) return [];
      return anew ? { ...step, tick: 0 } : step;
    });
  }

  /**
   * The step to take back: the last one that is in force. In the past of a run the later ones have not happened yet; all
   * of them can be redone then.
   */
  undo(inForce: (step: Step) => boolean = () => true): Step | undefined {
    const step = this.next(inForce);
    if (step) this.undone.push(...this.done.splice(this.done.indexOf(step)).reverse());
    return step;
  }

  /** The step that an undo would take back. */
  next(inForce: (step: Step) => boolean = () => true): Step | undefined {
    const last = this.done.length - 1;
    for (let at = last; at >= 0; at--) {
      const step = this.done[at];
      if (!step || (at < last && step.before.run !== step.after.run)) return undefined;
      if (inForce(step)) return step;
    }
    return undefined;
  }

  /** The step to do again, at this tick; none where it is in force already. */
  redo(tick: number, inForce: (step: Step) => boolean = () => false): Step | undefined {
    const step = this.undone.at(-1);
    if (!step || inForce(step)) return undefined;
    this.undone.pop();
    // What comes after a redo is a step of its own.
    this.done.push({ ...step, merge: "", tick });
    return step;
  }
}

function isWithin({ before, after }: Step, run: number): boolean {
  return before.run === run && after.run === run;
}

export interface UndoHooks {
  /** Opens what was left as a step of its own in the history. */
  open(snapshot: Snapshot): void;
  /** Shows what the run says now. */
  restored(): void;
  /** There is something else to undo or to redo. */
  changed(): void;
  say(text: string): void;
}

/** Watches a run and takes changes back. */
export class Undo {
  private readonly stack = new UndoStack();
  private last: Snapshot | undefined;
  private run = 0;
  private runs = 0;
  private left: LeftRun | undefined;
  private named: { label: string; merge: string } | undefined;
  private restoring = false;
  /** What the run says under a hand that has not let go yet. */
  private held: string | undefined;

  constructor(
    private readonly core: Core,
    private readonly hooks: UndoHooks,
  ) {
    core.onReplaced = (tick, anew) => this.stack.replaced(this.run, tick, anew);
  }

  /** What can be undone at this tick: in the past of a run, later steps have not happened yet. */
  get undoLabel(): string | undefined {
    return this.stack.next((step) => this.canTakeBack(step))?.label;
  }

  get redoLabel(): string | undefined {
    return this.stack.redoLabel;
  }

  /** Names the change that is about to settle. Changes with the same `merge` that follow soon become one step. */
  name(label: string, merge = ""): void {
    this.named = { label, merge };
  }

  /** The run is about to be replaced by another; `opened` as in `LeftRun`. */
  leave(opened?: TimedLink): void {
    this.left = leftRun(this.core, opened);
  }

  /** A value moves under the hand: a change that will settle. */
  touched(): void {
    this.held = this.core.link();
  }

  /** A change has settled: if the run says something else than before, it is a step. */
  note(): void {
    const { named, last } = this;
    this.named = this.held = undefined;
    if (this.restoring || this.core.failed) return;
    if (last && last.link === this.core.link() && same(last.ramps, this.core.ramps())) return;
    const now = this.snapshot();
    this.last = now;
    if (!last) return;
    const found = describeChange(last, now, (scene) => this.title(scene));
    if (!found) return;
    const { label, merge } = named ?? found;
    // A merged drag says where it began.
    const from = merge !== "" && !named && this.stack.startOf(merge, performance.now())?.before;
    const whole = from && describeChange(from, now, (scene) => this.title(scene));
    this.push(whole ? whole.label : label, merge, last, now);
  }

  /** Another run was opened: a step of its own where it is of another scene, or something was done in the one before. */
  opened(): void {
    const { last, left } = this;
    if (this.restoring || this.core.failed) return;
    this.left = undefined;
    const done = left !== undefined && left.recording.events !== "";
    if (!last || (!done && last.scene === this.core.scene())) {
      this.note();
      return;
    }
    this.run = ++this.runs;
    const now = this.snapshot();
    this.last = now;
    const found = describeChange(last, now, (scene) => this.title(scene));
    this.push(found?.label ?? "", "", { ...last, left }, now);
  }

  /**
   * What the run says now was not a person's doing (another point in time): it is where changes start from. A drag that
   * came in during a tick takes effect after it, and is still to settle.
   */
  rebase(): void {
    if (this.core.failed || this.held === this.core.link()) return;
    this.held = undefined;
    this.last = this.snapshot();
  }

  undo(): void {
    const step = this.stack.undo((one) => this.canTakeBack(one));
    if (step) this.go(step.after, step.before);
    this.hooks.say(step ? `Undone: ${step.label}` : "There is nothing to undo at this point");
  }

  redo(): void {
    const top = this.redoLabel;
    const done = ({ before, after }: Step) => this.way(before, after).length === 0;
    const step = this.stack.redo(this.now(), done);
    if (step) this.go(step.before, step.after);
    const none = top === undefined ? "There is nothing to redo" : `Done already: ${top}`;
    this.hooks.say(step ? `Redone: ${step.label}` : none);
  }

  /** Whether a step has happened by now, and the run still says what it changed. */
  private canTakeBack(step: Step): boolean {
    const { before, after } = step;
    return (!isWithin(step, this.run) || step.tick <= this.now()) && this.way(after, before).length > 0;
  }

  /** The tick at which the run stands, or to which it is on the way. */
  private now(): number {
    return this.core.seekGoal() ?? this.core.ticks();
  }

  private snapshot(): Snapshot {
    return takeSnapshot(this.core, this.run);
  }

  private push(label: string, merge: string, before: Snapshot, after: Snapshot): void {
    // In the past of a run, what was undone later is in force again.
    const inForce = (step: Step) =>
      step.before.run === step.after.run &&
      this.way(step.before, step.after, before).length === 0 &&
      this.way(step.after, step.before, before).length > 0;
    this.stack.push({ label, merge, before, after, at: performance.now(), tick: this.now() }, inForce);
    this.hooks.changed();
  }

  private title(scene: string): string {
    return this.core.scenes.find(({ key }) => key === scene)?.title ?? scene;
  }

  /**
   * What takes the run from one snapshot to the other, as far as it does not say that already. What is the same in both
   * stays as it was `held` before, even if other groups and bodies have other defaults.
   */
  private way(from: Snapshot, to: Snapshot, now = this.snapshot(), held?: Snapshot): (() => void)[] {
    const { core } = this;
    if (this.run !== to.run) return [() => this.hooks.open(to)];
    if (from.run !== to.run) return [];
    // Groups first: the parameters of those that come back begin at their scene's values.
    if (from.composition !== to.composition && now.composition !== to.composition) {
      return [() => core.compose(to.composition), () => this.takeWay(from, to, now)];
    }
    const way: (() => void)[] = [];
    // Birds that come stand where the layout says: the one that says it of more goes first.
    const poses = (text: string) => text.split("_").length;
    const moves = from.geometry !== to.geometry && now.geometry !== to.geometry;
    const lays = () => core.setGeometry(to.geometry);
    const first = poses(to.geometry) > poses(now.geometry);
    if (moves && first) way.push(lays);
    for (const [id, value] of differing(from.params, to.params, now.params, held?.params)) {
      const ramp = to.ramps.find((one) => one.id === id);
      way.push(() => void (ramp ? core.ramp(id, value, ramp.ticks) : core.set(id, value)));
    }
    for (const [id, text] of differing(from.texts, to.texts, now.texts, held?.texts)) {
      way.push(() => core.setText(id, text));
    }
    if (moves && !first) way.push(lays);
    if (from.seed !== to.seed && now.seed !== to.seed) way.push(() => core.setSeed(to.seed));
    return way;
  }

  private takeWay(from: Snapshot, to: Snapshot, held?: Snapshot): void {
    for (const change of this.way(from, to, this.snapshot(), held)) change();
  }

  private go(from: Snapshot, to: Snapshot): void {
    const stays = this.run === to.run;
    this.restoring = true;
    try {
      this.takeWay(from, to);
      if (stays) this.hooks.restored();
      else from.left = this.left;
    } finally {
      this.restoring = false;
    }
    this.run = to.run;
    this.last = this.snapshot();
    this.hooks.changed();
  }
}
