import { describe, expect, test } from "vitest";
import type { StudyJob, StudyOutcome } from "../../core/work";
import type { Answer, Order } from "./messages";
import { Pool, Stopped, type WorkerLike, workersFor } from "./pool";

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
  onmessage: ((event: MessageEvent<Answer>) => unknown) | null = null;
  onerror: ((event: ErrorEvent) => unknown) | null = null;
  ended = false;
  readonly orders: { id: number; job: StudyJob }[] = [];

  postMessage(order: Order): void {
    if ("module" in order) queueMicrotask(() => this.say({ ready: true }));
    else this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  say(answer: Answer): void {
    this.onmessage?.({ data: answer } as MessageEvent<Answer>);
  }
  /** Does what it was asked first. */
  work(): boolean {
    const order = this.orders.shift();
    if (order) this.say({ id: order.id, outcome: outcome(order.job.link ?? "") });
    return order !== undefined;
  }
  die(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

function rig(count: number) {
  const stands: Stand[] = [];
  const here: string[] = [];
  const pool = new Pool({
    count,
    module: async () => ({}) as WebAssembly.Module,
    spawn: () => {
      const stand = new Stand();
      stands.push(stand);
      return stand;
    },
    here: async ({ link = "" }) => {
      here.push(link);
      return outcome(link);
    },
  });
  const alive = () => stands.filter(({ ended }) => !ended);
  const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
  /** All workers work until nothing is left, the last of them first. */
  const finish = async () => {
    await tick();
    while (
      alive()
        .reverse()
        .map((stand) => stand.work())
        .some(Boolean)
    );
    await tick();
  };
  return { pool, stands, here, alive, tick, finish };
}

describe("the pool", () => {
  test.each([1, 2, 5])("with %i workers gives the outcomes in the order of the jobs", async (count) => {
    const { pool, finish, stands } = rig(count);
    const done = pool.evaluate(jobs(12));
    await finish();
    expect((await done).map(({ hash }) => hash)).toEqual(jobs(12).map(({ link }) => link));
    expect(stands.length).toBe(count);
    pool.end();
    expect(pool.workers).toBe(0);
  });

  test("starts no one before there is work, and no more than there are runs", async () => {
    const { pool, stands, finish } = rig(8);
    expect(stands.length).toBe(0);
    const done = pool.evaluate(jobs(2));
    await finish();
    await done;
    expect(stands.length).toBe(2);
    pool.end();
  });

  test("replaces a worker that dies, and does its work again", async () => {
    const { pool, stands, tick, finish } = rig(2);
    const done = pool.evaluate(jobs(6));
    await tick();
    stands[0]?.die();
    await finish();
    expect((await done).map(({ hash }) => hash)).toEqual(jobs(6).map(({ link }) => link));
    expect(stands.length).toBe(3);
    pool.end();
  });

  test("takes a worker that is silent for dead, one that says that it lives not", async () => {
    const { pool, stands, tick, finish } = rig(2);
    const done = pool.evaluate(jobs(4));
    await tick();
    for (let look = 0; look < 5; look++) {
      stands[1]?.say({ alive: true });
      pool.look();
    }
    expect(stands.map(({ ended }) => ended).slice(0, 2)).toEqual([true, false]);
    await finish();
    expect((await done).length).toBe(4);
    pool.end();
  });

  test("gives up a run that has stopped three workers, and goes on with the others", async () => {
    const { pool, alive, tick, finish } = rig(1);
    const done = pool.evaluate([job("deadly")]);
    const failure = expect(done).rejects.toThrow("stopped the workers");
    for (let time = 0; time < 3; time++) {
      await tick();
      const [order] = alive()[0]?.orders ?? [];
      if (order) alive()[0]?.say({ id: order.id, broken: "unreachable" });
    }
    await failure;
    const other = pool.evaluate([job("sound")]);
    await finish();
    expect((await other)[0]?.hash).toBe("sound");
    pool.end();
  });

  test("tells anyone who waits that the work was stopped, and works again when asked", async () => {
    const { pool, tick, finish } = rig(2);
    const done = pool.evaluate(jobs(5));
    const failure = expect(done).rejects.toBeInstanceOf(Stopped);
    await tick();
    pool.stop();
    await failure;
    const again = pool.evaluate(jobs(1));
    await finish();
    expect((await again).length).toBe(1);
    pool.end();
  });

  test("works on this thread where no worker comes up", async () => {
    const { pool, stands, here, tick } = rig(3);
    const done = pool.evaluate(jobs(3));
    for (const stand of stands) stand.die();
    await tick();
    expect((await done).length).toBe(3);
    expect(here).toEqual(["run 0", "run 1", "run 2"]);
    expect(pool.onThisThread).toBe(true);
  });
});

test("there is a worker per core less one, fewer where fingers press", () => {
  expect([1, 2, 4, 16, undefined].map((cores) => workersFor(cores, false))).toEqual([1, 1, 3, 15, 1]);
  expect([1, 8].map((cores) => workersFor(cores, true))).toEqual([1, 3]);
});
