/**
 * Whole visits, by chance: whatever a person does on the page while the run plays, in whatever order, the run goes on, and
 * the page, its links, its undo and its exports say what the core says.
 *
 * `VISITS=500` makes this many visits; `VISIT=7` makes one, by its seed. Of a visit that fails, the fewest steps are sought
 * that still do; they are printed, and `VISIT=7:0.4.9` does those alone.
 */
import { expect } from "vitest";
import { valueLabel, withRoundedRange } from "../../www/src/ui/values";
import { Simulation } from "../node/core";
import { ready, test, type Watched } from "./fixture";
import { ACTIONS, type Action, anyLink, Dice } from "./visit-actions";
import { type Facts, install } from "./visit-page";

const STEPS = Number(process.env.STEPS ?? 25);
const { VISIT, VISITS = "8", FROM = "1", TRIES = "40", FAILURES = "1" } = process.env;
const seeds = VISIT
  ? [Number.parseInt(VISIT, 10)]
  : Array.from({ length: Number(VISITS) }, (_, at) => Number(FROM) + at);
/** The steps that alone are to be done. */
const chosen = VISIT?.split(":")[1]?.split(".").map(Number);

interface Step {
  number: number;
  action: string;
  /** Of its own chances: it does the same where others are left out. */
  seed: number;
}

interface Failure {
  why: string;
  /** What was done until then: the number of each step, and what it was. */
  done: string[];
}

/** A visit: the link that it begins with, and its steps. What cannot be done when its turn comes is left out. */
function plan(seed: number): { link: string; steps: Step[] } {
  const dice = new Dice(seed);
  const names = Object.keys(ACTIONS);
  const all = names.reduce((sum, name) => sum + (ACTIONS[name]?.weight ?? 0), 0);
  const any = () => {
    let left = dice.next() * all;
    return names.find((name) => {
      left -= ACTIONS[name]?.weight ?? 0;
      return left < 0;
    });
  };
  const link = anyLink(dice);
  const steps = Array.from({ length: STEPS }, (_, at) => ({
    number: at + 1,
    action: any() ?? "let time pass",
    seed: dice.below(2 ** 31),
  }));
  return { link, steps };
}

const NEEDS = Object.values(ACTIONS).flatMap(({ needs }) => needs ?? []);

/** Waits until the run stands, and reads the page. */
async function look({ page }: Watched): Promise<Facts> {
  return page.evaluate((selectors) => {
    window.visit.settle();
    return window.visit.facts(selectors);
  }, NEEDS);
}

/** The run as it was recorded, gone through again beside the page, up to the tick at which the page stands. */
function again({ recording: { link, events }, tick }: Facts): Simulation {
  // It goes on behind that tick: there, who holds the pointer still does.
  const run = Simulation.openRecording(link, events, tick + 1);
  while (run.ticks() < tick) run.tick(Math.min(1000, tick - run.ticks()));
  return run;
}

/** All that has to hold after every step. */
function check(facts: Facts, complaints: string[]): void {
  expect(facts.failure, "the run goes on").toBeUndefined();
  expect(complaints, "nobody complains in the console").toEqual([]);
  expect(facts.waits, "the run stands at its tick").toBe(false);
  const run = again(facts);
  try {
    expect(run.link(), "the link of the same run, gone through again").toBe(facts.link);
    expect(run.hash(), `the hash at tick ${facts.tick} of the same run, gone through again`).toBe(facts.hash);
    checkValues(run.params(), facts);
    expect(facts.seed).toBe(String(run.seed()));
    expect(unnumbered(facts.composition), "what the run consists of").toEqual(unnumbered(run.composition()));
    const behaviors = new Map(
      run.composition().map(({ key, behaviors }) => [key, behaviors.map((one) => one.key)]),
    );
    for (const [group = "", ...shown] of facts.composer ?? [])
      expect(shown, `the behaviors of ${group} that are shown`).toEqual(behaviors.get(group));
    checkLink(run, facts);
  } finally {
    run.free();
  }
}

/** What the link says is the run from its start: anyone who restarts it, and anyone who opens the link, sees the same. */
function checkLink(run: Simulation, { link }: Facts): void {
  const fresh = new Simulation(link);
  try {
    expect(fresh.notices(), "what a fresh run leaves out of the link").toEqual([]);
    expect(fresh.link(), "the link of the link").toBe(link);
    run.restart();
    for (let tick = 0; tick < 2; tick++) {
      expect(fresh.hash(), `the hash of the link at tick ${tick}`).toBe(run.hash());
      for (const one of [run, fresh]) one.tick(1);
    }
  } finally {
    fresh.free();
  }
}

/** A composition without ids, which are names within a run. */
const unnumbered = (composition: Facts["composition"]) =>
  composition.map(({ behaviors, ...rest }) => ({ ...rest, behaviors: behaviors.map(({ key }) => key) }));

function checkValues(params: ReturnType<Simulation["params"]>, facts: Facts): void {
  // An id is a name within its run, and the page's helps speak of the members of their groups.
  const said = (all: typeof params) =>
    Object.fromEntries(all.map(({ id: _, doc: __, ...one }) => [one.key, one]));
  expect(said(facts.params), "what the page knows of the parameters").toEqual(said(params));
  if (!facts.rows) return;
  made.values++;
  // Rows are there where their part is open.
  const rows = new Map(facts.rows.map((row) => [row.key, row]));
  const wanted = params
    .filter(({ key }) => rows.has(key) && !facts.moving.includes(key))
    .map(withRoundedRange);
  const shown = wanted.map(({ key, kind }) => {
    const row = rows.get(key);
    const state = kind === "bool" ? ` ${row?.checked}` : "";
    return `${key}: ${kind === "choice" ? row?.choice : `${row?.text}${state}`}`;
  });
  const values = wanted.map((info) => {
    const state = info.kind === "bool" ? ` ${info.value !== 0}` : "";
    return `${info.key}: ${info.kind === "choice" ? info.value : `${valueLabel(info, info.value)}${state}`}`;
  });
  expect(shown, "the values that are shown").toEqual(values);
}

