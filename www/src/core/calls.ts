/**
 * Methods of `Simulation` (WebAssembly) that the page calls on the open run, each safe against traps. Their meaning and
 * types are declared in the core.
 */
import type {
  LayoutInfo,
  PerParam,
  RiddleInfo,
  Scenery,
  Simulation,
  TargetInfo,
} from "../../pkg/flockwright.js";
import type { GuardedRun, Observer } from "./guard";

type MethodName = {
  [K in keyof Simulation]: Simulation[K] extends (...given: never[]) => unknown ? K : never;
}[keyof Simulation];
type CallArguments = { [K in MethodName]: Parameters<Simulation[K]> };
type CallResult = { [K in MethodName]: ReturnType<Simulation[K]> };
type RunCalls = { [K in MethodName]: (...given: CallArguments[K]) => CallResult[K] };

export const NO_SCENERY: Scenery = {
  width: 1,
  height: 1,
  edges: "contain",
  toroidal: false,
  obstacles: [],
  walls: [],
  paths: [],
  sites: [],
  trails: false,
  potential: false,
  heeds: false,
};

const NO_LAYOUT: LayoutInfo = {
  starts: [],
  limits: { obstacles: 0, walls: 0, nodes: 0, tiles: 0, sites: 0, poses: 0 },
  radii: { obstacle: [1, 1], wall: [1, 1] },
};

export const NO_TARGET: TargetInfo = { kind: "none", x: 0, y: 0, vx: 0, vy: 0, unit: -1 };

const NO_RIDDLE: RiddleInfo = { isOver: true, tick: 0, unit: -1 };

export const NO_FLOATS = new Float32Array(0);

/** Makes methods that forward to one method of the run and return `otherwise` while no run is open and after a trap. */
export class CallMakers {
  constructor(protected readonly run: GuardedRun) {}

  protected asks<K extends MethodName>(name: K, otherwise: CallResult[K]) {
    return (...given: CallArguments[K]): CallResult[K] =>
      this.read(otherwise, (run: RunCalls) => run[name](...given));
  }

  /** Passes the run to `call`; a subclass may pass another run. */
  protected read<T>(otherwise: T, call: (run: Simulation) => T): T {
    return this.run.ask(otherwise, call);
  }

  protected changes<K extends MethodName>(name: K, otherwise: CallResult[K]) {
    return (...given: CallArguments[K]): CallResult[K] =>
      this.run.change(otherwise, (run: RunCalls) => run[name](...given));
  }

  protected edits<K extends MethodName>(name: K, otherwise: CallResult[K]) {
    return (...given: CallArguments[K]): CallResult[K] =>
      this.run.edit(otherwise, (run: RunCalls) => run[name](...given));
  }

  protected inputs<K extends MethodName>(name: K, otherwise: CallResult[K]) {
    return (...given: CallArguments[K]): CallResult[K] =>
      this.run.input(otherwise, (run: RunCalls) => run[name](...given));
  }

  protected observes<K extends MethodName>(observer: Observer, name: K, otherwise: CallResult[K]) {
    return (...given: CallArguments[K]): CallResult[K] =>
      this.run.observe(observer, otherwise, (run: RunCalls) => run[name](...given));
  }
}

