/**
 * The open recording. Its animals fly over the stage on the run's clock, so that they are played, stepped and scrubbed
 * as the run is; a flock can start from any of its instants and is measured beside it.
 */
import "../../style/tracks.css";
import { TICKS_PER_SECOND } from "../../core/declared";
import { regularRole } from "../../stage/darts";
import { byId, element, iconButton, options, setText } from "../../ui/dom";
import { showNotices } from "../../ui/notices";
import type { Page } from "../../ui/page";
import { messageOf } from "../../ui/plain";
import { framed, headings, row } from "../../ui/table";
import { wantsStillness } from "../../ui/theme";
import type { LikeWish } from "../make/wish";
import { askFor } from "./ask";
import { lineChart, short } from "./charts";
import { chooseColumns } from "./columns";
import { type FoundTracks, type Measured, type TrackOptions, valueAt } from "./messages";
import { type Ground, modelLink, posesOf } from "./model";
import { Movie } from "./movie";
import { plainly } from "./picture";
import { reader } from "./reader";
import { Recorded } from "./recording";

/** Largest size of the files together, bytes. */
const LARGEST = 1 << 30;
/** Largest number of measured frames. */
const MEASURED = 1500;
/** Least side of a world, u. */
const SMALLEST = 100;
/** Time between two updates of texts, ms, and between two samples of the flock, ticks. */
const TEXT_INTERVAL = 250;
const SAMPLED = 12;
/** Measures that a flock like the recording should share with it. */
const WISHED = ["polarization", "milling", "spacing", "mean_speed", "flocks_fixed", "largest_flock_fixed"];
/** Measures in the table. */
const LISTED = [...WISHED, "nearest_neighbor", "overlapping"];
/** Least half width of a band, as a share of its middle. */
const LEAST_REACH = 0.03;
/** Shortest and longest run of a search, ticks. */
const RUN = [600, 3600] as const;

export class Flight {
  private readonly movie = new Movie();
  private readonly text = element("p", { role: "status" });
  private readonly start = action("tracks-start", "Start the flock here", () => void this.takeOver());
  private readonly like = action("tracks-like", "Make it like this", () => void this.makeLike());
  private readonly line = element(
    "section#tracks.surface.line.across.firm",
    { "aria-label": "Recording", hidden: true },
    element("div.line-body", this.text),
    this.start,
    this.like,
  );
  private readonly panel = element("section#tracks-measured.measured", { hidden: true });
  private readonly choice = element("select#tracks-measure", { "aria-label": "Measure over time" });
  private readonly plot = element("div");
  private readonly body = element("tbody");
  private readonly counts = element("p.note");
  private name = "";
  private recorded: Recorded | undefined;
  private measured: Measured | undefined;
  /** Length of an animal and of a unit, u. */
  private length = 1;
  private world = { width: 0, height: 0 };
  private animals = true;
  /** Whether the recording has periodic edges. */
  private wraps = false;
  /** Unit of the recording's lengths, and its size, u. */
  private unit = { name: "u", size: 1 };
  /** Time at which a flock started, s, by the starts of its units: undo and redo find it again. */
  private readonly takeovers = new Map<string, number>();
  /** Time of the recording at tick 0 of the run, s; `undefined` without a flock. */
  private started: number | undefined;
  private shown = { time: Number.NaN, said: 0, revision: -1 };
  private samples: { tick: number; values: readonly number[] }[] = [];

  constructor(
    private readonly page: Page,
    private readonly wish: (wish: LikeWish) => void,
  ) {
    this.line.append(iconButton("close", "Close the recording", () => this.close()));
    byId("toast").before(this.line);
    page.stage.addPainter(this.movie);
    this.choice.addEventListener("change", () => this.draw());
    this.build();
  }

