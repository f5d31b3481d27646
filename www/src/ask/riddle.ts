/**
 * Riddle of Ask a bird: the question which way a bird will turn, its three buttons, and the verdict on the guess.
 * `index.ts` has its timing and `drawing.ts` its drawing.
 */
import "../style/riddle.css";
import type { AnswerInfo } from "../core";
import { element, setText } from "../ui/dom";

/** Side of a turn: -1 left, 0 straight, 1 right. */
export type TurnSide = -1 | 0 | 1;

export const QUESTION = "Which way will it turn?";

export const TURN_SIDES: readonly { side: TurnSide; label: string; key: string }[] = [
  { side: -1, label: "Left", key: "ArrowLeft" },
  { side: 0, label: "Straight", key: "ArrowUp" },
  { side: 1, label: "Right", key: "ArrowRight" },
];

const labelOf = (side: number) => TURN_SIDES.find((one) => one.side === side)?.label.toLowerCase() ?? "";

/** Turn of a guessed path to its side, rad, and number of ticks in which it turns: one second. */
const GHOST_TURN = Math.PI / 4;
const GHOST_STEPS = 60;
/** Largest angle between the heading and a flick that means "straight", rad. */
const AHEAD_ANGLE = Math.PI / 7;

/** Path (x and y alternate) that shows a guess: starts and is as fast as the real path, but turns to that side. */
export function ghostPath(real: Float32Array, guess: TurnSide): Float32Array {
  const path = real.slice();
  const valueAt = (index: number) => real[index] ?? 0;
  const start = Math.atan2(valueAt(3) - valueAt(1), valueAt(2) - valueAt(0));
  for (let step = 1; 2 * step < real.length; step++) {
    const [now, before] = [2 * step, 2 * step - 2];
    const length = Math.hypot(valueAt(now) - valueAt(before), valueAt(now + 1) - valueAt(before + 1));
    const angle = start + guess * GHOST_TURN * Math.min(1, step / GHOST_STEPS);
    path[now] = (path[before] ?? 0) + length * Math.cos(angle);
    path[now + 1] = (path[before + 1] ?? 0) + length * Math.sin(angle);
  }
  return path;
}

/** Side of a flick in direction (x, y) on the stage, seen along the bird's heading (hx, hy). */
export function sideOfFlick(x: number, y: number, { hx, hy }: { hx: number; hy: number }): TurnSide {
  const angle = Math.atan2(hx * y - hy * x, hx * x + hy * y);
  return Math.abs(angle) < AHEAD_ANGLE ? 0 : angle < 0 ? -1 : 1;
}

/** First sentence of the verdict on a guess. */
function verdictText(guess: TurnSide, { side }: Pick<AnswerInfo, "side">): string {
  if (guess === side) return "You guessed right.";
  return `Not ${labelOf(guess)} this time.`;
}

/** Number of guesses since the page was opened, and how many were right. */
const riddleScore = { all: 0, right: 0 };

/** Elements of a riddle in the answer card: buttons while the question is open, then verdict and score. */
export class RiddleCard {
  readonly verdict = element("strong.riddle-verdict", { hidden: true });
  readonly choices: HTMLElement;
  readonly footer: HTMLElement;
  private readonly nextButton: HTMLButtonElement;
  private readonly scoreText = element("span.note");
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(guess: (side: TurnSide) => void, next: () => void) {
    this.buttons = TURN_SIDES.map(({ side, label, key }) =>
      element("button.button", { "aria-keyshortcuts": key, onclick: () => guess(side) }, label),
    );
    this.choices = element("div.riddle-choices", { role: "group", "aria-label": QUESTION }, ...this.buttons);
    this.nextButton = element("button.ask-more.tall", { onclick: next });
    this.footer = element("div.riddle-foot.across.apart", this.nextButton, this.scoreText);
    this.showAnswer();
  }

  /** Shows the three buttons, ready for a guess. */
  showQuestion(): void {
    this.verdict.hidden = true;
    this.choices.hidden = false;
    for (const button of this.buttons) {
      button.disabled = false;
      button.removeAttribute("aria-pressed");
    }
  }

  /** Disables the buttons and shows the guessed one as pressed. */
  showGuess(guess: TurnSide): void {
    this.buttons.forEach((button, at) => {
      button.disabled = true;
      button.setAttribute("aria-pressed", String(TURN_SIDES[at]?.side === guess));
    });
  }

  /** Counts a guess, then shows and returns the verdict. */
  showVerdict(guess: TurnSide, answer: AnswerInfo): string {
    riddleScore.all++;
    if (guess === answer.side) riddleScore.right++;
    const text = verdictText(guess, answer);
    setText(this.verdict, text);
    this.verdict.hidden = false;
    this.choices.hidden = true;
    setText(this.nextButton, "Another bird");
    setText(this.scoreText, `${riddleScore.right} of ${riddleScore.all} right`);
    return text;
  }

  /** Prepares the elements for an ordinary answer: only the button that starts a riddle, without verdict and score. */
  showAnswer(): void {
    this.verdict.hidden = this.choices.hidden = true;
    setText(this.nextButton, "Guess the next one");
    setText(this.scoreText, "");
  }
}
