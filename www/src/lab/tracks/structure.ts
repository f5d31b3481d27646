/** How units stand and move to each other: of the run, worked out anew by a worker, and of an open recording. */
import "../../style/tracks.css";
import type { Core } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import { recordingLink } from "../../core/link/timed";
import { type Palette, palettes } from "../../stage/palette";
import { element, setText } from "../../ui/dom";
import { messageOf } from "../../ui/plain";
import { framed, headings, row } from "../../ui/table";
import { currentTheme } from "../../ui/theme";
import { type Line, lineChart, short, squareMap } from "./charts";
import { QUANTITIES, type Structure, type Which } from "./messages";
import { reader } from "./reader";

/** Length of the analyzed part of the run, and the distance of its frames, ticks. */
const WINDOW = 20 * TICKS_PER_SECOND;
const FRAME_INTERVAL = 6;
/** Largest distance, lengths. */
const MAX_DISTANCE = 25;

const TITLES: Readonly<Record<(typeof QUANTITIES)[number], [title: string, unit: string]>> = {
  speed: ["Speed", "u/s"],
  turning: ["Rate of turn", "rad/s"],
  acceleration: ["Acceleration", "u/s\u00b2"],
  nearest: ["Distance to the nearest", "u"],
  bearing: ["Bearing of the nearest, 0 ahead", "rad"],
};

export class StructureView {
  readonly root: HTMLElement;
  private readonly go = element("button.button", "Measure this run");
  private readonly status = element("p.remark", { role: "status" });
  private readonly figures = element("div.track-figures.stack");
  private readonly found: Partial<Record<Which, Structure>> = {};

  constructor(private readonly core: Core) {
    this.go.addEventListener("click", () => void this.measureRun());
    this.root = element(
      "div#structure",
      element(
        "p.remark",
        "Pair correlation, correlation of velocities, distributions, and force maps: what birds do by where their neighbors are. Of the last 20 s, which are run once more aside.",
      ),
      this.go,
      this.status,
      this.figures,
    );
  }

  /** A recording is open, or none is any longer. */
  async showRecording(open: boolean): Promise<void> {
    if (!open) {
      delete this.found.recording;
      this.draw();
      return;
    }
    await this.working(async () => {
      this.found.recording = await reader().ask("structure", { of: "recording", reach: this.reach() });
    });
  }

  private reach(): number {
    const { width, height } = this.core.scenery();
    const length = this.core.groups().find(({ count, length }) => count > 0 && length > 0)?.length ?? 4;
    return this.found.recording?.reach ?? Math.min(MAX_DISTANCE * length, 0.5 * Math.min(width, height));
  }

  private async measureRun(): Promise<void> {
    const { core } = this;
    const to = core.ticks();
    if (to < 3 * FRAME_INTERVAL) {
      setText(this.status, "Press Play: there is nothing to measure yet.");
      return;
    }
    await this.working(async () => {
      const link = recordingLink(core.recording(), to);
      const tell = (share: number) =>
        setText(this.status, `Running it once more: ${Math.round(100 * share)} %`);
      await reader().ask("note", { link, from: Math.max(0, to - WINDOW), to, every: FRAME_INTERVAL }, tell);
      const reaches = this.found.recording?.densities.map(({ reach }) => reach);
      const ask = { of: "run" as const, reach: this.reach(), ...(reaches && { reaches }) };
      this.found.run = await reader().ask("structure", ask);
    });
  }

  private async working(work: () => Promise<void>): Promise<void> {
    this.go.disabled = true;
    setText(this.status, "Measuring \u2026");
    try {
      await work();
      setText(this.status, "");
      this.draw();
    } catch (error) {
      setText(this.status, messageOf(error));
    } finally {
      this.go.disabled = false;
    }
  }

  private all(): [Which, Structure][] {
    return (["recording", "run"] as const).flatMap((which) => {
      const found = this.found[which];
      return found ? [[which, found] as [Which, Structure]] : [];
    });
  }

