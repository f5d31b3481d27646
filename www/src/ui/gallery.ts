/** The scenes: a strip of a few, the gallery of all by chapter, and the title and caption of the one that runs. */
import type { SceneInfo } from "../core";
import { byId, element, setText } from "./dom";

interface Chapter {
  title: string;
  scenes: SceneInfo[];
}

/** The source that a chapter belongs to: the parts of a tutorial, with a scene each, are listed together. */
export function sourceOf(chapter: string): string {
  return chapter.replace(/,? parts? \d.*$/, "");
}

/** Scenes under their chapter, both in gallery order. */
export function byChapter(scenes: readonly SceneInfo[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const scene of scenes) {
    const title = sourceOf(scene.chapter);
    const chapter = chapters.find((candidate) => candidate.title === title);
    if (chapter) chapter.scenes.push(scene);
    else chapters.push({ title, scenes: [scene] });
  }
  return chapters;
}

/** The link of a scene as it ships. */
export function plainLink(key: string): string {
  return new URLSearchParams({ v: "1", scene: key }).toString();
}

/** Scenes of the strip: the first of each of so many chapters. */
const inStrip = 4;

export class Gallery {
  /** The link of each card's scene, and where its picture goes when there is one. */
  readonly cards: { link: string; picture: HTMLElement }[] = [];
  private readonly buttons: { key: string; button: HTMLButtonElement }[] = [];
  private current: HTMLElement | undefined;

  constructor(
    private readonly scenes: readonly SceneInfo[],
    private readonly choose: (key: string) => void,
  ) {
    // Filled when the presets are there.
    byId("gallery").append(element("div", { id: "yours", class: "chapter", hidden: true }));
    for (const chapter of byChapter(scenes)) {
      const list = element("ul", {});
      for (const scene of chapter.scenes) list.append(element("li", {}, this.card(scene, "scene")));
      byId("gallery").append(element("div", { class: "chapter" }, element("h3", {}, chapter.title), list));
    }
    const strip = byId("strip").querySelector("ul");
    for (const { scenes: own } of byChapter(scenes).slice(0, inStrip))
      for (const scene of own.slice(0, 1)) strip?.append(element("li", {}, this.card(scene, "strip")));
    byId("all-scenes").textContent = `All ${scenes.length}`;
  }

  private card(scene: SceneInfo, place: "scene" | "strip"): HTMLButtonElement {
    const picture = element("span", { class: "thumb", "aria-hidden": "true" });
    const button = element(
      "button",
      { type: "button", class: "scene", [`data-${place}`]: scene.key },
      picture,
      element("span", { class: "scene-title" }, scene.title),
    );
    this.cards.push({ link: plainLink(scene.key), picture });
    button.addEventListener("click", () => this.choose(scene.key));
    this.buttons.push({ key: scene.key, button });
    return button;
  }

  show(key: string): void {
    for (const { key: scene, button } of this.buttons) {
      if (scene === key) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const scene = this.scenes.find((candidate) => candidate.key === key);
    byId("caption").replaceChildren(...(scene ? caption(scene) : []));
    setText(byId("scene-title"), scene?.title ?? "");
    setText(byId("scene-line"), scene?.see ?? "");
    this.current = this.buttons.find(
      ({ key: scene, button }) => scene === key && button.dataset.scene,
    )?.button;
  }

  /** Scrolls to the scene that runs; after its caption is there, which takes its room from the gallery. */
  reveal(): void {
    reveal(this.current);
  }
}

function caption(scene: SceneInfo): HTMLElement[] {
  const line = (term: string, text: string) =>
    element("div", {}, element("dt", {}, term), element("dd", {}, text));
  return [
    element("h3", { class: "caption-title" }, scene.title),
    element("dl", {}, line("See", scene.see), line("Try", scene.try)),
    element("p", { class: "source" }, scene.source),
  ];
}

/** Scrolls the gallery, and nothing around it, until a scene and the heading over it are in sight. */
function reveal(button: HTMLElement | undefined): void {
  const gallery = byId("gallery");
  if (!button) return;
  const view = gallery.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  const above = 40;
  if (box.top < view.top + above) gallery.scrollTop -= view.top + above - box.top;
  else if (box.bottom > view.bottom - 8) gallery.scrollTop += box.bottom - view.bottom + above;
  const aside = 16;
  if (box.left < view.left + aside) gallery.scrollLeft -= view.left + aside - box.left;
  else if (box.right > view.right - aside) gallery.scrollLeft += box.right - view.right + aside;
}
