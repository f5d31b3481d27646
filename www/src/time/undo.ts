/**
 * Undo and redo of everything that a link describes. A change within a run is a step; undoing or redoing a step sets
 * values by recorded events, as a person's own change does. Opening another scene, seed or link starts another run; the
 * run that was left is kept as its recording. In the past of a run, the steps of later ticks have not happened yet, and
 * a new step discards them.
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

/** A run that was left, with the data to open it again. */
export interface LeftRun {
  link: string;
  /** Recording of the run, if its link does not describe it completely. */
  recording?: Recording | undefined;
  tick: number;
  /** Title that the user gave the run, or "". */
  title: string;
  /** Link by which the run was opened, if that had a start tick or inputs, which the run's own link lacks. */
  openedLink?: TimedLink | undefined;
}

/** Values that undoing or redoing a step sets; what is absent stays as it is. */
interface UndoChange {
  /** Groups and behaviors, which decide what parameters and texts the run has; `undefined` if unchanged. */
  groups?: readonly GroupObject[] | undefined;
  layout?: LayoutObject | undefined;
  values: Map<ParamId, number>;
  texts: Map<TextId, string>;
  /** Durations, in ticks, of the gradual changes by which parameters go to their value in `values`. */
  ramps: Map<ParamId, number>;
}

interface UndoStep {
  label: string;
  /** Consecutive steps with the same key (not "") are merged if they follow each other within `MERGE_TIME`. */
  mergeKey: string;
  /** Time at which the step was recorded or last merged with another, ms of `performance.now()`. */
  timeMs: number;
  undoChange: UndoChange;
  redoChange: UndoChange;
}

/** A step that was done, undone or redone at a tick of its run. */
interface HistoryEntry {
  action: "do" | "undo" | "redo";
  step: UndoStep;
  tick: number;
  /** For an undo: other steps that it took back as well, since they had no effect or were made at later ticks. */
  laterSteps: readonly UndoStep[];
}

/** An entry in the history of opened runs. */
interface RunVisit {
  /** Text about the action that opened the run, shown for its undo and redo. */
  label: string;
  scene: string;
  seed: number;
  /** Link of the run after its last complete change. */
  link: string;
  entries: HistoryEntry[];
  /** Data for opening the run again; `undefined` while it is open. */
  leftRun: LeftRun | undefined;
}

/** Contents of a run that its link describes, at the present tick; a parameter on a ramp has the ramp's end value. */
interface RunContents {
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  ramps: readonly Ramp[];
  groups: readonly GroupObject[];
  layout: LayoutObject;
}

interface UndoHooks {
  /** Title that the user gave the open run, or "". */
  title(): string;
  /** Opens a run that was left, as a new entry of the browser's history. */
  open(left: LeftRun): void;
  /** Shows the new values on the page after an undo or a redo. */
  onRestore(): void;
  /** Called when the step that undo or redo would take may have changed. */
  onChange(): void;
  say(text: string): void;
}

/** Maximum number of kept history entries of a run, and of kept runs. */
const MAX_KEPT_STEPS = 100;
/** Maximum time between steps that are merged, ms. */
const MERGE_TIME = 900;
/** Largest product of ticks and units for which a run without inputs is simulated again when undo opens it. */
const MAX_RERUN = 20_000_000;

function runContents(core: Core): RunContents {
  const ramps = core.ramps();
  const params = core.params().map((info) => {
    const ramp = ramps.find(({ id }) => id === info.id);
    return ramp ? { ...info, value: ramp.to } : info;
  });
  const [groups, layout] = [groupsOf(core.composition()), core.editedLayout()];
  return { params, texts: core.texts(), ramps, groups, layout };
}

/** True if two lists of groups or two layouts are equal. */
function isSame<T>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Change that sets all values, texts and the layout of a run, but not its groups. */
function fullChange({ params, texts, ramps, layout }: RunContents): UndoChange {
  return {
    layout,
    values: new Map(params.map(({ id, value }) => [id, value])),
    texts: new Map(texts.map(({ id, value }) => [id, value])),
    ramps: new Map(ramps.map(({ id, ticks }) => [id, ticks])),
  };
}

/** Change that leads from `other` to `is`; `undefined` if they are equal. If the groups differ, it sets everything. */
function changeBetween(is: RunContents, other: RunContents): UndoChange | undefined {
  const change = fullChange(is);
  if (!isSame(is.groups, other.groups)) return { ...change, groups: is.groups };
  for (const { id, value } of other.params) if (change.values.get(id) === value) change.values.delete(id);
  for (const { id, value } of other.texts) if (change.texts.get(id) === value) change.texts.delete(id);
  if (isSame(is.layout, other.layout)) change.layout = undefined;
  return change.values.size + change.texts.size > 0 || change.layout ? change : undefined;
}