  private draw(): void {
    const all = this.all();
    if (all.length === 0) {
      this.figures.replaceChildren();
      return;
    }
    const lines = (of: (one: Structure) => { reach: number; values: readonly number[] }): Line[] =>
      all.map(([name, one]) => {
        const { reach, values } = of(one);
        return { name, xs: values.map((_, bin) => ((bin + 0.5) / values.length) * reach), ys: values };
      });
    const figure = (title: string, drawing: Element, note = "") =>
      element("figure", element("figcaption", title), drawing, note && element("p.remark", note));
    const lengths = all.map(([name, { correlation }]) => `${name} ${short(correlation.length)} u`).join(", ");
    const densities = QUANTITIES.map((quantity, at) => {
      const [title, unit] = TITLES[quantity];
      const drawn = lines(({ densities }) => densities[at] ?? { reach: 1, values: [] });
      const end = Math.max(...all.map(([, { densities }]) => densities[at]?.reach ?? 0));
      return figure(title, lineChart(drawn, { label: unit, end }, { label: title }));
    });
    const legend = element(
      "p.track-legend.curves-key",
      { "aria-hidden": "true" },
      ...all.map(([name]) => element("span", { class: name }, name)),
    );
    this.figures.replaceChildren(
      ...(all.length > 1 ? [legend] : []),
      figure(
        "Pair correlation g(r)",
        lineChart(
          lines(({ pairs, reach }) => ({ reach, values: pairs })),
          { label: "r, u", end: this.reach() },
          { label: "g" },
          1,
        ),
        "The number of neighbors at a distance, compared with birds placed at random.",
      ),
      figure(
        "Correlation of velocities C(r)",
        lineChart(
          lines(({ correlation, reach }) => ({ reach, values: correlation.values })),
          { label: "r, u", end: this.reach() },
          { label: "C" },
        ),
        `It crosses zero at: ${lengths}.`,
      ),
      ...densities,
      ...all.map(([name, one]) => forceFigure(name, one, palettes[currentTheme()])),
      shapeTable(all),
    );
  }
}

/** Both maps of one of them side by side. */
function forceFigure(name: Which, { map }: Structure, palette: Palette): HTMLElement {
  const both = (["turning", "speeding"] as const).map((kind) => {
    const values = map[kind];
    const known = values
      .filter(Number.isFinite)
      .map(Math.abs)
      .sort((a, b) => a - b);
    const most = known[Math.floor(0.95 * (known.length - 1))] || 1;
    const unit = kind === "turning" ? "rad/s" : "u/s\u00b2";
    const words = kind === "turning" ? "turns right" : "speeds up";
    const label = `Where a neighbor is, and how much a bird ${words}: at most ${short(most)} ${unit}`;
    return element(
      "figure",
      squareMap(values, map.side, most, palette, label),
      element("figcaption", `${words}, \u00b1 ${short(most)} ${unit}`),
    );
  });
  return element(
    "figure",
    element("figcaption", `Force maps, ${name}`),
    element("div.track-maps", ...both),
    element(
      "p.remark",
      "By where a neighbor is, seen from a bird that heads up. The strong color is more, the pale one less.",
    ),
  );
}

/** The shape of the group and where neighbors are, in numbers. */
function shapeTable(all: readonly [Which, Structure][]): HTMLElement {
  const line = (label: string, of: (one: Structure) => number) =>
    row(
      label,
      all.map(([, one]) => short(of(one))),
    );
  const lines = element(
    "tbody",
    line("Spread along its way, u", ({ shape }) => shape.along),
    line("Spread across, u", ({ shape }) => shape.across),
    line("Nearest: ahead (1) or abreast (\u22121)", ({ shape }) => shape.anisotropy[0] ?? Number.NaN),
    line("Third nearest", ({ shape }) => shape.anisotropy[2] ?? Number.NaN),
  );
  const heads = headings(["Shape", ...all.map(([name]) => name)]);
  return framed("Shape of the group", element("table.measure-averages", heads, lines));
}
