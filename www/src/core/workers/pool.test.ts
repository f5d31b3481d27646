import { describe, expect, test } from "vitest";
import type { StudyJob, StudyOutcome } from "../work";
import { StoppedError, type WorkerLike } from "./client";
import type { AnswerMessage, TaskMessage } from "./messages";
import { EvaluationPool, workersFor } from "./pool";

const job = (link: string): StudyJob => ({ link, ticks: 60, burnIn: 0, every: 30, goals: [] });
const outcome = (link: string): StudyOutcome => ({
  hash: link,
  ticks: 60,
  samples: 2,
  hopeless: false,
  windows: [],
});
const jobs = (count: number) => Array.from({ length: count }, (_, at) => job(`run ${at}`));

/** A worker that answers when it is told to. */
class Stand implements WorkerLike {
  onmessage: ((event: MessageEvent<AnswerMessage>) => unknown) | null = null;
  onerror: ((event: ErrorEvent) => unknown) | null = null;
  ended = false;
  order: { id: number; input: unknown } | undefined;

  postMessage(order: TaskMessage): void {
    if ("input" in order) this.order = order;
  }
  terminate(): void {
    this.ended = true;
  }
  say(answer: AnswerMessage): void {
    this.onmessage?.({ data: answer } as MessageEvent<AnswerMessage>);
  }
  /** Does what it was asked. */
  work(): boolean {
    const { order } = this;
    this.order = undefined;
    if (order) this.say({ id: order.id, output: outcome((order.input as StudyJob).link ?? "") });
    return order !== undefined;
  }
  die(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

function rig(count: number) {
  const stands: Stand[] = [];
  const pool = new EvaluationPool({
    count,
    module: async () => ({}) as WebAssembly.Module,
    spawn: () => {
      const stand = new Stand();
      stands.push(stand);
      return stand;
    },
  });
  const alive = () => stands.filter(({ ended }) => !ended);
  const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
  /** All workers work until nothing is left, the last of them first. */
  const finish = async () => {
    do await tick();
    while (
      alive()
        .reverse()
        .map((stand) => stand.work())
        .some(Boolean)
    );
  };
  return { pool, stands, alive, tick, finish };
}

describe("the pool", () => {
  test.each([1, 2, 5])("with %i workers gives the outcomes in the order of the jobs", async (count) => {
    const { pool, finish, stands, alive } = rig(count);
    for (let round = 0; round < 2; round++) {
      const done = pool.evaluate(jobs(12));
      await finish();
      expect((await done).map(({ hash }) => hash)).toEqual(jobs(12).map(({ link }) => link));
    }
    expect(stands.length).toBe(count);
    pool.stop();
    expect(alive()).toEqual([]);
  });

  test("starts no one before there is work, and no more than there are runs", async () => {
    const { pool, stands, finish } = rig(8);
    expect(stands.length).toBe(0);
    const done = pool.evaluate(jobs(2));
    await finish();
    await done;
    expect(stands.length).toBe(2);
    pool.stop();
  });

  test("a worker that dies, and a run that makes no sense, end the job with a sentence", async () => {
    const first = rig(2);
    const died = expect(first.pool.evaluate(jobs(6))).rejects.toThrow("A worker beside the page stopped");
    await first.tick();
    first.stands[0]?.die();
    await died;
    const second = rig(1);
    const refused = expect(second.pool.evaluate(jobs(1))).rejects.toThrow("no such scene");
    await second.tick();
    second.stands[0]?.say({ id: 0, refused: "no such scene" });
    await refused;
  });

  test("tells anyone who waits that the work was stopped, and begins no other", async () => {
    const { pool, tick, alive } = rig(2);
    const done = expect(pool.evaluate(jobs(5))).rejects.toBeInstanceOf(StoppedError);
    await tick();
    pool.stop();
    await done;
    expect(alive()).toEqual([]);
    await expect(pool.evaluate(jobs(1))).rejects.toBeInstanceOf(StoppedError);
  });

  test("says so where the browser starts no worker", async () => {
    const spawn = () => {
      throw new ReferenceError("Worker is not defined");
    };
    const pool = new EvaluationPool({ count: 2, module: async () => ({}) as WebAssembly.Module, spawn });
    await expect(pool.evaluate(jobs(3))).rejects.toThrow("This needs workers");
  });
});

test("there is a worker per core less one, fewer where fingers press", () => {
  expect([1, 2, 4, 16, undefined].map((cores) => workersFor(cores, false))).toEqual([1, 1, 3, 15, 1]);
  expect([1, 8].map((cores) => workersFor(cores, true))).toEqual([1, 3]);
});
