/** The inspector: a selected unit, why it steers as it does on the canvas, and its forces as bars in the panel. */
import { forceColor } from "./canvas/inspection";
import { type Palette, palettes, type Theme } from "./canvas/palette";
import type { Stage } from "./canvas/stage";
import type { Core, Inspection } from "./core";
import { byId, element, setText, svg } from "./dom";
import { type Balance, balanceOf, balanceText, bearingText, forceText, neighborId } from "./inspect-math";

/** A tap this near to a unit (CSS px) means it. */
const tapReach = 16;
/** How often forces are asked for (ms): as often as one reads, and less where the answer takes long. */
const every = 66;
const restFactor = 6;

interface Bar {
  root: HTMLElement;
  fill: HTMLElement;
  value: HTMLElement;
  arrow: SVGElement;
}

export class Inspector {
  private readonly root = byId("inspector");
  private readonly bars = byId("inspector-bars");
  private rows: Bar[] = [];
  private layout = "";
  private unit = -1;
  private nextAt = 0;
  /** The largest force of the last seconds: arrows keep their scale. */
  private scale = 0;
  private palette: Palette = palettes.dark;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly hooks: { selected(): void },
  ) {
    byId("inspector-close").addEventListener("click", () => this.clear());
    byId("inspector-next").addEventListener("click", () => this.move(1));
    byId("inspector-previous").addEventListener("click", () => this.move(-1));
    byId("why-select").addEventListener("click", () => this.move(1));
  }

  get active(): boolean {
    return this.unit >= 0;
  }

  setTheme(theme: Theme): void {
    this.palette = palettes[theme];
    this.layout = "";
    this.nextAt = 0;
  }

  /** A tap on the canvas: selects the unit under it, if there is one. */
  tap(x: number, y: number): void {
    const id = this.core.nearest(x, y);
    const views = this.core.views();
    if (id < 0) return;
    const { scale } = this.stage.camera;
    const distance = Math.hypot((views.x[id] ?? 0) - x, (views.y[id] ?? 0) - y) * scale;
    if (distance <= tapReach + ((views.length[id] ?? 0) * scale) / 2) this.select(id);
  }

  /** The next unit or the one before; at first, the one in the middle. */
  move(step: 1 | -1): void {
    const count = this.core.views().count;
    this.select(neighborId(this.unit, step, count, this.stage.centralUnit()));
  }

  select(id: number): void {
    if (id < 0 || id >= this.core.views().count) {
      this.clear();
      return;
    }
    this.unit = id;
    this.scale = 0;
    this.nextAt = 0;
    if (this.root.hidden) {
      const inView = byId("why-empty").contains(document.activeElement);
      this.root.hidden = false;
      byId("why-empty").hidden = true;
      this.hooks.selected();
      if (inView) byId("inspector-next").focus();
    }
  }

  clear(): void {
    if (this.root.contains(document.activeElement)) byId("stage").focus({ preventScroll: true });
    this.unit = -1;
    this.root.hidden = true;
    byId("why-empty").hidden = false;
    this.stage.showInspection(undefined, 0);
  }

  /** Once per frame, before the stage draws. */
  frame(now: number): void {
    if (this.unit < 0 || now < this.nextAt) return;
    const start = performance.now();
    const gone = this.unit >= this.core.views().count || this.core.failed;
    const inspection = gone ? undefined : this.core.inspect(this.unit);
    if (!inspection) {
      this.clear();
      return;
    }
    const views = this.core.views();
    const balance = balanceOf(inspection, views.hx[this.unit] ?? 1, views.hy[this.unit] ?? 0);
    const largest = Math.max(balance.net, ...balance.shares.map(({ size }) => size));
    this.scale = Math.max(largest, this.scale * 0.98);
    this.stage.showInspection(inspection, this.scale);
    this.show(inspection, balance);
    this.nextAt = now + Math.max(every, restFactor * (performance.now() - start));
  }

  private show(inspection: Inspection, balance: Balance): void {
    const { core, unit } = this;
    const views = core.views();
    const group = core.groups().find(({ key }) => key === inspection.group);
    setText(byId("inspector-title"), `Unit ${unit}`);
    setText(byId("inspector-kind"), [group?.label ?? "", ...(inspection.leader ? ["leads"] : [])].join(", "));
    setText(
      byId("inspector-speed"),
      `${Math.hypot(views.vx[unit] ?? 0, views.vy[unit] ?? 0).toFixed(1)} u/s`,
    );
    setText(byId("inspector-neighbors"), inspection.neighbors.length.toLocaleString("en-US"));
    setText(byId("inspector-balance"), balanceText(balance));
    const layout = balance.shares.map(({ key }) => key).join();
    if (layout !== this.layout) {
      this.layout = layout;
      this.build(balance);
    }
    for (const [index, share] of balance.shares.entries()) {
      const row = this.rows[index];
      if (row) showBar(row, share.size, share.part, share.bearing);
    }
    const net = this.rows.at(-1);
    if (net) showBar(net, balance.net, balance.netPart, balance.netBearing);
  }

  private build({ shares }: Balance): void {
    this.rows = [
      ...shares.map(({ label }, index) => makeBar(label, forceColor(index, this.palette))),
      makeBar("Net, at the bow", this.palette.mark),
    ];
    this.rows.at(-1)?.root.classList.add("net");
    this.bars.replaceChildren(...this.rows.map(({ root }) => root));
  }
}

function makeBar(label: string, color: string): Bar {
  const fill = element("span", { class: "bar-fill" });
  fill.style.background = color;
  const value = element("span", { class: "bar-value" });
  const arrow = svg("svg", { class: "bar-arrow", viewBox: "-8 -8 16 16", "aria-hidden": "true" });
  arrow.append(svg("path", { d: "M0 6V-5M-3.5 -1.5 0 -5 3.5 -1.5" }));
  const track = element("span", { class: "bar-track" }, fill);
  const root = element("li", {}, element("span", { class: "bar-label" }, label), value, arrow, track);
  return { root, fill, value, arrow };
}

function showBar(bar: Bar, size: number, part: number, bearing: number): void {
  bar.fill.style.transform = `scaleX(${part.toFixed(3)})`;
  setText(bar.value, forceText(size));
  bar.root.classList.toggle("none", size === 0);
  // Ahead points up.
  bar.arrow.style.transform = `rotate(${bearing.toFixed(2)}rad)`;
  bar.root.title = size === 0 ? "No force now" : bearingText(bearing);
}