/** Change that takes `change` back: the present values of everything that `change` sets. */
function inverseChange(change: UndoChange, now: RunContents): UndoChange {
  const inverse = fullChange(now);
  if (change.groups) return { ...inverse, groups: now.groups };
  for (const { id } of now.params) if (!change.values.has(id)) inverse.values.delete(id);
  for (const { id } of now.texts) if (!change.texts.has(id)) inverse.texts.delete(id);
  if (!change.layout) inverse.layout = undefined;
  return inverse;
}

/** True if applying a change would alter a run with the contents `now`. */
function hasEffect({ groups, layout, values, texts }: UndoChange, now: RunContents): boolean {
  return (
    (groups !== undefined && !isSame(groups, now.groups)) ||
    (layout !== undefined && !isSame(layout, now.layout)) ||
    now.params.some(({ id, value }) => (values.get(id) ?? value) !== value) ||
    now.texts.some(({ id, value }) => (texts.get(id) ?? value) !== value)
  );
}

/** Merges two changes; values of the first take precedence. */
function mergeChanges(first: UndoChange, second: UndoChange): UndoChange {
  return {
    groups: first.groups ?? second.groups,
    layout: first.layout ?? second.layout,
    values: new Map([...second.values, ...first.values]),
    texts: new Map([...second.texts, ...first.texts]),
    ramps: new Map([...second.ramps, ...first.ramps]),
  };
}

/** Label of a step, with a parameter's old and new value, and the key for merging it with similar steps ("": never). */
function describeChange(
  { groups, layout, values, texts }: UndoChange,
  contents: RunContents,
): { label: string; mergeKey: string } {
  if (groups) return { label: "Groups and behaviors", mergeKey: "" };
  const changes: { label: string; mergeKey: string }[] = [];
  for (const info of contents.params) {
    const oldValue = values.get(info.id) ?? info.value;
    if (oldValue !== info.value)
      changes.push({ label: changeText(info, oldValue, info.value), mergeKey: info.key });
  }
  for (const { id, key, label, value } of contents.texts)
    if ((texts.get(id) ?? value) !== value) changes.push({ label, mergeKey: key });
  if (layout && !isSame(layout, contents.layout)) changes.push({ label: "Layout", mergeKey: "" });
  const [first] = changes;
  return changes.length === 1 && first ? first : { label: `${changes.length} changes`, mergeKey: "" };
}

