/** The inspector: a selected unit, why it steers as it does on the canvas, and its forces as bars in the panel. */
import { drawInspection, nearest } from "../../canvas/inspection";
import type { Drawn, Painter } from "../../canvas/painter";
import type { Theme } from "../../canvas/palette";
import { drawPointed, type Pointed } from "../../canvas/pointed";
import type { Stage } from "../../canvas/stage";
import type { Core, Inspection } from "../../core";
import { Hovered } from "./hovered";
import { neighborId } from "./math";
import { InspectorPanel } from "./panel";

/** A tap this near to a unit (CSS px) means it. */
const tapReach = 16;
/** How often forces are asked for (ms): as often as one reads, and less where the answer takes long. */
const every = 66;
const restFactor = 6;
/** A unit that is followed across the whole world is brought this much nearer. */
const followZoom = 2;

export interface InspectorHooks {
  /** A unit is watched in slow motion, or no longer. */
  slow(on: boolean): void;
  /** A unit was selected where none was. */
  selected(): void;
  /** Clicks on the stage are for something else. */
  busy?(): boolean;
  /** A force becomes a rule of one's own, whose text opens. */
  edit?(group: string, key: string): void;
  say(text: string): void;
}

export class Inspector {
  /** There once somebody looks at it. */
  private panel: InspectorPanel | undefined;
  private theme: Theme = "dark";
  private readonly hovered: Hovered;
  private unit = -1;
  private following = false;
  /** The camera was moved there by the inspector, and goes back when it is over. */
  private backToFit = false;
  private nextAt = 0;
  /** The largest force of the last seconds: arrows keep their scale. */
  private scale = 0;
  private inspection: Inspection | undefined;
  /** What was shown last, and at which tick. */
  private told = { ticks: -1, text: "" };
  /** What somebody points at in the listing of a rule. */
  private pointed: Pointed | undefined;
  /** Extent of a world that wraps, u; else 0. */
  private torus = { width: 0, height: 0 };

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: InspectorHooks,
  ) {
    this.hovered = new Hovered(stage, {
      unitAt: (x, y) => {
        const at = stage.camera.placeAt(x, y);
        return core.failed ? -1 : this.unitAt(at.x, at.y);
      },
      count: () => core.views().count,
      selected: () => this.unit,
      busy: () => hooks.busy?.() ?? false,
    });
    const inspector = this;
    const painter: Painter = {
      under: false,
      get over() {
        return inspector.inspection !== undefined;
      },
      drawOver: (layer, drawn) => this.draw(layer, drawn),
    };
    stage.addPainter(painter);
    stage.camera.onTaken = () => this.follow(false);
  }

  /** Its part of the panel is in sight. */
  shown(): InspectorPanel {
    if (this.panel) return this.panel;
    this.panel = new InspectorPanel(this.core, {
      watch: () => this.watch(),
      move: (step) => this.move(step),
      select: (id) => this.select(id),
      clear: () => this.clear(),
      follow: () => this.toggleFollow(),
      edit: this.hooks.edit,
      offset: (x, y) => {
        const { width, height } = this.torus;
        return [nearest(x, width), nearest(y, height)];
      },
      point: (shown) => {
        this.pointed = shown;
        this.stage.repaint();
      },
      say: this.hooks.say,
    });
    this.panel.setTheme(this.theme);
    return this.panel;
  }

  /** The selected unit, -1 for none. */
  get selected(): number {
    return this.unit;
  }

  /** The camera goes with it. */
  get follows(): boolean {
    return this.following;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.panel?.setTheme(theme);
    this.told.text = "";
    this.nextAt = 0;
  }

  /** A tap on the canvas: selects the unit under it; false where there is none. */
  tap(x: number, y: number): boolean {
    const id = this.unitAt(x, y);
    if (id < 0) return false;
    this.select(id);
    return true;
  }

  /** The unit that somebody means who points at a place of the world; -1 for none. */
  private unitAt(x: number, y: number): number {
    const id = this.core.nearest(x, y);
    const views = this.core.views();
    if (id < 0) return -1;
    const { scale } = this.stage.camera;
    const distance = Math.hypot((views.x[id] ?? 0) - x, (views.y[id] ?? 0) - y) * scale;
    return distance > tapReach + ((views.length[id] ?? 0) * scale) / 2 ? -1 : id;
  }

  /** The next unit or the one before; at first, the one in the middle. */
  move(step: 1 | -1): void {
    const { count } = this.core.views();
    if (count === 0) this.hooks.say("There are no units in this run.");
    else this.select(neighborId(this.unit, step, count, this.stage.centralUnit()));
  }

  /** One of the flock, nearby and in slow motion. */
  private watch(): void {
    const { fitted } = this.stage.camera;
    this.move(1);
    if (this.unit < 0) return;
    this.backToFit = fitted;
    this.hooks.slow(true);
    this.follow(true);
  }

  select(id: number): void {
    const first = this.unit < 0;
    this.put(id);
    if (first && this.unit >= 0) this.hooks.selected();
  }

  /** Shows a unit, -1 for none, without bringing the panel into sight. */
  show(id: number, following: boolean): void {
    this.follow(false);
    this.put(id);
    if (this.unit >= 0) this.follow(following);
  }

  private put(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.clear();
      return;
    }
    this.unit = id;
    this.scale = 0;
    this.told.text = "";
    this.nextAt = 0;
    if (this.following) this.stage.follow(id);
    this.shown().open(id);
  }

  clear(): void {
    this.follow(false);
    this.hooks.slow(false);
    if (this.backToFit) this.stage.camera.fit();
    this.backToFit = false;
    this.unit = -1;
    this.inspection = this.pointed = undefined;
    this.panel?.close();
    this.stage.repaint();
  }

  /** The camera goes with the unit, or lets it go. */
  toggleFollow(): void {
    if (this.unit < 0) this.move(1);
    if (this.unit < 0) return;
    this.follow(!this.following);
    this.hooks.say(this.following ? `The camera follows unit ${this.unit}` : "The camera no longer follows");
  }

  /** Once per frame, before the stage draws. */
  frame(now: number): void {
    this.hovered.frame(now);
    if (this.unit < 0 || now < this.nextAt) return;
    const start = performance.now();
    const gone = this.unit >= this.core.views().count || this.core.failed;
    const inspection = gone ? undefined : this.core.inspect(this.unit);
    if (!inspection) {
      this.clear();
      return;
    }
    // While the run stands still, only changes made by hand are shown.
    const ticks = this.core.ticks();
    const told = ticks === this.told.ticks ? JSON.stringify(inspection) : "";
    const same = told !== "" && told === this.told.text;
    this.told = { ticks, text: told };
    this.nextAt = now + Math.max(every, restFactor * (performance.now() - start));
    if (same) return;
    this.inspection = inspection;
    const largest = this.shown().show(inspection);
    this.scale = Math.max(largest, this.scale * 0.98);
    this.stage.repaint();
    this.nextAt = now + Math.max(every, restFactor * (performance.now() - start));
  }

  private follow(on: boolean): void {
    if (on === this.following) return;
    const { camera } = this.stage;
    if (on && camera.fitted) {
      camera.zoom(followZoom);
    }
    this.following = on;
    this.stage.follow(on ? this.unit : -1);
    this.panel?.setFollowing(on);
  }

  private draw(layer: Parameters<typeof drawInspection>[0], drawn: Drawn): void {
    const { inspection } = this;
    const unit = inspection && drawn.poseOf(inspection.id);
    if (!inspection || !unit) return;
    this.torus = drawn.torus;
    const frame = {
      ...drawn,
      inspection,
      unit,
      size: drawn.sizeOf(inspection.id),
      obstacles: drawn.scenery.obstacles,
      scale: this.scale,
    };
    drawInspection(layer, frame);
    if (this.pointed) drawPointed(layer, frame, this.pointed);
  }
}