  /** Opens files of one recording; asks for what they do not say. */
  async open(files: readonly File[]): Promise<void> {
    const name =
      files.length === 1 ? (files[0]?.name ?? "") : `${files[0]?.name} and ${files.length - 1} more`;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST)
      throw new Error("Files of more than 1 GB are measured by the command line, not here.");
    this.page.say(`Reading ${name} \u2026`);
    const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    const read = { names: files.map((file) => file.name), files: bytes };
    try {
      await this.ask(name, await reader().ask("read", { ...read, columns: "" }));
    } catch (error) {
      // A table with other names: a person says which column is which.
      const preview = await reader().ask("preview", read);
      if (!preview || !(error instanceof Error) || !/column/.test(error.message)) throw error;
      chooseColumns(name, preview, error.message, async (columns) =>
        this.ask(name, await reader().ask("read", { ...read, columns })),
      );
    }
  }

  /** Opens what has been read, or asks for what is missing. */
  private async ask(name: string, found: FoundTracks): Promise<void> {
    const open = (given: TrackOptions) => this.opened(name, given);
    if (found.link === "") askFor(name, found, open);
    else await open({ fps: 0, scale: 0, unit: "", length: 0, yUp: found.is_y_up, missing: "", wrap: [] });
  }

  private async opened(name: string, given: TrackOptions): Promise<void> {
    const { core } = this.page;
    const filmed = await reader().ask("open", given);
    if (!filmed.length) throw new Error("The length of an animal is missing.");
    // In the empty run of a recording that is open no group has units, but each its body.
    const many = this.recorded && core.views().count === 0 ? 0 : 2;
    const units = core
      .groups()
      .find(({ count, role, length }) => count >= many && role === regularRole && length > 0);
    const flock = units !== undefined && core.scenery().tiles === undefined;
    this.length = filmed.link ? filmed.length : flock ? units.length : 4;
    const factor = this.length / filmed.length;
    const placed = await reader().ask("place", { factor });
    this.unit = { name: filmed.unit, size: factor };
    const { width, height, wraps } = placed.info;
    const grid = (extent: number) => Math.ceil(Math.max(SMALLEST, extent) * 10) / 10;
    // Periodic edges meet only where the world is exactly the box.
    this.world = wraps ? { width, height } : { width: grid(width), height: grid(height) };
    const { world } = this;
    this.animals = filmed.link === "";
    this.wraps = wraps;
    const corner = { x: (world.width - width) / 2, y: (world.height - height) / 2 };
    this.recorded = new Recorded(placed, corner);
    this.name = name;
    this.takeovers.clear();
    this.started = undefined;
    this.measured = undefined;
    this.movie.show(this.recorded, this.length);
    this.line.hidden = this.panel.hidden = false;
    const base = filmed.link || (flock ? core.link() : "scene=flock-limited");
    const ticks = Math.max(1, Math.round(this.recorded.seconds * TICKS_PER_SECOND));
    // An empty run: the clock is the run's, and its timeline as long as the recording.
    // The other groups are those of the run that the link is of, which may not be the one that is open.
    const link = modelLink(base, base === core.link() ? this.ground(0) : { ...this.ground(0), others: [] });
    const problem = this.page.openRecording({ link, events: "", ticks });
    if (problem) throw new Error(problem);
    // The dialog is closed so that it does not cover the stage.
    document.querySelector<HTMLDialogElement>("#share-dialog[open]")?.close();
    this.page.setPlaying(!wantsStillness());
    this.page.say(`${placed.info.units} animals, ${short(this.recorded.seconds)} s`);
    if (filmed.notes.length > 0) showNotices(filmed.notes.map(plainly));
    await this.measure();
  }

  /** Called when another run is shown. */
  ran(): void {
    if (!this.recorded) return;
    this.started = this.takeovers.get(posesOf(this.page.core.link()));
    this.samples = [];
    this.shown.time = Number.NaN;
  }

  /** Once per frame, after the ticks. */
  frame(now: number): void {
    const { recorded, page } = this;
    if (!recorded) return;
    const { core, stage } = page;
    const ticks = core.ticks();
    const time = (this.started ?? 0) + ticks / TICKS_PER_SECOND;
    this.movie.time = time;
    // The stage draws them on from the tick, as it does units.
    if (time !== this.shown.time || this.page.core.revision !== this.shown.revision) stage.repaint();
    if (time !== this.shown.time) {
      this.sample(ticks);
      this.shown.time = time;
    }
    this.shown.revision = core.revision;
    if (now < this.shown.said + TEXT_INTERVAL) return;
    this.shown.said = now;
    this.tell(time);
    if (page.panels.view === "measure") this.draw();
  }

  close(): void {
    this.recorded = undefined;
    this.measured = undefined;
    this.started = undefined;
    this.takeovers.clear();
    this.movie.show(undefined);
    this.page.stage.repaint();
    this.line.hidden = this.panel.hidden = true;
    byId("stage").focus({ preventScroll: true });
  }

  private tell(time: number): void {
    const { recorded, started } = this;
    if (!recorded) return;
    const when = `${Math.min(recorded.seconds, time).toFixed(1)} of ${short(recorded.seconds)} s`;
    const over = time > recorded.seconds ? ": the recording is over" : "";
    const since = started === undefined ? "" : ` \u00b7 the flock started at ${short(started)} s`;
    setText(this.text, `${this.name}, ${when}${over}${since}`);
    this.start.disabled = time > recorded.seconds;
  }

  /** Starts a flock with the animals' places, headings and speeds. */
  private async takeOver(): Promise<void> {
    const { recorded, page } = this;
    if (!recorded) return;
    try {
      const time = (this.started ?? 0) + page.core.ticks() / TICKS_PER_SECOND;
      const frame = recorded.frameAt(time);
      const poses = this.shifted(await reader().ask("poses", { frame }), recorded.corner);
      const link = modelLink(page.core.link(), { ...this.ground(poses.split("_").length), poses });
      const takeover = recorded.placed.times[frame] ?? 0;
      this.takeovers.set(poses, takeover);
      page.open(link);
      // The core writes them its own way.
      this.takeovers.set(posesOf(page.core.link()), takeover);
      this.ran();
      page.setPlaying(!wantsStillness());
    } catch (error) {
      showNotices([messageOf(error)]);
    }
  }

  /** Ground of the animals, for `count` units of one group. */
  private ground(count: number): Ground {
    const { core } = this.page;
    const counts = new Set(core.params().map(({ key }) => key));
    const keys = core.groups().map(({ key }) => key);
    const others = this.animals ? keys.filter((key) => counts.has(`${key}.count`)) : [];
    const edges = this.wraps ? "wrap" : "contain";
    return { ...this.world, count, others, edges: this.animals ? edges : undefined };
  }

  /** Moves starts from the recording's corner to its place in the world. */
  private shifted(poses: string, { x, y }: Recorded["corner"]): string {
    if (x === 0 && y === 0) return poses;
    let before: string[] = [];
    return poses
      .split("_")
      .map((record) => {
        const fields = record.split("-");
        const row = [0, 1, 2, 3].map((at) => fields[at] || before[at] || "0");
        before = row;
        const moved = [Number(row[0]) + x, Number(row[1]) + y].map((one) => Math.round(one * 10) / 10);
        return [...moved, row[2], row[3]].join("-");
      })
      .join("_");
  }

  private async measure(): Promise<void> {
    const frames = this.recorded?.placed.times.length ?? 0;
    const every = Math.max(1, Math.ceil(frames / MEASURED));
    this.measured = await reader().ask("measure", { of: "recording", every });
    const { measures } = this.page.core.watch;
    const known = new Set(this.measured.summary.map(({ measure }) => measure));
    const offered = measures.filter(({ key, plotted }) => plotted && known.has(key));
    this.choice.replaceChildren(...options(offered.map(({ key, label }) => [key, label])));
    this.draw();
  }

  private sample(ticks: number): void {
    const last = this.samples.at(-1)?.tick ?? -SAMPLED;
    if (ticks < last) this.samples = this.samples.filter(({ tick }) => tick <= ticks);
    else if (this.started !== undefined && ticks >= last + SAMPLED) {
      const [tick = ticks, ...values] = this.page.core.watch.sample();
      this.samples.push({ tick, values });
    }
  }

  private build(): void {
    const heads = headings(["Measure", "Recording", "Now", "Flock"]);
    const table = element("table.measure-averages.tracks-table.full", heads, this.body);
    const field = element("label.measure-field.note", { for: this.choice.id }, "Over time", this.choice);
    this.panel.append(
      element("h3", "The recording"),
      field,
      this.plot,
      element(
        "p.track-legend",
        { "aria-hidden": "true" },
        element("span.recording", "recording"),
        element("span.run", "flock"),
      ),
      framed("The recording, measured", table),
      this.counts,
    );
    byId("measures-view").prepend(this.panel);
  }

  private draw(): void {
    const { measured, page, samples } = this;
    if (!measured || !this.recorded) return;
    const { measures } = page.core.watch;
    const { table, times } = measured;
    const frame = Math.max(
      0,
      times.findLastIndex((at) => at <= this.movie.time),
    );
    const mean = (at: number) => {
      const known = samples.map(({ values }) => values[at] ?? Number.NaN).filter(Number.isFinite);
      return known.reduce((sum, value) => sum + value, 0) / known.length;
    };
    const listed = measured.summary.filter(({ measure }) => LISTED.includes(measure));
    const lines = listed.map(({ measure, mean: whole, error }) => {
      const at = measures.findIndex(({ key }) => key === measure);
      const info = measures[at];
      const { unit, size } = this.lengthOf(info?.unit ?? "");
      const sure = Number.isFinite(error) ? ` \u00b1 ${short(error / size)}` : "";
      return element(
        "tr",
        { "data-measure": measure },
        element(
          "th",
          { scope: "row", ...(info && { title: info.doc }) },
          `${info?.label ?? measure}${unit && `, ${unit}`}`,
        ),
        element("td", `${short(whole / size)}${sure}`),
        element("td", short(valueAt(table, frame, measure) / size)),
        element("td", samples.length > 0 ? short(mean(at) / size) : "\u2013"),
      );
    });
    this.body.replaceChildren(...lines);
    const { missing, units } = this.recorded.placed.info;
    const over = measured.summary.find(({ measure }) => measure === "mean_speed")?.units ?? Number.NaN;
    setText(
      this.counts,
      `${units} animals, ${short(over)} of them in a frame on average; missing: ${Math.round(100 * missing)} %.`,
    );
    const { value: chosen } = this.choice;
    const at = measures.findIndex(({ key }) => key === chosen);
    const info = measures[at];
    if (!info) return;
    const { unit, size } = this.lengthOf(info.unit);
    const recording = {
      name: "recording" as const,
      xs: times,
      ys: times.map((_, frame) => valueAt(table, frame, chosen) / size),
    };
    const flock = {
      name: "run" as const,
      xs: samples.map(({ tick }) => (this.started ?? 0) + tick / TICKS_PER_SECOND),
      ys: samples.map(({ values }) => (values[at] ?? Number.NaN) / size),
    };
    const end = Math.max(this.recorded.seconds, flock.xs.at(-1) ?? 0);
    const label = `${info.label}${unit && `, ${unit}`}`;
    const y = { label, end: info.span === "share" ? 1 : undefined };
    this.plot.replaceChildren(lineChart([recording, flock], { label: "s", end }, y, this.movie.time));
  }

  /** Unit of a measure in the recording's lengths, and its size in the run's. */
  private lengthOf(unit: string): { unit: string; size: number } {
    const { name, size } = this.unit;
    if (unit === "u") return { unit: name, size };
    return unit === "u/s" ? { unit: `${name}/s`, size } : { unit, size: 1 };
  }

  private async makeLike(): Promise<void> {
    const { measured, page, recorded } = this;
    if (!measured || !recorded) return;
    const bands = measured.bands.filter(({ measure }) => WISHED.includes(measure));
    const [first] = bands;
    if (!first) {
      page.say("The recording is too short: 16 frames have to be measured.");
      return;
    }
    // A search begins anywhere, with the same number of units on the same ground.
    const count = recorded.placed.info.units;
    page.open(modelLink(page.core.link(), this.ground(count)));
    const [least, most] = RUN;
    const ticks = Math.round(Math.min(most, Math.max(least, 2 * TICKS_PER_SECOND * first.seconds)));
    const judge: LikeWish["judge"] = (found) => judged(bands, found, page.core.watch.measures);
    this.wish({ bands: bands.map(wide), ticks, judge });
  }
}

