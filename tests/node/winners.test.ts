/** The searches whose winners the native test writes down have the same winners in WebAssembly. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Evaluator, Study, type StudyTask } from "./work";

interface Winner {
  task: Record<string, unknown>;
  link: string;
  candidates: number;
  passed: [number, number];
}

const winners: Winner[] = JSON.parse(readFileSync(new URL("../winners.json", import.meta.url), "utf8"));

test.each(winners)("$task.base", ({ task: { burn_in: _, ...task }, link, candidates, passed }) => {
  const study = new Study(task as Partial<StudyTask>);
  for (let jobs = study.jobs(); jobs.length > 0; jobs = study.jobs()) {
    const outcomes = jobs.map((job) => {
      const evaluator = new Evaluator(job);
      while (!evaluator.part(1000));
      const outcome = evaluator.outcome();
      evaluator.free();
      return outcome;
    });
    study.report(outcomes);
  }
  const report = study.result();
  expect(report?.link).toBe(link);
  expect(report?.candidates).toBe(candidates);
  expect([report?.exam.passed, report?.longer.passed]).toEqual(passed);
});
