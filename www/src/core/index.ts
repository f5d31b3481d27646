/**
 * The only interface between the page and the core: no file outside this folder imports the WebAssembly package. The
 * arrays that it returns stay valid until the next call that may move memory; `guard.ts` handles traps inside the core.
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

/** A parameter that moves gradually to the value `to`. */
export interface Ramp {
  id: ParamId;
  to: number;
  /** Duration of the gradual change from its start to its end. */
  ticks: number;
}

/** A run as a link and its inputs, as files store it. */
export interface Recording {
  /** Link that opens the run at tick 0. */
  link: string;
  /** Recorded inputs of the run, in the core's text format. */
  events: string;
  /** Tick up to which the inputs of the run are recorded. */
  ticks: number;
  /** State hash of the run at tick `ticks`, 16 hexadecimal digits; `undefined` if not known. */
  hash?: string | undefined;
}

/** Methods of a run beside the open one, such as that of a thumbnail, a future or a benchmark. */
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
  readonly watch: CoreWatch;
  /** Copy of the open run with one value changed, for "Two skies". */
  readonly twin: Twin;

  #catalog: readonly BehaviorChoice[] | undefined;
  #recipes: readonly RecipeInfo[] | undefined;
  #ruleWords: readonly RuleWord[] | undefined;
  #overlays: Overlays | undefined;
  readonly #cache = new ViewCache();
  /** Values that a person set and that the core applies at the end of the current tick. */
  readonly #queuedValues = new Map<ParamId, number>();
  readonly #descriptions = new ParamDescriptions();

  /** Loads the core, and opens the run of `query` if given. Rejects with an Error that names the remedy. */
  static async load(query?: string, withRetries: LoadWithRetries = (load) => load()): Promise<Core> {
    const core = new Core(await instantiate(withRetries));
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

  /** The open run with its guard, for callbacks about its changes. */
  get guarded(): GuardedRun {
    return this.run;
  }

  flownScenes(): string[] {
    return glue.flownScenes();
  }

  /** Returns a scene by its key, by default the scene of the run. */
  sceneInfo(key = this.scene()): SceneInfo | undefined {
    return this.scenes.find((scene) => scene.key === key);
  }

  get failed(): boolean {
    return this.run.failed;
  }

  /** Incremented with every change of the run except ticks, so that data derived from the run can be found stale. */
  get revision(): number {
    return this.run.revision;
  }

  /** Incremented with a fresh module instance (older `SideRun`s then throw) and when an observer was switched off. */
  get instances(): number {
    return this.run.instances;
  }

  /** Incremented when a replay or a jump in time changed parameters or texts. */
  get replayed(): number {
    return this.run.replayed;
  }

  /** Replaces the run by that of a link, and returns notices; after a trap, in a fresh instance of the module. */
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

  /** Continues the current tick for about `budgetMs`; returns true when the tick is done and after a trap. */
  tickPart(budgetMs: number): boolean {
    return this.run.tickPart(budgetMs);
  }

  /** Starts going to a tick in the past or future; `seekPart` does the work. */
  seek(tick: number): void {
    this.run.onSeek();
    this.run.change(undefined, (run) => this.run.trackChanges(run, () => run.seek(tick)));
  }

  /** Runs towards the tick of `seek` for about `budgetMs`; returns true on arrival and after a trap. */
  seekPart(budgetMs: number): boolean {
    return this.run.runPart((run) => run.seekPart(budgetMs));
  }

  recording(): Recording {
    return this.run.ask({ link: "", events: "", ticks: 0 }, (run) => ({
      link: run.recordedLink(),
      events: run.recordedEvents(),
      ticks: run.end(),
    }));
  }

  /**
   * Replaces the run by a recorded one, at tick 0; after a trap, in a fresh instance of the module. Returns why the
   * core refuses a recording, and then keeps the run.
   */
  openRecording({ link, events, ticks }: Recording): string | undefined {
    return this.run.replaceUnlessRefused(() => glue.Simulation.openRecording(link, events, ticks));
  }

  /**
   * Opens a second run ("Two skies") with the same inputs, in which a parameter has another value after tick `from`.
   */
  split(id: ParamId, value: number, from = this.ticks()): void {
    this.run.split((run) => run.split(id, value, from));
  }

  /** Releases the second run of "Two skies". */
  endSplit(): void {
    this.run.endSplit();
  }

  /** Runs the second run ("Two skies") toward the open run's tick for about `budgetMs`. */
  follow(budgetMs: number): void {
    this.run.follow(budgetMs);
  }

  /** Replaces the open run by the second run of "Two skies". */
  takeTwin(): void {
    this.run.takeTwin();
  }

  /**
   * Opens a run beside the open one, which has to be freed. Throws if the core traps. While one that `isLasting`
   * exists, the core keeps its module instance; any other throws once a fresh instance was started.
   */
  sideRun(query: string, isLasting = true): SideRun {
    return this.#makeSideRun(new glue.Simulation(query), isLasting);
  }

  /** Copies the open run, or a side run, at its present tick. The copy has to be freed. */
  ahead(of?: SideRun): SideRun {
    const run = of ? (of as Simulation).ahead() : this.run.ask(undefined, (here) => here.ahead());
    if (!run) throw new Error("There is no run.");
    return this.#makeSideRun(run, true);
  }

  #makeSideRun(run: Simulation, isLasting: boolean): SideRun {
    const { memory } = this.run;
    const freeRun = run.free.bind(run);
    let held = isLasting;
    this.run.dependentRuns += Number(held);
    // After a fresh instance of the module, the run's memory is gone and its pointer must not be freed.
    run.free = () => {
      this.run.dependentRuns -= Number(held);
      held = false;
      if (this.run.memory === memory) freeRun();
    };
    return run;
  }

  /** Returns the arrays of a side run; they are valid until the next call of the core. */
  viewsOf(run: SideRun): UnitViews {
    return new ViewCache().read(this.run.memory, run);
  }

  /** Returns all parameters with their values, also those that a person set and that wait for the end of the tick. */
  params(): ParamInfo[] {
    const params = this.run.ask<ParamInfo[]>([], (run) => this.#descriptions.params(run));
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

  /** Shots in flight: x, y (u), vx, vy (u/s) and the seconds left of each. The array is valid until the next call. */
  shots(): Float32Array {
    return this.run.ask(NO_FLOATS, (run) => shotsOf(this.run.memory, run));
  }

  setText(id: TextId, text: string): TextChange {
    return this.run.edit({ text, error: "" }, (run) => run.setText(id, text));
  }

  ruleWords(): readonly RuleWord[] {
    this.#ruleWords ??= glue.ruleWords();
    return this.#ruleWords;
  }

  /** Checks the text of a written rule; returns its errors or its description. */
  checkRule(text: string): RuleCheck {
    return glue.checkRule(text);
  }

  /** Replaces "bird" in a text by the noun of the units of the group with this key, or of the first group. */
  substituteNouns(text: string, key?: string): string {
    return substituteNouns(text, this.groups(), key);
  }

  /** All behaviors, in the order in which lists offer them. */
  get catalog(): readonly BehaviorChoice[] {
    this.#catalog ??= glue.Simulation.behaviorCatalog();
    return this.#catalog;
  }

  /** Written rules to start from, in the order in which lists offer them. */
  get recipes(): readonly RecipeInfo[] {
    this.#recipes ??= glue.Simulation.recipes();
    return this.#recipes;
  }

  /** Keys of the roles that units of a group can have, such as "regular" and "leader". */
  get roles(): readonly string[] {
    return glue.Simulation.roleChoices();
  }

  /** Returns the parameters that are moving gradually to a value. */
  ramps(): Ramp[] {
    const rampNumbers = this.run.ask(new Float64Array(0), (run) => run.ramps());
    return Array.from({ length: rampNumbers.length / 3 }, (_, at) => {
      const [id = 0, to = 0, ticks = 0] = rampNumbers.subarray(3 * at);
      return { id: id as ParamId, to, ticks };
    });
  }

  /** Numbers of an overlay (`OverlayKind`), valid until the next call. `most`: largest number of lines or columns. */
  overlay(name: OverlayKind, most: number): Float32Array {
    return this.run.observe<Float32Array>("overlay", NO_FLOATS, (run) => {
      const kind = OVERLAY_KINDS.indexOf(name);
      this.#overlays ??= new glue.Overlays();
      const length = this.#overlays.fill(run, kind, most);
      return new Float32Array(this.run.memory.buffer, this.#overlays.ptr(kind) >>> 0, length);
    });
  }
}