/** Widens a band of a measure that hardly varies in the recording, so that a flock can meet it. */
function wide({ measure, low, high }: Measured["bands"][number]): LikeWish["bands"][number] {
  const [middle, half] = [(low + high) / 2, (high - low) / 2];
  const reach = Math.max(half, LEAST_REACH * Math.abs(middle));
  const digits = (value: number) => Number(value.toPrecision(4));
  return { measure, low: digits(Math.max(0, middle - reach)), high: digits(middle + reach) };
}

/** Compares the flock that was found with the parts of the recording that the search never saw. */
function judged(
  bands: Measured["bands"],
  found: (measure: string) => number | undefined,
  measures: readonly { key: string; label: string }[],
): HTMLElement {
  let [met, own, all] = [0, 0, 0];
  const rows = bands.map(({ measure, low, high, unseen }) => {
    const mean = unseen.reduce((sum, value) => sum + value, 0) / unseen.length;
    const spread = Math.sqrt(
      unseen.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (unseen.length - 1),
    );
    const value = found(measure) ?? Number.NaN;
    const within = Math.abs(value - mean) <= Math.max(2 * spread, LEAST_REACH * Math.abs(mean));
    met += Number(within);
    own += unseen.filter((part) => part >= low && part <= high).length;
    all += unseen.length;
    return row(measures.find(({ key }) => key === measure)?.label ?? measure, [
      `${short(mean)} \u00b1 ${short(2 * spread)}`,
      `${short(value)}${within ? "" : ", outside"}`,
    ]);
  });
  const heads = headings(["Measure", "Unseen parts", "This flock"]);
  return element(
    "section.spaced",
    { "aria-label": "Held against the recording" },
    element("h4", "Parts of the recording that the search never saw"),
    element(
      "p",
      `In ${met} of ${bands.length} measures the flock lies within twice their spread, or 3 %. Of these parts themselves, ${Math.round((100 * own) / Math.max(1, all))} % lie within the wish.`,
    ),
    element("table.measure-averages.tracks-table.full", heads, element("tbody", ...rows)),
  );
}

function action(id: string, text: string, act: () => void): HTMLButtonElement {
  return element("button.button", { id, onclick: act }, text);
}
