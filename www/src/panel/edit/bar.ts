/** Undo and redo buttons; opens and closes the layout editor, whose code is loaded on first use. */

import type { Undo } from "../../time/undo";
import { byId, element } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import { keyName } from "../input/keyboard";
import type { PressReceiver } from "../input/pointer";
import type { LayoutEditor } from "./editor";
import { type EditIcon, editIcon } from "./icons";
import type { Tool } from "./tools";

const loadEditor = () => import("./editor");

/** Time between two updates of the undo buttons, ms. */
const REFRESH_INTERVAL = 400;

/** Accessible label of the canvas while the editor is open. */
const EDITING_LABEL =
  "The layout. Tab goes from one object to the next, arrow keys move it, plus and minus resize it, Delete removes it. Enter places what the tool makes, Escape leaves edit mode.";

/** Undo or redo for Ctrl+Z and similar keys; undefined for all other keys. */
export function undoKey(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
): "undo" | "redo" | undefined {
  if (event.altKey || event.ctrlKey === event.metaKey) return undefined;
  const key = keyName(event);
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && event.ctrlKey && !event.shiftKey ? "redo" : undefined;
}

/** Whether an event's target is in a text field, which has an undo of its own. */
function writesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('textarea, [contenteditable], input:not([type="range"], [type="checkbox"])') !== null;
}

export class EditBar {
  private editor: LayoutEditor | undefined;
  /** Tool with which the editor was opened, or with which it is loading; undefined while it is closed. */
  private openedTool: Tool | undefined;
  /** Accessible label of the canvas while the editor is closed. */
  private idleCanvasLabel: string | undefined;
  private readonly undoButton = makeButton("undo", "Undo");
  private readonly redoButton = makeButton("redo", "Redo");
  private nextUpdate = 0;
  private wasReplaying = false;

  constructor(
    private readonly page: Page,
    private readonly undo: Undo,
  ) {
    const host = byId("edit-bar");
    host.append(this.undoButton, this.redoButton);
    // Blurring makes typed text an undo step of its own. Without it, where buttons take no focus, undo would remove the
    // field before the text has become a step.
    const settledAction = (act: () => void) => () => {
      if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur();
      act();
    };
    this.undoButton.addEventListener(
      "click",
      settledAction(() => this.undo.undo()),
    );
    this.redoButton.addEventListener(
      "click",
      settledAction(() => this.undo.redo()),
    );
    window.addEventListener("keydown", (event) => {
      const action = undoKey(event);
      if (!action || event.defaultPrevented || writesText(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (!this.editor?.isDragging) this.undo[action]();
    });
    fetchOnApproach(byId("add-button"), loadEditor);
    page.on("draw", (tool) => this.chooseTool(tool));
    page.on("theme", () => this.editor?.recolor());
    this.showBar();
  }

  /** Receiver of presses on the canvas; undefined while the editor is closed. */
  get pressReceiver(): PressReceiver | undefined {
    return this.editor?.pressReceiver;
  }

  /** Updates the undo and redo buttons: their labels, and whether they can be pressed. */
  showBar(): void {
    const { undoLabel, redoLabel } = this.undo;
    for (const [control, verb, label, keys] of [
      [this.undoButton, "Undo", undoLabel, "Ctrl+Z"],
      [this.redoButton, "Redo", redoLabel, "Ctrl+Shift+Z"],
    ] as const) {
      // Disabled buttons would lose the focus; with `aria-disabled`, keyboard users keep it after the last step.
      control.setAttribute("aria-disabled", String(label === undefined));
      control.setAttribute("aria-label", label ? `${verb}: ${label}` : `${verb}: nothing yet`);
      control.hidden = undoLabel === undefined && redoLabel === undefined;
      control.title = label ? `${verb}: ${label} (${keys})` : `${verb} (${keys})`;
    }
  }

  frame(now: number): void {
    this.editor?.frame();
    byId("chrome").toggleAttribute("data-drawing", this.editor?.isDragging ?? false);
    // During a replay and at its end, other steps can be undone than before, so the buttons are updated.
    const isReplaying = this.page.core.isReplaying();
    if (isReplaying ? now < this.nextUpdate : !this.wasReplaying) return;
    this.wasReplaying = isReplaying;
    this.nextUpdate = now + REFRESH_INTERVAL;
    this.showBar();
  }

  /** Cancels the drawing in progress before another run is opened. */
  leaveRun(): void {
    this.editor?.leave();
  }

  /** Closes the editor, or opens the whole editor and moves the focus to the canvas. */
  switchByKey(): void {
    if (this.openedTool) this.leaveEditor();
    else this.chooseTool("select");
  }

  /** Chooses a tool in the open editor; else opens the editor: its slim form for a tool that draws. */
  chooseTool(tool: Tool): void {
    this.page.stage.host.focus({ preventScroll: true });
    if (this.editor) this.editor.useTool(tool);
    else void this.openTool(tool);
  }

  /** Cancels loading the editor; returns false if it is not loading. */
  cancelLoading(): boolean {
    if (!this.openedTool || this.editor) return false;
    this.leaveEditor();
    return true;
  }

  private async openTool(tool: Tool): Promise<void> {
    this.openedTool = tool;
    const { LayoutEditor } = await fetchPart(loadEditor);
    if (this.openedTool !== tool || this.editor) return;
    this.page.core.release();
    this.editor = new LayoutEditor(this.page, byId("top"), tool !== "select", () => this.leaveEditor());
    if (tool !== "select") this.editor.useTool(tool);
    byId("chrome").dataset.editing = "true";
    this.idleCanvasLabel ??= this.page.stage.host.getAttribute("aria-label") ?? "";
    this.page.stage.host.setAttribute("aria-label", EDITING_LABEL);
    this.page.tell("editing", true);
  }

  private leaveEditor(): void {
    this.openedTool = undefined;
    this.editor?.close();
    this.editor = undefined;
    delete byId("chrome").dataset.editing;
    if (this.idleCanvasLabel !== undefined)
      this.page.stage.host.setAttribute("aria-label", this.idleCanvasLabel);
    this.page.tell("editing", false);
  }
}

function makeButton(name: EditIcon, label: string): HTMLButtonElement {
  return element("button.icon-button", { "aria-label": label }, editIcon(name));
}