/** All forwarded methods of the open run except those of measures and diagnosis, which are in `watch.ts`. */
export class CoreCalls extends CallMakers {
  // Methods that only read the run's state.
  readonly agrees = this.asks("agrees", undefined);
  readonly caption = this.asks("caption", { see: "", changes: 0, act: "", tried: false, ofSource: false });
  readonly composition = this.asks("composition", []);
  readonly cuts = this.asks("cuts", []);
  readonly destinations = this.asks("destinations", []);
  readonly editedLayout = this.asks("editedLayout", { sites: [], groups: [] });
  readonly end = this.asks("end", 0);
  readonly explain = this.asks("explain", undefined);
  readonly explainText = this.asks("explainText", undefined);
  readonly freeGroupKey = this.asks("freeGroupKey", undefined);
  readonly get = this.asks("get", 0);
  readonly groups = this.asks("groups", []);
  readonly hash = this.asks("hash", "");
  readonly hits = this.asks("hits", 0);
  readonly isQueued = this.asks("isQueued", false);
  readonly isReplaying = this.asks("isReplaying", false);
  readonly layout = this.asks("layout", NO_LAYOUT);
  readonly link = this.asks("link", "");
  readonly marks = this.asks("marks", new Uint32Array(0));
  readonly meanNeighbors = this.asks("meanNeighbors", undefined);
  readonly nearest = this.asks("nearest", -1);
  readonly notices = this.asks("notices", []);
  readonly pairsCompared = this.asks("pairsCompared", 0);
  readonly recorded = this.asks("recorded", 0);
  readonly recordingFull = this.asks("isFull", false);
  readonly ruleText = this.asks("ruleText", undefined);
  readonly ruleToRead = this.asks("ruleToRead", undefined);
  readonly scene = this.asks("scene", "");
  readonly scenery = this.asks("scenery", NO_SCENERY);
  readonly scoreRules = this.asks("scoreRules", "");
  readonly seed = this.asks("seed", 0);
  readonly seekGoal = this.asks("seekGoal", undefined);
  readonly shape = this.asks("shape", undefined);
  readonly tally = this.asks("tally", "");
  readonly target = this.asks("target", NO_TARGET);
  readonly texts = this.asks("texts", []);
  readonly tickShare = this.asks("tickShare", 0);
  readonly ticks = this.asks("ticks", 0);
  readonly visibility = this.asks("visibility", new Uint8Array(0) as unknown as PerParam);
  readonly weightOf = this.asks("weightOf", undefined);

  // Methods that change the run.
  readonly applyQueue = this.changes("applyQueue", undefined);
  readonly placeHunter = this.edits("placeHunter", []);
  readonly placeRock = this.edits("placeRock", []);
  readonly placeWall = this.edits("placeWall", []);
  readonly ramp = this.edits("ramp", false);
  readonly setGroups = this.edits("setGroups", []);
  readonly renameSite = this.edits("renameSite", []);
  readonly setLayout = this.edits("setLayout", []);
  readonly setKey = this.edits("setKey", undefined);
  readonly setRule = this.edits("setRule", []);
  readonly setSeed = this.changes("setSeed", undefined);
  readonly stopSeeking = this.changes("stopSeeking", undefined);
  readonly tryIt = this.edits("tryIt", undefined);

  // Inputs by pointer and keys: they are recorded as events, but are no edits that undo takes back.
  readonly fly = this.inputs("fly", undefined);
  readonly pointer = this.inputs("pointer", undefined);
  readonly release = this.inputs("release", undefined);

  // Methods of parts of the core that only observe the run; a trap in one of these does not stop the run.
  readonly answer = this.observes("inspection", "answer", undefined);
  readonly ask = this.observes("inspection", "ask", undefined);
  readonly askBack = this.observes("inspection", "askBack", undefined);
  readonly asked = this.observes("inspection", "asked", -1);
  readonly askedPast = this.observes("inspection", "askedPast", NO_FLOATS);
  readonly askedWay = this.observes("inspection", "askedWay", NO_FLOATS);
  readonly askNobody = this.observes("inspection", "askNobody", undefined);
  readonly askPart = this.observes("inspection", "askPart", true);
  readonly askWithout = this.observes("inspection", "askWithout", undefined);
  readonly bestAsked = this.observes("inspection", "bestAsked", -1);
  readonly findRiddle = this.observes("inspection", "findRiddle", undefined);
  readonly inspect = this.observes("inspection", "inspect", undefined);
  readonly regions = this.observes("inspection", "regions", []);
  readonly riddlePart = this.observes("inspection", "riddlePart", NO_RIDDLE);
  readonly routes = this.observes("routes", "routes", []);
  readonly ruleValues = this.observes("inspection", "ruleValues", undefined);

  restart(): void {
    this.run.onSeek();
    this.run.change(undefined, (run) => run.restart());
  }
}
