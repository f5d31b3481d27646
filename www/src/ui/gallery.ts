/** The scenes: a strip of a few, the gallery of all by what one may want to see, and the title and caption of the one that runs. */
import type { SceneInfo } from "../core";
import { byId, element, setText } from "./dom";

interface Shelf {
  title: string;
  scenes: SceneInfo[];
}

/** Scenes by what one may want to see, in gallery order. */
export function byCategory(scenes: readonly SceneInfo[]): Shelf[] {
  const shelves: Shelf[] = [];
  for (const scene of scenes) {
    const shelf = shelves.find(({ title }) => title === scene.category);
    if (shelf) shelf.scenes.push(scene);
    else shelves.push({ title: scene.category, scenes: [scene] });
  }
  return shelves;
}

/** Scenes of the strip: the opening one, and the first of other shelves. */
const inStrip = 4;

export class Gallery {
  /** The link of each card's scene, and where its picture goes when there is one. */
  readonly cards: { link: string; picture: HTMLElement }[] = [];
  private readonly buttons: { key: string; button: HTMLButtonElement }[] = [];
  private current: HTMLElement | undefined;

  constructor(
    private readonly scenes: readonly SceneInfo[],
    private readonly choose: (link: string) => void,
    /** The scene with which the page opens, and the strip begins. */
    opening = "",
  ) {
    // Filled when the presets are there.
    byId("gallery").append(element("div", { id: "yours", class: "chapter", hidden: true }));
    for (const { title, scenes: own } of byCategory(scenes)) {
      const list = element("ul", {});
      for (const scene of own) list.append(element("li", {}, this.card(scene, "scene")));
      byId("gallery").append(element("div", { class: "chapter" }, element("h3", {}, title), list));
    }
    const strip = byId("strip").querySelector("ul");
    const first = scenes.filter(({ key }) => key === opening);
    const others = byCategory(scenes).flatMap(({ scenes: own }) =>
      own.includes(first[0] as SceneInfo) ? [] : own.slice(0, 1),
    );
    for (const scene of [...first, ...others].slice(0, inStrip))
      strip?.append(element("li", {}, this.card(scene, "strip")));
    byId("all-scenes").textContent = `All ${scenes.length}`;
    // What is above it takes its room when it is told.
    new ResizeObserver(() => this.reveal()).observe(byId("gallery"));
  }

  private card(scene: SceneInfo, place: "scene" | "strip"): HTMLButtonElement {
    const picture = element("span", { class: "thumb", "aria-hidden": "true" });
    const button = element(
      "button",
      { type: "button", class: "scene", [`data-${place}`]: scene.key },
      picture,
      element("span", { class: "scene-title" }, scene.title),
      ...(place === "scene" ? [element("span", { class: "scene-source" }, scene.chapter)] : []),
    );
    this.cards.push({ link: scene.link, picture });
    button.addEventListener("click", () => this.choose(scene.link));
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
  const line = (term: string, text: string, id?: string) =>
    element("div", {}, element("dt", {}, term), element("dd", { id }, text));
  return [
    element("h3", { class: "caption-title" }, scene.title),
    element("dl", {}, line("See", scene.see, "caption-see"), line("Try", scene.try)),
    element("p", { class: "source" }, `${scene.source}. Constants: ${scene.constants}`),
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
