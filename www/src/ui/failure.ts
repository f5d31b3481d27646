/** Messages for a core that stops or cannot start and for a lost drawing context, with buttons to go on. */

import type { Observer } from "../core";
import { pageWith } from "../core/link/address";
import { copyFailureText, copyText } from "./clipboard";
import { byId, setText } from "./dom";
import { messageOf } from "./plain";

/** If the core stops again this soon after a restart, restarting the same link does not help, ms. */
const REPEAT_MS = 10_000;

const DETAIL_LINES = 12;

/** Technical details of an error, with the stack cut after some lines. */
export function detailOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const stack = cause.stack ?? "";
  const text = stack.includes(cause.message) ? stack : `${cause.message}\n${stack}`;
  return text.split("\n").slice(0, DETAIL_LINES).join("\n").slice(0, 4000).trim();
}

/** Text about a core that has stopped; `isRetry`: it stopped right after a restart. */
export function failureText(isRetry: boolean): string {
  return isRetry
    ? "It stopped again right after the restart, so this link triggers a bug in the program. The plain scene should still run."
    : "The program hit an internal error and cannot continue this run. Nothing else on your computer is affected.";
}

const OBSERVER_NAMES: Readonly<Record<Observer, string>> = {
  diagnosis: "Diagnosis",
  measures: "Measuring",
  overlay: "Drawing on all birds",
  inspection: "Asking birds",
  routes: "Drawing of ways",
  twin: "The second sky",
};

/** Text about an observer of the run, such as an overlay, that was switched off after an error. */
export function switchedOffText(observer: Observer): string {
  return `${OBSERVER_NAMES[observer]} hit an internal error: it is switched off until another run is opened. The run goes on.`;
}

export class FailureDialog {
  private readonly dialog = byId<HTMLDialogElement>("failure");
  private lastFailure = Number.NEGATIVE_INFINITY;

  /** `restart` opens the link that ran last, `plain` the link's scene without changes. */
  constructor(restart: () => void, plain: () => void) {
    const onLeave = (how: () => void) => () => {
      this.dialog.close();
      this.lastFailure = performance.now();
      how();
    };
    byId("failure-reset").addEventListener("click", onLeave(restart));
    byId("failure-plain").addEventListener("click", onLeave(plain));
    byId("failure-report").addEventListener("click", async () => {
      const parts = [byId<HTMLInputElement>("failure-link").value, byId("failure-detail").textContent];
      const copied = await copyText([...parts, navigator.userAgent].join("\n\n"));
      setText(byId("failure-report"), copied ? "Copied" : copyFailureText());
    });
    // Without a run there is nothing to return to, so Escape does not close the dialog.
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    byId("failure-link").addEventListener("focus", () => byId<HTMLInputElement>("failure-link").select());
  }

  /** Closes the dialog after the simulation has started again. */
  hide(): void {
    this.dialog.close();
  }

  showFailure(error: Error, link: string): void {
    const isRepeated = performance.now() - this.lastFailure < REPEAT_MS;
    setText(byId("failure-text"), failureText(isRepeated));
    setText(byId("failure-detail"), detailOf(error));
    setText(byId("failure-report"), "Copy report");
    byId<HTMLInputElement>("failure-link").value = pageWith(link, location.href);
    byId("failure-plain").classList.toggle("primary", isRepeated);
    byId("failure-reset").classList.toggle("primary", !isRepeated);
    if (!this.dialog.open) this.dialog.showModal();
    byId(isRepeated ? "failure-plain" : "failure-reset").focus();
  }
}

/** Shows that the core could not be loaded, instead of the stage, with a button that reloads the page. */
export function showUnavailable(error: unknown): void {
  byId("stage").hidden = true;
  byId("chrome").hidden = true;
  byId("unavailable").hidden = false;
  setText(byId("unavailable-text"), messageOf(error));
  byId("unavailable-retry").addEventListener("click", () => location.reload());
}

/** Shows a line about a lost WebGL context; `undefined` hides it. */
export function showContext(message: string | undefined): void {
  byId("context").hidden = message === undefined;
  setText(byId("context-text"), message ?? "");
}

export function attachContextLine(): void {
  byId("context-reload").addEventListener("click", () => location.reload());
}
