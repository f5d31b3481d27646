/**
 * The pictures on the cards of scenes. Where the units are after a while is made at build (`tests/pictures.rs`), so that
 * every card is drawn at once; a card under the pointer goes on from there.
 */

import type { Core, SideRun, Views } from "../core";
import { TICKS_PER_SECOND } from "../core/declared";
import { emptyViews } from "../core/views";
import { plainAppearance, usualAppearance } from "../stage/appearance";
import { Miniature } from "../stage/miniature";
import { palettes, type Theme } from "../stage/palette";
import { Tracks } from "../stage/tracks";
import { element } from "./dom";
import made from "./pictures.json";
import { wantsStillness } from "./theme";

/** CSS px; the cards show it as wide as they are. Drawn sharp for dense screens and wider cards. */
const WIDTH = 160;
const HEIGHT = 112;
const RATIO = 2;
/** Larger crowds stand still: they would take too much of every frame. */
const MOST_LIVING = 700;
/** What living cards may take of a frame, ms: less where the stage has taken longer than `BUSY`. */
const BUDGET = 3;
const LEAST = 1;
const BUSY = 9;
/** Ticks that a card may catch up. */
const MOST_TICKS = 4;

/** A state as it was made: ticks until then; of each unit place, heading and role, a byte each. */
interface Made {
  ticks: number;
  units?: string;
}

/** The units of a state, in a world of this size; `lengthOf` a role. */
export function unitsOf(
  state: string,
  width: number,
  height: number,
  lengthOf: (role: number) => number,
): Views {
  const bytes = Uint8Array.from(atob(state), (digit) => digit.charCodeAt(0));
  const count = bytes.length / 4;
  const each = (read: (byte: (part: number) => number) => number) =>
    Float32Array.from({ length: count }, (_, unit) => read((part) => bytes[4 * unit + part] ?? 0));
  const turn = (byte: number) => (byte / 128) * Math.PI;
  const nothing = new Float32Array(count);
  return {
    count,
    x: each((byte) => (byte(0) / 255) * width),
    y: each((byte) => (byte(1) / 255) * height),
    hx: each((byte) => Math.cos(turn(byte(2)))),
    hy: each((byte) => Math.sin(turn(byte(2)))),
    vx: nothing,
    vy: nothing,
    length: each((byte) => lengthOf(byte(3))),
    role: Uint8Array.from({ length: count }, (_, unit) => bytes[4 * unit + 3] ?? 0),
    flags: new Uint8Array(count),
  };
}

/** The core's arrays are gone as soon as its memory grows. */
function copyOf({ count, x, y, hx, hy, vx, vy, length, role, flags }: Views): Views {
  const floats = {
    x: x.slice(),
    y: y.slice(),
    hx: hx.slice(),
    hy: hy.slice(),
    vx: vx.slice(),
    vy: vy.slice(),
  };
  return { count, ...floats, length: length.slice(), role: role.slice(), flags: flags.slice() };
}

type Source = Pick<Core, "sideRun" | "viewsOf" | "scenes">;

class Card {
  seen: boolean;
  private picture: Miniature | undefined;
  private look = plainAppearance;
  private tracks = new Tracks(false);
  private units: Views = emptyViews;
  private run: SideRun | undefined;
  private owed = 0;
  private drawn = 0;
  private still = false;

  constructor(
    private readonly core: Source,
    private readonly link: string,
    readonly host: HTMLElement,
    private readonly state: Made,
  ) {
    this.seen = host.checkVisibility();
  }

  get begun(): boolean {
    return this.picture !== undefined || this.still;
  }

  /** The one that is pointed at lives; where nothing can be pointed at without a press, all of the gallery in sight. */
  lives(touched: boolean): boolean {
    if (this.still || !this.seen) return false;
    if (touched && this.host.closest("#gallery")) return true;
    return this.host.closest("button")?.matches(":hover, :focus-visible") === true;
  }

  /** Its run is where the picture was made. */
  get isThere(): boolean {
    return this.run !== undefined && this.run.ticks() >= this.state.ticks;
  }

