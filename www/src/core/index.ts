/**
 * The only door between the page and the simulation core: nothing outside of this folder imports the wasm package. It
 * hands out memory views that are always valid; `guard.ts` turns a trap inside the core into a state that the page can
 * show and leave.
 */

import type {
  BehaviorChoice,
  OverlayKind,
  Overlays,
  ParamId,
  ParamInfo,
  RuleCheck,
  RuleWord,
  SceneInfo,
  Simulation,
  TextChange,
  TextId,
} from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { Calls, noFloats } from "./calls";
import { OVERLAY_KINDS, SHOT_FLOATS } from "./declared";
import { Descriptions } from "./described";
import { GuardedRun, type Observer } from "./guard";
import { type Come, instantiate } from "./load";
import { told } from "./told";
import { emptyViews, type Pointers, ViewCache, type Views } from "./views";
import { CoreWatch } from "./watch";

export type {
  AnswerInfo,
  BehaviorChoice,
  DestinationInfo,
  FormulaInfo,
  GroupInfo,
  Inspection,
  LayoutInfo,
  MemberInfo,
  OverlayKind,
  ParamId,
  ParamInfo,
  PerParam,
  RouteInfo,
  RuleCheck,
  RuleDifference,
  RuleValues,
  RuleWord,
  SceneInfo,
  Scenery,
  ShapeInfo,
  TargetInfo,
  TextChange,
  TextId,
  TextInfo,
} from "../../pkg/flockwright.js";
export type { Observer, Views };

/** A parameter on its way to a value. */
export interface Ramp {
  id: ParamId;
  to: number;
  /** Of the whole way. */
  ticks: number;
}

/** A run with all that was done to it, as files hold it. */
export interface Recording {
  /** Opens the run at tick 0. */
  link: string;
  /** What came in, in the core's own short spelling. */
  events: string;
  /** How far the run is known. */
  ticks: number;
  /** The state at that tick, 16 hex digits, where it is known. */
  hash?: string | undefined;
}

/** What a benchmark, or a small picture, needs of a run. */
export type SideRun = Pick<
  Simulation,
  | "tick"
  | "tickPart"
  | "ticks"
  | "count"
  | "meanNeighbors"
  | "notices"
  | "scenery"
  | "groups"
  | "link"
  | "params"
  | "sample"
  | "setMeasuring"
  | "measureTick"
  | "takeSamples"
  | "takeValues"
  | "hash"
  | "set"
  | "setRule"
  | "composition"
  | "pointer"
  | "release"
  | "free"
> &
  Pointers;

export class Core extends Calls {
  readonly scenes: SceneInfo[];
  /** Measures and diagnosis. */
  readonly watch: CoreWatch;

  #catalog: readonly BehaviorChoice[] | undefined;
  #ruleWords: readonly RuleWord[] | undefined;
  #overlays: Overlays | undefined;
  readonly #cache = new ViewCache();
  /** What the hand has set since nothing waited. */
  readonly #hand = new Map<ParamId, number>();
  readonly #described = new Descriptions();

  /** Fetches and instantiates the core, then opens the link, if any. Rejects with an Error whose message names the fix. */
  static async load(query?: string, come: Come = (load) => load()): Promise<Core> {
    const core = new Core(await instantiate(come));
    if (query !== undefined) core.open(query);
    return core;
  }

  private constructor(memory: WebAssembly.Memory) {
    super(new GuardedRun(memory));
    this.run.onGone = () => {
      this.#overlays = undefined;
      this.#cache.clear();
    };
    this.watch = new CoreWatch(this.run);
    this.scenes = glue.scenes();
  }

  /** What guards the run, and tells of what becomes of it. */
  get guarded(): GuardedRun {
    return this.run;
  }

  /** A scene by its key, or the one that the run is of. */
  sceneInfo(key = this.scene()): SceneInfo | undefined {
    return this.scenes.find((scene) => scene.key === key);
  }

  get failed(): boolean {
    return this.run.failed;
  }

  /** Grows with every change other than a tick. Compare it to know whether something derived from the run is stale. */
  get revision(): number {
    return this.run.revision;
  }

  /** Grows with every fresh instance of the module, whose side runs throw; and where an observer was switched off. */
  get instances(): number {
    return this.run.instances;
  }

  /** Grows when a replay or a jump in time has changed parameters or texts. */
  get replayed(): number {
    return this.run.replayed;
  }

  /** Replaces the run by that link and returns the notices; after a trap in a fresh instance of the module. */
  open(query: string): string[] {
    this.run.replace(() => new glue.Simulation(query));
    return this.notices();
  }

  /** Bytes that the core has taken of the computer's memory. */
  memory(): number {
    return this.run.memory.buffer.byteLength;
  }

