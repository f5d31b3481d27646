/** Tools of the layout editor, with their labels and hints. */
import type { EditIcon } from "./icons";
import type { LayoutSketch } from "./sketch";

export type Tool =
  | "select"
  | "obstacle"
  | "wall"
  | "site"
  | "path"
  | "start"
  | "tiles"
  | "birds"
  | "hunter"
  | "rub";

interface ToolInfo {
  tool: Tool & EditIcon;
  label: string;
  /** Sentence about how to use the tool by mouse or finger. */
  hint: string;
  /** Sentence about how to use the tool by keys, shown on devices with a keyboard. */
  keys: string;
}

export const TOOLS: readonly ToolInfo[] = [
  {
    tool: "select",
    label: "Move",
    hint: "Drag an object to move it, or its handle to resize it.",
    keys: "Tab goes to the next one.",
  },
  {
    tool: "obstacle",
    label: "Rock",
    hint: "Drag outward from the center, or tap for one of the usual size.",
    keys: "Or use the arrow keys and Enter.",
  },
  {
    tool: "wall",
    label: "Wall",
    hint: "Drag from end to end, or tap both ends. No bird passes through a wall.",
    keys: "Or use the arrow keys and Enter.",
  },
  {
    tool: "site",
    label: "Site",
    hint: "Tap where a named place is to be: a goal of flocks, and a word of rules.",
    keys: "Or use the arrow keys and Enter; F2 renames it.",
  },
  {
    tool: "path",
    label: "Path",
    hint: "Tap to add a node at the end, or tap between two nodes to insert one. Drag a node to move it.",
    keys: "",
  },
  {
    tool: "start",
    label: "Start area",
    hint: "Drag outward from the center: the group starts there after a restart.",
    keys: "R restarts.",
  },
  {
    tool: "tiles",
    label: "Tiles",
    hint: "Drag to block tiles; start on a blocked one to free them.",
    keys: "Or use the arrow keys and Enter.",
  },
  {
    tool: "birds",
    label: "Birds",
    hint: "Drag to paint more birds in: they move as you let go.",
    keys: "Or use the arrow keys and Enter.",
  },
  {
    tool: "hunter",
    label: "Hunter",
    hint: "Tap where it comes from: it hunts all birds, and they fear it.",
    keys: "Or use the arrow keys and Enter.",
  },
  {
    tool: "rub",
    label: "Rub out",
    hint: "Drag over birds to take them away.",
    keys: "Or use the arrow keys and Enter.",
  },
];

/** Tools that place things or rub birds out, which the slim editor offers; they do not work in worlds of tiles. */
const DRAWING_TOOLS: readonly Tool[] = ["obstacle", "wall", "site", "birds", "hunter", "rub"];

/** Tools that can be used on a layout; `isSlim`: only `DRAWING_TOOLS`. */
export function toolsOf({ tiles, paths }: Pick<LayoutSketch, "tiles" | "paths">, isSlim = false): ToolInfo[] {
  return TOOLS.filter(({ tool }) => {
    if (DRAWING_TOOLS.includes(tool)) return !tiles;
    if (isSlim) return false;
    return tool === "tiles" ? tiles : tool !== "path" || paths.length > 0;
  });
}

/** Sentence about the use of a tool; on touch screens (`isCoarse`) without the keys. */
export function toolHint({ hint, keys }: Pick<ToolInfo, "hint" | "keys">, isCoarse: boolean): string {
  return isCoarse || keys === "" ? hint : `${hint} ${keys}`;
}