  /** Draws the state that was made. */
  begin(theme: Theme): void {
    try {
      const run = this.core.sideRun(this.link, false);
      const scenery = run.scenery();
      // A large crowd has not come yet, but it is known how long each is.
      const groups = run.groups().map((group) => ({ ...group, count: Math.max(1, group.count) }));
      const canvas = element("canvas", { width: WIDTH * RATIO, height: HEIGHT * RATIO });
      this.picture = new Miniature(canvas, { scenery: () => scenery, groups: () => groups }, RATIO);
      this.look = { ...usualAppearance(run.groups(), scenery), trails: 0, glow: false };
      this.still = run.crowd() > MOST_LIVING;
      if (this.state.units) {
        const lengths = new Map(groups.map(({ role, length }) => [role, length]));
        const lengthOf = (role: number) => lengths.get(role) ?? 0;
        this.units = unitsOf(this.state.units, scenery.width, scenery.height, lengthOf);
      } else {
        this.tracks = new Tracks(scenery.trails);
        this.run = run;
        while (run.ticks() < this.state.ticks) this.tick(run);
        this.units = copyOf(this.core.viewsOf(run));
      }
      this.draw(theme);
      this.host.replaceChildren(canvas);
      if (!this.run) run.free();
    } catch {
      // Its name says what it is all the same.
      this.still = true;
    }
  }

  /** Goes on by `passed` ticks, or as far as it comes until `end`. */
  goOn(passed: number, end: number, theme: Theme): void {
    try {
      this.run ??= this.core.sideRun(this.link, false);
      const { run } = this;
      const behind = this.state.ticks - run.ticks();
      this.owed = behind > 0 ? behind : Math.min(this.owed + passed, MOST_TICKS);
      while (this.owed >= 1 && performance.now() < end) {
        this.tick(run);
        this.owed--;
      }
      // Every other frame is enough for so small a picture.
      if (!this.isThere || run.ticks() - this.drawn < 2) return;
      this.units = copyOf(this.core.viewsOf(run));
      this.draw(theme);
      this.drawn = run.ticks();
    } catch {
      this.still = true;
    }
  }

  draw(theme: Theme): void {
    const { picture } = this;
    if (!picture) return;
    picture.follow(this.units);
    picture.ground(theme);
    this.tracks.draw(picture.canvas.getContext("2d"), picture.camera, palettes[theme], RATIO);
    picture.units(this.units, theme, this.look);
  }

  private tick(run: SideRun): void {
    run.tick(1);
    this.tracks.note(run.ticks(), () => this.core.viewsOf(run));
  }
}

export class Pictures {
  private readonly cards: Card[] = [];
  private readonly touch = matchMedia("(hover: none)");
  private last = 0;
  private turn = 0;

  constructor(
    core: Source,
    cards: readonly { link: string; picture: HTMLElement }[],
    private theme: Theme,
  ) {
    const states: Readonly<Record<string, Made>> = made;
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const card = this.cards.find(({ host }) => host === target);
        if (card) card.seen = isIntersecting;
      }
    });
    for (const { link, picture } of cards) {
      const state = states[core.scenes.find((scene) => scene.link === link)?.key ?? ""];
      if (!state) continue;
      this.cards.push(new Card(core, link, picture, state));
      watch.observe(picture);
    }
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const card of this.cards) card.draw(theme);
  }

  /** Once per frame; `spent`: what all else in it has taken, ms. */
  frame(now: number, spent: number): void {
    const passed = Math.min(MOST_TICKS, ((now - this.last) / 1000) * TICKS_PER_SECOND);
    this.last = now;
    // One by one, those in sight first.
    const waiting = this.cards.filter(({ begun }) => !begun);
    const next = waiting.find(({ seen }) => seen) ?? waiting[0];
    next?.begin(this.theme);
    if (next || wantsStillness()) return;
    const end = performance.now() + (spent > BUSY ? LEAST : BUDGET);
    const living = this.cards.filter((card) => card.lives(this.touch.matches));
    // Each begins in turn: where time is short, all of them slow down alike. Then one after another comes to life.
    const there = living.filter(({ isThere }) => isThere);
    this.turn = (this.turn + 1) % Math.max(1, there.length);
    const inTurn = there.map((_, at) => there[(at + this.turn) % there.length] as Card);
    for (const card of [...inTurn, ...living.filter(({ isThere }) => !isThere)])
      if (performance.now() < end) card.goOn(passed, end, this.theme);
  }
}
