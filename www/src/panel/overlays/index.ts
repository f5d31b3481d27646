/** Switches overlays by checkboxes, keys and links. The code that draws them is loaded on demand. */

import type { Core } from "../../core";
import type { Stage } from "../../stage/stage";
import { byId, element } from "../../ui/dom";
import { fetchPart } from "../../ui/part";
import { OVERLAY_LIST, type OverlayKey } from "../look/overlay-kinds";
import type { OverlayPainter } from "./overlay-painter";

export class OverlayMenu {
  private readonly checkboxes = new Map<OverlayKey, HTMLInputElement>();
  private readonly shownOverlays = new Set<OverlayKey>();
  private readonly clearButton = element(
    "button#overlays-clear.button.quiet",
    { title: "Turn all overlays off or on (D)" },
    "All off",
  );
  /** Overlays that were shown before all were switched off, which the D key restores. */
  private shownBeforeClear: ReadonlySet<OverlayKey> = new Set(["views", "forces", "neighbors"]);
  private painter: OverlayPainter | undefined;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly showMessage: (text: string) => void,
  ) {
    const list = element("ul");
    for (const { key, letter, label, description } of OVERLAY_LIST) {
      const box = element("input.switch", {
        type: "checkbox",
        id: `overlay-${key}`,
        onchange: () => this.setOverlay(key, box.checked),
      });
      this.checkboxes.set(key, box);
      const text = element(
        "label.across.apart.grow",
        { for: box.id, title: description },
        label,
        element("kbd", letter.toUpperCase()),
      );
      list.append(element("li.across", text, box));
    }
    this.clearButton.addEventListener("click", () => this.toggleAll());
    const head = element(
      "header.overlays-head.across.apart",
      element("h3#overlays-title", "On everyone"),
      this.clearButton,
    );
    byId("look-overlays").append(
      element("section#overlays.firm", { "aria-labelledby": "overlays-title" }, head, list),
    );
    this.updateControls();
  }

  /** Keys of the overlays that are shown. */
  get shownKeys(): ReadonlySet<OverlayKey> {
    return this.shownOverlays;
  }

  /** Shows these overlays and hides all others. */
  showOverlays(keys: ReadonlySet<OverlayKey>): void {
    const wantedKeys = [...keys];
    this.shownOverlays.clear();
    for (const key of wantedKeys) this.shownOverlays.add(key);
    this.updateControls();
  }

  toggleOverlay(key: OverlayKey): void {
    this.setOverlay(key, !this.shownOverlays.has(key));
    const label = OVERLAY_LIST.find((kind) => kind.key === key)?.label ?? "";
    this.showMessage(`${label} ${this.shownOverlays.has(key) ? "on" : "off"}`);
  }

  /** Switches all overlays off, or, if none is shown, the previous ones on again. */
  toggleAll(): void {
    const isAnyShown = this.shownOverlays.size > 0;
    if (isAnyShown) this.shownBeforeClear = new Set(this.shownOverlays);
    this.showOverlays(isAnyShown ? new Set() : this.shownBeforeClear);
  }

  /** Reads the data of shown overlays that is due; has to be called once per frame, before the stage draws. */
  frame(now: number): void {
    if (this.shownOverlays.size > 0) this.painter?.readDueSources(now);
  }

  private setOverlay(key: OverlayKey, on: boolean): void {
    if (on) this.shownOverlays.add(key);
    else this.shownOverlays.delete(key);
    this.updateControls();
  }

  private updateControls(): void {
    for (const [key, box] of this.checkboxes) box.checked = this.shownOverlays.has(key);
    this.clearButton.textContent = this.shownOverlays.size > 0 ? "All off" : "Turn on";
    if (this.painter) this.painter.paintOnly(this.shownOverlays);
    else if (this.shownOverlays.size > 0) void this.loadPainter();
  }

  private async loadPainter(): Promise<void> {
    const { OverlayPainter } = await fetchPart(() => import("./overlay-painter"));
    this.painter ??= new OverlayPainter(this.core, this.stage);
    this.painter.paintOnly(this.shownOverlays);
  }
}
