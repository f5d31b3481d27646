/**
 * The only interface between the page and the core: nothing outside this folder imports the WebAssembly package. Memory
 * views that it returns are always valid; `guard.ts` turns a trap inside the core into a state that the page can show
 * and leave.
 */

import type {
  BehaviorChoice,
  OverlayKind,
  Overlays,
  ParamId,
  ParamInfo,
  RecipeInfo,
  RuleCheck,
  RuleWord,
  SceneInfo,
  Simulation,
  TextChange,
  TextId,
} from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { CoreCalls, NO_FLOATS } from "./calls";
import { OVERLAY_KINDS } from "./declared";
import { ParamDescriptions } from "./described";
import { GuardedRun, type Observer } from "./guard";
import { instantiate, type LoadWithRetries } from "./load";
import { substituteNouns } from "./nouns";
import { Twin } from "./twin";
import { emptyViews, shotsOf, type UnitViews, ViewCache, type ViewPointers } from "./views";
import { CoreWatch } from "./watch";

export type {
  AnswerInfo,
  BehaviorChoice,
  DestinationInfo,
  FormulaInfo,
  GroupInfo,
  GroupObject,
  Inspection,
  LayoutInfo,
  LayoutObject,
  MemberInfo,
  OverlayKind,
  ParamId,
  ParamInfo,
  PerParam,
  PoseObject,
  RecipeInfo,
  RouteInfo,
  RuleCheck,
  RuleDifference,
  RuleValues,
  RuleWord,
  SceneInfo,
  Scenery,
  ShapeInfo,
  SiteInfo,
  TargetInfo,
  TextChange,
  TextId,
  TextInfo,
} from "../../pkg/flockwright.js";
export type { Observer, UnitViews };

/** A parameter that moves to a value. */
export interface Ramp {
  id: ParamId;
  to: number;
  /** Duration of the whole ramp. */
  ticks: number;
}

/** A run as link and list of inputs, as files store it. */
export interface Recording {
  /** Opens the run at tick 0. */
  link: string;
  /** Inputs, in the core's notation. */
  events: string;
  /** Length of the known run. */
  ticks: number;
  /** State hash at that tick, 16 hexadecimal digits, if known. */
  hash?: string | undefined;
}

/** Methods of a second run, for benchmarks and small pictures. */
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
  ViewPointers;

export class Core extends CoreCalls {
  readonly scenes: SceneInfo[];
  readonly version = glue.version();
  /** Measures and diagnosis. */
  readonly watch: CoreWatch;
  /** The second run of two skies. */
  readonly twin: Twin;

  #catalog: readonly BehaviorChoice[] | undefined;
  #recipes: readonly RecipeInfo[] | undefined;
  #ruleWords: readonly RuleWord[] | undefined;
  #overlays: Overlays | undefined;
  readonly #cache = new ViewCache();
  /** Values set by a person that wait for the end of the tick. */
  readonly #queuedValues = new Map<ParamId, number>();
  readonly #described = new ParamDescriptions();

  /**
   * Fetches and instantiates the core and opens the link, if any. Rejects with an Error whose message names the fix.
   */
  static async load(query?: string, come: LoadWithRetries = (load) => load()): Promise<Core> {
    const core = new Core(await instantiate(come));
    if (query !== undefined) core.open(query);
    return core;
  }

  private constructor(memory: WebAssembly.Memory) {
    super(new GuardedRun(memory));
    this.run.onGone = () => {
      this.#overlays = undefined;
      this.#cache.clear();
      this.twin.clear();
    };
    this.watch = new CoreWatch(this.run);
    this.twin = new Twin(this.run);
    this.scenes = glue.scenes();
  }

  /** The guard of the run, which reports its changes. */
  get guarded(): GuardedRun {
    return this.run;
  }

  /** Keys of the scenes in which a person can fly a unit. The first call takes longer than a frame. */
  flownScenes(): string[] {
    return glue.flownScenes();
  }

  /** Returns a scene by its key; by default that of the run. */
  sceneInfo(key = this.scene()): SceneInfo | undefined {
    return this.scenes.find((scene) => scene.key === key);
  }

  get failed(): boolean {
    return this.run.failed;
  }

  /** Incremented with every change except ticks, to detect stale data derived from the run. */
  get revision(): number {
    return this.run.revision;
  }

  /**
   * Incremented with every fresh instance of the module, whose older side runs throw, and when an observer was switched
   * off.
   */
  get instances(): number {
    return this.run.instances;
  }

  /** Incremented when a replay or jump changed parameters or texts. */
  get replayed(): number {
    return this.run.replayed;
  }

  /** Replaces the run by that of a link and returns the notices; after a trap, in a fresh instance of the module. */
  open(query: string): string[] {
    this.run.replace(() => new glue.Simulation(query));
    return this.notices();
  }

  /** Size of the core's memory, bytes. */
  memoryBytes(): number {
    return this.run.memory.buffer.byteLength;
  }

