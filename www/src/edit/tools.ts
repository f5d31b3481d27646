/** The tools of the editor: what each does with a press, a drag and the keys. */
import type { EditIcon } from "./icons";

export type Tool = "select" | "obstacle" | "wall" | "path" | "start" | "tiles";

export interface ToolInfo {
  tool: Tool & EditIcon;
  label: string;
  /** What to do with it, as a line under the tools. */
  hint: string;
  /** What the keys do; told where there are any. */
  keys: string;
}

export const TOOLS: readonly ToolInfo[] = [
  {
    tool: "select",
    label: "Move",
    hint: "Drag a thing to move it, its handle to resize it.",
    keys: "Tab goes from one to the next.",
  },
  {
    tool: "obstacle",
    label: "Obstacle",
    hint: "Drag from the middle outward, or tap for one of the usual size.",
    keys: "Arrows and Enter put one, too.",
  },
  {
    tool: "wall",
    label: "Wall",
    hint: "Drag from end to end, or tap both ends. Nobody passes a wall.",
    keys: "Arrows and Enter put one, too.",
  },
  {
    tool: "path",
    label: "Path",
    hint: "Tap to add a node at the end, or on a leg to put one between. Drag a node to move it.",
    keys: "",
  },
  {
    tool: "start",
    label: "Start",
    hint: "Drag from the middle outward: the group starts there when the run is restarted.",
    keys: "R restarts.",
  },
  {
    tool: "tiles",
    label: "Tiles",
    hint: "Drag to block tiles; begin on a blocked one to free them.",
    keys: "Arrows and Enter do, too.",
  },
];

/** Tools that mean something in a scene. */
export function toolsOf(scene: { tiles: boolean; paths: boolean }): ToolInfo[] {
  const { tiles, paths } = scene;
  return TOOLS.filter(({ tool }) => {
    if (tool === "obstacle" || tool === "wall") return !tiles;
    if (tool === "tiles") return tiles;
    return tool !== "path" || paths;
  });
}

/** What a tool does, in a line; for fingers without the keys. */
export function hintOf({ hint, keys }: Pick<ToolInfo, "hint" | "keys">, coarse: boolean): string {
  return coarse || keys === "" ? hint : `${hint} ${keys}`;
}
