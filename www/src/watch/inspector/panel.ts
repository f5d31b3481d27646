/** The inspector's part of the panel: which unit is selected, its forces as bars that add up, and which units around it count. */

import { forceColor } from "../../canvas/inspected-frame";
import { type Palette, palettes, type Theme } from "../../canvas/palette";
import type { Pointed } from "../../canvas/pointed";
import type { Core, Inspection } from "../../core";
import { Listing } from "../../rule/listing";
import { shortText, bearingText as sideOf } from "../../rule/told";
import { byId, element, icon, setText, svg } from "../../ui/dom";
import { InspectorLegend } from "./legend";
import { type Balance, balanceOf, bearingOf, Calm, type Share } from "./math";
import {
  balanceText,
  bearingText,
  driftText,
  forceText,
  leaderText,
  partText,
  sourceText,
  turnText,
  whySentence,
} from "./words";

const DRIFT_TITLE =
  "The angle from where it points to where it moves. Cohesion and alignment count their angles from where it moves.";

/** The sentence stands so long, ms, before it says something else. */
const PACE = 500;

export interface InspectorActions {
  /** Picks one of the flock, slows time and moves the camera there. */
  watch(): void;
  move(step: 1 | -1): void;
  select(id: number): void;
  clear(): void;
  follow(): void;
  /** Makes a force a rule of one's own, and opens its text. */
  edit?(group: string, key: string): void;
  /** Shows on the stage what a line of a listing comes to; undefined takes it away. */
  point(shown: Pointed | undefined): void;
  /** The shorter way around a world that wraps. */
  offset(x: number, y: number): [number, number];
  say(text: string): void;
}

interface Bar {
  root: HTMLElement;
  label: HTMLElement;
  fill: HTMLElement;
  value: HTMLElement;
  source: HTMLElement;
  arrow: SVGElement;
}

