/** The searches whose winners the native tests write down have the same winners in WebAssembly, and curves the same rows. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
