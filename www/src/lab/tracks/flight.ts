/**
 * The open recording of real animals. They move over the stage by the run's clock, so that they are played, stepped and
 * scrubbed like the run. A simulated flock can start from any of its frames and is compared with the recording.
 */
import "../../style/tracks.css";
import { TICKS_PER_SECOND } from "../../core/declared";
import { regularRole } from "../../stage/darts";
import { byId, element, iconButton, optionElements, setText } from "../../ui/dom";
import { showNotices } from "../../ui/notices";
import type { Page } from "../../ui/page";
import { messageOf } from "../../ui/plain";
import { scrollableTable, tableHead, tableRow } from "../../ui/table";
import { wantsStillness } from "../../ui/theme";
import type { RecordingWish } from "../make/wish";
import { askTrackOptions } from "./ask";
import { lineChart, shortNumber } from "./charts";
import { chooseColumns } from "./columns";
import {
  type FoundTracks,
  type MeasuredTracks,
  NO_ANSWERS,
  type PlacedTracks,
  type TrackOptions,
  valueAt,
} from "./messages";
import { modelLink, posesOf, type RunGround } from "./model";
import { RecordingPainter } from "./movie";
import { withoutOptionNames } from "./picture";
import { trackReader } from "./reader";
import { RecordedTracks } from "./recording";

/** Largest total size of the files of a recording, bytes. */
const MAX_BYTES = 1 << 30;
/** Largest number of frames of a recording that are measured; of longer ones, every n-th frame. */
const MAX_MEASURED_FRAMES = 1500;
/** Shortest side of the world in which a recording is shown, u. */
const MIN_WORLD_SIZE = 100;
/** Time between two updates of texts about the recording, ms, and ticks between two samples of the flock's measures. */
const TEXT_INTERVAL = 250;
const SAMPLE_INTERVAL = 12;
/** Keys of the measures that a search for a flock like the recording has to reproduce. */
const WISHED_MEASURES = [
  "polarization",
  "milling",
  "spacing",
  "mean_speed",
  "flocks_fixed",
  "largest_flock_fixed",
];
/** Keys of the measures in the table about the recording. */
const LISTED_MEASURES = [...WISHED_MEASURES, "nearest_neighbor", "overlapping"];
/** Smallest half width of a band of the search, as a share of the band's middle. */
const MIN_BAND_REACH = 0.03;
/** Shortest and longest run of the search for a flock like the recording, ticks. */
const RUN_TICK_LIMITS = [600, 3600] as const;

export class RecordingView {
  private readonly painter = new RecordingPainter();
  private readonly statusText = element("p", { role: "status" });
  private readonly startButton = recordingButton(
    "tracks-start",
    "Start the flock here",
    () => void this.startFlock(),
  );
  private readonly likeButton = recordingButton(
    "tracks-like",
    "Find a flock like this",
    () => void this.openRecordingWish(),
  );
  private readonly statusLine = element(
    "section#tracks.surface.line.across.firm",
    { "aria-label": "Recording", hidden: true },
    element("div.line-body", this.statusText),
    this.startButton,
    this.likeButton,
  );
  private readonly panel = element("section#tracks-measured.measured", { hidden: true });
  private readonly measureChoice = element("select#tracks-measure", { "aria-label": "Measure over time" });
  private readonly plotHost = element("div");
  private readonly tableBody = element("tbody");
  private readonly countNote = element("p.note");
  private recordingName = "";
  private recording: RecordedTracks | undefined;
  private measuredTracks: MeasuredTracks | undefined;
  /** Length of an animal, which is that of the flock's units, u. */
  private bodyLength = 1;
  private worldSize = { width: 0, height: 0 };
  private hasAnimals = true;
  /** Whether the recording's world wraps. */
  private worldWraps = false;
  /** Unit of length of the recording, and its size in u. */
  private lengthUnit = { name: "u", size: 1 };
  /** Time of the recording (s) at which each flock started, by the text `poses` of its link, for undo and redo. */
  private readonly startTimes = new Map<string, number>();
  /** Time of the recording at tick 0 of the run, s; `undefined` while there is no flock. */
  private startedAt: number | undefined;
  private shownState = { time: Number.NaN, drawnTime: Number.NaN, said: 0, revision: -1 };
  private flockSamples: { tick: number; values: readonly number[] }[] = [];

