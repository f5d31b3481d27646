/** Two runs in two pictures, on one clock, with one seed and one pointer: side by side, or one over the other as a wipe. */
import type { Core } from "../core";
import { element } from "../ui/dom";
import { type Source, Theater } from "../ui/living";

export const NAMES: Names = ["A", "B"];

/** What the two are called. */
export type Names = readonly [string, string];
/** Both are computed in whole ticks: more units than this would hold up the page. */
const MOST_UNITS = 5000;

/** The link with the seed of another: a comparison changes nothing but what it is about. */
export function withSeedOf(link: string, other: string): string {
  const seed = new URLSearchParams(other).get("seed");
  const left = link.split("&").filter((pair) => !pair.startsWith("seed="));
  const at = left.findIndex((pair) => pair.startsWith("scene=")) + 1;
  if (seed !== null) left.splice(at, 0, `seed=${seed}`);
  return left.join("&");
}

export class Pair {
  readonly root = element("div.pair");
  readonly theater: Theater;
  /** As the core writes them. */
  readonly links: readonly string[];
  /** Why the two cannot be shown; empty where they can. */
  readonly problem: string;
  private readonly border = element("input.wipe", {
    type: "range",
    min: 0,
    max: 100,
    value: 50,
    hidden: true,
  });

  constructor(
    core: Core,
    [a, b]: readonly [Source, Source],
    size: { width: number; height: number },
    playing: boolean,
    private readonly names = NAMES,
  ) {
    this.theater = new Theater(core, playing, { oneClock: true, size });
    const likeA = typeof a === "string" && typeof b === "string" ? withSeedOf(b, a) : b;
    const pictures = this.theater.show([a, likeA]);
    this.links = this.theater.runs.map((run) => run.link());
    const crowd = Math.max(...this.theater.runs.map((run) => run.crowd()));
    this.problem =
      crowd > MOST_UNITS
        ? `Runs of more than ${MOST_UNITS.toLocaleString("en-US")} units are not compared.`
        : "";
    if (this.problem) {
      this.theater.clear();
      return;
    }
    this.border.setAttribute("aria-label", `Where ${names[0]} ends and ${names[1]} begins`);
    this.border.addEventListener("input", () => this.follow());
    this.root.append(...pictures.map((picture, at) => this.figure(picture, at)), this.border);
    this.follow();
  }

  /** One over the other, divided by a border that a person moves. */
  wipe(on: boolean): void {
    this.root.dataset.wipe = String(on);
    this.border.hidden = !on;
  }

  private follow(): void {
    this.root.style.setProperty("--border", `${this.border.value}%`);
    this.border.style.setProperty("--fill", String(Number(this.border.value) / 100));
  }

  /** Whoever drags in one, drags in both at the same place. */
  private figure(canvas: HTMLCanvasElement, at: number): HTMLElement {
    const { runs } = this.theater;
    const drag = (event: PointerEvent) => {
      const box = canvas.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      const to = this.theater.place(at, x, y);
      for (const run of runs) run.pointer(to.x, to.y);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      drag(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) drag(event);
    });
    const release = () => {
      for (const run of runs) run.release();
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    return element("figure", canvas, element("figcaption.note", this.names[at] ?? ""));
  }
}
