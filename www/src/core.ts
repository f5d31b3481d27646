/**
 * The only door between the page and the simulation core: nothing else imports the wasm package.
 * It hands out memory views that are always valid, and it turns a trap inside the core into a state that the page
 * can show and leave.
 */

import type {
  DestinationInfo,
  FormulaInfo,
  GroupInfo,
  Inspection,
  LayoutInfo,
  ParamInfo,
  PlanInfo,
  Reason,
  ResponseInfo,
  SceneInfo,
  Scenery,
  ShapeInfo,
  TargetInfo,
  TextChange,
  TextInfo,
} from "../pkg/flockwright.js";
import init, * as glue from "../pkg/flockwright.js";
import { CoreWatch } from "./core-watch";
import { emptyViews, type Pointers, shotFloats, ViewCache, type Views } from "./views";

export type {
  DestinationInfo,
  FormulaInfo,
  GroupInfo,
  Inspection,
  LayoutInfo,
  ParamInfo,
  PlanInfo,
  Reason,
  ResponseInfo,
  SceneInfo,
  Scenery,
  ShapeInfo,
  TargetInfo,
  TextChange,
  TextInfo,
  Views,
};

const nowhere: Scenery = {
  width: 1,
  height: 1,
  edges: "contain",
  toroidal: false,
  obstacles: [],
  walls: [],
  paths: [],
  trails: false,
};
const noLayout: LayoutInfo = {
  minded: false,
  starts: [],
  limits: { obstacles: 0, walls: 0, nodes: 0, tiles: 0 },
  radii: { obstacle: [1, 1], wall: [1, 1] },
};
const noMarks = new Uint32Array(0);
const noShots = new Float32Array(0);
const noPlaces = new Float32Array(0);
const noTarget: TargetInfo = { kind: "none", x: 0, y: 0, vx: 0, vy: 0, unit: -1 };

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
  glue.Simulation,
  "tick" | "tickPart" | "ticks" | "count" | "meanNeighbors" | "notices" | "scenery" | "groups" | "free"
> &
  Pointers;

