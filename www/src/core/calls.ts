/** The calls of a run that the page makes as they are, in a table: what each means, and its types, the core declares. */
import type { LayoutInfo, PerParam, Scenery, Simulation, TargetInfo } from "../../pkg/flockwright.js";
import type { GuardedRun, Observer } from "./guard";

/** What such calls give. */
type Given = { [K in keyof Simulation]?: Simulation[K] extends (...given: never[]) => infer R ? R : never };
type Observed = { [K in keyof Given]?: [Observer, Given[K]] };

const nowhere: Scenery = {
  width: 1,
  height: 1,
  edges: "contain",
  toroidal: false,
  obstacles: [],
  walls: [],
  paths: [],
  trails: false,
  potential: false,
  heeds: false,
};

const noLayout: LayoutInfo = {
  minded: false,
  starts: [],
  limits: { obstacles: 0, walls: 0, nodes: 0, tiles: 0, poses: 0 },
  radii: { obstacle: [1, 1], wall: [1, 1] },
};

const noTarget: TargetInfo = { kind: "none", x: 0, y: 0, vx: 0, vy: 0, unit: -1 };

export const noFloats = new Float32Array(0);

/** Calls that only read. The value stands in where no run is open, or one that trapped before the first call. */
const asked = {
  agrees: undefined,
  blueprint: [],
  caption: { see: "", changes: 0, act: "", tried: false, ofSource: false },
  composition: [],
  compositionText: "",
  cuts: [],
  destinations: [],
  end: 0,
  explain: undefined,
  explainText: undefined,
  geometry: "",
  get: 0,
  groups: [],
  hash: "",
  hits: 0,
  isReplaying: false,
  layout: noLayout,
  link: "",
  marks: new Uint32Array(0),
  meanNeighbors: undefined,
  notices: [],
  recorded: 0,
  scene: "",
  scenery: nowhere,
  seed: 0,
  shape: undefined,
  tally: "",
  target: noTarget,
  ticks: 0,
  visibility: new Uint8Array(0) as unknown as PerParam,
} satisfies Given;

/** Asked; after a trap nothing is remembered. */
const peeked = {
  freeGroupKey: undefined,
  isQueued: false,
  nearest: -1,
  seekGoal: undefined,
} satisfies Given;

/** They change the run. */
const changes = {
  applyQueue: undefined,
  compose: [],
  ramp: false,
  restart: undefined,
  setGeometry: [],
  setRule: [],
  setSeed: undefined,
  stopSeeking: undefined,
  tryIt: undefined,
} satisfies Given;

/** Pointer and keys: events of the run, but no edit of it. */
const inputs = { fly: undefined, pointer: undefined, release: undefined } satisfies Given;

/** Calls of observers: which observer, and what stands in after a trap or while the core loads. */
const observed = {
  answer: ["inspection", undefined],
  ask: ["inspection", undefined],
  askBack: ["inspection", undefined],
  asked: ["inspection", -1],
  askedPast: ["inspection", noFloats],
  askedWay: ["inspection", noFloats],
  askNobody: ["inspection", undefined],
  askPart: ["inspection", true],
  askWithout: ["inspection", undefined],
  bestAsked: ["inspection", -1],
  inspect: ["inspection", undefined],
  regions: ["inspection", []],
  routes: ["routes", []],
  ruleValues: ["inspection", undefined],
} satisfies Observed;

type Passed = Pick<
  Simulation,
  | keyof typeof asked
  | keyof typeof peeked
  | keyof typeof changes
  | keyof typeof inputs
  | keyof typeof observed
>;

type Call = (run: Simulation) => unknown;
type Pass<T> = (run: GuardedRun, name: string, beside: T, call: Call, given: unknown[]) => unknown;

class PassedCalls {
  readonly #run: GuardedRun;

  constructor(run: GuardedRun) {
    this.#run = run;
  }

  static #pass<T>(table: Record<string, T>, by: Pass<T>): void {
    for (const [name, beside] of Object.entries(table)) {
      const pass = function (this: PassedCalls, ...given: unknown[]): unknown {
        const call = (run: object) =>
          (run as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given);
        return by(this.#run, name, beside, call, given);
      };
      Object.assign(PassedCalls.prototype, { [name]: pass });
    }
  }

  static {
    const own = (name: string, given: unknown[]) => [name, ...given].join(" ");
    PassedCalls.#pass(asked, (run, name, otherwise, call, given) =>
      run.callOrLast(own(name, given), otherwise, call),
    );
    PassedCalls.#pass(peeked, (run, _, otherwise, call) => run.peek<unknown>(otherwise, call));
    PassedCalls.#pass(changes, (run, name, otherwise, call) => run.change<unknown>(name, otherwise, call));
    PassedCalls.#pass(inputs, (run, name, _, call) => run.input(name, (one) => void call(one)));
    PassedCalls.#pass<[Observer, unknown]>(observed as never, (run, _, [observer, otherwise], call) =>
      run.observe(observer, otherwise, call),
    );
  }
}

/** The core's door, as far as it passes calls on. */
export const Calls = PassedCalls as unknown as new (run: GuardedRun) => Passed;
