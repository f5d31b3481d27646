/** Presses and drags on the canvas while the layout is edited. The core gets a change only when a press ends. */
import type { PressReceiver } from "../input/pointer";
import type { EditPreview } from "./draw";
import { dragHandle, moveItem, paintTiles, tileLine } from "./edits";
import { hitItem, type ItemHit, insertionIndex } from "./hit";
import type { EditSession } from "./session";
import { itemName, itemPosition, type LayoutSketch, type Point, pathOf } from "./sketch";
import type { Tool } from "./tools";

/** Largest movement of a press that counts as a tap, CSS px. */
const tapReach = 6;

/** Mouse cursors over the handles of an item. */
const HANDLE_CURSORS = {
  rim: "ew-resize",
  corner: "nwse-resize",
  from: "move",
  to: "move",
  body: "grab",
} as const;

interface EditDrag {
  /** Kind of the drag: `item` moves or resizes an item; a tool draws. */
  kind: "item" | Exclude<Tool, "select">;
  /** Point of the press on the stage, CSS px; `from`: in the world, u. */
  screen: Point;
  from: Point;
  /** Layout before the drag began. */
  sketch: LayoutSketch;
  hit?: ItemHit | undefined;
  /** Vector from the press to the position of the dragged item, u. */
  gripOffset: Point;
  hasMoved: boolean;
  /** Whether the drag would place its item outside the world, which is refused. */
  isOutside: boolean;
  to: Point;
  /** In drags over tiles, true to block and false to free the tiles; `tiles`: those passed so far. */
  blocksTiles?: boolean;
  tiles: Point[];
  /** Path of the pointer during a drag that paints birds, u. */
  stroke: Point[];
}

export class EditGestures implements PressReceiver {
  private drag: EditDrag | undefined;
  /** First end of a wall, set by a tap, while the second end is missing; u. */
  private wallStart: Point | undefined;

  constructor(private readonly session: EditSession) {}

  /** Whether a press on the canvas is in progress. */
  get isDragging(): boolean {
    return this.drag !== undefined;
  }

  press(x: number, y: number, isCoarse: boolean): boolean {
    const { session } = this;
    const { sketch, tool } = session;
    session.isCoarsePointer = isCoarse;
    session.setCursor(undefined);
    const screen = { x, y };
    const from = session.pointAt(x, y);
    const base = {
      screen,
      from,
      to: from,
      sketch,
      gripOffset: { x: 0, y: 0 },
      hasMoved: false,
      isOutside: session.isOutside(x, y),
      tiles: [],
      stroke: [from],
    };
    session.stage.host.style.cursor = tool === "select" ? "default" : "crosshair";
    if (tool === "tiles") {
      const tile = session.tileAt(session.stage.camera.toWorldWrapped(x, y));
      this.drag = { ...base, kind: "tiles", blocksTiles: !session.isBlocked(tile), tiles: [tile] };
      this.move(x, y);
      return true;
    }
    const foundHit = this.findItem(screen, isCoarse);
    if (foundHit) {
      const place = itemPosition(sketch, foundHit.item) ?? from;
      const at = session.stage.camera.toWorldWrapped(x, y);
      this.drag = {
        ...base,
        kind: "item",
        hit: foundHit,
        gripOffset: { x: place.x - at.x, y: place.y - at.y },
      };
      session.select(foundHit.item);
      session.stage.host.style.cursor =
        foundHit.handle === "body" ? "grabbing" : HANDLE_CURSORS[foundHit.handle];
      return true;
    }
    if (tool === "select") {
      session.select(undefined);
      return false;
    }
    this.drag = { ...base, kind: tool };
    if (tool === "rub") session.markUnitsUnder(from);
    return true;
  }