  views(): Views {
    return this.run.ask(emptyViews, (run) => this.#cache.read(this.run.memory, run));
  }

  tick(count: number): void {
    this.run.tick(count);
  }

  /** Goes on with the coming tick for about `budgetMs`; true when it is done, or never will be after a trap. */
  tickPart(budgetMs: number): boolean {
    return this.run.tickPart(budgetMs);
  }

  /** Starts to go to a tick, in the past or beyond the end; `seekPart` does the work. */
  seek(tick: number): void {
    this.run.change(undefined, (run) => this.run.noting(run, run.seek(tick)));
  }

  /** Goes on to the tick that is looked for, for about `budgetMs`; true when there, or never will be after a trap. */
  seekPart(budgetMs: number): boolean {
    return this.run.part((run) => run.seekPart(budgetMs));
  }

  /** The run with all that was done to it. */
  recording(): Recording {
    return this.run.ask({ link: "", events: "", ticks: 0 }, (run) => ({
      link: run.recordedLink(),
      events: run.recordedEvents(),
      ticks: run.end(),
    }));
  }

  /**
   * Replaces the run by a recorded one, at tick 0; after a trap in a fresh instance of the module. What makes no sense
   * changes nothing: the answer says why.
   */
  openRecording({ link, events, ticks }: Recording): string | undefined {
    return this.run.replaceUnlessRefused(() => glue.Simulation.openRecording(link, events, ticks));
  }

  /**
   * A second run besides the one that is shown, for benchmarks and pictures. Free it. Throws if the core traps. While one
   * that is `lasting` is there, the core stays in its instance; others throw when they are used in a fresh one.
   */
  sideRun(query: string, lasting = true): SideRun {
    return this.#beside(new glue.Simulation(query), lasting);
  }

  /** The run that is shown as it goes on from this tick, once more, as a second run; or such a second one. Free it. */
  ahead(of?: SideRun): SideRun {
    const run = of ? (of as Simulation).ahead() : this.run.ask(undefined, (here) => here.ahead());
    if (!run) throw new Error("There is no run.");
    return this.#beside(run, true);
  }

  #beside(run: Simulation, lasting: boolean): SideRun {
    const { memory } = this.run;
    const free = run.free.bind(run);
    let held = lasting;
    this.run.held += Number(held);
    // In a fresh instance something else lies where this run lay in the old one, which is gone with all its memory.
    run.free = () => {
      this.run.held -= Number(held);
      held = false;
      if (this.run.memory === memory) free();
    };
    return run;
  }

  /** The arrays of such a second run; valid until the core is called again. */
  viewsOf(run: SideRun): Views {
    return new ViewCache().read(this.run.memory, run);
  }

  /** With the values in force, or those that the hand has set, as long as these wait for the end of a tick. */
  params(): ParamInfo[] {
    const params = this.run.ask<ParamInfo[]>([], (run) => this.#described.params(run));
    if (this.#hand.size === 0) return params;
    if (!this.isQueued()) {
      this.#hand.clear();
      return params;
    }
    return params.map((info) => {
      const value = this.#hand.get(info.id) ?? info.value;
      return value === info.value ? info : { ...info, value };
    });
  }

  set(id: ParamId, value: number): number {
    const now = this.run.edit(value, (run) => run.set(id, value));
    this.#hand.set(id, now);
    return now;
  }

  /** Shots in flight: x, y, vx, vy and the seconds left of each in turn. A view, valid until the next call. */
  shots(): Float32Array {
    return this.run.ask(noFloats, (run) => {
      const count = run.bulletCount();
      if (count === 0) return noFloats;
      return new Float32Array(this.run.memory.buffer, run.bulletPtr() >>> 0, count * SHOT_FLOATS);
    });
  }

  setText(id: TextId, text: string): TextChange {
    return this.run.edit({ text, error: "" }, (run) => run.setText(id, text));
  }

  /** All words in which rules are written. */
  ruleWords(): readonly RuleWord[] {
    this.#ruleWords ??= glue.ruleWords();
    return this.#ruleWords;
  }

  /** Reads the text of a rule: what is wrong with it, or what it is. */
  checkRule(text: string): RuleCheck {
    return glue.checkRule(text);
  }

  /** A text for all groups, said of the members of one. */
  told(text: string, key?: string): string {
    return told(text, this.groups(), key);
  }

  /** All behaviors that there are, in the order in which a person is offered them. */
  get catalog(): readonly BehaviorChoice[] {
    this.#catalog ??= glue.Simulation.behaviorCatalog();
    return this.#catalog;
  }

  /** What the units of a group can be. */
  get roles(): readonly string[] {
    return glue.Simulation.roleChoices();
  }

  /** The parameters that move by themselves: where to, and in how many ticks in all. */
  ramps(): Ramp[] {
    const numbers = this.run.ask(new Float64Array(0), (run) => run.ramps());
    return Array.from({ length: numbers.length / 3 }, (_, at) => {
      const [id = 0, to = 0, ticks = 0] = numbers.subarray(3 * at);
      return { id: id as ParamId, to, ticks };
    });
  }

  /** What an overlay shows of all units, see the core's `OverlayKind`. A view, valid until the next call. */
  overlay(name: OverlayKind, most: number): Float32Array {
    return this.run.observe<Float32Array>("overlay", noFloats, (run) => {
      const kind = OVERLAY_KINDS.indexOf(name);
      this.#overlays ??= new glue.Overlays();
      const length = this.#overlays.fill(run, kind, most);
      return new Float32Array(this.run.memory.buffer, this.#overlays.ptr(kind) >>> 0, length);
    });
  }
}
