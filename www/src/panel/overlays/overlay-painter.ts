/** Reads the data of the shown overlays from the core at a limited rate, and draws them. */

import type { Core } from "../../core";
import type { CanvasLayer } from "../../stage/layer";
import type { DrawnFrame, Painter } from "../../stage/painter";
import type { Stage } from "../../stage/stage";
import type { OverlayKey } from "../look/overlay-kinds";
import { FieldOverlay } from "./field";
import { drawAims, drawForces, drawLinks, drawViews, type ViewRegion } from "./lines";

/** Data of each overlay: its kind in the core, time between two readings (ms), largest number of lines or columns. */
const OVERLAY_SOURCES = {
  forces: { kind: "forces", every: 0, most: 0 },
  neighbors: { kind: "links", every: 80, most: 2400 },
  paths: { kind: "aims", every: 40, most: 150 },
  density: { kind: "density", every: 120, most: 96 },
  potential: { kind: "potential", every: 120, most: 96 },
} as const;
type OverlaySource = keyof typeof OVERLAY_SOURCES;

/** Shortest time between two readings, in multiples of the time that a reading takes. */
const READING_INTERVAL_FACTOR = 30;

const NO_DATA = new Float32Array(0);

export class OverlayPainter implements Painter {
  drawsUnder = false;
  drawsOver = false;
  private shownOverlays: ReadonlySet<OverlayKey> = new Set();
  private readonly sourceData = new Map<OverlaySource, Float32Array>();
  private readonly nextReadTimes = new Map<OverlaySource, number>();
  private readonly readMoments = new Map<OverlaySource, string>();
  private readonly density = new FieldOverlay("density");
  private readonly potential = new FieldOverlay("potential");
  private regions: ViewRegion[] = [];
  private regionsRevision = -1;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
  ) {
    stage.addPainter(this);
  }

  paintOnly(shown: ReadonlySet<OverlayKey>): void {
    this.shownOverlays = new Set(shown);
    const underKeys: OverlayKey[] = ["views", "neighbors", "density", "potential", "paths"];
    this.drawsUnder = underKeys.some((key) => shown.has(key));
    this.drawsOver = shown.has("forces");
    for (const source of Object.keys(OVERLAY_SOURCES) as OverlaySource[])
      if (!shown.has(source)) this.forgetData(source);
    this.stage.repaint();
  }

  readDueSources(now: number): void {
    const { core, shownOverlays: shown } = this;
    if (core.failed) return;
    const { count } = core.views();
    const momentKey = `${core.ticks()}/${core.revision}/${count}`;
    for (const source of Object.keys(OVERLAY_SOURCES) as OverlaySource[]) {
      if (shown.has(source) && this.isDue(source, now, momentKey)) this.readSource(source, now, momentKey);
    }
    if (shown.has("views") && this.regionsRevision !== core.revision) this.readRegions();
  }

  drawUnder(layer: CanvasLayer, drawn: DrawnFrame): void {
    const { shownOverlays: shown } = this;
    if (shown.has("density")) this.density.draw(layer, drawn, this.dataOf("density"));
    if (shown.has("potential")) this.potential.draw(layer, drawn, this.dataOf("potential"));
    if (shown.has("views")) drawViews(layer, drawn, this.regions);
    if (shown.has("neighbors")) drawLinks(layer, drawn, this.dataOf("neighbors"));
    if (shown.has("paths")) drawAims(layer, drawn, this.dataOf("paths"));
  }

  drawOver(layer: CanvasLayer, drawn: DrawnFrame): void {
    drawForces(layer, drawn, this.dataOf("forces"));
  }

  private dataOf(source: OverlaySource): Float32Array {
    return this.sourceData.get(source) ?? NO_DATA;
  }

  private forgetData(source: OverlaySource): void {
    this.sourceData.delete(source);
    this.nextReadTimes.delete(source);
    this.readMoments.delete(source);
  }

  private isDue(source: OverlaySource, now: number, moment: string): boolean {
    return this.readMoments.get(source) !== moment && now >= (this.nextReadTimes.get(source) ?? 0);
  }

  private readSource(source: OverlaySource, now: number, moment: string): void {
    const { kind, every, most } = OVERLAY_SOURCES[source];
    const start = performance.now();
    // Copies the data, because the next call into the core may move its memory.
    const data = this.core.overlay(kind, most).slice();
    this.sourceData.set(source, data);
    this.readMoments.set(source, moment);
    this.nextReadTimes.set(
      source,
      now + Math.max(every, READING_INTERVAL_FACTOR * (performance.now() - start)),
    );
    this.stage.repaint();
  }

  /** Reads the fields of view of all groups, each from the first unit of the group. */
  private readRegions(): void {
    this.regionsRevision = this.core.revision;
    this.regions = this.core.groups().flatMap(({ start, count }) => {
      if (count === 0) return [];
      return this.core
        .regions(start)
        .filter(({ key }) => key !== "leader")
        .map(({ key, radius, halfAngle }) => ({ start, count, key, radius, halfAngle }));
    });
    this.stage.repaint();
  }
}
