/** The course: text of a step, progress of a solution, and the proof of one for a leaderboard. */
import type { Lesson, LessonState, LessonStep } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import type { GuardedRun } from "./guard";
import type { Core } from "./index";

export type {
  LessonGoal,
  LessonState,
  LessonStep,
} from "../../pkg/flockwright.js";

/** File of a step: name and text. */
export interface StepFile {
  name: string;
  text: string;
}

/** Time of one slice of a proof, ms. */
const SLICE_MS = 8;

export class CoreCourse {
  private readonly run: GuardedRun;
  /** The current attempt; objects of an older instance of the module are invalid. */
  private attempt: { file: StepFile; lesson: Lesson; instances: number } | undefined;

  constructor({ guarded }: Core) {
    this.run = guarded;
  }

  /** Parses files of steps. */
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

  /** Head, page of paper and answer of a step, as HTML. `page`: address of the page. */
  sheetLines({ name, text }: StepFile, page: string): string[] {
    return this.run.ask<string[]>([], () => {
      const lesson = new glue.Lesson(name, text);
      const parts = lesson.sheet(page);
      lesson.free();
      return parts;
    });
  }

  /** Starts an attempt at a step. */
  beginAttempt(file: StepFile): void {
    const { instances } = this.run;
    if (this.attempt?.instances === instances) this.attempt.lesson.free();
    this.attempt = undefined;
    this.run.ask(undefined, () => {
      this.attempt = { file, lesson: new glue.Lesson(file.name, file.text), instances };
    });
  }

  /** Lets the attempt read the present state (about every twelfth tick) and returns its progress. */
  attemptState(file: StepFile): LessonState | undefined {
    if (this.attempt?.file !== file || this.attempt.instances !== this.run.instances) this.beginAttempt(file);
    return this.run.observe("measures", undefined, (run) => this.attempt && run.tried(this.attempt.lesson));
  }

  /**
   * Judges a solution again from its start, in slices with a `pause` between them. Returns the line for a leaderboard,
   * or why there is none.
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
