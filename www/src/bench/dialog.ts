/** The dialog "Measure this machine": runs the workloads one after another and shows them as a table. */

import { copyText } from "../ui/clipboard";
import { byId, element, setText } from "../ui/dom";
import { headings } from "../ui/table";
import {
  type BenchRun,
  benchColumns,
  benchRow,
  benchText,
  benchWorkloads,
  type Measured,
  measure,
  realTimeUnits,
  type Workload,
} from "./bench";
import { roughly } from "./capacity";

export interface BenchHooks {
  open(link: string): BenchRun;
  /** Waits for those that could take part in a tick, and says how many will. */
  gather(): Promise<number>;
  /** The shown run stands still while others are measured. */
  hold(): void;
  resume(): void;
  say(text: string): void;
}

export class BenchDialog {
  private readonly dialog = byId<HTMLDialogElement>("bench-dialog");
  private readonly status = byId("bench-status");
  private readonly start = byId<HTMLButtonElement>("bench-start");
  private readonly copy = byId<HTMLButtonElement>("bench-copy");
  private readonly body = byId("bench-table").querySelector("tbody") as HTMLElement;
  private results: Measured[] = [];
  private running = false;
  private canceled = false;
  private processors = 1;

  constructor(private readonly hooks: BenchHooks) {
    byId("bench-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog && !this.running) this.dialog.close();
    });
    this.dialog.addEventListener("close", () => {
      this.canceled = true;
    });
    this.start.addEventListener("click", () => {
      if (this.running) this.canceled = true;
      else void this.run();
    });
    this.copy.addEventListener("click", () => void this.copyResults());
    this.empty();
  }

  /** The table before anything is measured. */
  private empty(): void {
    const columns = benchColumns(this.processors);
    byId("bench-table").querySelector("thead")?.replaceWith(headings(columns));
    this.body.replaceChildren(...benchWorkloads.map((workload) => emptyRow(workload, columns.length)));
  }

  open(): void {
    if (!this.dialog.open) this.dialog.showModal();
    this.start.focus();
  }

  private async run(): Promise<void> {
    this.running = true;
    this.canceled = false;
    this.results = [];
    this.copy.disabled = true;
    setText(this.start, "Cancel");
    this.hooks.hold();
    try {
      this.processors = await this.hooks.gather();
      this.empty();
      for (const [index, workload] of benchWorkloads.entries()) {
        const row = this.body.children[index] as HTMLTableRowElement;
        setText(
          this.status,
          `${index + 1} of ${benchWorkloads.length}: ${workload.case}, ${workload.units.toLocaleString("en-US")} units`,
        );
        row.dataset.state = "running";
        const host = { ...this.host, processors: this.processors };
        const result = await measure(workload, host, () => this.canceled);
        row.dataset.state = result ? "done" : "";
        if (!result) break;
        this.results.push(result);
        fill(row, benchRow(result));
      }
      setText(this.status, this.canceled ? "Canceled." : summary(this.results));
    } catch (error) {
      setText(this.status, `Stopped: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.running = false;
      this.copy.disabled = this.results.length === 0;
      setText(this.start, "Measure again");
      this.hooks.resume();
    }
  }

  private readonly host = {
    open: (link: string) => this.hooks.open(link),
    now: () => performance.now(),
    pause: nextTask,
  };

  private async copyResults(): Promise<void> {
    const copied = await copyText(
      benchText(this.results, machineLines(this.processors)),
      navigator.clipboard,
    );
    this.hooks.say(
      copied
        ? "Results copied as text"
        : "The browser refused access to the clipboard: select the table instead",
    );
  }
}

function emptyRow({ case: name, units }: Workload, columns: number): HTMLTableRowElement {
  const cells = Array.from({ length: columns - 1 }, () => element("td"));
  const row = element("tr", element("th", { scope: "row" }), ...cells);
  fill(row, [name, units.toLocaleString("en-US"), ...cells.slice(1).map(() => "\u2013")]);
  return row;
}

/** Writes a row's texts; what follows the comma in a workload's name stands below it. */
function fill(row: HTMLTableRowElement, [name = "", ...figures]: readonly string[]): void {
  const [title = "", detail] = name.split(/,\s*(.*)/, 2);
  row.cells[0]?.replaceChildren(title, ...(detail ? [element("span", detail)] : []));
  for (const [index, text] of figures.entries()) {
    const cell = row.cells[index + 1];
    if (cell) setText(cell, text);
  }
}

function summary(results: readonly Measured[]): string {
  const units = realTimeUnits(results);
  if (units === undefined) return "Done.";
  const alone = realTimeUnits(
    results.flatMap((result) => (result.alone ? [{ ...result, nanoseconds: result.alone }] : [])),
  );
  const less = alone === undefined ? "" : `, about ${roughly(alone)} with one processor`;
  return `Done: this machine runs about ${roughly(units)} units of a spread-out flock in real time${less}.`;
}

function machineLines(processors: number): string[] {
  const cores = navigator.hardwareConcurrency;
  const threads = processors === 1 ? "one thread" : `${processors} threads`;
  return [
    `Flockwright, measured on ${new Date().toISOString().slice(0, 10)}, ${threads}${cores ? ` of a machine with ${cores}` : ""}`,
    navigator.userAgent,
  ];
}

/** After the browser had its turn: events, and a frame if one is due. A plain promise would not let it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(0);
  });
}