  constructor(
    private readonly page: Page,
    private readonly openWish: (wish: RecordingWish) => void,
  ) {
    this.statusLine.append(iconButton("close", "Close the recording", () => this.close()));
    byId("toast").before(this.statusLine);
    page.stage.addPainter(this.painter);
    this.measureChoice.addEventListener("change", () => this.draw());
    this.buildPanel();
  }

  /** Opens the files of one recording, after dialogs for what they do not say. Rejects with a message for people. */
  async open(files: readonly File[]): Promise<void> {
    const name =
      files.length === 1 ? (files[0]?.name ?? "") : `${files[0]?.name} and ${files.length - 1} more`;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > MAX_BYTES)
      throw new Error("Files of more than 1 GB are measured by the command line, not here.");
    this.page.say(`Reading ${name} \u2026`);
    const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    const readFiles = { names: files.map((file) => file.name), files: bytes };
    try {
      await this.askOptions(name, await trackReader().request("readFiles", { ...readFiles, columns: "" }));
    } catch (error) {
      // The table has unknown column names, so a person says what each column is.
      const preview = await trackReader().request("previewColumns", readFiles);
      if (!preview || !(error instanceof Error) || !/column/.test(error.message)) throw error;
      chooseColumns(name, preview, error.message, async (columns) =>
        this.askOptions(name, await trackReader().request("readFiles", { ...readFiles, columns })),
      );
    }
  }

  /** Opens the recording that was read; if it is not one of a run of Flockwright, asks for missing facts before. */
  private async askOptions(name: string, found: FoundTracks): Promise<void> {
    const openWith = (given: TrackOptions) => this.openTracks(name, given);
    if (found.link === "") askTrackOptions(name, found, openWith);
    else await openWith({ ...NO_ANSWERS, yUp: found.is_y_up });
  }

  private async openTracks(name: string, given: TrackOptions): Promise<void> {
    const filmed = await trackReader().request("openTracks", given);
    if (!filmed.length) throw new Error("The length of an animal is missing.");
    const bodyLength = this.flockBodyLength();
    this.bodyLength = filmed.link ? filmed.length : (bodyLength ?? 4);
    const factor = this.bodyLength / filmed.length;
    this.lengthUnit = { name: filmed.unit, size: factor };
    this.hasAnimals = filmed.link === "";
    const placed = await trackReader().request("placeTracks", { factor });
    this.showRecording(name, placed);
    const flockLink = bodyLength === undefined ? "scene=flock-limited" : this.page.core.link();
    this.openEmptyRun(filmed.link || flockLink);
    // The dialog in which the files were chosen is closed, since it would cover the stage.
    document.querySelector<HTMLDialogElement>("#share-dialog[open]")?.close();
    this.page.setPlaying(!wantsStillness());
    this.page.say(`${placed.info.units} animals, ${shortNumber(this.recording?.durationSeconds ?? 0)} s`);
    if (filmed.notes.length > 0) showNotices(filmed.notes.map(withoutOptionNames));
    await this.measure();
  }

  /** Body length of the open run's flock, u, to which animals are scaled; `undefined` if the run has no flock. */
  private flockBodyLength(): number | undefined {
    const { core } = this.page;
    // Under an open recording the run has no units, so an empty group with a body length counts as well.
    const minUnits = this.recording && core.views().count === 0 ? 0 : 2;
    const flock = core
      .groups()
      .find(({ count, role, length }) => count >= minUnits && role === regularRole && length > 0);
    return core.scenery().tiles === undefined ? flock?.length : undefined;
  }

  /** Shows a recording in the middle of a world that is large enough for it. */
  private showRecording(name: string, placed: PlacedTracks): void {
    const { width, height, wraps } = placed.info;
    const roundedExtent = (extent: number) => Math.ceil(Math.max(MIN_WORLD_SIZE, extent) * 10) / 10;
    // A recording that wraps needs a world of exactly its own size.
    const world = wraps ? { width, height } : { width: roundedExtent(width), height: roundedExtent(height) };
    this.worldSize = world;
    this.worldWraps = wraps;
    const corner = { x: (world.width - width) / 2, y: (world.height - height) / 2 };
    this.recording = new RecordedTracks(placed, corner);
    this.recordingName = name;
    this.startTimes.clear();
    this.startedAt = this.measuredTracks = undefined;
    this.painter.showRecording(this.recording, this.bodyLength);
    this.statusLine.hidden = this.panel.hidden = false;
  }

  /** Opens a run without units that is as long as the recording; its clock moves the animals. */
  private openEmptyRun(baseLink: string): void {
    const ground = this.groundFor(0);
    // The keys in `otherGroups` belong to the open run, and are meaningless in the link of another scene.
    const otherGroups = baseLink === this.page.core.link() ? ground.otherGroups : [];
    const ticks = Math.max(1, Math.round((this.recording?.durationSeconds ?? 0) * TICKS_PER_SECOND));
    const link = modelLink(baseLink, { ...ground, otherGroups });
    const problem = this.page.openRecording({ link, events: "", ticks });
    if (problem) throw new Error(problem);
  }

  /** Has to be called after another run was opened; finds out whether its flock started from this recording. */
  runOpened(): void {
    if (!this.recording) return;
    this.startedAt = this.startTimes.get(posesOf(this.page.core.link()));
    this.flockSamples = [];
    this.shownState.time = this.shownState.drawnTime = Number.NaN;
  }

  /** Has to be called once per frame (`now` in ms), after the ticks. */
  frame(now: number): void {
    const { recording, page } = this;
    if (!recording) return;
    const { core, stage } = page;
    const ticks = core.ticks();
    const time = (this.startedAt ?? 0) + ticks / TICKS_PER_SECOND;
    this.painter.time = time;
    // The animals are drawn again after ticks and edits; between ticks, the stage extrapolates them like units.
    if (time !== this.shownState.time || this.page.core.revision !== this.shownState.revision)
      stage.repaint();
    if (time !== this.shownState.time) {
      this.sampleFlock(ticks);
      this.shownState.time = time;
    }
    this.shownState.revision = core.revision;
    if (now < this.shownState.said + TEXT_INTERVAL) return;
    this.shownState.said = now;
    this.showTime(time);
    if (page.panels.view !== "measure" || time === this.shownState.drawnTime) return;
    this.shownState.drawnTime = time;
    this.draw();
  }

  close(): void {
    this.recording = undefined;
    this.measuredTracks = undefined;
    this.startedAt = undefined;
    this.startTimes.clear();
    this.painter.showRecording(undefined);
    this.page.stage.repaint();
    this.statusLine.hidden = this.panel.hidden = true;
    byId("stage").focus({ preventScroll: true });
  }

  private showTime(time: number): void {
    const { recording, startedAt } = this;
    if (!recording) return;
    const timeText = `${Math.min(recording.durationSeconds, time).toFixed(1)} of ${shortNumber(recording.durationSeconds)} s`;
    const overText = time > recording.durationSeconds ? ": the recording is over" : "";
    const startText =
      startedAt === undefined ? "" : ` \u00b7 the flock started at ${shortNumber(startedAt)} s`;
    setText(this.statusText, `${this.recordingName}, ${timeText}${overText}${startText}`);
    this.startButton.disabled = time > recording.durationSeconds;
  }

  /** Opens a run whose units start with position, heading and speed of the animals at the shown time. */
  private async startFlock(): Promise<void> {
    const { recording, page } = this;
    if (!recording) return;
    try {
      const time = (this.startedAt ?? 0) + page.core.ticks() / TICKS_PER_SECOND;
      const frame = recording.frameAt(time);
      const poses = this.shiftPoses(
        await trackReader().request("posesAtFrame", { frame }),
        recording.worldCorner,
      );
      const link = modelLink(page.core.link(), { ...this.groundFor(poses.split("_").length), poses });
      const takeover = recording.tracks.frameTimes[frame] ?? 0;
      this.startTimes.set(poses, takeover);
      page.open(link);
      // The core may write the same poses differently in its link, so both texts are keys.
      this.startTimes.set(posesOf(page.core.link()), takeover);
      this.runOpened();
      page.setPlaying(!wantsStillness());
    } catch (error) {
      showNotices([messageOf(error)]);
    }
  }

  /** World of the recording for `count` units of the main group; other groups are empty if it shows real animals. */
  private groundFor(count: number): RunGround {
    const { core } = this.page;
    const paramKeys = new Set(core.params().map(({ key }) => key));
    const groupKeys = core.groups().map(({ key }) => key);
    const otherGroups = this.hasAnimals ? groupKeys.filter((key) => paramKeys.has(`${key}.count`)) : [];
    const edges = this.worldWraps ? "wrap" : "contain";
    return { ...this.worldSize, count, otherGroups, edges: this.hasAnimals ? edges : undefined };
  }

  /** Moves the positions in a `poses` text by the offset of the recording in the world, u. */
  private shiftPoses(poses: string, { x, y }: RecordedTracks["worldCorner"]): string {
    if (x === 0 && y === 0) return poses;
    let before: string[] = [];
    return poses
      .split("_")
      .map((record) => {
        const fields = record.split("-");
        const row = [0, 1, 2, 3].map((at) => fields[at] || before[at] || "0");
        before = row;
        const movedPosition = [Number(row[0]) + x, Number(row[1]) + y].map(
          (one) => Math.round(one * 10) / 10,
        );
        return [...movedPosition, row[2], row[3]].join("-");
      })
      .join("_");
  }

  private async measure(): Promise<void> {
    const frames = this.recording?.tracks.frameTimes.length ?? 0;
    const frameStep = Math.max(1, Math.ceil(frames / MAX_MEASURED_FRAMES));
    this.measuredTracks = await trackReader().request("measureTracks", { every: frameStep });
    const { measures } = this.page.core.watch;
    const summarizedMeasures = new Set(this.measuredTracks.summary.map(({ measure }) => measure));
    const offeredMeasures = measures.filter(({ key, plotted }) => plotted && summarizedMeasures.has(key));
    this.measureChoice.replaceChildren(
      ...optionElements(offeredMeasures.map(({ key, label }) => [key, label])),
    );
    this.draw();
  }

  private sampleFlock(ticks: number): void {
    const last = this.flockSamples.at(-1)?.tick ?? -SAMPLE_INTERVAL;
    if (ticks < last) this.flockSamples = this.flockSamples.filter(({ tick }) => tick <= ticks);
    else if (this.startedAt !== undefined && ticks >= last + SAMPLE_INTERVAL) {
      const [tick = ticks, ...values] = this.page.core.watch.sample();
      this.flockSamples.push({ tick, values });
    }
  }

  private buildPanel(): void {
    const heads = tableHead(["Measure", "Recording", "Now", "Flock"]);
    const table = element("table.measure-averages.tracks-table.full", heads, this.tableBody);
    const field = element(
      "label.measure-field.note",
      { for: this.measureChoice.id },
      "Over time",
      this.measureChoice,
    );
    this.panel.append(
      element("h3", "The recording"),
      field,
      this.plotHost,
      element(
        "p.track-legend",
        { "aria-hidden": "true" },
        element("span.recording", "recording"),
        element("span.run", "flock"),
      ),
      scrollableTable("The recording, measured", table),
      this.countNote,
    );
    byId("measures-view").prepend(this.panel);
  }

  private draw(): void {
    const { measuredTracks, recording } = this;
    if (!measuredTracks || !recording) return;
    this.drawTable(measuredTracks);
    const { missing, units } = recording.tracks.info;
    const meanInFrame =
      measuredTracks.summary.find(({ measure }) => measure === "mean_speed")?.units ?? Number.NaN;
    setText(
      this.countNote,
      `${units} animals, ${shortNumber(meanInFrame)} of them in a frame on average; missing: ${Math.round(100 * missing)} %.`,
    );
    this.drawChart(measuredTracks, recording.durationSeconds);
  }

  /**
   * Fills the table of measures: means over the recording and the flock, and the recording's values at the shown time.
   */
  private drawTable({ summary, sampleTable, frameTimes }: MeasuredTracks): void {
    const frame = Math.max(
      0,
      frameTimes.findLastIndex((time) => time <= this.painter.time),
    );
    const listedRows = summary.filter(({ measure }) => LISTED_MEASURES.includes(measure));
    const rows = listedRows.map(({ measure, mean, error }) => {
      const { index, info, title, size } = this.measureOf(measure);
      const errorText = Number.isFinite(error) ? ` \u00b1 ${shortNumber(error / size)}` : "";
      return element(
        "tr",
        { "data-measure": measure },
        element("th", { scope: "row", ...(info && { title: info.doc }) }, title),
        element("td", `${shortNumber(mean / size)}${errorText}`),
        element("td", shortNumber(valueAt(sampleTable, frame, measure) / size)),
        element("td", shortNumber(this.flockMean(index) / size)),
      );
    });
    this.tableBody.replaceChildren(...rows);
  }

  /** Mean of a measure, by index, over the samples of the flock; NaN without samples. */
  private flockMean(index: number): number {
    const values = this.flockSamples.map((sample) => sample.values[index] ?? Number.NaN);
    const finiteValues = values.filter(Number.isFinite);
    return finiteValues.reduce((sum, value) => sum + value, 0) / finiteValues.length;
  }

  /** Draws the chosen measure of recording and flock over time. `seconds`: duration of the recording. */
  private drawChart({ sampleTable, frameTimes }: MeasuredTracks, seconds: number): void {
    const { flockSamples } = this;
    const { value: chosen } = this.measureChoice;
    const { index, info, title, size } = this.measureOf(chosen);
    if (!info) return;
    const recording = {
      name: "recording" as const,
      xs: frameTimes,
      ys: frameTimes.map((_, frame) => valueAt(sampleTable, frame, chosen) / size),
    };
    const flock = {
      name: "run" as const,
      xs: flockSamples.map(({ tick }) => (this.startedAt ?? 0) + tick / TICKS_PER_SECOND),
      ys: flockSamples.map(({ values }) => (values[index] ?? Number.NaN) / size),
    };
    const x = { label: "s", maximum: Math.max(seconds, flock.xs.at(-1) ?? 0) };
    const y = { label: title, maximum: info.span === "share" ? 1 : undefined };
    this.plotHost.replaceChildren(lineChart([recording, flock], x, y, this.painter.time));
  }

  /** Index and description of a measure, its title with a unit, and the size of that unit (`displayUnit`). */
  private measureOf(key: string) {
    const { measures } = this.page.core.watch;
    const index = measures.findIndex((one) => one.key === key);
    const info = measures[index];
    const { unit, size } = this.displayUnit(info?.unit ?? "");
    return { index, info, title: `${info?.label ?? key}${unit && `, ${unit}`}`, size };
  }

  /** Unit in which a measure is shown (lengths in the recording's unit), and its size in the measure's `unit`. */
  private displayUnit(unit: string): { unit: string; size: number } {
    const { name, size } = this.lengthUnit;
    if (unit === "u") return { unit: name, size };
    return unit === "u/s" ? { unit: `${name}/s`, size } : { unit, size: 1 };
  }

  private async openRecordingWish(): Promise<void> {
    const { measuredTracks, page, recording } = this;
    if (!measuredTracks || !recording) return;
    const bands = measuredTracks.bands.filter(({ measure }) => WISHED_MEASURES.includes(measure));
    const [first] = bands;
    if (!first) {
      page.say("The recording is too short: 16 frames have to be measured.");
      return;
    }
    // The search starts units anywhere, as many as there are animals, in a world of the same size.
    const count = recording.tracks.info.units;
    page.open(modelLink(page.core.link(), this.groundFor(count)));
    const [least, most] = RUN_TICK_LIMITS;
    const ticks = Math.round(Math.min(most, Math.max(least, 2 * TICKS_PER_SECOND * first.seconds)));
    const judgmentOf: RecordingWish["judgmentOf"] = (found) =>
      judgmentView(bands, found, page.core.watch.measures);
    this.openWish({ bands: bands.map(widenedBand), ticks, judgmentOf });
  }
}

