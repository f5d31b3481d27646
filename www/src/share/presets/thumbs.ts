/** Pictures of presets in both themes, of runs of the side in slices of idle time, kept while the page is open. */

import type { Core, SideRun } from "../../core";
import { Miniature } from "../../stage/miniature";
import { palettes, type Theme } from "../../stage/palette";
import { Tracks } from "../../stage/tracks";
import { element } from "../../ui/dom";
import type { Trial } from "./trial";

/** CSS px; the cards show it as wide as they are. */
export const WIDTH = 116;
const HEIGHT = 82;
/** Sharp on dense screens, and when the cards are a little wider. */
const RATIO = 2;
/** Least and most work per slice, ms, whatever the browser says that it has left. */
const SHORTEST = 3;
const LONGEST = 12;
/** Crowds larger than this wait until all other pictures are there. */
const CROWD = 5000;
/** Larger ones have no picture: it would take longer, and more memory, than it is worth. */
const MOST_PICTURED = 50_000;
/** A run that has taken so many slices is drawn as far as it has come. */
const MOST_SLICES = 300;
/** As many pictures as a long list of presets needs; the oldest go first. */
const MOST_KEPT = 120;

/** Ticks until the picture is taken: flocks need a while to form, and large crowds are slow. */
export function ticksFor(units: number): number {
  return Math.round(Math.min(420, Math.max(120, 1_500_000 / Math.max(1, units))));
}

type Source = Pick<Core, "sideRun" | "viewsOf" | "instances">;
type Pictures = Record<Theme, HTMLCanvasElement>;

/** Whether a person sees the card now: it is not scrolled away. */
function isInSight(host: HTMLElement): boolean {
  const frame = host.closest("#gallery")?.getBoundingClientRect();
  const box = host.getBoundingClientRect();
  if (!frame || box.width === 0) return false;
  return box.bottom > frame.top && box.top < frame.bottom && box.right > frame.left && box.left < frame.right;
}

export class Thumbs {
  private readonly kept = new Map<string, Pictures>();
  private readonly waiting = new Map<HTMLElement, string>();
  private readonly late = new Set<string>();
  private busy = false;

  constructor(
    private readonly core: Source,
    private readonly trial: Pick<Trial, "begin" | "end">,
  ) {}

  /** Puts the picture of this link into `host`, now or when it is made; a later request for the same host replaces it. */
  show(link: string, host: HTMLElement): void {
    this.waiting.set(host, link);
    if (!this.fill(link)) void this.work();
  }

  private fill(link: string): boolean {
    const made = this.kept.get(link);
    if (!made) return false;
    for (const [host, wanted] of this.waiting) {
      if (wanted !== link) continue;
      this.waiting.delete(host);
      host.replaceChildren(copyOf(made.dark, "dark"), copyOf(made.light, "light"));
    }
    return true;
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      // All that are asked for at once are known then.
      await Promise.resolve();
      for (;;) {
        const all = [...this.waiting];
        const next = all.find(([host]) => isInSight(host)) ?? all[0];
        if (!next) break;
        const [host, link] = next;
        // A card that is gone needs no picture.
        if (!host.isConnected) this.waiting.delete(host);
        else if (!this.fill(link)) await this.make(link);
      }
    } finally {
      this.busy = false;
    }
  }

  private async make(link: string): Promise<void> {
    await idle();
    const { instances } = this.core;
    try {
      this.trial.begin(link);
      const run = this.core.sideRun(link, false);
      try {
        const units = run.crowd();
        if (units > MOST_PICTURED) throw new Error("A crowd without a picture.");
        if (units > CROWD && this.postpone(link)) return;
        const ticks = ticksFor(units);
        const tracks = new Tracks(run.scenery().trails);
        for (let slice = 0; run.ticks() < ticks && slice < MOST_SLICES; slice++) {
          const budget = await idle();
          const end = performance.now() + budget;
          while (run.ticks() < ticks && performance.now() < end) {
            if (run.tickPart(end - performance.now())) tracks.note(run.ticks(), () => this.core.viewsOf(run));
          }
          if (slice === 0) this.trial.end();
        }
        const [oldest] = this.kept.size >= MOST_KEPT ? this.kept.keys() : [];
        if (oldest !== undefined) this.kept.delete(oldest);
        this.kept.set(link, { dark: this.draw(run, tracks, "dark"), light: this.draw(run, tracks, "light") });
        this.fill(link);
      } finally {
        this.trial.end();
        run.free();
      }
    } catch {
      this.trial.end();
      // In a fresh instance it is begun anew.
      if (this.core.instances !== instances) return;
      // A run that cannot be made has no picture; its card says what it is all the same.
      for (const [host, wanted] of this.waiting) if (wanted === link) this.waiting.delete(host);
    }
  }

  /** Puts a link behind those that wait; false where it has been there already or nothing else waits. */
  private postpone(link: string): boolean {
    if (this.late.has(link)) return false;
    this.late.add(link);
    const hosts = [...this.waiting].filter(([, wanted]) => wanted === link);
    if (hosts.length === this.waiting.size) return false;
    for (const [host] of hosts) this.waiting.delete(host);
    for (const [host, wanted] of hosts) this.waiting.set(host, wanted);
    return true;
  }

  private draw(run: SideRun, tracks: Tracks, theme: Theme): HTMLCanvasElement {
    const canvas = blank();
    const picture = new Miniature(canvas, run, RATIO);
    picture.ground(theme);
    tracks.draw(canvas.getContext("2d"), picture.camera, palettes[theme], RATIO);
    picture.units(this.core.viewsOf(run), theme);
    return canvas;
  }
}

function blank(): HTMLCanvasElement {
  return element("canvas", { width: WIDTH * RATIO, height: HEIGHT * RATIO });
}

/** A picture can stand on several cards. */
function copyOf(picture: HTMLCanvasElement, theme: Theme): HTMLCanvasElement {
  const copy = blank();
  copy.className = `thumb-${theme}`;
  copy.getContext("2d")?.drawImage(picture, 0, 0);
  return copy;
}

/** When the browser has nothing better to do, or soon; gives the ms that may be used then. */
function idle(): Promise<number> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback !== "function") setTimeout(() => resolve(SHORTEST), 50);
    else {
      const callback = (left: IdleDeadline) =>
        resolve(Math.min(LONGEST, Math.max(SHORTEST, left.timeRemaining() - 1)));
      requestIdleCallback(callback, { timeout: 200 });
    }
  });
}
