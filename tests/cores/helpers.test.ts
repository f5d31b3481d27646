/** A run is the same, to the bit, however many help: in Node, and on the main thread of a page in Chromium. */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveUp, helpersPresent } from "../../www/pkg-cores/flockwright.js";
import { crowds, pinnedHashes } from "../node/pinned";
import { openPage } from "./chromium.mjs";
import { begin, hashAfter, links, open, present } from "./crew.mjs";

const compiled = new WebAssembly.Module(
  readFileSync(new URL("../../www/pkg-cores/flockwright_bg.wasm", import.meta.url)),
);
const MAX_THREADS = 4;
const counts = [1, 2, 3, MAX_THREADS];

/** Of 200,000 units, by one thread. */
let large: string;

describe("in Node", () => {
  const workers: Worker[] = [];
  const crew = begin(compiled, MAX_THREADS);

  async function come(helpers: number): Promise<number> {
    while (workers.length < helpers) {
      const workerData = { ...crew, number: workers.length };
      workers.push(new Worker(new URL("../../www/pkg-cores/helper.js", import.meta.url), { workerData }));
    }
    return present(helpers);
  }

  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  test("memory is shared, and where no one has come the run goes on alone", () => {
    expect(crew.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(helpersPresent()).toBe(0);
    for (const { link, ticks, hash } of crowds) expect(hashAfter(link, ticks)).toBe(hash);
    large = hashAfter(links.large, 4, true);
  });

  test.each(counts)("crowds and scenes with %i", async (helpers) => {
    expect(await come(helpers)).toBe(helpers);
    for (const { link, ticks, hash } of crowds) expect(hashAfter(link, ticks), link).toBe(hash);
    expect(hashAfter(links.large, 4)).toBe(large);
    for (const [key, hash] of Object.entries(pinnedHashes))
      expect(hashAfter(`scene=${key}`, 600), key).toBe(hash);
  });

  test("those that have slept between two ticks work as before", async () => {
    const runs = [open(links.spread, true), open(links.spread)];
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (const run of runs) run.tick(1);
      expect(runs[1]?.hash()).toBe(runs[0]?.hash());
    }
    for (const run of runs) run.free();
  });

  test("one that is ended in the middle of a run is not waited for, and leaves no trace", async () => {
    const run = open(links.large);
    run.tick(2);
    await workers[1]?.terminate();
    giveUp(1);
    expect(helpersPresent()).toBe(MAX_THREADS - 1);
    run.tick(2);
    expect(run.hash()).toBe(large);
    run.free();
  });
});

describe.skipIf(!process.env.CHROMIUM)("in Chromium, where the main thread may not sleep", () => {
  let opened: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    opened = await openPage(process.env.CHROMIUM as string);
  });
  afterAll(() => opened.close());

  test.each(counts)("crowds with %i", async (helpers) => {
    const { page, errors } = opened;
    expect(await page.evaluate(`crew.come(${helpers})`)).toBe(helpers);
    for (const { link, ticks, hash } of [...crowds, { link: links.large, ticks: 4, hash: large }])
      expect(await page.evaluate(`crew.hashAfter(${JSON.stringify(link)}, ${ticks})`), link).toBe(hash);
    expect(errors).toEqual([]);
  });
});
