/**
 * The pictures on the cards of scenes. Where the units are after a while is made at build (`tests/pictures.rs`), so that
 * every card is drawn at once.
 */

import type { Core, Views } from "../core";
import { emptyViews } from "../core/views";
import { plainAppearance, usualAppearance } from "../stage/appearance";
import { Miniature } from "../stage/miniature";
import { palettes, type Theme } from "../stage/palette";
import { Tracks } from "../stage/tracks";
import { element } from "./dom";
import made from "./pictures.json";

/** CSS px; the cards show it as wide as they are. Drawn sharp for dense screens and wider cards. */
const WIDTH = 160;
const HEIGHT = 112;
const RATIO = 2;

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
  begun = false;
  private picture: Miniature | undefined;
  private look = plainAppearance;
  private tracks = new Tracks(false);
  private units: Views = emptyViews;

  constructor(
    private readonly core: Source,
    private readonly link: string,
    private readonly host: HTMLElement,
    private readonly state: Made,
  ) {}

  /** Draws the state that was made. */
  begin(theme: Theme): void {
    this.begun = true;
    try {
      const run = this.core.sideRun(this.link, false);
      const scenery = run.scenery();
      // A large crowd has not come yet, but it is known how long each is.
      const groups = run.groups().map((group) => ({ ...group, count: Math.max(1, group.count) }));
      const canvas = element("canvas", { width: WIDTH * RATIO, height: HEIGHT * RATIO });
      this.picture = new Miniature(canvas, { scenery: () => scenery, groups: () => groups }, RATIO);
      this.look = { ...usualAppearance(run.groups(), scenery), trails: 0, glow: false };
      if (this.state.units) {
        const lengths = new Map(groups.map(({ role, length }) => [role, length]));
        const lengthOf = (role: number) => lengths.get(role) ?? 0;
        this.units = unitsOf(this.state.units, scenery.width, scenery.height, lengthOf);
      } else {
        this.tracks = new Tracks(scenery.trails);
        while (run.ticks() < this.state.ticks) {
          run.tick(1);
          this.tracks.recordTick(run.ticks(), () => this.core.viewsOf(run));
        }
        this.units = copyOf(this.core.viewsOf(run));
      }
      this.draw(theme);
      this.host.replaceChildren(canvas);
      run.free();
    } catch {
      // Its name says what it is all the same.
      this.picture = undefined;
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
}

export class Pictures {
  private readonly cards: Card[] = [];

  constructor(
    core: Source,
    cards: readonly { link: string; picture: HTMLElement }[],
    private theme: Theme,
  ) {
    const states: Readonly<Record<string, Made>> = made;
    for (const { link, picture } of cards) {
      const state = states[core.scenes.find((scene) => scene.link === link)?.key ?? ""];
      if (state) this.cards.push(new Card(core, link, picture, state));
    }
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const card of this.cards) card.draw(theme);
  }

  /** One card per frame, until all have their picture. */
  frame(): void {
    this.cards.find(({ begun }) => !begun)?.begin(this.theme);
  }
}