/** The smallest module with a SIMD instruction: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

export class Core {
  readonly scenes: SceneInfo[];
  /** Measures and diagnosis. */
  readonly watch = new CoreWatch((name, otherwise, call) => this.#ask(name, otherwise, call));
  /** Called once per trap. The instance is unusable then; every call returns its last safe value until `open`. */
  onFailure: (error: Error) => void = () => {};

  #run: glue.Simulation | undefined;
  #overlays: glue.Overlays | undefined;
  #memory: WebAssembly.Memory;
  #failed = false;
  #revision = 0;
  /** What the replays and jumps of this run have changed, and those of all runs so far. */
  #changes = 0;
  #replayed = 0;
  readonly #cache = new ViewCache();
  readonly #last = new Map<string, unknown>();

  /** Fetches and instantiates the core, then opens the link. Rejects with an Error whose message names the fix. */
  static async load(query: string): Promise<Core> {
    const core = new Core(await instantiate());
    core.open(query);
    return core;
  }

  private constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.scenes = glue.scenes();
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Grows with every change other than a tick: whoever keeps something derived from the run compares it. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows when a replay or a jump in time has changed parameters or texts. */
  get replayed(): number {
    return this.#replayed;
  }

  /** Replaces the run by that link and returns the notices; after a trap in a fresh instance of the module. */
  open(query: string): string[] {
    try {
      this.#renew();
      this.#forget();
      this.#run = new glue.Simulation(query);
    } catch (error) {
      this.#fail(error);
    }
    this.#revision++;
    return this.notices();
  }

  /** After a trap: a fresh instance of the module, in which nothing runs yet. The broken run is not touched. */
  #renew(): void {
    if (!this.#failed) return;
    this.#memory = renewInstance();
    this.#run = undefined;
    this.#failed = false;
  }

  /** Lets the run go, and all that is known of it. */
  #forget(): void {
    const run = this.#run;
    this.#run = undefined;
    this.#overlays = undefined;
    this.#changes = 0;
    this.#cache.clear();
    this.#last.clear();
    run?.free();
  }

  views(): Views {
    if (this.#failed || !this.#run) return emptyViews;
    try {
      return this.#cache.read(this.#memory, this.#run);
    } catch (error) {
      this.#fail(error);
      return emptyViews;
    }
  }

  notices(): string[] {
    return this.#ask("notices", [], (run) => run.notices());
  }

  scene(): string {
    return this.#ask("scene", "", (run) => run.scene());
  }

  link(): string {
    return this.#ask("link", "", (run) => run.link());
  }

  seed(): number {
    return this.#ask("seed", 0, (run) => run.seed());
  }

  setSeed(seed: number): void {
    this.#change("setSeed", undefined, (run) => run.setSeed(seed));
  }

  restart(): void {
    this.#change("restart", undefined, (run) => run.restart());
  }

  tick(count: number): void {
    this.#ask("tick", undefined, (run) => this.#noting(run, run.tick(count)));
  }

  /** Goes on with the coming tick for about `budgetMs`; true when it is done, or never will be after a trap. */
  tickPart(budgetMs: number): boolean {
    return this.#part("tickPart", (run) => run.tickPart(budgetMs));
  }

  /** The last tick that is known of this run. */
  end(): number {
    return this.#ask("end", 0, (run) => run.end());
  }

  /** What is recorded will be done again from here on. */
  isReplaying(): boolean {
    return this.#ask("isReplaying", false, (run) => run.isReplaying());
  }

  /** Starts to go to a tick, in the past or beyond the end; `seekPart` goes. */
  seek(tick: number): void {
    this.#change("seek", undefined, (run) => this.#noting(run, run.seek(tick)));
  }

  /** Goes on to the tick that is looked for, for about `budgetMs`; true when there, or never will be after a trap. */
  seekPart(budgetMs: number): boolean {
    return this.#part("seekPart", (run) => run.seekPart(budgetMs));
  }

  /** The tick that is looked for; undefined where none is. */
  seekGoal(): number | undefined {
    return this.#failed ? undefined : this.#run?.seekGoal();
  }

  /** Stays where the search has come to. */
  stopSeeking(): void {
    this.#change("stopSeeking", undefined, (run) => run.stopSeeking());
  }

  /** The tick from which on a run was replaced that can be brought back; undefined if none was. */
  replacedAt(): number | undefined {
    return this.#failed ? undefined : this.#run?.replacedAt();
  }

  /** Grows with every run that is replaced: two may be replaced from the same tick on. */
  replacements(): number {
    return this.#failed ? 0 : (this.#run?.replacements() ?? 0);
  }

  /** Brings the run back that was replaced; it is then on the way to where that happened. */
  bringBack(): void {
    this.#change("bringBack", undefined, (run) => this.#noting(run, run.bringBack()));
  }

  /** What came in: first tick, last tick and kind (0 pointer, 1 keys, 2 tuning) of each in turn. */
  marks(): Uint32Array {
    return this.#ask("marks", noMarks, (run) => run.marks());
  }

  /** Number of inputs recorded, and whether there is room for more. */
  recorded(): number {
    return this.#ask("recorded", 0, (run) => run.recorded());
  }

  recordingFull(): boolean {
    return this.#ask("isFull", false, (run) => run.isFull());
  }

  /** The run with all that was done to it. */
  recording(): Recording {
    return this.#ask("recording", { link: "", events: "", ticks: 0 }, (run) => ({
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
    const broken = this.#failed;
    try {
      this.#renew();
      const opened = glue.Simulation.openRecording(link, events, ticks);
      this.#forget();
      this.#run = opened;
    } catch (error) {
      if (typeof error === "string") {
        // The fresh instance runs nothing: the page still waits for a run that is sound.
        this.#failed = broken;
        return error;
      }
      this.#fail(error);
    }
    this.#revision++;
    return undefined;
  }

  /** Neighbors per unit in the last tick, on average; undefined where nobody looks about. */
  meanNeighbors(): number | undefined {
    return this.#ask("meanNeighbors", undefined, (run) => run.meanNeighbors());
  }

  /** A second run beside the shown one, for benchmarks. Free it. Throws where the core traps. */
  sideRun(query: string): SideRun {
    return new glue.Simulation(query);
  }

  /** The arrays of a run of the side; valid until the core is called again. */
  viewsOf(run: SideRun): Views {
    return new ViewCache().read(this.#memory, run);
  }

  ticks(): number {
    return this.#ask("ticks", 0, (run) => run.ticks());
  }

  hash(): string {
    return this.#ask("hash", "", (run) => run.hash());
  }

  params(): ParamInfo[] {
    return this.#ask("params", [], (run) => run.params());
  }

  get(id: number): number {
    return this.#ask(`get ${id}`, 0, (run) => run.get(id));
  }

  set(id: number, value: number): number {
    return this.#change(`get ${id}`, value, (run) => run.set(id, value));
  }

  setKey(key: string, value: number): number | undefined {
    return this.#change(`key ${key}`, undefined, (run) => run.setKey(key, value));
  }

  visibility(): Uint8Array {
    return this.#ask("visibility", new Uint8Array(0), (run) => run.visibility());
  }

  shape(id: number): ShapeInfo | undefined {
    return this.#ask(`shape ${id}`, undefined, (run) => run.shape(id));
  }

  scenery(): Scenery {
    return this.#ask("scenery", nowhere, (run) => run.scenery());
  }

  /** What has been edited of the layout, as a part of a query string; empty for nothing. */
  geometry(): string {
    return this.#ask("geometry", "", (run) => run.geometry());
  }

  /** Replaces all that has been edited; tells what was left out or changed of it. */
  setGeometry(text: string): string[] {
    return this.#change("setGeometry", [], (run) => run.setGeometry(text));
  }

  /** Where the groups start, and what can be edited. */
  layout(): LayoutInfo {
    return this.#ask("layout", noLayout, (run) => run.layout());
  }

  /** Where groups that go to a place are going. */
  destinations(): DestinationInfo[] {
    return this.#ask("destinations", [], (run) => run.destinations());
  }

  /** The ways that units on tiles mean to go. */
  plans(): PlanInfo[] {
    return this.#ask("plans", [], (run) => run.plans());
  }

  /** Shots in flight: x, y, vx, vy and the seconds left of each in turn. A view, valid until the next call. */
  shots(): Float32Array {
    return this.#ask("shots", noShots, (run) => {
      const count = run.bulletCount();
      if (count === 0) return noShots;
      return new Float32Array(this.#memory.buffer, run.bulletPtr() >>> 0, count * shotFloats);
    });
  }

  /** Monsters hit since the start. */
  hits(): number {
    return this.#ask("hits", 0, (run) => run.hits());
  }

  /** The parameters that are short texts, with what is in force. */
  texts(): TextInfo[] {
    return this.#ask("texts", [], (run) => run.texts());
  }

  setText(id: number, text: string): TextChange {
    return this.#change(`text ${id}`, { text, error: "" }, (run) => run.setText(id, text));
  }

  /** The formula of a parameter, and what its symbols mean. */
  explain(id: number): FormulaInfo | undefined {
    return this.#ask(`explain ${id}`, undefined, (run) => run.explain(id));
  }

  explainText(id: number): FormulaInfo | undefined {
    return this.#ask(`explain text ${id}`, undefined, (run) => run.explainText(id));
  }

  /** How a unit answers, as far as a parameter shapes it. */
  response(id: number, samples: number): ResponseInfo | undefined {
    return this.#ask(`response ${id}`, undefined, (run) => run.response(id, samples));
  }

  /** Where a unit is on that curve: place and answer in turn. */
  operatingPoints(id: number, unit: number): Float32Array {
    return this.#ask("points", noPlaces, (run) => run.operatingPoints(id, unit));
  }

  groups(): GroupInfo[] {
    return this.#ask("groups", [], (run) => run.groups());
  }

  target(): TargetInfo {
    return this.#ask("target", noTarget, (run) => run.target());
  }

  pointer(x: number, y: number): void {
    this.#ask("pointer", undefined, (run) => run.pointer(x, y));
  }

  release(): void {
    this.#ask("release", undefined, (run) => run.release());
  }

  fly(port: boolean, starboard: boolean, faster: boolean, slower: boolean): void {
    this.#ask("fly", undefined, (run) => run.fly(port, starboard, faster, slower));
  }

  nearest(x: number, y: number): number {
    return this.#ask("nearest", -1, (run) => run.nearest(x, y));
  }

  inspect(id: number): Inspection | undefined {
    return this.#ask("inspect", undefined, (run) => run.inspect(id));
  }

  /** A part of some work. Nobody has to wait for the rest of it after a trap. */
  #part(name: string, call: (run: glue.Simulation) => boolean): boolean {
    const done = this.#ask(name, true, (run) => this.#noting(run, call(run)));
    return done || this.#failed;
  }

  /** A replay may have changed parameters in between. */
  #noting<T>(run: glue.Simulation, result: T): T {
    const changes = run.changes();
    if (changes === this.#changes) return result;
    this.#changes = changes;
    this.#replayed++;
    this.#revision++;
    return result;
  }

  /** What an overlay shows of all units, see the core's `overlays::Kind`. A view, valid until the next call. */
  overlay(kind: number, most: number): Float32Array {
    return this.#ask(`overlay ${kind}`, noShots, (run) => {
      this.#overlays ??= new glue.Overlays();
      const length = this.#overlays.fill(run, kind, most);
      return new Float32Array(this.#memory.buffer, this.#overlays.ptr(kind) >>> 0, length);
    });
  }

  /** Runs one call into the core. After a trap: the value this call last returned, or `otherwise`. */
  #ask<T>(name: string, otherwise: T, call: (run: glue.Simulation) => T): T {
    if (this.#run && !this.#failed) {
      try {
        const value = call(this.#run);
        if (value !== undefined) this.#last.set(name, value);
        return value;
      } catch (error) {
        this.#fail(error);
      }
    }
    const last = this.#last.get(name);
    return last === undefined ? otherwise : (last as T);
  }

  #change<T>(name: string, otherwise: T, call: (run: glue.Simulation) => T): T {
    this.#revision++;
    return this.#ask(name, otherwise, call);
  }

  #fail(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#cache.clear();
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.onFailure(new Error(`The simulation core stopped: ${reason}`, { cause }));
  }
}

