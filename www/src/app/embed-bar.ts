/** The bar below a run that is embedded in another page. */
import "../style/embed.css";
import type { SceneInfo } from "../core";
import { pageWith } from "../core/link/address";
import { element, icon, setIcon, setText } from "../ui/dom";

/** Height of the bar, CSS px. */
export const BAR_HEIGHT = 48;

/** Play button, title of the run, link to the full page, and a hint above the bar. */
export class EmbedBar {
  readonly playButton = element(
    "button#embed-play.icon-button",
    { "aria-label": "Play", "aria-pressed": "false" },
    icon("play"),
  );
  /** Large Play button over the canvas, until the run is played for the first time. */
  readonly posterButton = element("button#embed-poster", { "aria-label": "Play" }, icon("play"));
  readonly barParts: HTMLElement[];
  /** Hint above the bar that says what dragging does, until the first press on the canvas. */
  private readonly hintText = element("p#embed-hint.surface", { hidden: true });
  private showsHint: boolean;
  private readonly title = element("p#embed-title.cut.grow.strong");
  private readonly runTitle: string;
  /** Whether the run was played, so that the large Play button is no longer shown. */
  private hasPlayed = false;
  private isPlaying = false;
  private isSeeking = false;

  /** `title`: title that a person gave the run; by default that of the scene. `link`: query of the full page's link. */
  constructor(scene: SceneInfo | undefined, title: string | undefined, link: string) {
    this.runTitle = title ?? scene?.title ?? "";
    setText(this.title, this.runTitle);
    document.title = this.runTitle ? `${this.runTitle} \u00b7 Flockwright` : "Flockwright";
    const text = "Open in playground";
    const linkAttributes = {
      href: pageWith(link, location.href),
      target: "_blank",
      rel: "noopener",
      title: text,
    };
    const openLink = element(
      "a#embed-open.button.firm.strong",
      linkAttributes,
      element("span", text),
      icon("open"),
    );
    const barAttributes = { "aria-label": "Flockwright" };
    const bar = element(
      "nav#embed-bar.surface.across.tight",
      barAttributes,
      this.playButton,
      this.title,
      openLink,
    );
    setText(this.hintText, scene?.drag ?? "");
    this.showsHint = this.hintText.textContent !== "";
    this.barParts = [this.posterButton, this.hintText, bar];
  }

  /** Calls `toggle` at presses of the two Play buttons; a press of the large one moves the focus to that of the bar. */
  onToggle(toggle: () => void): void {
    for (const button of [this.playButton, this.posterButton]) button.addEventListener("click", toggle);
    this.posterButton.addEventListener("click", () => this.playButton.focus({ preventScroll: true }));
  }

  hideHint(): void {
    this.showsHint = false;
    this.updateButtons();
  }

  /** Shows a sentence in place of the hint, until the next press on the canvas. */
  showText(text: string): void {
    setText(this.hintText, text);
    this.showsHint = true;
    this.updateButtons();
  }

  showPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    this.hasPlayed ||= isPlaying;
    this.updateButtons();
  }

  /**
   * Shows the progress of a long replay in place of the title, and a stop button; `undefined` shows the title again.
   */
  showSeekProgress(text: string | undefined): void {
    setText(this.title, text ?? this.runTitle);
    if (this.isSeeking === (text !== undefined)) return;
    this.isSeeking = text !== undefined;
    this.updateButtons();
  }

  private updateButtons(): void {
    const { playButton, isPlaying, isSeeking } = this;
    if (isSeeking) playButton.removeAttribute("aria-pressed");
    else playButton.setAttribute("aria-pressed", String(isPlaying));
    playButton.setAttribute("aria-label", isSeeking ? "Stop here" : "Play");
    playButton.title = isSeeking ? "Stop here" : "";
    setIcon(playButton, isSeeking ? "close" : isPlaying ? "pause" : "play");
    this.posterButton.hidden = this.hasPlayed || isSeeking;
    this.hintText.hidden = !this.showsHint || !isPlaying || isSeeking;
  }

  showFailure(): void {
    setText(this.title, "The simulation stopped. Open it in the playground to continue.");
    this.title.setAttribute("role", "alert");
    this.playButton.disabled = true;
    this.posterButton.hidden = true;
  }
}
