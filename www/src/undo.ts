/**
 * Undo and redo for everything that a link says: parameters, texts, seed, layout and scene. Every settled change is
 * one step: what the run says now against what it said before. So nothing that changes a run has to know of undo.
 */
import type { Core, ParamInfo, TextInfo } from "./core";
import { formatValue, withUnit } from "./panel-value";

/** What a run says, and what it takes to say it again. */
export interface Snapshot {
  scene: string;
  link: string;
  seed: number;
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  geometry: string;
}

export interface Step {
  label: string;
  before: Snapshot;
  after: Snapshot;
  /** Steps that follow each other soon, with the same key, are one. */
  merge: string;
  at: number;
}

export function takeSnapshot(core: Core): Snapshot {
  return {
    scene: core.scene(),
    link: core.link(),
    seed: core.seed(),
    params: core.params(),
    texts: core.texts(),
    geometry: core.geometry(),
  };
}

function read(info: ParamInfo, value: number): string {
  if (info.kind === "bool") return value !== 0 ? "on" : "off";
  if (info.kind === "choice") return info.choices[value]?.label ?? String(value);
  return withUnit(formatValue(value, info.step), info.unit);
}

/** What happened from one snapshot to the next, in a few words, and the key by which it merges with its like. */
export function describeChange(
  before: Snapshot,
  after: Snapshot,
  title: (scene: string) => string,
): { label: string; merge: string } | undefined {
  if (before.scene !== after.scene) {
    return { label: `${title(before.scene)} \u2192 ${title(after.scene)}`, merge: "" };
  }
  const changes: { label: string; merge: string }[] = [];
  const main = after.params[0]?.scope;
  after.params.forEach((info, index) => {
    const old = before.params[index]?.value ?? info.value;
    if (old === info.value) return;
    const own = info.scope === main || info.scope === "world";
    const name = own ? info.label : `${info.scopeLabel}: ${info.label}`;
    changes.push({ label: `${name} ${read(info, old)} \u2192 ${read(info, info.value)}`, merge: info.key });
  });
  after.texts.forEach((info, index) => {
    if (before.texts[index]?.value !== info.value) changes.push({ label: info.label, merge: info.key });
  });
  if (before.seed !== after.seed) {
    changes.push({ label: `Seed ${before.seed} \u2192 ${after.seed}`, merge: "" });
  }
  if (before.geometry !== after.geometry) changes.push({ label: "Layout", merge: "" });
  const [first] = changes;
  if (!first) return undefined;
  return changes.length === 1 ? first : { label: `${changes.length} changes`, merge: "" };
}

/** The steps behind and ahead. Pure: whoever owns it puts the snapshots back. */
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

  push(step: Step): void {
    this.undone = [];
    const before = this.startOf(step.merge, step.at);
    if (before) {
      this.done[this.done.length - 1] = { ...step, before };
    } else {
      this.done.push(step);
      if (this.done.length > this.most) this.done.shift();
    }
  }

  /** Where a change that would be merged began. */
  startOf(merge: string, now: number): Snapshot | undefined {
    const last = this.done.at(-1);
    return last && merge !== "" && last.merge === merge && now - last.at < this.soon
      ? last.before
      : undefined;
  }

  /** The step to take back; it can be redone then. */
  undo(): Step | undefined {
    const step = this.done.pop();
    if (step) this.undone.push(step);
    return step;
  }

  redo(): Step | undefined {
    const step = this.undone.pop();
    // What comes after a redo is a step of its own.
    if (step) this.done.push({ ...step, merge: "" });
    return step;
  }
}

export interface UndoHooks {
  /** Opens a link as a step of its own in the history. */
  open(link: string): void;
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
  private named: { label: string; merge: string } | undefined;
  private restoring = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: UndoHooks,
  ) {}

  get undoLabel(): string | undefined {
    return this.stack.undoLabel;
  }

  get redoLabel(): string | undefined {
    return this.stack.redoLabel;
  }

  /** Names the change that is about to settle. Changes with the same `merge` that follow soon become one step. */
  name(label: string, merge = ""): void {
    this.named = { label, merge };
  }

  /** A change has settled: if the run says something else than before, it is a step. */
  note(): void {
    const { named, last } = this;
    this.named = undefined;
    if (this.restoring || this.core.failed) return;
    if (last && last.link === this.core.link()) return;
    const now = takeSnapshot(this.core);
    this.last = now;
    if (!last) return;
    const found = describeChange(last, now, (scene) => this.title(scene));
    if (!found) return;
    const { label, merge } = last.scene === now.scene && named ? named : found;
    const labelled = merge !== "" && !named ? this.spanning(merge, last, now) : label;
    this.stack.push({ label: labelled ?? label, merge, before: last, after: now, at: performance.now() });
    this.hooks.changed();
  }

  /** What the run says now was not a person's doing (another point in time): it is where changes start from. */
  rebase(): void {
    if (!this.core.failed) this.last = takeSnapshot(this.core);
  }

  undo(): void {
    const step = this.stack.undo();
    if (step) this.restore(step.before);
    this.hooks.say(step ? `Undone: ${step.label}` : "There is nothing to undo");
  }

  redo(): void {
    const step = this.stack.redo();
    if (step) this.restore(step.after);
    this.hooks.say(step ? `Redone: ${step.label}` : "There is nothing to redo");
  }

  /** A merged drag says where it began. */
  private spanning(merge: string, before: Snapshot, now: Snapshot): string | undefined {
    const from = this.stack.startOf(merge, performance.now()) ?? before;
    return describeChange(from, now, (scene) => this.title(scene))?.label;
  }

  private title(scene: string): string {
    return this.core.scenes.find(({ key }) => key === scene)?.title ?? scene;
  }

  private restore(wanted: Snapshot): void {
    const { core } = this;
    this.restoring = true;
    try {
      if (core.scene() !== wanted.scene) {
        this.hooks.open(wanted.link);
      } else {
        const now = takeSnapshot(core);
        wanted.params.forEach(({ id, value }, index) => {
          if (now.params[index]?.value !== value) core.set(id, value);
        });
        wanted.texts.forEach(({ id, value }, index) => {
          if (now.texts[index]?.value !== value) core.setText(id, value);
        });
        if (now.geometry !== wanted.geometry) core.setGeometry(wanted.geometry);
        if (now.seed !== wanted.seed) core.setSeed(wanted.seed);
        this.hooks.restored();
      }
    } finally {
      this.restoring = false;
    }
    this.last = takeSnapshot(core);
    this.hooks.changed();
  }
}
