/** Controls of an embedded run. */
import "../style/embed.css";
import type { SceneInfo } from "../core";
import { pageWith } from "../core/link/address";
import { element, icon, setIcon, setText } from "../ui/dom";

/** Height of the bar, CSS px. */
export const BAR_HEIGHT = 48;

/** Play, the name of the run, the link to the playground, and a hint about dragging. */
export class EmbedBar {
  readonly playButton = element(
    "button#embed-play.icon-button",
    { "aria-label": "Play", "aria-pressed": "false" },
    icon("play"),
  );
  /** Large Play button over the picture, until the run is played for the first time. */
  readonly posterButton = element("button#embed-poster", { "aria-label": "Play" }, icon("play"));
  readonly barParts: HTMLElement[];
  /** Says what dragging does, until the first press. */
  private readonly hintText = element("p#embed-hint.surface", { hidden: true });
  private showsHint: boolean;
  private readonly title = element("p#embed-title.cut.grow.strong");
  private readonly runTitle: string;
  /** Whether the run was played; the large Play button then stays hidden. */
  private hasPlayed = false;
  private isPlaying = false;
  private isSearching = false;

  /** `title`: a person's own title of the run. `link`: query that the playground opens. */
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

  /** Calls `toggle` for both Play buttons; the large one passes the focus to the small one. */
  onToggle(toggle: () => void): void {
    for (const button of [this.playButton, this.posterButton]) button.addEventListener("click", toggle);
    this.posterButton.addEventListener("click", () => this.playButton.focus({ preventScroll: true }));
  }

  /** Hides the hint after the first press. */
  hideHint(): void {
    this.showsHint = false;
    this.updateButtons();
  }

  /** Shows a sentence above the bar until the next press. */
  showText(text: string): void {
    setText(this.hintText, text);
    this.showsHint = true;
    this.updateButtons();
  }

  showPlaying(playing: boolean): void {
    this.isPlaying = playing;
    this.hasPlayed ||= playing;
    this.updateButtons();
  }

  /** Shows the progress of a long replay and how to leave it; `undefined` hides it. */
  showSearch(text: string | undefined): void {
    setText(this.title, text ?? this.runTitle);
    if (this.isSearching === (text !== undefined)) return;
    this.isSearching = text !== undefined;
    this.updateButtons();
  }

  private updateButtons(): void {
    const { playButton, isPlaying: playing, isSearching: searching } = this;
    if (searching) playButton.removeAttribute("aria-pressed");
    else playButton.setAttribute("aria-pressed", String(playing));
    playButton.setAttribute("aria-label", searching ? "Stop here" : "Play");
    playButton.title = searching ? "Stop here" : "";
    setIcon(playButton, searching ? "close" : playing ? "pause" : "play");
    this.posterButton.hidden = this.hasPlayed || searching;
    this.hintText.hidden = !this.showsHint || !playing || searching;
  }

  showFailure(why = "The simulation stopped. Open it in the playground to continue."): void {
    setText(this.title, why);
    this.title.setAttribute("role", "alert");
    this.playButton.disabled = true;
    this.posterButton.hidden = true;
  }
}