export class InspectorPanel {
  private readonly entry = element("input#inspector-unit", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 7,
    "aria-label": "Unit number, Enter selects it",
    placeholder: "number",
  });
  private readonly kind = element("p#inspector-group.hints");
  private readonly follow = button("follow", "inspector-follow", "Camera follows this unit (C)", () =>
    this.actions.follow(),
  );
  private readonly close_ = button("close", "inspector-close", "Deselect this unit (Escape)", () => {
    this.actions.clear();
    this.entry.focus();
  });
  private readonly why = element("p#inspector-why");
  private readonly leads = element("p#inspector-leads");
  private readonly speed = element("dd#inspector-speed");
  private readonly turn = element("dd#inspector-turn");
  private readonly drift = element("dd#inspector-drift");
  private readonly drifts = fact("Drifts", this.drift);
  private readonly bars = element("ul#inspector-bars", { "aria-label": "Forces, as parts of the net force" });
  private readonly balance = element("p#inspector-balance.note");
  private readonly legend = new InspectorLegend();
  private readonly body: HTMLElement;
  private readonly empty: HTMLElement;
  private rows: Bar[] = [];
  private readonly calm = new Calm();
  private shown: Inspection | undefined;
  private saysAt = 0;
  /** The force whose rule is open, by its key. */
  private unfolded = "";
  private readonly listing: Listing;
  private readonly rule = element("div#inspector-rule.bar-rule.stack");
  private pipeline = "";
  private pipelineGroup = "";
  /** Its place among the groups. */
  private pipelineIndex = -1;
  private palette: Palette = palettes.dark;
  private unit = -1;

  constructor(
    private readonly core: Core,
    private readonly actions: InspectorActions,
  ) {
    this.listing = new Listing(core, {
      point: (shown) => actions.point(shown && { ...shown, key: this.unfolded }),
      tellPlace: (id, obstacle) => this.tellPlace(id, obstacle),
    });
    const act = (id: string, label: string, does?: (group: string, key: string) => void) =>
      does && element("button.button", { id, onclick: () => does(this.pipelineGroup, this.unfolded) }, label);
    const acts = element("div.bar-acts.actions", act("inspector-edit", "Edit a copy", actions.edit));
    this.rule.append(this.listing.root, acts);
    const previous = button("chevron", "inspector-previous", "Previous unit ([)", () => actions.move(-1));
    const next = button("chevron", "inspector-next", "Next unit (])", () => actions.move(1));
    const label = element("label", { for: "inspector-unit" }, "Unit");
    const onclick = () => {
      actions.watch();
      next.focus();
    };
    const start = element("button#why-select.button", { onclick }, "Pick one and slow down");
    const facts = element("dl.flow", fact("Speed", this.speed), fact("Turns", this.turn), this.drifts);
    this.drifts.title = DRIFT_TITLE;
    this.body = element(
      "div#inspector-body",
      { hidden: true },
      this.why,
      this.kind,
      this.leads,
      facts,
      this.bars,
      this.balance,
      element("h4", "Around it"),
      this.legend.root,
    );
    this.empty = element("div#why-empty", element("p", ...howToSelect(), " to see why it turns."), start);
    const root = element(
      "section#inspector",
      { "aria-labelledby": "inspector-title" },
      element(
        "header.inspector-head.across",
        element("h3#inspector-title", label),
        this.entry,
        previous,
        next,
        this.follow,
        this.close_,
      ),
      this.body,
      this.empty,
    );
    byId("why-view").prepend(root);
    this.entry.addEventListener("keydown", (event) => this.typed(event));
    this.entry.addEventListener("blur", () => this.restore());
    this.setFollowing(false);
    this.close();
  }

  setTheme(theme: Theme): void {
    this.palette = palettes[theme];
    this.pipeline = "";
  }

  open(unit: number): void {
    this.unit = unit;
    this.saysAt = 0;
    this.body.hidden = false;
    this.empty.hidden = true;
    this.follow.disabled = this.close_.disabled = false;
    this.restore();
  }

  close(): void {
    const { activeElement: focused } = document;
    const idle = focused === this.follow || focused === this.close_;
    if (idle || this.body.contains(focused)) byId("stage").focus({ preventScroll: true });
    this.unit = -1;
    this.body.hidden = true;
    this.empty.hidden = false;
    this.follow.disabled = this.close_.disabled = true;
    setText(this.kind, "");
    this.restore();
  }

  setFollowing(on: boolean): void {
    this.follow.setAttribute("aria-pressed", String(on));
  }

  /** Shows the numbers; returns the largest force, to which arrows are scaled. */
  show(inspection: Inspection): number {
    const { id } = inspection;
    const groups = this.core.groups();
    const group = groups.find(({ key }) => key === inspection.group);
    const views = this.core.views();
    const [hx, hy] = [views.hx[id] ?? 1, views.hy[id] ?? 0];
    const [vx, vy] = [views.vx[id] ?? 0, views.vy[id] ?? 0];
    const balance = balanceOf(inspection, hx, hy);
    const now = performance.now();
    const calm = this.calm.of(inspection, now);
    if (now >= this.saysAt || !this.why.textContent) {
      this.saysAt = now + PACE;
      setText(this.why, whySentence(calm, balanceOf(calm, hx, hy)));
    }
    setText(this.kind, group?.label ?? "");
    setText(this.leads, leaderText(inspection));
    setText(this.speed, `${Math.hypot(vx, vy).toFixed(1)} u/s`);
    setText(this.turn, turnText(inspection.turn));
    setText(this.balance, balanceText(balance, inspection.limit));
    setText(this.drift, driftText(vx, vy, hx, hy));
    const pipeline = [inspection.group, ...inspection.forces.map(({ key }) => key)].join();
    if (pipeline !== this.pipeline) {
      this.pipeline = pipeline;
      this.pipelineGroup = inspection.group;
      this.build(inspection, balance, group?.body === "rigid body");
    }
    this.shown = inspection;
    if (this.unfolded) this.tellRule(inspection);
    const place = (x: number, y: number) => {
      const [dx, dy] = [x - (views.x[id] ?? 0), y - (views.y[id] ?? 0)];
      return { distance: Math.hypot(dx, dy) / (views.length[id] || 1), bearing: bearingOf(dx, dy, hx, hy) };
    };
    for (const [index, force] of inspection.forces.entries()) {
      const [row, share] = [this.rows[index], balance.shares[index]];
      if (row && share) showShare(row, share, balance.largest, sourceText(share, force, place));
    }
    const net = this.rows.at(-1);
    if (net) showNet(net, balance);
    this.legend.show(inspection, groups, this.palette);
    return Math.max(balance.net, ...balance.shares.map(({ size }) => size));
  }

  /** The rule of the open force as it stands, and what its lines come to. */
  private tellRule({ id }: Inspection): void {
    const { hx, hy } = this.core.views();
    this.listing.show(this.core.ruleToRead(this.pipelineIndex, this.unfolded) ?? "");
    this.listing.frame(performance.now(), id, this.unfolded, [hx[id] ?? 1, hy[id] ?? 0]);
  }

  /** Where another one is, seen from the unit. */
  private tellPlace(id: number, obstacle: boolean): string {
    if (id < 0) return "the pointer";
    const { core, unit } = this;
    const views = core.views();
    const disc = obstacle ? core.scenery().obstacles[id] : undefined;
    const at = disc ?? { x: views.x[id] ?? 0, y: views.y[id] ?? 0 };
    const [dx, dy] = this.actions.offset(at.x - (views.x[unit] ?? 0), at.y - (views.y[unit] ?? 0));
    const way = sideOf(dx, dy, views.hx[unit] ?? 1, views.hy[unit] ?? 0);
    return `${disc ? `obstacle ${id + 1}` : `unit ${id}`} \u00b7 ${shortText(Math.hypot(dx, dy))} u, ${way}`;
  }

  private build({ forces }: Inspection, { shares }: Balance, bow: boolean): void {
    // The others point where they move.
    this.drifts.hidden = !bow;
    const group = this.core.composition().findIndex(({ key }) => key === this.pipelineGroup);
    this.pipelineIndex = group;
    this.rows = [
      ...shares.map(({ label }, index) => {
        const bar = makeBar(label, forceColor(index, this.palette));
        const key = forces[index]?.key ?? "";
        if (this.core.ruleToRead(group, key) !== undefined) this.unfolds(bar, key);
        return bar;
      }),
      makeBar(bow ? "Net, at the bow" : "Net force", this.palette.mark),
    ];
    if (!forces.some(({ key }) => key === this.unfolded)) this.unfolded = "";
    this.rows.at(-1)?.root.classList.add("net");
    this.bars.replaceChildren(...this.rows.map(({ root }) => root));
  }

  /** A force whose rule can be read: its name opens it. */
  private unfolds(bar: Bar, key: string): void {
    const open = element(
      "button.bar-label",
      { "aria-controls": "inspector-rule", title: "How is that computed?" },
      bar.label.textContent ?? "",
      icon("chevron"),
    );
    const tell = () => {
      const on = this.unfolded === key;
      open.setAttribute("aria-expanded", String(on));
      if (!on) return;
      this.rule.style.setProperty("--force", bar.fill.style.background);
      bar.root.append(this.rule);
      // While the run stands still, nobody else asks.
      if (this.shown) this.tellRule(this.shown);
    };
    open.addEventListener("click", () => {
      this.unfolded = this.unfolded === key ? "" : key;
      this.rule.remove();
      this.actions.point(undefined);
      for (const other of this.bars.querySelectorAll("[aria-expanded]"))
        other.setAttribute("aria-expanded", "false");
      tell();
    });
    bar.label.replaceWith(open);
    tell();
  }

  private typed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Escape") this.restore();
    if (event.key !== "Enter") return;
    const { count } = this.core.views();
    const text = this.entry.value.trim();
    const id = Number(text);
    if (/^\d+$/.test(text) && id < count) this.actions.select(id);
    else {
      this.actions.say(count > 0 ? `Unit numbers go from 0 to ${count - 1}` : "There are no units");
      this.restore();
    }
    this.entry.select();
  }

  private restore(): void {
    this.entry.value = this.unit < 0 ? "" : String(this.unit);
  }
}