/** Takes everything back, one step of undo after the other; then the run is the one that the visit began with. */
async function undoAll(watched: Watched, first: Facts): Promise<void> {
  const { page, complaints } = watched;
  await page.evaluate(() => {
    if (document.querySelector<HTMLElement>("#all")?.hidden)
      document.querySelector<HTMLElement>("#more")?.click();
    window.visit.key("End");
    window.visit.settle();
  });
  let before: string | undefined;
  for (let step = 0; step < 120; step++) {
    const { undo, link, failure } = await look(watched);
    if (undo === undefined || failure || `${undo} ${link}` === before) break;
    before = `${undo} ${link}`;
    await page.evaluate(() => window.visit.key("z", { ctrlKey: true }));
  }
  const undone = await look(watched);
  check(undone, complaints);
  expect(undone.link, "the link when all is undone").toBe(first.link);
  await page.evaluate(() => window.visit.key("r"));
  const { hash } = await look(watched);
  expect(hash, "the first hash when all is undone").toBe(first.hash);
}

/** Makes one visit on a page; undefined if nothing is wrong. */
async function visit(watched: Watched, link: string, steps: readonly Step[]): Promise<Failure | undefined> {
  const { page, complaints } = watched;
  const done = [`0 ${link}`];
  try {
    complaints.length = 0;
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${page.url().split("?")[0]}?${link}`);
    await ready(page, 0);
    await page.evaluate(() => window.visit.hold());
    let facts = await look(watched);
    let first = { ...facts, hash: hashOf(facts.link) };
    check(facts, complaints);
    for (const { number, action, seed } of steps) {
      const { needs, can, do: act } = ACTIONS[action] as Action;
      if ((needs && !facts.there[needs]) || can?.(facts) === false) continue;
      done.push(`${number} ${action}`);
      const said = await act(page, new Dice(seed));
      if (said !== undefined) done.push(`${done.pop()}: ${said}`);
      facts = await look(watched);
      check(facts, complaints);
      // No one can undo what was done before the page was loaded.
      if (action === "reload") first = { ...facts, hash: hashOf(facts.link) };
      made.steps++;
      made.of.set(action, (made.of.get(action) ?? 0) + 1);
    }
    done.push("undo all");
    await undoAll(watched, first);
    made.visits++;
    return undefined;
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error), done };
  } finally {
    complaints.length = 0;
  }
}

function hashOf(link: string): string {
  const run = new Simulation(link);
  const hash = run.hash();
  run.free();
  return hash;
}

const made = { steps: 0, visits: 0, values: 0, of: new Map<string, number>() };

/** The steps that were done until it failed. */
const numbersOf = ({ done }: Failure) =>
  done.map((line) => Number.parseInt(line, 10)).filter((number) => number > 0);

/** The fewest steps that fail still, in at most `most` tries: first without halves, then without quarters, and so on. */
async function shortest(
  steps: readonly number[],
  fails: (steps: readonly number[]) => Promise<boolean>,
  most: number,
): Promise<readonly number[]> {
  let [kept, size, tries] = [steps, Math.ceil(steps.length / 2), 0];
  while (size >= 1 && tries < most) {
    let shorter = false;
    for (let from = 0; from < kept.length && tries < most; ) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      tries++;
      if (rest.length < kept.length && (await fails(rest))) {
        kept = rest;
        shorter = true;
      } else from += size;
    }
    if (size === 1 && !shorter) break;
    if (!shorter || size > 1) size = Math.max(1, Math.ceil(size / 2));
  }
  return kept;
}

/** One visit after the other on the same page. Of one that fails, the report has the fewest steps that still fail. */
test("whatever is done in whatever order, the page goes on and says what the core says", {
  timeout: 24 * 3_600_000,
}, async ({ open }) => {
  const watched = await open("scene=empty", {
    empty: true,
    prepare: install,
    viewport: { width: 1240, height: 700 },
    // Few pixels are soon drawn.
    deviceScaleFactor: 0.25,
  });
  const failures: string[] = [];
  for (const seed of seeds) {
    const { link, steps } = plan(seed);
    const fails = (numbers: readonly number[]) =>
      visit(
        watched,
        link,
        numbers.flatMap((number) => steps[number - 1] ?? []),
      );
    const failure = await fails(chosen ?? steps.map(({ number }) => number));
    if (!failure) continue;
    console.info(`Visit ${seed} failed after ${failure.done.at(-1)}: ${failure.why}`);
    let last = failure;
    const few = await shortest(
      numbersOf(failure),
      async (numbers) => {
        const again = await fails(numbers);
        if (again) last = again;
        return again !== undefined;
      },
      Number(TRIES),
    );
    const report = `VISIT=${seed}:${few.join(".")}\n  ${last.done.join("\n  ")}\n${last.why}`;
    console.info(report);
    failures.push(report);
    if (failures.length >= Number(FAILURES)) break;
  }
  const often = [...made.of].sort(([, a], [, b]) => b - a).map(([action, times]) => `${action} ${times}`);
  console.info(
    `${made.steps} steps that went well, ${made.values} looks at all values, ${made.visits} visits to their end: ${often.join(", ")}`,
  );
  expect(failures.join("\n\n")).toBe("");
  if (VISIT) return;
  expect(made.of.size, "different things that were done").toBeGreaterThan(20);
  expect(made.values, "looks at all values").toBeGreaterThan(made.steps / 3);
});
