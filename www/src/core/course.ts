/** The core's part of the course: reads step files, judges an attempt, proves a solution for the leaderboard. */
import type { Lesson, LessonState, LessonStep } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import type { GuardedRun } from "./guard";
import type { Core } from "./index";

export type {
  LessonGoal,
  LessonState,
  LessonStep,
} from "../../pkg/flockwright.js";

/** Name and text of a file that describes one step of the course. */
export interface StepFile {
  name: string;
  text: string;
}

/** Time for which a proof of a solution runs before it pauses, so that the page can respond, ms. */
const SLICE_MS = 8;

export class CoreCourse {
  private readonly run: GuardedRun;
  /** The current attempt at a step; its `lesson` is valid only in the module's instance number `instances`. */
  private attempt: { file: StepFile; lesson: Lesson; instances: number } | undefined;

  constructor({ guarded }: Core) {
    this.run = guarded;
  }

  /** Parses the files of the course's steps. */
  readSteps(files: readonly StepFile[]): LessonStep[] {
    return this.run.ask<LessonStep[]>([], () =>
      files.map(({ name, text }) => {
        const lesson = new glue.Lesson(name, text);
        const step = lesson.step();
        lesson.free();
        return step;
      }),
    );
  }

  /** HTML of a step's exercise sheet in three parts: document head, sheet, and answer. `page`: URL for links. */
  sheetParts({ name, text }: StepFile, page: string): string[] {
    return this.run.ask<string[]>([], () => {
      const lesson = new glue.Lesson(name, text);
      const parts = lesson.sheet(page);
      lesson.free();
      return parts;
    });
  }

  /** Starts a new attempt at a step, in place of the current one. */
  beginAttempt(file: StepFile): void {
    const { instances } = this.run;
    if (this.attempt?.instances === instances) this.attempt.lesson.free();
    this.attempt = undefined;
    this.run.ask(undefined, () => {
      this.attempt = { file, lesson: new glue.Lesson(file.name, file.text), instances };
    });
  }

  /** Judges the run's present state for the attempt, about every twelfth tick, and returns its progress. */
  attemptState(file: StepFile): LessonState | undefined {
    if (this.attempt?.file !== file || this.attempt.instances !== this.run.instances) this.beginAttempt(file);
    return this.run.observe("measures", undefined, (run) => this.attempt && run.tried(this.attempt.lesson));
  }

  /**
   * Runs a solution, given as link, again from tick 0 and judges it, with a `pause` every `SLICE_MS`. Returns the line
   * for a leaderboard, or why there is none.
   */
  async prove(
    file: StepFile,
    link: string,
    pause: () => Promise<void>,
  ): Promise<{ line: string } | { why: string }> {
    const { instances } = this.run;
    const lesson = new glue.Lesson(file.name, file.text);
    try {
      const proof = lesson.prove(link);
      while (!proof.part(SLICE_MS)) {
        await pause();
        if (this.run.instances !== instances) return { why: "The run is another one now." };
      }
      const line = proof.line();
      proof.free();
      return { line };
    } catch (why) {
      return { why: String(why) };
    } finally {
      if (this.run.instances === instances) lesson.free();
    }
  }
}
