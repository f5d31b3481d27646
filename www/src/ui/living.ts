/** Small flocks that run side by side, each in a picture of its own, within a few milliseconds of every frame. */

import type { Core, SideRun } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { type Appearance, plainAppearance } from "../stage/appearance";
import { CARD_WIDTH, Miniature } from "../stage/miniature";
import type { Theme } from "../stage/palette";
import { element } from "./dom";

/** CSS px; cards show it as wide as they are. */
const CARD = { width: CARD_WIDTH, height: 96 };
const RATIO = 2;
/** As the stage shows flocks. */
const APPEARANCE: Appearance = { ...plainAppearance, color: "heading" };
/** What all of them may take of a frame, ms. */
const BUDGET = 5;
/** Flocks need a while to form: this is gone through before the first picture. */
const WARM_UP = 180;
/** Ticks that a frame may catch up. */
const MOST_TICKS = 3;

/** A run to show: by its link, or made when it is first needed. */
export type Source = string | (() => SideRun);

interface Size {
  width: number;
  height: number;
}

class Living {
  readonly canvas: HTMLCanvasElement;
  owed = 0;
  /** Whether its picture is in sight, as far as is known. */
  inSight = false;
  stale = true;
  failed = false;
  private opened: { run: SideRun; picture: Miniature } | undefined;

  constructor(
    private readonly core: Core,
    readonly source: Source,
    { width, height }: Size,
  ) {
    this.canvas = element("canvas.living", { width: width * RATIO, height: height * RATIO });
    this.canvas.setAttribute("aria-hidden", "true");
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** Opens the run, once. */
  open(): { run: SideRun; picture: Miniature } {
    if (!this.opened) {
      const { source } = this;
      const run = typeof source === "string" ? this.core.sideRun(source) : source();
      this.opened = { run, picture: new Miniature(this.canvas, run, RATIO) };
    }
    return this.opened;
  }

  get run(): SideRun {
    return this.open().run;
  }

  get picture(): Miniature {
    return this.open().picture;
  }

  /** Goes on with what it owes until `end`; false when time is up. */
  go(end: number): boolean {
    while (this.owed >= 1) {
      if (performance.now() >= end) return false;
      if (this.run.tickPart(Math.max(0.2, end - performance.now()))) {
        this.owed--;
        this.stale = true;
      }
    }
    return true;
  }

  draw(theme: Theme): void {
    this.picture.ground(theme);
    this.picture.units(this.core.viewsOf(this.run), theme, APPEARANCE);
    this.stale = false;
    this.canvas.dataset.drawn = "true";
  }

  free(): void {
    this.opened?.run.free();
  }
}

export class Theater {
  private all: Living[] = [];
  private theme: Theme = "dark";
  private last = 0;
  private turn = 0;
  private request = 0;
  /** Pictures out of sight rest, also where the frame around the whole page is out of sight. */
  private readonly watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const one = this.all.find(({ canvas }) => canvas === target);
      if (one) one.inSight = isIntersecting;
    }
    this.wake();
  });

  constructor(
    private readonly core: Core,
    private isPlaying: boolean,
    private readonly size: Size = CARD,
  ) {}

  get playing(): boolean {
    return this.isPlaying;
  }

  /** Shows these runs; those that are on show already go on. Gives their pictures. */
  show(sources: readonly Source[]): HTMLCanvasElement[] {
    const before = this.all;
    this.all = sources.map((source) => before.find((one) => one.source === source) ?? this.begin(source));
    for (const one of before.filter((old) => !this.all.includes(old))) {
      this.watch.unobserve(one.canvas);
      one.free();
    }
    return this.all.map(({ canvas }) => canvas);
  }

  /** The picture of a run on show. */
  pictureOf(source: Source): HTMLCanvasElement | undefined {
    return this.all.find((one) => one.source === source)?.canvas;
  }

  private begin(source: Source): Living {
    const one = new Living(this.core, source, this.size);
    // It is seen formed.
    one.owed = WARM_UP;
    this.watch.observe(one.canvas);
    return one;
  }

  clear(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.show([]);
  }

  play(on: boolean): void {
    this.isPlaying = on;
    this.wake();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const one of this.all) one.stale = true;
    this.wake();
  }

  /** Runs from frame to frame, while one is in sight and there is something to do. */
  private wake(): void {
    if (this.request || !this.all.some(({ inSight }) => inSight)) return;
    this.request = requestAnimationFrame((now) => {
      this.request = 0;
      this.frame(now);
    });
  }

  private frame(now: number): void {
    const passed = Math.min(MOST_TICKS, ((now - this.last) / 1000) * TICKS_PER_SECOND);
    this.last = now;
    const shown = this.all.filter(({ failed, inSight }) => !failed && inSight);
    // One more is opened per frame: nine crowds at once would hold the page.
    this.openOne(shown.find(({ isOpen }) => !isOpen));
    const seen = shown.filter(({ isOpen }) => isOpen);
    const end = performance.now() + BUDGET;
    const count = seen.length;
    if (this.isPlaying) for (const one of seen) one.owed = Math.min(one.owed + passed, WARM_UP);
    // Each begins in turn: where time is short, all of them slow down alike.
    const inTurn = seen.map((_, at) => seen[(at + this.turn) % count]).filter((one) => one !== undefined);
    this.turn = count > 0 ? (this.turn + 1) % count : 0;
    let drawn = 0;
    for (const one of inTurn) {
      try {
        one.go(end);
        // Half of them per frame: thirty pictures a second are enough for small ones. One that is to stand still is
        // drawn when its flock has formed.
        const due = one.stale && (this.isPlaying || one.owed < 1);
        if (due && drawn < Math.ceil(count / 2)) {
          one.draw(this.theme);
          drawn++;
        }
      } catch {
        one.failed = true;
      }
    }
    const busy = shown.some((one) => one.stale || one.owed >= 1);
    if (this.isPlaying || busy) this.wake();
  }

  private openOne(next: Living | undefined): void {
    try {
      next?.open();
    } catch {
      if (next) next.failed = true;
    }
  }
}
