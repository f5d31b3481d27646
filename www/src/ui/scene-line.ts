/**
 * The sentence below a scene's title, and the buttons beside it: one makes or undoes the scene's suggested change, one
 * switches to the constants of the scene's source, one names the run.
 */
import { keysOf } from "../core/link/query";
import { upperFirst } from "../core/nouns";
import { playerRole } from "../stage/darts";
import { byId, element, setText } from "./dom";
import { firstSentence } from "./gallery";
import type { Page } from "./page";
import { cleanName } from "./plain";
import { differsNoticeably } from "./values";

/** Sentence about the number of differences between a run and its scene; "" for 0. */
export function changeCountText(changes: number): string {
  if (changes === 0) return "";
  return changes === 1 ? "One thing differs from the scene." : `${changes} things differ from the scene.`;
}

/** Largest length of a run's title that fits into the heading, in characters. */
const LONGEST_TITLE = 32;

/** Time without input after which the texts over the stage are hidden, ms. */
const REST_DELAY = 5000;

/** Hides the texts over the stage while a person only watches; pointer, keys, focus or a pause show them again. */
export function hideWhileWatched({ clock }: Page): void {
  const chrome = byId("chrome");
  let timer = 0;
  const showTexts = () => {
    delete chrome.dataset.rests;
    window.clearTimeout(timer);
    timer = window.setTimeout(hideTexts, REST_DELAY);
  };
  const hideTexts = () => {
    if (clock.playing && !document.hidden && !byId("masthead").contains(document.activeElement))
      chrome.dataset.rests = "true";
    else showTexts();
  };
  for (const one of ["pointermove", "pointerdown", "keydown", "focusin", "wheel"])
    window.addEventListener(one, showTexts, { passive: true, capture: true });
  showTexts();
}

/** Label of the button that opens the scene with the constants of its source. */
export function originalText({ source, category }: { source: string; category: string }): string {
  if (source.includes("AI for Game Developers")) return "Use the book\u2019s settings";
  return category === "Science" ? "Use the paper\u2019s settings" : "Use the source\u2019s settings";
}

export class SceneLine {
  private readonly tryButton = byId("try") as HTMLButtonElement;
  private readonly originalButton = byId("original") as HTMLButtonElement;
  private readonly sentenceLine = byId("scene-line");
  private readonly nameButton = element("button.link.tall.medium", {
    onclick: () => this.nameButton.replaceWith(this.nameField()),
  });

  constructor(
    private readonly page: Page,
    /** Scrolls to the slider of a parameter. */
    showSlider: (key: string) => void,
  ) {
    const { core } = page;
    const tryIt = () => {
      const isTried = !core.caption().tried;
      const oldParams = core.params();
      page.step(() => core.tryIt(isTried));
      page.tell("changed");
      this.showSentence();
      const movedParam = core
        .params()
        .find(({ value }, at) => differsNoticeably(value, oldParams[at]?.value ?? Number.NaN));
      if (isTried && movedParam) showSlider(movedParam.key);
    };
    this.tryButton.addEventListener("click", tryIt);
    byId("scene-acts").append(this.nameButton);
    this.originalButton.addEventListener("click", () => {
      const scene = core.sceneInfo();
      const link = core.caption().ofSource ? scene?.link : scene?.original;
      if (link) page.open(`${link}&seed=${core.seed()}`);
    });
  }

  /** Shows the sentence and the buttons that fit the present run. */
  showSentence(): void {
    const scene = this.page.core.sceneInfo();
    const { see, changes, act, tried, ofSource } = this.page.core.caption();
    this.tryButton.hidden = !act || ofSource;
    setText(this.tryButton, tried ? "Undo it" : upperFirst(act));
    this.tryButton.title = tried ? "Takes it back to what the scene has" : (scene?.try ?? "");
    this.originalButton.hidden = !scene?.original;
    if (scene)
      setText(this.originalButton, ofSource ? "Back to the scene\u2019s settings" : originalText(scene));
    this.originalButton.title = `Constants: ${scene?.constants ?? ""}`;
    const { page } = this;
    const isTitled = page.title() !== scene?.title;
    this.nameButton.hidden = changes === 0 && !isTitled;
    setText(this.nameButton, isTitled ? "Rename" : "Name it");
    // The scene's sentence may be false for a run with other groups or behaviors.
    const isRemade = isTitled || (!tried && !ofSource && keysOf(page.link()).includes("groups"));
    const from = isTitled ? `Made from \u201c${scene?.title}\u201d.` : "";
    const hasCraft = page.core.groups().some(({ role, count }) => role === playerRole && count > 0);
    const flyHint = hasCraft ? "Drag the craft to fly it, or use the arrow keys." : "";
    const text = [from, isRemade ? "" : firstSentence(see), changeCountText(changes), flyHint]
      .join(" ")
      .trim();
    setText(this.sentenceLine, text);
  }

  /** Field for the run's title: Enter sets the title, and an empty field restores the scene's. */
  private nameField(): HTMLElement {
    const { page } = this;
    const value = page.title();
    const field = element("input.legend-name", {
      ...{ type: "text", value, maxLength: LONGEST_TITLE, size: LONGEST_TITLE / 2 },
      "aria-label": "Title of this run",
    });
    let isWanted = true;
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.stopPropagation();
      isWanted = event.key === "Enter";
      field.blur();
    });
    field.addEventListener("blur", () => {
      field.replaceWith(this.nameButton);
      const title = cleanName(field.value);
      if (isWanted && title !== value) page.retitle(title === page.core.sceneInfo()?.title ? "" : title);
      page.settled();
    });
    requestAnimationFrame(() => field.select());
    return field;
  }
}