  views(): UnitViews {
    return this.run.ask(emptyViews, (run) => this.#cache.read(this.run.memory, run));
  }

  tick(count: number): void {
    this.run.tick(count);
  }

  /** Continues the current tick for about `budgetMs`; returns true when it is done and after a trap. */
  tickPart(budgetMs: number): boolean {
    return this.run.tickPart(budgetMs);
  }

  /** Starts to go to a tick in the past or future; `seekPart` does the work. */
  seek(tick: number): void {
    this.run.onSeek();
    this.run.change(undefined, (run) => this.run.trackChanges(run, () => run.seek(tick)));
  }

  /** Continues to the wanted tick for about `budgetMs`; returns true on arrival and after a trap. */
  seekPart(budgetMs: number): boolean {
    return this.run.runPart((run) => run.seekPart(budgetMs));
  }

  /** Returns the run with all its inputs. */
  recording(): Recording {
    return this.run.ask({ link: "", events: "", ticks: 0 }, (run) => ({
      link: run.recordedLink(),
      events: run.recordedEvents(),
      ticks: run.end(),
    }));
  }

  /**
   * Replaces the run by a recorded one, at tick 0; after a trap, in a fresh instance of the module. Returns why a
   * recording is refused, and then changes nothing.
   */
  openRecording({ link, events, ticks }: Recording): string | undefined {
    return this.run.replaceUnlessRefused(() => glue.Simulation.openRecording(link, events, ticks));
  }

  /** Opens a second run that follows this one, but has another value of a parameter after tick `from`. */
  split(id: ParamId, value: number, from = this.ticks()): void {
    this.run.split((run) => run.split(id, value, from));
  }

  /** Releases the second run. */
  endSplit(): void {
    this.run.endSplit();
  }

  /** Brings the second run in step for about `budgetMs`, while no time passes; returns true when it is. */
  follow(budgetMs: number): boolean {
    return this.run.follow(budgetMs);
  }

  /** Continues with the second run, which becomes the open one. */
  takeTwin(): void {
    this.run.takeTwin();
  }

  /**
   * Opens a second run, for benchmarks and pictures. It has to be freed. Throws if the core traps. While a `lasting`
   * one exists, the core keeps its instance; others throw when used in a fresh one.
   */
  sideRun(query: string, lasting = true): SideRun {
    return this.#makeSideRun(new glue.Simulation(query), lasting);
  }

  /** Copies the shown run, or a side run, at its present tick. The copy has to be freed. */
  ahead(of?: SideRun): SideRun {
    const run = of ? (of as Simulation).ahead() : this.run.ask(undefined, (here) => here.ahead());
    if (!run) throw new Error("There is no run.");
    return this.#makeSideRun(run, true);
  }

  #makeSideRun(run: Simulation, lasting: boolean): SideRun {
    const { memory } = this.run;
    const freeRun = run.free.bind(run);
    let held = lasting;
    this.run.dependentRuns += Number(held);
    // After a fresh instance, the old memory is gone and its pointers must not be freed.
    run.free = () => {
      this.run.dependentRuns -= Number(held);
      held = false;
      if (this.run.memory === memory) freeRun();
    };
    return run;
  }

  /** Returns the arrays of a side run, valid until the next call of the core. */
  viewsOf(run: SideRun): UnitViews {
    return new ViewCache().read(this.run.memory, run);
  }

  /**
   * Returns the parameters with the values in force, or with values set by a person that wait for the end of the tick.
   */
  params(): ParamInfo[] {
    const params = this.run.ask<ParamInfo[]>([], (run) => this.#described.params(run));
    if (this.#queuedValues.size === 0) return params;
    if (!this.isQueued()) {
      this.#queuedValues.clear();
      return params;
    }
    return params.map((info) => {
      const value = this.#queuedValues.get(info.id) ?? info.value;
      return value === info.value ? info : { ...info, value };
    });
  }

  set(id: ParamId, value: number): number {
    const newValue = this.run.edit(value, (run) => run.set(id, value));
    this.#queuedValues.set(id, newValue);
    return newValue;
  }

  /** Shots in flight: x, y, vx, vy and the seconds left of each. A view, valid until the next call. */
  shots(): Float32Array {
    return this.run.ask(NO_FLOATS, (run) => shotsOf(this.run.memory, run));
  }

  setText(id: TextId, text: string): TextChange {
    return this.run.edit({ text, error: "" }, (run) => run.setText(id, text));
  }

  /** Returns all words of the rule language. */
  ruleWords(): readonly RuleWord[] {
    this.#ruleWords ??= glue.ruleWords();
    return this.#ruleWords;
  }

  /** Checks the text of a rule; returns its errors or its description. */
  checkRule(text: string): RuleCheck {
    return glue.checkRule(text);
  }

  /** Replaces the nouns of a text by those of a group. */
  substituteNouns(text: string, key?: string): string {
    return substituteNouns(text, this.groups(), key);
  }

  /** All behaviors, in the order in which a person is offered them. */
  get catalog(): readonly BehaviorChoice[] {
    this.#catalog ??= glue.Simulation.behaviorCatalog();
    return this.#catalog;
  }

  /** Rules to start from, in the order in which a person is offered them. */
  get recipes(): readonly RecipeInfo[] {
    this.#recipes ??= glue.Simulation.recipes();
    return this.#recipes;
  }

  /** Roles that units of a group can have. */
  get roles(): readonly string[] {
    return glue.Simulation.roleChoices();
  }

  /** Returns the parameters that are moving, with their goal and duration in ticks. */
  ramps(): Ramp[] {
    const numbers = this.run.ask(new Float64Array(0), (run) => run.ramps());
    return Array.from({ length: numbers.length / 3 }, (_, at) => {
      const [id = 0, to = 0, ticks = 0] = numbers.subarray(3 * at);
      return { id: id as ParamId, to, ticks };
    });
  }

  /** Values of an overlay for all units, see the core's `OverlayKind`. A view, valid until the next call. */
  overlay(name: OverlayKind, most: number): Float32Array {
    return this.run.observe<Float32Array>("overlay", NO_FLOATS, (run) => {
      const kind = OVERLAY_KINDS.indexOf(name);
      this.#overlays ??= new glue.Overlays();
      const length = this.#overlays.fill(run, kind, most);
      return new Float32Array(this.run.memory.buffer, this.#overlays.ptr(kind) >>> 0, length);
    });
  }
}
