/** The Measure tab: findings of the diagnosis, plots of the measures, averages, and the download as CSV. */

import { pageWith } from "../../core/link/address";
import { recordingLink } from "../../core/link/timed";
import type { MeasureInfo } from "../../core/watch";
import { palettes } from "../../stage/palette";
import { byId, element, setText } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import type { Page } from "../../ui/page";
import { currentTheme } from "../../ui/theme";
import { AveragesTable } from "./averages";
import { csvOf } from "./csv";
import { EarlySamples, SAMPLE_INTERVAL } from "./early";
import { FindingMarks } from "./finding-marks";
import { Findings } from "./findings";
import { MeasureHistory } from "./history";
import { ownMeasure } from "./own";
import { MeasurePlots } from "./plots";
import { maxPairedUnits, tickWithTime } from "./quantities";
import "../../style/measure.css";

/** Zoom to the place of a finding, relative to the view of the whole world. */
const FINDING_ZOOM = 2.5;

export class MeasureView {
  private readonly history: MeasureHistory;
  private readonly findingMarks = new FindingMarks();
  private readonly findings: Findings;
  private readonly plots: MeasurePlots;
  private readonly averages: AveragesTable;
  private readonly earlySamples: EarlySamples;
  private readonly momentText = element("p#measure-when.note");
  private readonly slider = element("input#measure-moment", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    "aria-label": "Moment",
  });
  private readonly downloadButton = element("button.button", "Download CSV");
  /** Index of the sample that a person chose with the slider; `undefined` for the newest. */
  private chosenSample: number | undefined;
  private pointedSample: number | undefined;
  /** Values of all measures of a paused run at a tick that has no sample in the history. */
  private stillSample: { tick: number; values: readonly number[] } | undefined;
  private lastTick = -1;

  constructor(
    private readonly page: Page,
    private isDiagnosing: boolean,
    private readonly setDiagnosing: (on: boolean) => void,
  ) {
    const { measures } = page.core.watch;
    this.history = new MeasureHistory(measures.length);
    this.findings = new Findings(page, ({ place }) => this.centerOn(place.x, place.y));
    this.plots = new MeasurePlots(measures, this.history, (index) => {
      this.pointedSample = index;
      this.writeNumbers();
    });
    this.earlySamples = new EarlySamples(page.core, this.history, () => this.drawPlots());
    this.averages = new AveragesTable(page.core, measures, this.history);
    this.buildView();
    page.stage.addPainter(this.findingMarks);
    page.on("theme", (theme) => this.plots.setPalette(palettes[theme]));
    this.plots.setPalette(palettes[currentTheme()]);
  }

  /** Drops all samples and tried changes, after another run was opened. */
  runOpened(): void {
    this.history.clear();
    this.earlySamples.stop();
    this.findings.runOpened();
    this.averages.runOpened();
    this.chosenSample = this.pointedSample = this.stillSample = undefined;
    this.drawPlots();
  }

  /** Has to be called after an edit of the run; the values of a paused run are then measured again. */
  runChanged(): void {
    this.stillSample = undefined;
  }

  /** Takes new samples and, if the tab is visible (`inSight`), shows them; called a few times a second. */
  update(inSight: boolean): void {
    const { core } = this.page;
    const tick = core.ticks();
    const lastSampleTick = this.history.ticks.at(-1);
    // After a restart or a jump back, later samples belong to a different continuation of the run.
    if (lastSampleTick !== undefined && lastSampleTick > tick) {
      this.history.dropFrom(tick + 1);
      this.chosenSample = undefined;
      this.earlySamples.stop();
    }
    this.history.addSamples(core.watch.takeSamples(), core.watch.takeValues());
    this.earlySamples.update(inSight);
    this.averages.update();
    if (!inSight) return;
    const findings = this.isDiagnosing ? core.watch.findings() : [];
    this.findings.showFindings(findings, tick, this.isDiagnosing);
    this.findingMarks.showMarks(findings);
    if (this.findingMarks.drawsOver) this.page.stage.repaint();
    this.readStill(tick);
    this.drawPlots();
  }

  /** Measures a paused run once if its tick has no sample in the history. */
  private readStill(tick: number): void {
    if (this.history.ticks.at(-1) === tick) this.stillSample = undefined;
    else if ((this.lastTick < 0 || tick === this.lastTick) && this.stillSample?.tick !== tick) {
      const [at, ...values] = this.page.core.watch.sample();
      this.stillSample = at === undefined ? undefined : { tick, values };
    }
    this.lastTick = tick;
  }

  private drawPlots(): void {
    const { ticks } = this.history;
    const lastIndex = Math.max(0, ticks.length - 1);
    const isLive = this.chosenSample === undefined;
    this.slider.max = String(lastIndex);
    if (isLive) this.slider.value = String(lastIndex);
    this.slider.disabled = ticks.length < 2;
    this.slider.style.setProperty(
      "--fill",
      String(lastIndex > 0 ? Number(this.slider.value) / lastIndex : 0),
    );
    this.downloadButton.disabled = ticks.length === 0;
    this.plots.draw();
    this.writeNumbers();
  }

  /** Shows the values of the sample under the pointer, else of the chosen one, else of the present tick. */
  private writeNumbers(): void {
    const { ticks } = this.history;
    const index = this.pointedSample ?? this.chosenSample;
    const isEstimated = this.page.core.views().count > maxPairedUnits;
    if (index === undefined && this.stillSample) {
      const { tick, values } = this.stillSample;
      setText(this.momentText, `Now, ${tickWithTime(tick)}`);
      this.plots.writeValues(values, isEstimated);
    } else {
      const sampleIndex = index ?? ticks.length - 1;
      const tick = ticks[sampleIndex];
      const timeText = tick === undefined ? "" : tickWithTime(tick);
      const waitingText = "Press Play: a sample is taken every 12 ticks";
      setText(
        this.momentText,
        tick === undefined ? waitingText : index === undefined ? `Now, ${timeText}` : timeText,
      );
      const { columns } = this.history;
      this.plots.writeValues(
        columns.map((column) => column[sampleIndex] ?? Number.NaN),
        isEstimated,
      );
    }
    this.plots.markMoment(this.chosenSample === undefined ? undefined : ticks[this.chosenSample]);
    const { value } = this.slider;
    const chosenTick = ticks[Number(value)];
    this.slider.setAttribute(
      "aria-valuetext",
      chosenTick === undefined ? "no samples yet" : tickWithTime(chosenTick),
    );
  }

  private centerOn(x: number, y: number): void {
    const { camera } = this.page.stage;
    camera.fit();
    camera.restoreView(FINDING_ZOOM, { x, y });
  }

  private saveCsv(): void {
    const { core } = this.page;
    // The link needs the tick and all inputs, or it would open another run than the measured one.
    const at = core.ticks() > 0 ? core.ticks() : undefined;
    const link = pageWith(recordingLink(core.recording(), at), location.href);
    const origin = {
      link,
      seed: core.seed(),
      version: core.version,
      commit: import.meta.env.VITE_COMMIT ?? "",
      ticks: core.ticks(),
      hash: core.hash(),
      burn_in: 0,
      every: SAMPLE_INTERVAL,
    };
    const text = csvOf(core.watch.measures, this.history, origin, core.params(), core.recordingFull());
    const name = fileName(`flockwright-${core.scene()}-measures`, "csv");
    download(name, new Blob([text], { type: "text/csv;charset=utf-8" }));
    this.page.say(`Saved as ${name}`);
  }

  private buildView(): void {
    const { slider } = this;
    slider.addEventListener("input", () => {
      const index = Number(slider.value);
      this.chosenSample = index >= this.history.ticks.length - 1 ? undefined : index;
      this.drawPlots();
    });
    this.downloadButton.addEventListener("click", () => this.saveCsv());
    const box = element("input#measure-diagnose", { type: "checkbox", checked: this.isDiagnosing });
    box.addEventListener("change", () => {
      this.isDiagnosing = box.checked;
      this.setDiagnosing(box.checked);
      this.update(true);
    });
    const diagnoseLine = element("label.switch-line.across", box, "Watch for problems");
    const plotsSection = element(
      "section.measured",
      { "aria-labelledby": "measured-title" },
      element(
        "div.measured-head.flow.apart.sticky",
        element("h3#measured-title", "Measures"),
        this.momentText,
        slider,
      ),
      this.plots.root,
      this.plots.moreButton,
      // In one line, so that nothing moves when the status text of `earlySamples` disappears.
      element("div.across", this.downloadButton, this.earlySamples.root),
      this.averages.root,
      ownMeasure((text) => {
        const { core } = this.page;
        const link = recordingLink(core.recording(), core.ticks() > 0 ? core.ticks() : undefined);
        location.assign(pageWith(core.watch.withMeasure(link, text), location.href));
      }),
      meaningsList(this.page.core.watch.measures),
      element(
        "p.note",
        "Structure (pair and velocity correlation, force maps), leadership and shape of tracks: ",
        element("code", "flockwright measure TRACKS --arrays FILE.npz"),
        " in the command line, and the notebook flock.ipynb of the Python package.",
      ),
      diagnoseLine,
    );
    byId("measures-view").prepend(this.findings.root, plotsSection);
  }
}

/** Folded list of all measures with their explanations. */
function meaningsList(measures: readonly MeasureInfo[]): HTMLElement {
  const list = element("dl");
  for (const { label, doc } of measures) list.append(element("dt", label), element("dd", doc));
  return element("details.measure-meanings", element("summary", "What they mean"), list);
}
