/**
 * What stands under a scene's title: a sentence, and two buttons. Try makes the changes that the scene invites to, and
 * takes them back; the other one opens the scene with the constants of its source, and goes back.
 */
import { byId, setText } from "./dom";
import { firstSentence } from "./gallery";
import type { Page } from "./page";
import { differs } from "./values";

/** What is not as the scene has it, by whomever: beside it the scene's sentence may no longer be true. */
export function changesText(changes: number): string {
  if (changes === 0) return "";
  return changes === 1 ? "One thing differs from the scene." : `${changes} things differ from the scene.`;
}

/** After so much play that nobody does anything in, the sky is free, ms. */
const REST = 5000;

/** What stands under the title goes while a person only watches, and comes back with the pointer, a key, the focus, a pause. */
export function restWhileWatched({ clock }: Page): void {
  const chrome = byId("chrome");
  let timer = 0;
  const wake = () => {
    delete chrome.dataset.rests;
    window.clearTimeout(timer);
    timer = window.setTimeout(rest, REST);
  };
  const rest = () => {
    if (clock.playing && !document.hidden && !byId("masthead").contains(document.activeElement))
      chrome.dataset.rests = "true";
    else wake();
  };
  for (const one of ["pointermove", "pointerdown", "keydown", "focusin", "wheel"])
    window.addEventListener(one, wake, { passive: true, capture: true });
  wake();
}

/** The book, where a scene comes from it. */
export function originalText(source: string): string {
  return source.includes("AI for Game Developers")
    ? "Use the book\u2019s settings"
    : "Use the source\u2019s settings";
}

export class SceneLine {
  private readonly tryIt = byId("try") as HTMLButtonElement;
  private readonly original = byId("original") as HTMLButtonElement;
  private readonly line = byId("scene-line");

  constructor(
    private readonly page: Page,
    /** Shows the slider of a parameter. */
    showSlider: (key: string) => void,
  ) {
    const { core } = page;
    const tryIt = () => {
      const on = !core.caption().tried;
      const before = core.params();
      page.step(() => core.tryIt(on));
      page.tell("changed");
      this.showSentence();
      const moved = core.params().find(({ value }, at) => differs(value, before[at]?.value ?? Number.NaN));
      if (on && moved) showSlider(moved.key);
    };
    this.tryIt.addEventListener("click", tryIt);
    this.original.addEventListener("click", () => {
      const scene = core.sceneInfo();
      const link = core.caption().ofSource ? scene?.link : scene?.original;
      if (link) page.open(`${link}&seed=${core.seed()}`);
    });
  }

  /** Shows what there is to see, to try, and whose constants there are. */
  showSentence(): void {
    const scene = this.page.core.sceneInfo();
    const { see, changes, act, tried, ofSource } = this.page.core.caption();
    this.tryIt.hidden = !act || ofSource;
    setText(this.tryIt, tried ? "Undo it" : act.charAt(0).toUpperCase() + act.slice(1));
    this.tryIt.title = tried ? "Takes it back to what the scene has" : (scene?.try ?? "");
    this.original.hidden = !scene?.original;
    setText(
      this.original,
      ofSource ? "Back to the scene\u2019s settings" : originalText(scene?.source ?? ""),
    );
    this.original.title = `Constants: ${scene?.constants ?? ""}`;
    const text = [firstSentence(see), changesText(changes)].join(" ").trim();
    setText(this.line, text);
  }
}