  move(x: number, y: number): void {
    const { drag, session } = this;
    if (!drag) return;
    if (Math.hypot(x - drag.screen.x, y - drag.screen.y) > tapReach) drag.hasMoved = true;
    drag.to = session.pointAt(x, y);
    // A node or site has to end in the world, a stroke of birds to begin and end there; all others have to begin there.
    if (drag.kind === "path" || drag.kind === "site") drag.isOutside = session.isOutside(x, y);
    else if (drag.kind === "birds") {
      const { screen } = drag;
      drag.isOutside = session.isOutside(screen.x, screen.y) || session.isOutside(x, y);
    }
    if (drag.kind === "tiles") {
      this.brushTiles(drag, session.tileAt(session.stage.camera.toWorldWrapped(x, y)));
      return;
    }
    if (drag.kind === "rub") session.markUnitsUnder(drag.to);
    if (!drag.hasMoved || drag.kind === "rub" || drag.kind === "hunter") return;
    if (drag.kind === "birds") {
      drag.stroke.push(drag.to);
      session.preview(drag.sketch, { kind: "birds", places: session.posesAlong(drag.stroke).places });
      return;
    }
    const { from, to, sketch } = drag;
    if (drag.kind === "item") session.preview(this.draggedSketch(drag, x, y));
    else if (drag.kind === "wall") session.preview(sketch, { kind: "wall", from, to, radius: 3 });
    else if (drag.kind === "path") session.preview(sketch, { kind: "leg", from: this.lastNode(), to });
    else if (drag.kind === "site") session.preview(sketch, { kind: "leg", from: undefined, to });
    else if (drag.kind === "obstacle" || session.startAreaShape === "disk")
      session.preview(sketch, { kind: "disc", ...discOf(drag) });
    else session.preview(sketch, { kind: "rect", ...rectOf(drag) });
  }

  /** Ends the press. `isDone`: false if Escape or a second finger cancels it, which discards what was drawn. */
  lift(isDone: boolean): void {
    const { drag, session } = this;
    this.drag = undefined;
    if (!isDone) this.wallStart = undefined;
    if (!drag) return;
    const changedSketch = session.sketch;
    session.preview(drag.sketch);
    if (!isDone) return;
    if (drag.kind === "item") {
      if (!drag.hasMoved || !drag.hit) return;
      const { item, handle } = drag.hit;
      const changeWord = handle === "body" ? "moved" : "resized";
      session.commit(changedSketch, `${itemName(drag.sketch, item)} ${changeWord}`, "", item);
    } else if (drag.kind === "tiles") {
      session.paintTiles(drag.tiles, drag.blocksTiles ?? true);
    } else if (drag.kind === "rub") {
      session.removeMarkedUnits();
    } else if (drag.isOutside) {
      session.say("Outside the world: nothing is placed there");
    } else if (drag.kind === "birds") {
      session.paintBirds(drag.stroke);
    } else if (drag.hasMoved && drag.kind !== "hunter") {
      this.drawWithDrag(drag);
    } else {
      this.drawWithTap(drag);
    }
  }

  /** Shows the mouse cursor and the preview of the tool while no button is pressed. */
  hover(event: PointerEvent): void {
    const { session } = this;
    if (this.drag || event.buttons !== 0 || event.pointerType === "touch") return;
    const screen = session.stage.locate(event);
    const at = session.pointAt(screen.x, screen.y);
    session.isCoarsePointer = false;
    const hit = session.tool === "tiles" ? undefined : this.findItem(screen, false);
    const idleCursor = session.tool === "select" ? "default" : "crosshair";
    session.stage.host.style.cursor = hit ? HANDLE_CURSORS[hit.handle] : idleCursor;
    const oldGhost = session.ghost;
    if (hit) session.ghost = undefined;
    else if (session.tool === "obstacle")
      session.ghost = { kind: "disc", ...at, radius: session.usualRadius };
    else if (session.tool === "wall" && this.wallStart) {
      session.ghost = { kind: "wall", from: this.wallStart, to: at, radius: 3 };
    } else if (session.tool === "path") session.ghost = { kind: "leg", from: this.lastNode(), to: at };
    else if (session.tool === "site") session.ghost = { kind: "leg", from: undefined, to: at };
    else if (session.tool === "tiles") {
      session.ghost = {
        kind: "tile",
        ...session.tileAt(session.stage.camera.toWorldWrapped(screen.x, screen.y)),
      };
    } else session.ghost = undefined;
    if (oldGhost || session.ghost) session.redraw();
  }

