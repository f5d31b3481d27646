/** Keys of the layout editor, while the canvas has the focus. */

import { isModified, keyName } from "../input/keyboard";
import { moveItem, resizeItem } from "./edits";
import type { EditSession } from "./session";
import { itemName, itemsOf, type Point, sameItem } from "./sketch";

/** Item after (`step` 1) or before (-1) the selected index, for Tab; undefined at the ends, where focus moves on. */
export function neighborOf<T>(items: readonly T[], selected: number, step: 1 | -1): T | undefined {
  if (selected < 0) return step > 0 ? items[0] : items.at(-1);
  return items[selected + step];
}

/** Action of a key; returns false if the key has no effect now, so that others can handle it. */
type KeyAction = (session: EditSession, event: KeyboardEvent) => unknown;

function moveAction(dx: number, dy: number): KeyAction {
  return (session, event) => moveByKeys(session, [dx, dy], event.shiftKey);
}

const KEY_ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: moveAction(-1, 0),
  ArrowRight: moveAction(1, 0),
  ArrowUp: moveAction(0, -1),
  ArrowDown: moveAction(0, 1),
  Tab: (session, event) => selectNeighbor(session, event.shiftKey ? -1 : 1),
  "]": (session) => void selectNeighbor(session, 1),
  "[": (session) => void selectNeighbor(session, -1),
  "+": (session) => resizeSelected(session, 1),
  "=": (session) => resizeSelected(session, 1),
  "-": (session) => resizeSelected(session, -1),
  _: (session) => resizeSelected(session, -1),
  Delete: (session) => session.deleteSelected(),
  Backspace: (session) => session.deleteSelected(),
  Enter: placeAtCursor,
  F2: (session) => session.renameByKey(),
  Escape: leaveEditor,
};

/**
 * Runs the action of a key and prevents the browser's. During a drag only Escape has an effect: it cancels the drag,
 * whose end would revert any other change.
 */
export function handleKey(session: EditSession, event: KeyboardEvent, isDragging: boolean): void {
  if (isModified(event) || event.defaultPrevented) return;
  const key = keyName(event);
  const action = Object.hasOwn(KEY_ACTIONS, key) ? KEY_ACTIONS[key] : undefined;
  if (!action) return;
  if ((isDragging && key !== "Escape") || action(session, event) !== false) event.preventDefault();
}

function placeAtCursor(session: EditSession, event: KeyboardEvent): false | undefined {
  if (session.tool === "select") return false;
  // A key that is held down repeats: it would place several items on top of each other.
  if (event.repeat) return;
  session.setCursor(session.cursor ?? visibleMiddle(session));
  session.placeItem(session.cursor ?? visibleMiddle(session));
}

function leaveEditor(session: EditSession): void {
  if (session.cancelPress()) return;
  if (session.selected && session.tool !== "start") session.select(undefined);
  else if (session.tool !== "select") session.chooseTool("select");
  else session.leave();
}

/** World point in the middle of the view, or the nearest one inside the world, in whole u. */
function visibleMiddle(session: EditSession): Point {
  const { x, y } = session.stage.camera.center();
  const { width, height } = session.sketch;
  const at = { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
  return { x: Math.round(at.x), y: Math.round(at.y) };
}

/** Moves the selected item or, without one, the cursor at which Enter places items. `isFine`: by 1 u. */
function moveByKeys(session: EditSession, [dx, dy]: readonly [number, number], isFine: boolean): void {
  const { selected, sketch, tool } = session;
  if (selected) {
    const stepLength = isFine ? 1 : 5;
    const place = session.itemPosition(selected);
    if (!place) return;
    const moved = moveItem(sketch, selected, { x: place.x + stepLength * dx, y: place.y + stepLength * dy });
    session.commit(moved, `${itemName(sketch, selected)} moved`, `move ${JSON.stringify(selected)}`);
    return;
  }
  const size = sketch.tiles?.size ?? 1;
  const stepLength = tool === "tiles" ? size : isFine ? 1 : 10;
  const at = session.cursor ?? visibleMiddle(session);
  const newPlace = {
    x: Math.min(sketch.width - 0.1, Math.max(0, at.x + stepLength * dx)),
    y: Math.min(sketch.height - 0.1, Math.max(0, at.y + stepLength * dy)),
  };
  if (tool !== "tiles") {
    session.setCursor(newPlace);
    session.showStatus(`${Math.round(newPlace.x)}, ${Math.round(newPlace.y)}`);
    return;
  }
  const tile = session.tileAt(newPlace);
  session.setCursor({ x: (tile.x + 0.5) * size, y: (tile.y + 0.5) * size });
  session.ghost = { kind: "tile", ...tile };
  const state = session.isBlocked(tile) ? "blocked" : "free";
  session.showStatus(`Column ${tile.x}, row ${tile.y}, ${state}`);
}

function selectNeighbor(session: EditSession, way: 1 | -1): boolean {
  const items = itemsOf(session.sketch);
  const at = items.findIndex((item) => sameItem(item, session.selected));
  const next = neighborOf(items, at, way);
  session.select(next);
  return next !== undefined;
}

function resizeSelected(session: EditSession, way: 1 | -1): boolean {
  const { selected, sketch } = session;
  if (!selected || ["node", "site", "goal"].includes(selected.kind)) return false;
  const next = resizeItem(sketch, selected, 2 * way, session.layout.radii);
  session.commit(next, `${itemName(sketch, selected)} resized`, `size ${JSON.stringify(selected)}`);
  return true;
}
