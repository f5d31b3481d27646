/** The gallery of all scenes, sorted by mood or by source. */
import type { Core, SceneInfo } from "../core";
import { byId, element } from "./dom";

interface GalleryShelf {
  title: string;
  scenes: SceneInfo[];
}

/** Groups scenes by heading; groups and scenes stay in the order of `scenes`. */
export function groupIntoShelves(
  scenes: readonly SceneInfo[],
  heading: (scene: SceneInfo) => string,
): GalleryShelf[] {
  const shelves: GalleryShelf[] = [];
  for (const scene of scenes) {
    const title = heading(scene);
    const shelf = shelves.find((one) => one.title === title);
    if (shelf) shelf.scenes.push(scene);
    else shelves.push({ title, scenes: [scene] });
  }
  return shelves;
}

/** Heading of a scene in the order by source: a book chapter, the tutorial's name, "Papers" or "Other". */
export function chapterSource({ chapter }: Pick<SceneInfo, "chapter">): string {
  if (chapter.startsWith("Game AI")) return chapter.replace("Game AI ch.", "AI for Game Developers, chapter");
  if (chapter.startsWith("Steering")) return "Understanding Steering Behaviors";
  return /\d{4}$/.test(chapter) ? "Papers" : "Other";
}

/** First sentence of a text, for a scene's card; the whole text if it has no ".", "!" or "?" that ends a sentence. */
export function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/)?.[0] ?? text;
}

const SHELF_ORDERS: Readonly<Record<string, (scenes: readonly SceneInfo[]) => GalleryShelf[]>> = {
  mood: (scenes) => groupIntoShelves(scenes, ({ category }) => category),
  source: (scenes) =>
    groupIntoShelves(scenes, chapterSource).sort(
      (a, b) => Number(a.title === "Other") - Number(b.title === "Other") || a.title.localeCompare(b.title),
    ),
};

export class Gallery {
  /** Link of each card's scene, and the element in which its picture is drawn. */
  readonly cards: { link: string; picture: HTMLElement }[] = [];
  private readonly buttons: { key: string; button: HTMLButtonElement }[] = [];
  private readonly shelves = element("div#shelves");
  private currentCard: HTMLElement | undefined;

  constructor(
    private readonly core: Pick<Core, "scenes" | "flownScenes">,
    private readonly openScene: (link: string) => void,
  ) {
    // The section #yours is filled when the person's presets have been loaded.
    byId("gallery").append(element("div#yours.chapter", { hidden: true }), this.shelves);
    // The gallery has its final size only after the layout of what is above it, so it scrolls at every change of size.
    new ResizeObserver(() => this.scrollToCurrent()).observe(byId("gallery"));
  }

  /** Makes a card for each scene and arranges the cards under headings. */
  fillShelves(): void {
    const { scenes } = this.core;
    const flownKeys = this.core.flownScenes();
    const items = new Map(
      scenes.map((scene) => [scene, element("li", this.makeCard(scene, flownKeys.includes(scene.key)))]),
    );
    const arrange = (order: string) =>
      this.shelves.replaceChildren(
        ...(SHELF_ORDERS[order]?.(scenes) ?? []).map(({ title, scenes: own }) => {
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

  private makeCard(scene: SceneInfo, isFlown: boolean): HTMLButtonElement {
    const picture = element("span.thumb.firm", { "aria-hidden": "true" });
    const button = element(
      "button.scene.column.left.full",
      { "data-scene": scene.key },
      picture,
      element("span.scene-title.strong", scene.title, isFlown && element("span.badge", "you fly")),
      element("span.scene-says.hints", firstSentence(scene.see)),
    );
    this.cards.push({ link: scene.link, picture });
    button.addEventListener("click", () => this.openScene(scene.link));
    this.buttons.push({ key: scene.key, button });
    return button;
  }

  markScene(key: string): void {
    for (const { key: scene, button } of this.buttons) {
      if (scene === key) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.currentCard = this.buttons.find(({ key: scene }) => scene === key)?.button;
    // Scrolling after the frame's layout avoids an additional layout.
    requestAnimationFrame(() => this.scrollToCurrent());
  }

  /** Scrolls to the card of the running scene. */
  scrollToCurrent(): void {
    this.currentCard?.scrollIntoView({ block: "nearest" });
  }
}