  /** Removes the preview, except a wall's first end, when the mouse has left the canvas or a finger was lifted. */
  pointerLeft(): void {
    if (this.drag || !this.session.ghost) return;
    this.session.ghost = this.firstEnd();
    this.session.redraw();
  }

  /** Preview of a wall that has only its first end; undefined without one. */
  private firstEnd(): EditPreview | undefined {
    return this.wallStart && { kind: "wall", from: this.wallStart, to: this.wallStart, radius: 3 };
  }

  private findItem(screen: Point, isCoarse: boolean): ItemHit | undefined {
    const { session } = this;
    const { sketch, selected, tool } = session;
    const hit = hitItem(
      sketch,
      session.stage.camera,
      screen,
      selected,
      isCoarse,
      tool === "start" || selected?.kind === "start",
    );
    if (!hit || tool === "select") return hit;
    // A drawing tool grabs only items of its own kind, so that it can draw over all others.
    if (hit.item.kind !== (tool === "path" ? "node" : tool)) return undefined;
    // A path or a start area can be grabbed only if it is the chosen group's.
    if ("group" in hit.item && hit.item.group !== session.chosenGroup) return undefined;
    return hit;
  }

  private draggedSketch(drag: EditDrag, x: number, y: number): LayoutSketch {
    const { session } = this;
    if (!drag.hit) return drag.sketch;
    const { item, handle } = drag.hit;
    const at = session.stage.camera.toWorldWrapped(x, y);
    if (handle !== "body")
      return dragHandle(drag.sketch, item, handle, session.snapToGrid(at), session.layout.radii);
    const place = session.snapToGrid({ x: at.x + drag.gripOffset.x, y: at.y + drag.gripOffset.y });
    return moveItem(drag.sketch, item, place);
  }

  /** Blocks or frees the tiles on the line from the last tile of the drag to this one. */
  private brushTiles(drag: EditDrag, tile: Point): void {
    const last = drag.tiles.at(-1) ?? tile;
    drag.tiles.push(...tileLine(last, tile).slice(1));
    this.session.preview(paintTiles(drag.sketch, drag.tiles, drag.blocksTiles ?? true), {
      kind: "tile",
      ...tile,
    });
  }

  private drawWithDrag(drag: EditDrag): void {
    const { session } = this;
    const { kind, from, to } = drag;
    const disc = discOf(drag);
    if (kind === "obstacle") session.placeRock(from, disc.radius);
    else if (kind === "wall") session.placeWall(from, to);
    else if (kind === "site") session.placeSite(to);
    else if (kind === "path") session.placeNode(to, this.nodeAt(session.stage.camera.toScreen(to.x, to.y)));
    else session.placeStartArea(session.startAreaShape === "disk" ? disc : rectOf(drag));
  }

  private drawWithTap({ kind, from, screen }: EditDrag): void {
    const { session } = this;
    if (kind === "wall") {
      const first = this.wallStart;
      this.wallStart = first ? undefined : from;
      if (first) session.placeWall(first, from);
      else {
        session.preview(session.sketch, this.firstEnd());
        session.say("Tap where the wall ends");
      }
    } else if (kind === "path") {
      session.placeNode(from, this.nodeAt(screen));
    } else {
      session.placeItem(from);
    }
  }

  private nodeAt(screen: Point): number {
    const { sketch, chosenGroup, stage, isCoarsePointer } = this.session;
    return insertionIndex(sketch, chosenGroup, stage.camera, screen, isCoarsePointer);
  }

  private lastNode(): Point | undefined {
    const { sketch, chosenGroup, startsNewPath } = this.session;
    return startsNewPath ? undefined : pathOf(sketch, chosenGroup)?.nodes.at(-1);
  }
}

/** Disk around the start of a drag, through its end, u. */
const discOf = ({ from, to }: EditDrag) => ({ ...from, radius: Math.hypot(to.x - from.x, to.y - from.y) });
const rectOf = ({ from, to }: EditDrag) => ({
  ...from,
  width: 2 * Math.abs(to.x - from.x),
  height: 2 * Math.abs(to.y - from.y),
});
