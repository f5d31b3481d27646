/** The searches whose winners the native tests write down have the same winners in WebAssembly, and curves the same rows. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Simulation, wasmMemory } from "./core";
import { Curve, Evaluator, Study, type StudyJob, type StudyTask } from "./work";

interface Winner {
  task: Record<string, unknown>;
  link: string;
  candidates: number;
  passed: [number, number];
}

const winners: Winner[] = JSON.parse(readFileSync(new URL("../winners.json", import.meta.url), "utf8"));

function outcomeOf(job: StudyJob) {
  const evaluator = new Evaluator(job);
  while (!evaluator.part(1000));
  const outcome = evaluator.outcome();
  evaluator.free();
  return outcome;
}

test.each(winners)("$task.base", ({ task: { burn_in: _, ...task }, link, candidates, passed }) => {
  const study = new Study(task as Partial<StudyTask>);
  for (let jobs = study.jobs(); jobs.length > 0; jobs = study.jobs()) {
    study.report(jobs.map(outcomeOf));
  }
  const report = study.result();
  expect(report?.link).toBe(link);
  expect(report?.candidates).toBe(candidates);
  expect([report?.exam.passed, report?.longer.passed]).toEqual(passed);
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean polarization and speed of the run of a job, u/s, over its window. */
function velocitiesOf({ link = "", ticks = 0, burnIn = 0, every = 1 }: StudyJob): [number, number] {
  const run = new Simulation(link);
  const polarization: number[] = [];
  const speed: number[] = [];
  while (run.ticks() < ticks) {
    run.tick(1);
    const past = run.ticks() - burnIn;
    if (past <= 0 || (past % every > 0 && run.ticks() < ticks)) continue;
    const floats = (at: number) => [...new Float32Array(wasmMemory.buffer, at, run.count())];
    const [vx, vy] = [floats(run.velocityXPtr()), floats(run.velocityYPtr())];
    const speeds = vx.map((x, id) => Math.hypot(x, vy[id] ?? 0));
    const share = (all: number[]) => mean(all.map((v, id) => v / (speeds[id] || 1)));
    polarization.push(Math.hypot(share(vx), share(vy)));
    speed.push(mean(speeds));
  }
  run.free();
  return [mean(polarization), mean(speed)];
}

test("the values shown for a winner are those of runs of its link", () => {
  const { burn_in: _, ...task } = winners[0]?.task ?? {};
  const study = new Study(task as Partial<StudyTask>);
  const exam: StudyJob[] = [];
  for (let jobs = study.jobs(); jobs.length > 0; jobs = study.jobs()) {
    if (study.progress().phase === "exam") exam.push(...jobs);
    study.report(jobs.map(outcomeOf));
  }
  const { link = "", exam: shown } = study.result() ?? {};
  expect(exam.length).toBe(shown?.of);
  for (const job of exam) expect(job.link?.replace(/&seed=\d+/, "")).toBe(link);
  const values = exam.map(velocitiesOf);
  for (const [at, { summary }] of (shown?.bands ?? []).entries())
    expect(summary?.mean).toBeCloseTo(mean(values.map((of) => of[at] ?? 0)), 5);
});

test("the rows of a curve are those of the command line, to the bit", () => {
  const curve = new Curve({
    base: "scene=vicsek&count=12",
    axis: "noise=0.5,6",
    measure: "polarization",
    seeds: 2,
  });
  for (let jobs = curve.jobs(); jobs.length > 0; jobs = curve.jobs())
    for (const [at, job] of jobs.entries()) curve.report(at, outcomeOf(job));
  // A version, and the commit of the build or nothing.
  const rows = curve.csv().replaceAll(/,\d+\.\d+\.\d+,(?:[0-9a-f]+(?:-dirty)?)?,/g, ",VERSION,COMMIT,");
  expect(rows).toBe(readFileSync(new URL("../curve.csv", import.meta.url), "utf8"));
});
