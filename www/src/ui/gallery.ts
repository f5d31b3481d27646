/** The gallery of all scenes, each with its sentence, by what one may want to see or by source. */
import type { SceneInfo } from "../core";
import { byId, element, setText } from "./dom";

interface Shelf {
  title: string;
  scenes: SceneInfo[];
}

/** Scenes under the headings that they go by, headings in the order of their first scene. */
export function shelve(scenes: readonly SceneInfo[], heading: (scene: SceneInfo) => string): Shelf[] {
  const shelves: Shelf[] = [];
  for (const scene of scenes) {
    const title = heading(scene);
    const shelf = shelves.find((one) => one.title === title);
    if (shelf) shelf.scenes.push(scene);
    else shelves.push({ title, scenes: [scene] });
  }
  return shelves;
}

/** The chapters of the book, the tutorial, papers by their years; the rest is from elsewhere. */
export function sourceOf({ chapter }: Pick<SceneInfo, "chapter">): string {
  if (chapter.startsWith("Game AI")) return chapter.replace("Game AI ch.", "AI for Game Developers, chapter");
  if (chapter.startsWith("Steering")) return "Understanding Steering Behaviors";
  return /\d{4}$/.test(chapter) ? "Papers" : "Other";
}

/** What there is to see, as short as a card has it. */
export function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/)?.[0] ?? text;
}

const ORDERS: Readonly<Record<string, (scenes: readonly SceneInfo[]) => Shelf[]>> = {
  mood: (scenes) => shelve(scenes, ({ category }) => category),
  source: (scenes) =>
    shelve(scenes, sourceOf).sort(
      (a, b) => Number(a.title === "Other") - Number(b.title === "Other") || a.title.localeCompare(b.title),
    ),
};

export class Gallery {
  /** The link of each card's scene, and where its picture goes when there is one. */
  readonly cards: { link: string; picture: HTMLElement }[] = [];
  private readonly buttons: { key: string; button: HTMLButtonElement }[] = [];
  private readonly shelves = element("div#shelves");
  private current: HTMLElement | undefined;

  constructor(
    private readonly scenes: readonly SceneInfo[],
    private readonly choose: (link: string) => void,
  ) {
    // Filled when the presets are there.
    byId("gallery").append(element("div#yours.chapter", { hidden: true }), this.shelves);
    // The open panel has a size once what is above it has been laid out.
    new ResizeObserver(() => this.reveal()).observe(byId("gallery"));
  }

  /** Puts a card for each scene on the shelves. */
  fill(): void {
    const { scenes } = this;
    const items = new Map(scenes.map((scene) => [scene, element("li", this.card(scene))]));
    const arrange = (order: string) =>
      this.shelves.replaceChildren(
        ...(ORDERS[order]?.(scenes) ?? []).map(({ title, scenes: own }) => {
          return element(
            "div.chapter",
            element("h3", title),
            element("ul", ...own.map((scene) => items.get(scene) ?? "")),
          );
        }),
      );
    arrange("mood");
    for (const radio of document.querySelectorAll<HTMLInputElement>('[name="shelves"]'))
      radio.addEventListener("change", () => arrange(radio.value));
  }

  private card(scene: SceneInfo): HTMLButtonElement {
    const picture = element("span.thumb.firm", { "aria-hidden": "true" });
    const button = element(
      "button.scene.column.left.full",
      { "data-scene": scene.key },
      picture,
      element("span.scene-title.strong", scene.title),
      element("span.scene-says.hints", firstSentence(scene.see)),
    );
    this.cards.push({ link: scene.link, picture });
    button.addEventListener("click", () => this.choose(scene.link));
    this.buttons.push({ key: scene.key, button });
    return button;
  }

  markScene(key: string): void {
    for (const { key: scene, button } of this.buttons) {
      if (scene === key) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const scene = this.scenes.find((candidate) => candidate.key === key);
    setText(
      byId("caption"),
      scene ? `${scene.title}. Source: ${scene.source}. Constants: ${scene.constants}` : "",
    );
    this.current = this.buttons.find(({ key: scene }) => scene === key)?.button;
    // Once the frame is laid out anyway.
    requestAnimationFrame(() => this.reveal());
  }

  /** Scrolls to the scene that runs. */
  reveal(): void {
    this.current?.scrollIntoView({ block: "nearest" });
  }
}
