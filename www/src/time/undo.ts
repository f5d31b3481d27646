/**
 * Undo and redo for everything that a link says. What is done within a run is a step that keeps what it takes to put it
 * back, and is put back as a person would do it: by events of the run. Another scene, seed or link is another run; the one
 * that was left is kept as its recording. Which steps are in force at a tick, their ticks say: in the past of a run those
 * that were done later have not happened yet, and once something else is done there, they never will.
 */
import type {
  Core,
  GroupObject,
  LayoutObject,
  ParamId,
  ParamInfo,
  Ramp,
  Recording,
  TextId,
  TextInfo,
} from "../core";
import { groupsOf } from "../core/groups";
import type { TimedLink } from "../core/link/timed";
import { changeText } from "../ui/values";

/** A run that was left, and how it is opened again. */
export interface LeftRun {
  link: string;
  /** What was done in it, if its link does not say all, and the tick at which it stood. */
  recording?: Recording | undefined;
  tick: number;
  /** A person's own title of the run, or "". */
  title: string;
  /** The link that had opened it, if that says more of time than the run's own. */
  opened?: TimedLink | undefined;
}

/** What puts a run back, or does it again. */
interface Change {
  /** Groups and behaviors, on which the parameters and texts of the run depend. */
  groups?: readonly GroupObject[] | undefined;
  layout?: LayoutObject | undefined;
  values: Map<ParamId, number>;
  texts: Map<TextId, string>;
  /** In how many ticks parameters go to these values that were on their way. */
  ramps: Map<ParamId, number>;
}

interface Step {
  label: string;
  /** Steps that follow each other soon, with the same key, are one. */
  merge: string;
  /** When it was done, ms. */
  at: number;
  back: Change;
  again: Change;
}

/** What happened to a step at a tick of its run. */
interface Entry {
  did: "do" | "undo" | "redo";
  step: Step;
  tick: number;
  /** With an undo: what it skipped, and what had not happened yet, which a redo does again. */
  later: readonly Step[];
}

/** One of the runs that were open, after each other. */
interface Visit {
  /** What led to it. */
  label: string;
  scene: string;
  seed: number;
  /** As it was last sound. */
  link: string;
  entries: Entry[];
  /** Where it stood when it was left. */
  left: LeftRun | undefined;
}

/** What a run says now. */
interface Says {
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  ramps: readonly Ramp[];
  groups: readonly GroupObject[];
  layout: LayoutObject;
}

export interface UndoHooks {
  /** A person's own title of the open run, or "". */
  title(): string;
  /** Opens what was left as a step of its own in the history. */
  open(left: LeftRun): void;
  /** Shows what the run says now. */
  restored(): void;
  /** There is something else to undo or to redo. */
  changed(): void;
  say(text: string): void;
}

/** Steps of one run, and runs, that are kept. */
const MOST = 100;
/** Steps within this time may be one, ms. */
const SOON = 900;
/** Ticks times units that are run again in seconds. */
const RUN_SOON = 20_000_000;

function says(core: Core): Says {
  const ramps = core.ramps();
  const params = core.params().map((info) => {
    const ramp = ramps.find(({ id }) => id === info.id);
    return ramp ? { ...info, value: ramp.to } : info;
  });
  const [groups, layout] = [groupsOf(core.composition()), core.editedLayout()];
  return { params, texts: core.texts(), ramps, groups, layout };
}

/** Whether two lists of groups or two layouts are equal. */
function same<T>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** All that a run says. */
function whole({ params, texts, ramps, layout }: Says): Change {
  return {
    layout,
    values: new Map(params.map(({ id, value }) => [id, value])),
    texts: new Map(texts.map(({ id, value }) => [id, value])),
    ramps: new Map(ramps.map(({ id, ticks }) => [id, ticks])),
  };
}

