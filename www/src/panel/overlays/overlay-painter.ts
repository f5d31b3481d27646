/** Reads the data of the shown overlays at a limited rate, and draws them. */

import type { Core } from "../../core";
import type { Layer } from "../../stage/layer";
import type { Drawn, Painter } from "../../stage/painter";
import type { Stage } from "../../stage/stage";
import type { OverlayKey } from "../look/overlay-kinds";
import { Field } from "./field";
import { drawAims, drawForces, drawLinks, drawViews, type Region } from "./lines";

/** Reader of each overlay, its interval (ms) and its largest size. */
const sources = {
  forces: { kind: "forces", every: 0, most: 0 },
  neighbors: { kind: "links", every: 80, most: 2400 },
  paths: { kind: "aims", every: 40, most: 150 },
  density: { kind: "density", every: 120, most: 96 },
  potential: { kind: "potential", every: 120, most: 96 },
} as const;
type Source = keyof typeof sources;

/** Slow readers are called less often: they take at most a thirtieth of the time. */
const restFactor = 30;

const nothing = new Float32Array(0);

export class OverlayPainter implements Painter {
  under = false;
  over = false;
  private shownOverlays: ReadonlySet<OverlayKey> = new Set();
  private readonly data = new Map<Source, Float32Array>();
  private readonly nextAt = new Map<Source, number>();
  private readonly readAt = new Map<Source, string>();
  private readonly density = new Field("density");
  private readonly potential = new Field("potential");
  private regions: Region[] = [];
  private regionsOf = -1;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
  ) {
    stage.addPainter(this);
  }

  paintOnly(shown: ReadonlySet<OverlayKey>): void {
    this.shownOverlays = new Set(shown);
    const under: OverlayKey[] = ["views", "neighbors", "density", "potential", "paths"];
    this.under = under.some((key) => shown.has(key));
    this.over = shown.has("forces");
    for (const source of Object.keys(sources) as Source[]) if (!shown.has(source)) this.forget(source);
    this.stage.repaint();
  }

  read(now: number): void {
    const { core, shownOverlays: shown } = this;
    if (core.failed) return;
    const { count } = core.views();
    const moment = `${core.ticks()}/${core.revision}/${count}`;
    for (const source of Object.keys(sources) as Source[]) {
      if (shown.has(source) && this.isDue(source, now, moment)) this.readSource(source, now, moment);
    }
    if (shown.has("views") && this.regionsOf !== core.revision) this.readRegions();
  }

  drawUnder(layer: Layer, drawn: Drawn): void {
    const { shownOverlays: shown } = this;
    if (shown.has("density")) this.density.draw(layer, drawn, this.dataOf("density"));
    if (shown.has("potential")) this.potential.draw(layer, drawn, this.dataOf("potential"));
    if (shown.has("views")) drawViews(layer, drawn, this.regions);
    if (shown.has("neighbors")) drawLinks(layer, drawn, this.dataOf("neighbors"));
    if (shown.has("paths")) drawAims(layer, drawn, this.dataOf("paths"));
  }

  drawOver(layer: Layer, drawn: Drawn): void {
    drawForces(layer, drawn, this.dataOf("forces"));
  }

  private dataOf(source: Source): Float32Array {
    return this.data.get(source) ?? nothing;
  }

  private forget(source: Source): void {
    this.data.delete(source);
    this.nextAt.delete(source);
    this.readAt.delete(source);
  }

  private isDue(source: Source, now: number, moment: string): boolean {
    return this.readAt.get(source) !== moment && now >= (this.nextAt.get(source) ?? 0);
  }

  private readSource(source: Source, now: number, moment: string): void {
    const { kind, every, most } = sources[source];
    const start = performance.now();
    // Copies: the next call into the core may move the memory.
    const data = this.core.overlay(kind, most).slice();
    this.data.set(source, data);
    this.readAt.set(source, moment);
    this.nextAt.set(source, now + Math.max(every, restFactor * (performance.now() - start)));
    this.stage.repaint();
  }

  /** Views of each group, which its units share. */
  private readRegions(): void {
    this.regionsOf = this.core.revision;
    this.regions = this.core.groups().flatMap(({ start, count, length }) => {
      if (count === 0) return [];
      return this.core
        .regions(start)
        .filter(({ key }) => key !== "leader")
        .map(({ key, radius, halfAngle }) => ({ start, count, key, radius, halfAngle, length }));
    });
    this.stage.repaint();
  }
}
