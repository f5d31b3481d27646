/** The "+" menu of the stage: adds a rock, a wall, more units or a hunter, and opens the layout editor. */
import type { EditBar } from "../panel/edit/bar";
import type { Tool } from "../panel/edit/tools";
import { byId, element, icon, setText } from "../ui/dom";
import type { Page } from "../ui/page";

const ADD_MENU_ITEMS: readonly (readonly [icon: string, label: string, tool: Tool])[] = [
  ["obstacle", "Rock", "obstacle"],
  ["wall", "Wall", "wall"],
  ["birds", "Birds", "birds"],
  ["predator", "Hunter", "hunter"],
  ["pencil", "Edit the layout", "select"],
];

export function attachAdding({ core, panels }: Page, edit: EditBar): void {
  const items = ADD_MENU_ITEMS.map(([name, label, tool]) => {
    const picture = element("span.add-icon.center", icon(name));
    const button = element(
      "button",
      { onclick: () => edit.chooseTool(tool) },
      picture,
      element("span", label),
    );
    return element("li", { "data-add": name }, button);
  });
  byId("add").append(...items);
  panels.onToggle("add", (isOpen) => {
    if (!isOpen) return;
    // Where units step from tile to tile, tiles are the only scenery, so only the layout editor is offered.
    const [main] = core.composition();
    for (const [at, item] of items.entries()) {
      const tool = ADD_MENU_ITEMS[at]?.[2];
      item.hidden = main?.body === "tile" && tool !== "select";
      // The description of the menu item "Birds" uses the noun of the run's units.
      const description = item.querySelector("span + span");
      if (tool === "birds" && main && description)
        setText(description, core.substituteNouns("Birds", main.key));
    }
  });
  byId("add").addEventListener("click", () => panels.closeMenus());
}