/** Fingers have neither clicks nor keys. */
function howToSelect(): (Node | string)[] {
  if (matchMedia("(pointer: coarse)").matches) return ["Tap a unit"];
  return ["Click a unit, or press ", element("kbd", "]"), ","];
}

function button(symbol: string, id: string, title: string, onclick: () => void): HTMLButtonElement {
  const name = title.replace(/ \(.*\)$/, "");
  return element("button.icon-button", { id, title, "aria-label": name, onclick }, icon(symbol));
}

function fact(name: string, value: HTMLElement): HTMLElement {
  return element("div", element("dt", name), value);
}

function makeBar(label: string, color: string): Bar {
  const fill = element("span.bar-fill");
  fill.style.background = color;
  const value = element("span.bar-value");
  const source = element("span.bar-source.cut");
  const arrow = svg(
    "svg.icon.bar-arrow",
    { viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    svg("path", { d: "M0 6V-5M-3.5 -1.5 0 -5 3.5 -1.5" }),
  );
  const name = element("span.bar-label", label);
  const root = element("li", name, value, arrow, element("span.bar-track", fill), source);
  return { root, label: name, fill, value, source, arrow };
}

/** From the middle to the right what goes with the net force, to the left what goes against it. */
function setBar(bar: Bar, along: number, largest: number, bearing: number, none: boolean): void {
  const part = largest > 0 ? along / largest : 0;
  bar.fill.style.transform = `scaleX(${part.toFixed(3)})`;
  bar.root.classList.toggle("none", none);
  // Ahead points up.
  bar.arrow.style.transform = `rotate(${bearing.toFixed(2)}rad)`;
  bar.root.title = none ? "No force now" : `Points ${bearingText(bearing)}`;
}

function showShare(bar: Bar, share: Share, largest: number, source: string): void {
  setBar(bar, share.along, largest, share.bearing, share.size === 0);
  setText(bar.value, share.size === 0 ? "0" : partText(share.along, largest));
  setText(bar.source, source);
}

function showNet(bar: Bar, { net, largest, netBearing }: Balance): void {
  setBar(bar, net, largest, netBearing, net === 0);
  setText(bar.value, forceText(net));
}