/** Keeps the history of opened runs and of the steps in each, and undoes and redoes both. */
export class Undo {
  private visits: RunVisit[] = [];
  private openRunIndex = -1;
  /** Contents of the run before a change that is not complete yet, and the tick at which it began. */
  private pendingChange: { before: RunContents; tick: number } | undefined;
  private pendingName: { label: string; mergeKey: string } | undefined;
  private lastLeftRun: LeftRun | undefined;
  /** Index in `visits` of the run that undo or redo is opening; `undefined` otherwise. */
  private reopenedIndex: number | undefined;
  /** True while steps are applied or another run is opened; changes are then not recorded as steps. */
  private isRestoring = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: UndoHooks,
  ) {
    core.guarded.onEdit = () => this.beginChange();
    core.guarded.onSeek = () => this.settlePending();
    core.guarded.onReplaced = (tick, anew) => this.discardReplacedSteps(tick, anew);
  }

  /** Label of the step, or of the opening of this run, that an undo would take back. */
  get undoLabel(): string | undefined {
    return this.steps().done.at(-1)?.label ?? (this.openRunIndex > 0 ? this.presentVisit?.label : undefined);
  }

  get redoLabel(): string | undefined {
    return this.steps().undone.at(-1)?.label ?? this.visits[this.openRunIndex + 1]?.label;
  }

  /** Labels the change that is about to be complete. Consecutive ones with one `mergeKey` (not "") become one step. */
  nameChange(label: string, mergeKey = ""): void {
    this.pendingName = { label, mergeKey };
  }

  /** Has to be called before another run replaces the present one. `opened`: see `LeftRun.openedLink`. */
  leaveRun(opened?: TimedLink): void {
    this.recordStep();
    this.lastLeftRun = this.leftRun(opened);
    this.isRestoring = true;
  }

  /** Has to be called when a change is complete; records it as a step if it has changed the run's contents. */
  recordStep(): void {
    const { pendingName, pendingChange, presentVisit, core } = this;
    this.pendingChange = this.pendingName = undefined;
    if (!pendingChange || !presentVisit || core.failed) return;
    const contents = runContents(core);
    presentVisit.link = core.link();
    // A change that was reversed within its tick is no step. One that was reversed at a later tick is a step that sets
    // all values: values in between differ, and an undo there has to restore them.
    const inverse =
      changeBetween(pendingChange.before, contents) ??
      (core.ticks() > pendingChange.tick && fullChange(pendingChange.before));
    if (!inverse) return;
    const { label, mergeKey } = pendingName ?? describeChange(inverse, contents);
    const timeMs = performance.now();
    const last = presentVisit.entries.at(-1);
    if (
      mergeKey !== "" &&
      last?.action === "do" &&
      last.step.mergeKey === mergeKey &&
      timeMs - last.step.timeMs < MERGE_TIME
    ) {
      const undoChange = mergeChanges(last.step.undoChange, inverse);
      // The label of a merged step, such as a drag, names the value before its first change.
      const text = pendingName ? label : describeChange(undoChange, contents).label;
      last.step = {
        label: text,
        mergeKey,
        timeMs,
        undoChange,
        redoChange: inverseChange(undoChange, contents),
      };
    } else {
      const step = {
        label,
        mergeKey,
        timeMs,
        undoChange: inverse,
        redoChange: inverseChange(inverse, contents),
      };
      presentVisit.entries.push({ action: "do", step, tick: pendingChange.tick, laterSteps: [] });
      if (presentVisit.entries.length > MAX_KEPT_STEPS) presentVisit.entries.shift();
    }
    // A change discards the runs that a redo could open, except while one of them is being opened.
    if (this.reopenedIndex === undefined) this.visits.length = this.openRunIndex + 1;
    this.hooks.onChange();
  }

  /** Completes a pending change before the run goes to another tick, where its effect could not be recognized. */
  private settlePending(): void {
    if (!this.pendingChange) return;
    this.core.applyQueue();
    this.recordStep();
  }

  /** Has to be called if another run could not be opened after `leaveRun`; the present run continues. */
  cancelLeaving(): void {
    this.isRestoring = false;
    this.lastLeftRun = undefined;
  }

  /**
   * Has to be called after a run was opened. Adds an entry to the history, unless it is the same run without inputs.
   * `label`: text for undo, by default made from the former and the new run.
   */
  runOpened(label?: string): void {
    const { core, presentVisit, lastLeftRun } = this;
    if (core.failed) return;
    this.isRestoring = false;
    this.lastLeftRun = undefined;
    const [scene, seed, link] = [core.scene(), core.seed(), core.link()];
    if (presentVisit && this.reopenedIndex !== undefined) {
      presentVisit.leftRun = lastLeftRun;
      this.openRunIndex = this.reopenedIndex;
      return;
    }
    if (presentVisit && presentVisit.link === link && !lastLeftRun?.recording?.events) return;
    if (presentVisit) presentVisit.leftRun = lastLeftRun ?? { link: presentVisit.link, tick: 0, title: "" };
    this.visits.length = this.openRunIndex + 1;
    this.visits.push({
      label: label ?? this.visitLabel(scene, seed),
      scene,
      seed,
      link,
      entries: [],
      leftRun: undefined,
    });
    if (this.visits.length > MAX_KEPT_STEPS) this.visits.shift();
    this.openRunIndex = this.visits.length - 1;
    this.hooks.onChange();
  }

  undo(): void {
    this.recordStep();
    const { done, later } = this.steps();
    const step = done.at(-1);
    const label = this.undoLabel;
    if (step) this.performStep("undo", step, step.undoChange, later);
    else if (this.openRunIndex > 0) this.reopenVisit(this.openRunIndex - 1);
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
    if (step) this.performStep("redo", step, step.redoChange, []);
    else this.reopenVisit(this.openRunIndex + 1);
    this.hooks.say(`Redone: ${label}`);
  }

  private get presentVisit(): RunVisit | undefined {
    return this.visits[this.openRunIndex];
  }

  /** Present tick of the run, or the target tick while the run seeks another one. */
  private get seekedTick(): number {
    return this.core.seekGoal() ?? this.core.ticks();
  }

  /** Stores the run's contents before the first edit of a change, for comparison when the change is complete. */
  private beginChange(): void {
    const { core } = this;
    if (this.pendingChange || this.isRestoring || core.failed) return;
    this.pendingChange = { before: runContents(core), tick: core.ticks() };
  }

  /** Removes the steps after `tick`, which were replaced. `startsAnew`: earlier steps are in the run's start. */
  private discardReplacedSteps(tick: number, startsAnew: boolean): void {
    const { presentVisit } = this;
    if (!presentVisit || this.lastLeftRun) return;
    presentVisit.entries = presentVisit.entries.filter((entry) => entry.tick <= tick);
    if (startsAnew) for (const entry of presentVisit.entries) entry.tick = 0;
  }

  /** Steps of this run in effect at its present tick, undone ones, and later ones, which an undo takes back as well. */
  private steps(): { done: UndoStep[]; undone: UndoStep[]; later: UndoStep[] } {
    let done: UndoStep[] = [];
    let undone: UndoStep[] = [];
    let later: UndoStep[] = [];
    for (const { action, step, tick, laterSteps } of this.presentVisit?.entries ?? []) {
      if (tick > this.seekedTick) {
        later = later.filter((one) => one !== step);
        if (action !== "undo") later.push(step);
        continue;
      }
      if (action === "undo") undone.push(...[...laterSteps].reverse(), step);
      else undone = action === "do" ? [] : undone.filter((one) => one !== step);
      done = done.filter((one) => one !== step && !laterSteps.includes(one));
      if (action !== "undo") done.push(step);
    }
    if (done.length + undone.length === 0) return { done, undone, later };
    const contents = runContents(this.core);
    // Steps that have no effect now are skipped; an undo takes them back along with the step before them.
    while (done.length > 0 && !hasEffect((done.at(-1) as UndoStep).undoChange, contents))
      later.unshift(done.pop() as UndoStep);
    while (undone.length > 0 && !hasEffect((undone.at(-1) as UndoStep).redoChange, contents)) undone.pop();
    return { done, undone, later };
  }

  private performStep(
    action: "undo" | "redo",
    step: UndoStep,
    change: UndoChange,
    laterSteps: readonly UndoStep[],
  ): void {
    const tick = this.core.ticks();
    if (action === "undo") step.redoChange = inverseChange(step.undoChange, runContents(this.core));
    this.isRestoring = true;
    this.applyChange(change);
    this.isRestoring = false;
    const { presentVisit } = this;
    if (presentVisit) presentVisit.link = this.core.link();
    presentVisit?.entries.push({ action, step, tick, laterSteps });
    this.hooks.onRestore();
    this.hooks.onChange();
  }

  private applyChange({ groups, layout, values, texts, ramps }: UndoChange): void {
    const { core } = this;
    // Groups are set first, because restored groups start with the values of their scene.
    if (groups && !isSame(groups, runContents(core).groups)) core.setGroups([...groups]);
    const contents = runContents(core);
    // Units that are added start in the poses of the layout, so a layout with more poses is set before the values.
    const poseCount = (layout: LayoutObject) => layout.groups.flatMap((group) => group.poses).length;
    const changesLayout = layout !== undefined && !isSame(layout, contents.layout);
    const setsLayoutFirst = changesLayout && poseCount(layout) > poseCount(contents.layout);
    if (setsLayoutFirst) core.setLayout(layout);
    for (const { id, value } of contents.params) {
      const newValue = values.get(id) ?? value;
      const ticks = ramps.get(id);
      if (newValue === value) continue;
      if (ticks === undefined) core.set(id, newValue);
      else core.ramp(id, newValue, ticks);
    }
    if (changesLayout && !setsLayoutFirst) core.setLayout(layout);
    // Texts are set last: an empty site name becomes the first site of the layout in force.
    for (const { id, value } of core.texts()) {
      const newText = texts.get(id) ?? value;
      if (newText !== value) core.setText(id, newText);
    }
    core.applyQueue();
  }

  /** Opens the run at this index of `visits` again. */
  private reopenVisit(index: number): void {
    const [from, to] = [this.presentVisit, this.visits[index]];
    if (!from || !to?.leftRun) return;
    this.reopenedIndex = index;
    this.hooks.open(to.leftRun);
    this.reopenedIndex = undefined;
    // If the reopened run has no inputs, its link describes the effect of the steps as the run's start, at tick 0.
    if (this.core.recorded() === 0) for (const entry of to.entries) entry.tick = 0;
    this.hooks.onChange();
  }

  /** Data to open this run again: its link alone, if that describes everything or if simulating would take too long. */
  private leftRun(opened: TimedLink | undefined): LeftRun {
    const { core, presentVisit } = this;
    const title = this.hooks.title();
    if (core.failed) return { link: presentVisit?.link ?? "", tick: 0, title };
    const [link, tick] = [core.link(), this.seekedTick];
    const isUnchanged = core.recorded() === 0 && !opened;
    if (isUnchanged && (tick === 0 || tick * core.views().count > MAX_RERUN)) return { link, tick: 0, title };
    const recording = core.recording();
    return {
      link,
      recording: { ...recording, ticks: Math.max(recording.ticks, tick) },
      tick,
      title,
      openedLink: opened,
    };
  }

  private visitLabel(scene: string, seed: number): string {
    const { presentVisit } = this;
    const title = (wanted: string) => this.core.sceneInfo(wanted)?.title ?? wanted;
    if (!presentVisit) return "";
    if (presentVisit.scene !== scene) return `${title(presentVisit.scene)} \u2192 ${title(scene)}`;
    return presentVisit.seed === seed
      ? `${title(scene)}: another run`
      : `Seed ${presentVisit.seed} \u2192 ${seed}`;
  }
}