/** Of what a run says what differs in what it says at another time, undefined where nothing does; of another composition, all. */
function difference(is: Says, other: Says): Change | undefined {
  const all = whole(is);
  if (!same(is.groups, other.groups)) return { ...all, groups: is.groups };
  for (const { id, value } of other.params) if (all.values.get(id) === value) all.values.delete(id);
  for (const { id, value } of other.texts) if (all.texts.get(id) === value) all.texts.delete(id);
  if (same(is.layout, other.layout)) all.layout = undefined;
  return all.values.size + all.texts.size > 0 || all.layout ? all : undefined;
}

/** What a run says of what a change speaks of. */
function inverse(change: Change, now: Says): Change {
  const all = whole(now);
  if (change.groups) return { ...all, groups: now.groups };
  for (const { id } of now.params) if (!change.values.has(id)) all.values.delete(id);
  for (const { id } of now.texts) if (!change.texts.has(id)) all.texts.delete(id);
  if (!change.layout) all.layout = undefined;
  return all;
}

/** Whether a change would change anything in a run that says this. */
function matters({ groups, layout, values, texts }: Change, now: Says): boolean {
  return (
    (groups !== undefined && !same(groups, now.groups)) ||
    (layout !== undefined && !same(layout, now.layout)) ||
    now.params.some(({ id, value }) => (values.get(id) ?? value) !== value) ||
    now.texts.some(({ id, value }) => (texts.get(id) ?? value) !== value)
  );
}

/** The first of two changes where they speak of the same. */
function merged(first: Change, second: Change): Change {
  return {
    groups: first.groups ?? second.groups,
    layout: first.layout ?? second.layout,
    values: new Map([...second.values, ...first.values]),
    texts: new Map([...second.texts, ...first.texts]),
    ramps: new Map([...second.ramps, ...first.ramps]),
  };
}

/** What was done, in a few words, and the key by which it merges with its like. */
function describe({ groups, layout, values, texts }: Change, now: Says): { label: string; merge: string } {
  if (groups) return { label: "Groups and behaviors", merge: "" };
  const changes: { label: string; merge: string }[] = [];
  for (const info of now.params) {
    const before = values.get(info.id) ?? info.value;
    if (before !== info.value) changes.push({ label: changeText(info, before, info.value), merge: info.key });
  }
  for (const { id, key, label, value } of now.texts)
    if ((texts.get(id) ?? value) !== value) changes.push({ label, merge: key });
  if (layout && !same(layout, now.layout)) changes.push({ label: "Layout", merge: "" });
  const [first] = changes;
  return changes.length === 1 && first ? first : { label: `${changes.length} changes`, merge: "" };
}

