/** "+" on the stage: a wall, an obstacle, a predator, more birds; and the editor behind them. */
import type { Panel } from "../panel";
import type { EditBar } from "../panel/edit/bar";
import { byId, element, icon } from "../ui/dom";
import { showNotices, toast } from "../ui/notices";
import type { Page } from "../ui/page";

/** Behaviors that steer around what was drawn, the first that suits the body. */
const AVOID = ["obstacle_avoidance", "collision_avoidance"];

export class Adding {
  private geometry = "";
  /** The coming change is a wall or an obstacle of this menu. */
  private draws = false;

  constructor(
    private readonly page: Page,
    private readonly edit: EditBar,
    private readonly panel: Panel,
  ) {
    const { panels } = page;
    page.on("opened", () => this.opened());
    page.on("settled", () => this.settled());
    panels.opens("add", (isOpen) => isOpen && this.list());
    byId("add").append(
      this.item("wall", "Wall", () => this.draw("wall")),
      this.item("obstacle", "Obstacle", () => this.draw("obstacle")),
      this.item("predator", "Predator", () => {
        panel.changes.addPredator();
        toast("A predator hunts them now. They fear it.");
      }),
      this.item("birds", "Birds", () => edit.draw("birds")),
      this.item("pencil", "Edit the layout", () => edit.draw("select")),
    );
    // What opens the menu closes it.
    byId("add").addEventListener("click", () => panels.closeMenus());
  }

  /** Another run is open. */
  private opened(): void {
    this.geometry = this.page.core.geometry();
  }

  /** A change is done: birds avoid what is drawn from this menu; what the editor draws, where a person wants it. */
  private settled(): void {
    const { core } = this.page;
    const { panel } = this;
    const geometry = core.geometry();
    if (geometry === this.geometry) return;
    this.geometry = geometry;
    const { obstacles, walls } = core.scenery();
    const { main } = panel.changes;
    if (obstacles.length + walls.length === 0 || !main || core.layout().minded) return;
    const key = AVOID.find((one) =>
      core.catalog.some((choice) => choice.key === one && choice.bodies.includes(main.body)),
    );
    if (!key) return;
    const avoid = () => {
      panel.changes.add(main.key, key);
      toast("They steer around it now");
    };
    if (this.draws) avoid();
    else
      showNotices(["These birds do not look out for it."], undefined, {
        label: "Let them avoid it",
        do: avoid,
      });
    this.draws = false;
  }

  private draw(tool: "wall" | "obstacle"): void {
    this.draws = true;
    this.edit.draw(tool);
  }

  private list(): void {
    const { changes } = this.panel;
    const isTile = changes.main?.body === "tile";
    this.show("predator", changes.isSafe);
    this.show("wall", !isTile);
    this.show("obstacle", !isTile);
    this.show("birds", !isTile);
  }

  private show(name: string, isOffered: boolean): void {
    const item = byId("add").querySelector<HTMLElement>(`[data-add="${name}"]`);
    if (item) item.hidden = !isOffered;
  }

  private item(name: string, label: string, act: () => void): HTMLElement {
    const button = element("button", { onclick: act }, element("span.add-icon.center", icon(name)), label);
    return element("li", { "data-add": name }, button);
  }
}
