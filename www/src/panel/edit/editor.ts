/** Editor of the layout (rocks, walls, sites, paths, start areas, tiles, birds) by mouse, finger and keys. */

import { CanvasLayer } from "../../stage/layer";
import type { ScreenBox } from "../../stage/overlay";
import { palettes } from "../../stage/palette";
import type { Stage } from "../../stage/stage";
import { appendLayer } from "../../stage/surface";
import type { Page } from "../../ui/page";
import { currentTheme } from "../../ui/theme";
import type { PressReceiver } from "../input/pointer";
import { drawEditor } from "./draw";
import { EditGestures } from "./gestures";
import { handleKey } from "./keys";
import { EditPanel } from "./panel";
import { EditSession } from "./session";
import type { Tool } from "./tools";

export class LayoutEditor {
  private readonly session: EditSession;
  private readonly layer: CanvasLayer;
  private readonly panel: EditPanel;
  private readonly gestures: EditGestures;
  private readonly listenerAbort = new AbortController();
  private readonly stage: Stage;
  private cameraVersion = -1;

  constructor(
    page: Page,
    host: HTMLElement,
    /** Whether the editor offers only the tools that place things, such as rocks and birds, or rub birds out. */
    isSlim: boolean,
    /** Called when the person closes the editor. */
    leave: () => void,
  ) {
    const { stage } = page;
    this.stage = stage;
    this.layer = new CanvasLayer(appendLayer(stage.host));
    this.layer.canvas.dataset.layer = "editor";
    const session = new EditSession(page, isSlim, leave);
    const gestures = new EditGestures(session);
    const panel = new EditPanel(session, host);
    const { signal } = this.listenerAbort;
    stage.host.addEventListener("keydown", (event) => handleKey(session, event, this.isDragging), { signal });
    // On the toolbar, Escape does the same as on the canvas.
    const canvasKeys = (event: KeyboardEvent) => {
      if (event.key === "Escape") handleKey(session, event, this.isDragging);
    };
    host.addEventListener("keydown", canvasKeys, { signal });
    stage.host.addEventListener("pointermove", (event) => gestures.hover(event), { signal });
    stage.host.addEventListener("pointerleave", () => gestures.pointerLeft(), { signal });
    stage.host.addEventListener("blur", () => session.setCursor(undefined), { signal });
    session.connectView({
      showEdited: () => panel.showEdits(),
      showStatus: (text) => panel.showStatus(text),
      focusName: () => panel.focusName(),
      cancelPress: () => {
        const { isDragging } = gestures;
        gestures.lift(false);
        return isDragging;
      },
    });
    this.session = session;
    this.gestures = gestures;
    this.panel = panel;
  }

  /** Receiver of presses on the canvas. */
  get pressReceiver(): PressReceiver {
    return this.gestures;
  }

  useTool(tool: Tool): void {
    this.session.chooseTool(tool);
  }

  /** Cancels the drawing in progress, since another run is about to open. */
  leave(): void {
    this.session.discardPreview();
  }

  close(): void {
    this.listenerAbort.abort();
    this.gestures.lift(false);
    this.layer.canvas.remove();
    this.panel.close();
    this.stage.host.style.cursor = "";
  }

  /** Redraws in the colors of the present theme. */
  recolor(): void {
    this.session.redraw();
  }

  /** Whether an item is being dragged or drawn; the end of the drag would revert an undo made now. */
  get isDragging(): boolean {
    return this.gestures.isDragging;
  }

  /** Has to be called once per frame: redraws the layout if it, the selection or the camera has changed. */
  frame(): void {
    const { session } = this;
    const { camera } = this.stage;
    if (!this.isDragging) session.followRun();
    const { canvas } = this.layer;
    const ratio = devicePixelRatio;
    // While two runs are shown side by side, the first one is edited.
    const [box] = this.stage.boxes as [ScreenBox];
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      const { left, top } = box;
      Object.assign(canvas.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
      this.layer.onResize(ratio);
      session.redraw();
    }
    if (!session.needsRedraw && camera.version === this.cameraVersion) return;
    session.needsRedraw = false;
    this.cameraVersion = camera.version;
    this.layer.clearTouched();
    drawEditor({
      context: this.layer.context,
      camera,
      palette: palettes[currentTheme()],
      sketch: session.isSlim ? { ...session.sketch, starts: [] } : session.sketch,
      selected: session.selected,
      ghost: session.ghost,
      cursor: session.cursor,
      fillsStartAreas: session.tool === "start" || session.selected?.kind === "start",
      showsTileGrid: session.tool === "tiles",
      uncoveredRange: { left: camera.insets.left, right: box.width - camera.insets.right },
      hasLargeHandles: session.isCoarsePointer,
    });
    this.layer.extendTouched(0, 0, Math.max(width, height) * 2);
  }
}