/** Watches the runs that are open after each other, and takes changes back. */
export class Undo {
  private visits: Visit[] = [];
  private at = -1;
  /** What the run said before the change that is still to settle, and when that was. */
  private pending: { before: Says; tick: number } | undefined;
  private named: { label: string; merge: string } | undefined;
  private left: LeftRun | undefined;
  /** The one of the runs that is being opened again. */
  private entering: number | undefined;
  /** Steps are put back, or another run is on its way: what changes is no step. */
  private rests = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: UndoHooks,
  ) {
    core.guarded.onEdit = () => this.begin();
    core.guarded.onSeek = () => this.settle();
    core.guarded.onReplaced = (tick, anew) => this.replaced(tick, anew);
  }

  /** What can be undone now. */
  get undoLabel(): string | undefined {
    return this.steps().done.at(-1)?.label ?? (this.at > 0 ? this.here?.label : undefined);
  }

  get redoLabel(): string | undefined {
    return this.steps().undone.at(-1)?.label ?? this.visits[this.at + 1]?.label;
  }

  /** Names the change that is about to settle. Changes with the same `merge` that follow soon become one step. */
  name(label: string, merge = ""): void {
    this.named = { label, merge };
  }

  /** The run is about to be replaced by another; `opened` as in `LeftRun`. */
  leave(opened?: TimedLink): void {
    this.recordStep();
    this.left = this.leftRun(opened);
    this.rests = true;
  }

  /** A change has settled: if the run says something else than before, it is a step. */
  recordStep(): void {
    const { named, pending, here, core } = this;
    this.pending = this.named = undefined;
    if (!pending || !here || core.failed) return;
    const now = says(core);
    here.link = core.link();
    // What went there and back within a tick has never been; else it is still under way in the past.
    const back = difference(pending.before, now) ?? (core.ticks() > pending.tick && whole(pending.before));
    if (!back) return;
    const { label, merge } = named ?? describe(back, now);
    const at = performance.now();
    const last = here.entries.at(-1);
    if (merge !== "" && last?.did === "do" && last.step.merge === merge && at - last.step.at < SOON) {
      const both = merged(last.step.back, back);
      // A merged drag says where it began.
      const says = named ? label : describe(both, now).label;
      Object.assign(last.step, { at, label: says, back: both, again: inverse(both, now) });
    } else {
      const step = { label, merge, at, back, again: inverse(back, now) };
      here.entries.push({ did: "do", step, tick: pending.tick, later: [] });
      if (here.entries.length > MOST) here.entries.shift();
    }
    // A change that settles while a run is opened again keeps that run.
    if (this.entering === undefined) this.visits.length = this.at + 1;
    this.hooks.changed();
  }

  /** Records a change that has not settled yet: at another tick it would look as if nothing had been changed. */
  private settle(): void {
    if (!this.pending) return;
    this.core.applyQueue();
    this.recordStep();
  }

  /** The other run did not open: the present one goes on. */
  stay(): void {
    this.rests = false;
    this.left = undefined;
  }

  /** Another run was opened: a step of its own, unless it is the same one and nothing was done in it. */
  opened(): void {
    const { core, here, left } = this;
    if (core.failed) return;
    this.rests = false;
    this.left = undefined;
    const [scene, seed, link] = [core.scene(), core.seed(), core.link()];
    if (here && this.entering !== undefined) {
      here.left = left;
      this.at = this.entering;
      return;
    }
    if (here && here.link === link && !left?.recording?.events) return;
    if (here) here.left = left ?? { link: here.link, tick: 0, title: "" };
    this.visits.length = this.at + 1;
    this.visits.push({ label: this.wayTo(scene, seed), scene, seed, link, entries: [], left: undefined });
    if (this.visits.length > MOST) this.visits.shift();
    this.at = this.visits.length - 1;
    this.hooks.changed();
  }

  undo(): void {
    this.recordStep();
    const { done, later } = this.steps();
    const step = done.at(-1);
    const label = this.undoLabel;
    if (step) this.put("undo", step, step.back, later);
    else if (this.at > 0) this.enter(this.at - 1);
    this.hooks.say(label === undefined ? "There is nothing to undo at this point" : `Undone: ${label}`);
  }

  redo(): void {
    this.recordStep();
    const step = this.steps().undone.at(-1);
    const label = this.redoLabel;
    if (label === undefined) {
      this.hooks.say("There is nothing to redo");
      return;
    }
    if (step) this.put("redo", step, step.again, []);
    else this.enter(this.at + 1);
    this.hooks.say(`Redone: ${label}`);
  }

  private get here(): Visit | undefined {
    return this.visits[this.at];
  }

  /** The tick at which the run stands, or to which it is on the way. */
  private get now(): number {
    return this.core.seekGoal() ?? this.core.ticks();
  }

  /** A change begins. */
  private begin(): void {
    const { core } = this;
    if (this.pending || this.rests || core.failed) return;
    this.pending = { before: says(core), tick: core.ticks() };
  }

  /** What came after this tick is no more; `anew`: what was done until then is how the run begins now. */
  private replaced(tick: number, anew: boolean): void {
    const { here } = this;
    if (!here || this.left) return;
    here.entries = here.entries.filter((entry) => entry.tick <= tick);
    if (anew) for (const entry of here.entries) entry.tick = 0;
  }

  /** The steps of this run at the tick where it stands: in force, undone, and those above that an undo skips. */
  private steps(): { done: Step[]; undone: Step[]; later: Step[] } {
    let done: Step[] = [];
    let undone: Step[] = [];
    let later: Step[] = [];
    for (const { did, step, tick, later: skipped } of this.here?.entries ?? []) {
      if (tick > this.now) {
        later = later.filter((one) => one !== step);
        if (did !== "undo") later.push(step);
        continue;
      }
      if (did === "undo") undone.push(...[...skipped].reverse(), step);
      else undone = did === "do" ? [] : undone.filter((one) => one !== step);
      done = done.filter((one) => one !== step && !skipped.includes(one));
      if (did !== "undo") done.push(step);
    }
    if (done.length + undone.length === 0) return { done, undone, later };
    const now = says(this.core);
    // What changes nothing now is skipped, and taken back along with what is below it.
    while (done.length > 0 && !matters((done.at(-1) as Step).back, now)) later.unshift(done.pop() as Step);
    while (undone.length > 0 && !matters((undone.at(-1) as Step).again, now)) undone.pop();
    return { done, undone, later };
  }

  private put(did: "undo" | "redo", step: Step, change: Change, later: readonly Step[]): void {
    const tick = this.core.ticks();
    if (did === "undo") step.again = inverse(step.back, says(this.core));
    this.rests = true;
    this.apply(change);
    this.rests = false;
    const { here } = this;
    if (here) here.link = this.core.link();
    here?.entries.push({ did, step, tick, later });
    this.hooks.restored();
    this.hooks.changed();
  }

  private apply({ groups, layout, values, texts, ramps }: Change): void {
    const { core } = this;
    // Groups first: the parameters of those that come back begin at their scene's values.
    if (groups && !same(groups, says(core).groups)) core.setGroups([...groups]);
    const now = says(core);
    // Units that are added start in the poses of the layout, so the layout with more poses is set first.
    const poses = (layout: LayoutObject) => layout.groups.flatMap((group) => group.poses).length;
    const lays = layout !== undefined && !same(layout, now.layout);
    const first = lays && poses(layout) > poses(now.layout);
    if (first) core.setLayout(layout);
    for (const { id, value } of now.params) {
      const wanted = values.get(id) ?? value;
      const ticks = ramps.get(id);
      if (wanted === value) continue;
      if (ticks === undefined) core.set(id, wanted);
      else core.ramp(id, wanted, ticks);
    }
    for (const { id, value } of now.texts) {
      const wanted = texts.get(id) ?? value;
      if (wanted !== value) core.setText(id, wanted);
    }
    if (lays && !first) core.setLayout(layout);
    core.applyQueue();
  }

  /** Opens one of the runs that were left. */
  private enter(at: number): void {
    const [from, to] = [this.here, this.visits[at]];
    if (!from || !to?.left) return;
    this.entering = at;
    this.hooks.open(to.left);
    this.entering = undefined;
    // A link says what was done as what the run begins with.
    if (this.core.recorded() === 0) for (const entry of to.entries) entry.tick = 0;
    this.hooks.changed();
  }

  /** How the run comes back; its link alone, where that says all or too much would be run again for the rest. */
  private leftRun(opened: TimedLink | undefined): LeftRun {
    const { core, here } = this;
    const title = this.hooks.title();
    if (core.failed) return { link: here?.link ?? "", tick: 0, title };
    const [link, tick] = [core.link(), this.now];
    const plain = core.recorded() === 0 && !opened;
    if (plain && (tick === 0 || tick * core.views().count > RUN_SOON)) return { link, tick: 0, title };
    const recording = core.recording();
    return { link, recording: { ...recording, ticks: Math.max(recording.ticks, tick) }, tick, title, opened };
  }

  private wayTo(scene: string, seed: number): string {
    const { here } = this;
    const title = (wanted: string) => this.core.sceneInfo(wanted)?.title ?? wanted;
    if (!here) return "";
    if (here.scene !== scene) return `${title(here.scene)} \u2192 ${title(scene)}`;
    return here.seed === seed ? `${title(scene)}: another run` : `Seed ${here.seed} \u2192 ${seed}`;
  }
}
