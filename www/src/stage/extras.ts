/** Draws marks of some scenes besides the units: tracks, routes, sites and goals below them, shots and names above. */
import type { Core, DestinationInfo, GroupInfo, RouteInfo, Scenery } from "../core";
import type { UnitViews } from "../core/views";
import type { Camera } from "./camera";
import type { CanvasLayer } from "./layer";
import {
  drawDestinations,
  drawName,
  drawRoutes,
  drawShots,
  drawSites,
  drawTrails,
  isInSight,
  type NamePlace,
  ranksOf,
  type UnitGlyph,
} from "./marks";
import type { Palette } from "./palette";
import { UnitTrails } from "./trails";

/** Number of frames between checks for destinations while there are none, since the pointer can set one. */
const ANSWER_INTERVAL = 20;

/** Methods of the core that return goals, planned routes and shots. */
export type ExtraAnswers = "destinations" | "routes" | "shots";

export class StageExtras {
  readonly #trails = new UnitTrails();
  #scenery: Scenery | undefined;
  #groups: readonly GroupInfo[] = [];
  #ranks: readonly number[] = [];
  #destinations: readonly DestinationInfo[] = [];
  #routes: readonly RouteInfo[] = [];
  #shots: Float32Array = new Float32Array(0);
  #frames = 0;

  constructor(public core: Pick<Core, "views" | ExtraAnswers>) {}

  readScene(scenery: Scenery, groups: readonly GroupInfo[]): void {
    this.#scenery = scenery;
    this.#groups = groups;
    this.#ranks = ranksOf(groups);
    this.#frames = 0;
    if (!scenery.trails) this.#trails.clear();
  }

  /** Reads goals, routes, shots and tracks from the core; has to be called once per drawn frame, at tick `ticks`. */
  readAnswers(ticks: number): void {
    const { core } = this;
    if (this.#destinations.length > 0 || this.#frames % ANSWER_INTERVAL === 0)
      this.#destinations = core.destinations();
    this.#frames++;
    this.#routes = this.#scenery?.tiles ? core.routes() : [];
    this.#shots = core.shots();
    // Views are read last: the other calls may grow the WebAssembly memory, which detaches older views.
    if (this.#scenery?.trails) this.#trails.recordPositions(ticks, core.views());
  }

  /** Whether the scene has tracks, routes, sites or goals, which are drawn below the units. */
  get drawsUnder(): boolean {
    const { trails = false, sites = [] } = this.#scenery ?? {};
    return trails || this.#routes.length > 0 || this.#destinations.length + sites.length > 0;
  }

  drawUnder(layer: CanvasLayer, views: UnitViews, camera: Camera, palette: Palette): void {
    const scenery = this.#scenery;
    if (!scenery) return;
    if (scenery.trails) drawTrails(layer, this.#trails, views, camera, scenery, palette);
    if (scenery.tiles) {
      const rankOf = (unit: number) => this.#ranks[this.#groupOf(unit)] ?? 0;
      drawRoutes(layer, this.#routes, rankOf, scenery.tiles.size, views, camera, palette);
    }
    drawSites(layer, scenery.sites, camera, palette);
    drawDestinations(layer, this.#destinations, camera, palette);
  }

  drawShots(layer: CanvasLayer, camera: Camera, palette: Palette): void {
    if (this.#shots.length > 0) drawShots(layer, this.#shots, camera, palette);
  }

  /** Draws names of one-unit groups if the scene has tracks or tiles. `place`: a unit's screen position, CSS px. */
  drawNames(
    layer: CanvasLayer,
    camera: Camera,
    palette: Palette,
    place: (unit: number) => UnitGlyph | undefined,
  ): void {
    if (!this.#scenery?.trails && !this.#scenery?.tiles) return;
    const loneUnits = this.#groups.flatMap(({ label, start, count }) => {
      const glyph = count === 1 ? place(start) : undefined;
      return glyph && isInSight(glyph, layer) ? [{ label, at: glyph }] : [];
    });
    const glyphs = loneUnits.map(({ at }) => at);
    const names: NamePlace[] = [];
    for (const { label, at } of loneUnits)
      names.push(drawName(layer, label, at, names, glyphs, camera, palette));
  }

  #groupOf(unit: number): number {
    return this.#groups.findIndex(({ start, count }) => unit >= start && unit < start + count);
  }
}
