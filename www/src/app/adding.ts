/** "+" on the stage: a rock, a wall, more birds, a hunter; and the editor behind them. */
import type { EditBar } from "../panel/edit/bar";
import type { Tool } from "../panel/edit/tools";
import { byId, element, icon, setText } from "../ui/dom";
import type { Page } from "../ui/page";

const ITEMS: readonly (readonly [icon: string, label: string, tool: Tool])[] = [
  ["obstacle", "Rock", "obstacle"],
  ["wall", "Wall", "wall"],
  ["birds", "Birds", "birds"],
  ["predator", "Hunter", "hunter"],
  ["pencil", "Edit the layout", "select"],
];

export function attachAdding({ core, panels }: Page, edit: EditBar): void {
  const items = ITEMS.map(([name, label, tool]) => {
    const picture = element("span.add-icon.center", icon(name));
    const button = element("button", { onclick: () => edit.draw(tool) }, picture, element("span", label));
    return element("li", { "data-add": name }, button);
  });
  byId("add").append(...items);
  panels.opens("add", (isOpen) => {
    if (!isOpen) return;
    // On tiles nothing but tiles is drawn.
    const [main] = core.composition();
    for (const [at, item] of items.entries()) {
      const tool = ITEMS[at]?.[2];
      item.hidden = main?.body === "tile" && tool !== "select";
      // More of those that are there, by their name.
      const says = item.querySelector("span + span");
      if (tool === "birds" && main && says) setText(says, main.label);
    }
  });
  // What opens the menu closes it.
  byId("add").addEventListener("click", () => panels.closeMenus());
}