async function instantiate(): Promise<WebAssembly.Memory> {
  if (typeof WebAssembly === "undefined") {
    throw new Error(
      "WebAssembly is turned off or missing. Turn it on, or use a current Chrome, Edge, Firefox or Safari.",
    );
  }
  if (!WebAssembly.validate(simdProbe)) {
    throw new Error(
      "This browser has no WebAssembly SIMD. Update it: Chrome 91, Firefox 89, Safari 16.4 or newer.",
    );
  }
  const url = new URL("../pkg/flockwright_bg.wasm", import.meta.url);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new Error("The simulation core could not be fetched. Check the connection and reload the page.", {
      cause,
    });
  }
  if (!response.ok) {
    throw new Error(
      `The simulation core is not where the page expects it (HTTP ${response.status}). Build it: ./build.sh build`,
    );
  }
  try {
    return (await init({ module_or_path: response })).memory;
  } catch (cause) {
    throw new Error(
      "The simulation core could not be started. Reload the page; if that fails, update the browser.",
      {
        cause,
      },
    );
  }
}

/**
 * Puts a fresh instance behind the glue. `__wbg_reset_state` exists when the package was generated with
 * `reset_state_function`; without it the old instance goes on, which loses the memory of the failed run but no more.
 */
function renewInstance(): WebAssembly.Memory {
  const { __wbg_reset_state: reset } = glue as { __wbg_reset_state?: () => void };
  reset?.();
  // Once instantiated, initSync ignores its argument and returns the exports of the current instance.
  return glue.initSync({ module: simdProbe }).memory;
}
