/** How far a search is, the best that it has found so far, and the way to end it. */
import type { Theme } from "../canvas/palette";
import type { Core } from "../core";
import { element, setText } from "../ui/dom";
import { Theater } from "../ui/living";
import { wantsStillness } from "../ui/theme";
import { type Standing, TRIES } from "./search";

/** Between two lines of text, and between two flocks, ms. */
const SAID = 400;
const SHOWN = 2_000;

export class StandingView {
  readonly root: HTMLElement;
  private readonly bar = element("progress", { max: 1, value: 0, "aria-label": "Search" });
  private readonly text = element("p.make-progress.note", "Starting \u2026");
  private readonly met = element("span");
  private readonly picture = element("span.best-picture");
  private readonly best = element(
    "button#make-best.best.framed",
    { hidden: true },
    this.picture,
    element("span.best-text", element("strong", "Best so far"), this.met, element("span", "Use this one")),
  );
  private readonly stop = element("button#make-stop.button", "Stop, keep the best");
  private readonly theater: Theater;
  private stopped = false;
  private saidAt = 0;
  private shownAt = Number.NEGATIVE_INFINITY;
  private link = "";

  constructor(core: Core, theme: Theme, hooks: { stop(): void; use(link: string): void }) {
    this.theater = new Theater(core, !wantsStillness());
    this.theater.setTheme(theme);
    this.stop.addEventListener("click", () => {
      this.stopped = this.stop.disabled = true;
      hooks.stop();
    });
    this.best.addEventListener("click", () => hooks.use(this.link));
    this.root = element("div.standing", this.bar, this.text, this.best, this.stop);
  }

  setTheme(theme: Theme): void {
    this.theater.setTheme(theme);
  }

  /** Whether this is the link of the one on show. */
  has(link: string): boolean {
    return this.link === link;
  }

  end(): void {
    this.theater.clear();
  }

  show(standing: Standing): void {
    const { phase, candidates, share, secondsLeft } = standing;
    this.bar.value = share;
    this.stop.disabled = this.stopped || phase !== "search";
    this.showBest(standing);
    const now = performance.now();
    if (now < this.saidAt + SAID && phase === "search") return;
    this.saidAt = now;
    const left =
      secondsLeft === undefined ? "" : ` \u00b7 at most ${Math.max(1, Math.round(secondsLeft))} s left`;
    const count = `${candidates} ${candidates === 1 ? "candidate" : "candidates"} tried`;
    const what = phase === "search" ? count : "testing the best in new runs";
    setText(this.text, `${what}${left}`);
  }

  /** What a generation has improved only a little waits, so that each flock is seen for a while. */
  private showBest({ phase, link, met }: Standing): void {
    // Until the playoff is over, it is the best of the search.
    const isTried = phase === "search" || phase === "playoff";
    const whole = !isTried || met === TRIES;
    const now = performance.now();
    if (!link || link === this.link || (now < this.shownAt + SHOWN && !whole)) return;
    this.shownAt = now;
    this.link = link;
    this.picture.replaceChildren(...this.theater.show([link]));
    this.best.hidden = false;
    setText(this.met, isTried ? `as wished in ${met ?? 0} of ${TRIES} runs` : "the best of all so far");
    this.best.dataset.whole = String(whole);
  }
}
