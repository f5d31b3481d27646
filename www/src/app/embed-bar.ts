/** Controls of an embedded run. */
import "../style/embed.css";
import type { SceneInfo } from "../core";
import { pageWith } from "../core/link/address";
import { element, icon, setIcon, setText } from "../ui/dom";

/** Height of the bar, CSS px. */
export const BAR = 48;

/** Play, the name of the run, the link to the playground, and a hint about dragging. */
export class Bar {
  readonly play = element(
    "button#embed-play.icon-button",
    { "aria-label": "Play", "aria-pressed": "false" },
    icon("play"),
  );
  /** Large Play button over the picture, until the run is played for the first time. */
  readonly poster = element("button#embed-poster", { "aria-label": "Play" }, icon("play"));
  readonly parts: HTMLElement[];
  /** Says what dragging does, until the first press. */
  private readonly hint = element("p#embed-hint.surface", { hidden: true });
  private invites: boolean;
  private readonly title = element("p#embed-title.cut.grow.strong");
  private readonly name: string;
  /** Whether the run was played; the large Play button then stays hidden. */
  private played = false;
  private playing = false;
  private searching = false;

  /** `title`: a person's own title of the run. `link`: query that the playground opens. */
  constructor(scene: SceneInfo | undefined, title: string | undefined, link: string) {
    this.name = title ?? scene?.title ?? "";
    setText(this.title, this.name);
    document.title = this.name ? `${this.name} \u00b7 Flockwright` : "Flockwright";
    const text = "Open in playground";
    const there = { href: pageWith(link, location.href), target: "_blank", rel: "noopener", title: text };
    const open = element("a#embed-open.button.firm.strong", there, element("span", text), icon("open"));
    const look = { "aria-label": "Flockwright" };
    const bar = element("nav#embed-bar.surface.across.tight", look, this.play, this.title, open);
    setText(this.hint, scene?.drag ?? "");
    this.invites = this.hint.textContent !== "";
    this.parts = [this.poster, this.hint, bar];
  }

  /** Calls `toggle` for both Play buttons; the large one passes the focus to the small one. */
  onToggle(toggle: () => void): void {
    for (const button of [this.play, this.poster]) button.addEventListener("click", toggle);
    this.poster.addEventListener("click", () => this.play.focus({ preventScroll: true }));
  }

  /** Hides the hint after the first press. */
  pressed(): void {
    this.invites = false;
    this.draw();
  }

  showPlaying(playing: boolean): void {
    this.playing = playing;
    this.played ||= playing;
    this.draw();
  }

  /** Shows the progress of a long replay and how to leave it; `undefined` hides it. */
  search(text: string | undefined): void {
    setText(this.title, text ?? this.name);
    if (this.searching === (text !== undefined)) return;
    this.searching = text !== undefined;
    this.draw();
  }

  private draw(): void {
    const { play, playing, searching } = this;
    if (searching) play.removeAttribute("aria-pressed");
    else play.setAttribute("aria-pressed", String(playing));
    play.setAttribute("aria-label", searching ? "Stop here" : "Play");
    play.title = searching ? "Stop here" : "";
    setIcon(play, searching ? "close" : playing ? "pause" : "play");
    this.poster.hidden = this.played || searching;
    this.hint.hidden = !this.invites || !playing || searching;
  }

  fail(why = "The simulation stopped. Open it in the playground to continue."): void {
    setText(this.title, why);
    this.title.setAttribute("role", "alert");
    this.play.disabled = true;
    this.poster.hidden = true;
  }
}
