/** The keys of the editor, while the canvas has the focus. */

import { isModified, keyName } from "../input/keyboard";
import type { Editor } from "./editor";
import { moveTo, resize } from "./edits";
import { describe, itemsOf, nameOf, type Point, sameItem } from "./sketch";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What Tab goes to: the item after (or before) the selected one; undefined beyond the last: the focus moves on. */
export function neighborOf<T>(items: readonly T[], selected: number, step: 1 | -1): T | undefined {
  if (selected < 0) return step > 0 ? items[0] : items.at(-1);
  return items[selected + step];
}

/** Handles a key and keeps it from meaning anything else; leaves alone what means nothing here. */
export function handleKey(editor: Editor, event: KeyboardEvent): void {
  if (isModified(event) || event.defaultPrevented) return;
  if (act(editor, event)) event.preventDefault();
}

function act(editor: Editor, event: KeyboardEvent): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    step(editor, arrow, event.shiftKey);
    return true;
  }
  switch (keyName(event)) {
    case "Tab":
      return walk(editor, event.shiftKey ? -1 : 1);
    case "]":
      walk(editor, 1);
      return true;
    case "[":
      walk(editor, -1);
      return true;
    case "+":
    case "=":
      return grow(editor, 1);
    case "-":
    case "_":
      return grow(editor, -1);
    case "Delete":
    case "Backspace":
      editor.deleteSelected();
      return true;
    case "Enter":
      if (editor.tool === "select") return false;
      // A key that is held would put one on the other, unseen.
      if (event.repeat) return true;
      editor.setCursor(editor.cursor ?? middle(editor));
      editor.put(editor.cursor ?? middle(editor));
      if (editor.selected) editor.tell(describe(editor.sketch, editor.selected));
      return true;
    case "Escape":
      if (editor.selected && editor.tool !== "start") editor.select(undefined);
      else if (editor.tool !== "select") editor.choose("select");
      else editor.hooks.leave();
      return true;
    default:
      return false;
  }
}

/** The middle of what is seen. */
function middle(editor: Editor): Point {
  const { x, y } = editor.stage.camera.center();
  const { width, height } = editor.sketch;
  const at = { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
  return { x: Math.round(at.x), y: Math.round(at.y) };
}

/** Moves what is selected, or the cross. */
function step(editor: Editor, [dx, dy]: readonly [number, number], fine: boolean): void {
  const { selected, sketch, tool } = editor;
  if (selected) {
    const by = fine ? 1 : editor.snap ? 10 : 5;
    const place = editor.place(selected);
    if (!place) return;
    const moved = moveTo(sketch, selected, { x: place.x + by * dx, y: place.y + by * dy });
    editor.commit(moved, `${nameOf(sketch, selected)} moved`, `move ${JSON.stringify(selected)}`);
    editor.tell(describe(editor.sketch, selected));
    return;
  }
  const size = sketch.tiles?.size ?? 1;
  const by = tool === "tiles" ? size : fine ? 1 : 10;
  const at = editor.cursor ?? middle(editor);
  const to = {
    x: Math.min(sketch.width - 0.1, Math.max(0, at.x + by * dx)),
    y: Math.min(sketch.height - 0.1, Math.max(0, at.y + by * dy)),
  };
  if (tool !== "tiles") {
    editor.setCursor(to);
    editor.tell(`${Math.round(to.x)}, ${Math.round(to.y)}`);
    return;
  }
  const tile = editor.tileAt(to);
  editor.setCursor({ x: (tile.x + 0.5) * size, y: (tile.y + 0.5) * size });
  editor.ghost = { kind: "tile", ...tile };
  const state = editor.isBlocked(tile) ? "blocked" : "free";
  editor.tell(`Column ${tile.x}, row ${tile.y}, ${state}`);
}

function walk(editor: Editor, way: 1 | -1): boolean {
  const items = itemsOf(editor.sketch);
  const at = items.findIndex((item) => sameItem(item, editor.selected));
  const next = neighborOf(items, at, way);
  editor.select(next);
  if (!next) return false;
  editor.tell(describe(editor.sketch, next));
  return true;
}

function grow(editor: Editor, way: 1 | -1): boolean {
  const { selected, sketch } = editor;
  if (!selected || selected.kind === "node") return false;
  const next = resize(sketch, selected, 2 * way, editor.layout.radii);
  editor.commit(next, `${nameOf(sketch, selected)} resized`, `size ${JSON.stringify(selected)}`);
  editor.tell(describe(editor.sketch, selected));
  return true;
}
