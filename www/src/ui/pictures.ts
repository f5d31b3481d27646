/**
 * Pictures on the cards of scenes. The state that most of them show is computed at build time, by
 * `tests/core/pictures.rs`, so that they are drawn at once.
 */

import type { Core, UnitViews } from "../core";
import { emptyViews, everyNthUnit, makeViews } from "../core/views";
import { PLAIN_APPEARANCE, usualAppearance } from "../stage/appearance";
import { drawTrails } from "../stage/marks";
import { Miniature } from "../stage/miniature";
import { palettes } from "../stage/palette";
import { UnitTrails } from "../stage/trails";
import { element } from "./dom";
import storedSnapshots from "./pictures.json";
import { currentTheme } from "./theme";

/** Size of a picture, CSS px; the canvas has more pixels, for dense screens and wider cards. */
const PICTURE_WIDTH = 160;
const PICTURE_HEIGHT = 112;
const PIXEL_RATIO = 2;

/** State that a picture shows: its tick, and base64 of four bytes (x, y, heading, role) per unit if it is stored. */
interface SceneSnapshot {
  ticks: number;
  units?: string;
}

/** Decodes the units of a snapshot for a world of this size, u; `lengthOf` returns the body length of a role, u. */
function unitsOfSnapshot(
  encodedUnits: string,
  width: number,
  height: number,
  lengthOf: (role: number) => number,
): UnitViews {
  const bytes = Uint8Array.from(atob(encodedUnits), (digit) => digit.charCodeAt(0));
  const views = makeViews(bytes.length / 4);
  for (let unit = 0; unit < views.count; unit++) {
    const [x = 0, y = 0, heading = 0, role = 0] = bytes.subarray(4 * unit);
    const radians = (heading / 128) * Math.PI;
    views.x[unit] = (x / 255) * width;
    views.y[unit] = (y / 255) * height;
    views.hx[unit] = Math.cos(radians);
    views.hy[unit] = Math.sin(radians);
    views.length[unit] = lengthOf(role);
    views.role[unit] = role;
  }
  return views;
}

type PictureCore = Pick<Core, "sideRun" | "viewsOf" | "scenes">;

class ScenePicture {
  hasBegun = false;
  private picture: Miniature | undefined;
  private appearance = PLAIN_APPEARANCE;
  private readonly trails = new UnitTrails();
  private units: UnitViews = emptyViews;

  constructor(
    private readonly core: PictureCore,
    private readonly link: string,
    private readonly host: HTMLElement,
    private readonly snapshot: SceneSnapshot,
  ) {}

  /** Makes and draws the picture; a state without stored units is simulated. */
  makePicture(): void {
    this.hasBegun = true;
    try {
      const run = this.core.sideRun(this.link, false);
      const scenery = run.scenery();
      // Groups of a large crowd have no units yet, but `Miniature` needs the lengths of all groups.
      const groups = run.groups().map((group) => ({ ...group, count: Math.max(1, group.count) }));
      const canvas = element("canvas", {
        width: PICTURE_WIDTH * PIXEL_RATIO,
        height: PICTURE_HEIGHT * PIXEL_RATIO,
      });
      this.picture = new Miniature(canvas, { scenery: () => scenery, groups: () => groups }, PIXEL_RATIO);
      this.appearance = { ...usualAppearance(run.groups(), scenery), trails: 0, glow: false };
      if (this.snapshot.units) {
        const lengths = new Map(groups.map(({ role, length }) => [role, length]));
        const lengthOf = (role: number) => lengths.get(role) ?? 0;
        this.units = unitsOfSnapshot(this.snapshot.units, scenery.width, scenery.height, lengthOf);
      } else {
        while (run.ticks() < this.snapshot.ticks) {
          run.tick(1);
          if (scenery.trails) this.trails.recordPositions(run.ticks(), this.core.viewsOf(run));
        }
        this.units = everyNthUnit(this.core.viewsOf(run), 1);
      }
      this.draw();
      this.host.replaceChildren(canvas);
      run.free();
    } catch {
      // After an error, the card remains without a picture.
      this.picture = undefined;
    }
  }

  draw(): void {
    const { picture } = this;
    if (!picture) return;
    const theme = currentTheme();
    picture.follow(this.units);
    picture.drawGround(theme);
    const context = picture.canvas.getContext("2d");
    context?.setTransform(PIXEL_RATIO, 0, 0, PIXEL_RATIO, 0, 0);
    const layer = context && { context, extendTouched: () => {} };
    if (layer) drawTrails(layer, this.trails, this.units, picture.camera, picture.scenery, palettes[theme]);
    picture.drawUnits(this.units, theme, this.appearance);
  }
}

export class ScenePictures {
  private readonly cards: ScenePicture[] = [];

  constructor(core: PictureCore, cards: readonly { link: string; picture: HTMLElement }[]) {
    const states: Readonly<Record<string, SceneSnapshot>> = storedSnapshots;
    for (const { link, picture } of cards) {
      const state = states[core.scenes.find((scene) => scene.link === link)?.key ?? ""];
      if (state) this.cards.push(new ScenePicture(core, link, picture, state));
    }
  }

  /** Redraws all pictures in the colors of the present theme. */
  draw(): void {
    for (const card of this.cards) card.draw();
  }

  /** Draws one more picture; has to be called once per frame until all are drawn. */
  frame(): void {
    this.cards.find(({ hasBegun }) => !hasBegun)?.makePicture();
  }
}