/** Widens the band of a measure that hardly varies in the recording, so that a flock can meet it. */
function widenedBand({
  measure,
  low,
  high,
}: MeasuredTracks["bands"][number]): RecordingWish["bands"][number] {
  const [middle, half] = [(low + high) / 2, (high - low) / 2];
  const reach = Math.max(half, MIN_BAND_REACH * Math.abs(middle));
  const toFourDigits = (value: number) => Number(value.toPrecision(4));
  return { measure, low: toFourDigits(Math.max(0, middle - reach)), high: toFourDigits(middle + reach) };
}

/** Returns a comparison of a found flock's means with the parts of the recording that the search did not use. */
function judgmentView(
  bands: MeasuredTracks["bands"],
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
    const isWithin = Math.abs(value - mean) <= Math.max(2 * spread, MIN_BAND_REACH * Math.abs(mean));
    met += Number(isWithin);
    own += unseen.filter((part) => part >= low && part <= high).length;
    all += unseen.length;
    return tableRow(measures.find(({ key }) => key === measure)?.label ?? measure, [
      `${shortNumber(mean)} \u00b1 ${shortNumber(2 * spread)}`,
      `${shortNumber(value)}${isWithin ? "" : ", outside"}`,
    ]);
  });
  const heads = tableHead(["Measure", "Unseen parts", "This flock"]);
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

function recordingButton(id: string, text: string, act: () => void): HTMLButtonElement {
  return element("button.button", { id, onclick: act }, text);
}
