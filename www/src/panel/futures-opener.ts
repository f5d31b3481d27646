/** What opens the futures of a slider: the pointer rests on its name, its name is pressed, or the key V with it in focus. */
import type { ParamInfo } from "../core";
import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchPart } from "../ui/part";
import type { Asked, Futures, How } from "./futures";
import { plainFace } from "./plain";
import { type RowHooks, whole } from "./row";

/** The pointer rests on a name for so long, ms; and it has left for so long. */
const REST = 400;
const LEFT = 350;

const NAMES = ".row > .label, .part-head .part-fold";

const loadFutures = () => import("./futures");

export class FuturesOpener {
  private futures: Futures | undefined;
  private timer = 0;
  private leaving = 0;
  private over: Element | undefined;

  constructor(
    private readonly page: Page,
    private readonly rowHooks: RowHooks,
  ) {
    // Undo, another run, a composition, other colors.
    for (const event of ["changed", "opened", "leaving", "theme"] as const)
      page.on(event, () => this.futures?.close());
    const panel = byId("panel");
    document.addEventListener("pointermove", ({ target, pointerType, movementX, movementY }) => {
      this.left(target);
      // What comes to lie under a pointer that stands still is not pointed at.
      if (pointerType !== "mouse" || (movementX === 0 && movementY === 0)) return;
      this.rest(target instanceof Node && panel.contains(target) ? nameAt(target) : undefined);
    });
    panel.addEventListener("click", (event) => {
      const name = nameAt(event.target);
      // A head folds its part; of a row, the name has nothing else to do.
      if (!name?.matches(".label")) return;
      event.preventDefault();
      const { futures } = this;
      // Whoever presses after a moment finds it open by the rest, and wants it to stay.
      if (!futures || !this.shows(name)) this.open(name, "press");
      else if (futures.leaves) futures.stay();
      else futures.close();
    });
    panel.addEventListener("keydown", (event) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (key.toLowerCase() !== "v" || ctrlKey || altKey || metaKey || !(target instanceof Element)) return;
      const isControl = target.matches("input[type=range], input[type=checkbox], select");
      const row = target.closest(".row");
      if (!isControl || !row) return;
      event.preventDefault();
      event.stopPropagation();
      this.open(row, "key");
    });
    panel.addEventListener("input", ({ target }) => {
      if (target instanceof Element && keyOf(target) === this.futures?.key) this.futures?.touched();
    });
  }

  /** The panel shows these values now. */
  update(params: readonly ParamInfo[]): void {
    this.futures?.update(params);
  }

  private rest(name: Element | undefined): void {
    if (name === this.over) return;
    this.over = name;
    clearTimeout(this.timer);
    if (!name || this.shows(name)) return;
    void loadFutures().catch(() => {});
    this.timer = window.setTimeout(() => this.over === name && this.open(name, "rest"), REST);
  }

  private shows(name: Element): boolean {
    return this.futures?.isOpen === true && this.futures.key === keyOf(name);
  }

  /** What opened by resting goes when the pointer goes. */
  private left(target: EventTarget | null): void {
    const { futures } = this;
    if (!futures?.isOpen || !futures.leaves || !(target instanceof Element)) return;
    if (futures.root.contains(target) || keyOf(target) === futures.key) {
      clearTimeout(this.leaving);
      this.leaving = 0;
    } else this.leaving ||= window.setTimeout(() => futures.close(), LEFT);
  }

  private open(at: Element, how: How): void {
    const asked = this.askedAt(at);
    if (!asked || this.page.predicts(asked.info.key)) return;
    void fetchPart(loadFutures).then(({ Futures }) => {
      const { page, rowHooks } = this;
      this.futures ??= new Futures(page, rowHooks, () => {
        this.over = undefined;
      });
      clearTimeout(this.leaving);
      this.leaving = 0;
      // Pressed while the pointer rested, it is open already.
      if (how === "rest" && this.shows(at)) return;
      // The core may have come to another run meanwhile.
      if (!page.core.failed && asked.root.isConnected) this.futures.open(asked, how);
    });
  }

  private askedAt(at: Element): Asked | undefined {
    const root = rowAt(at);
    const key = keyOf(at);
    const info = this.page.core.params().find((one) => one.key === key);
    if (!root || !info) return undefined;
    return { info, root, face: root.dataset.plain ? plainFace : whole };
  }
}

function nameAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(NAMES) ?? undefined) : undefined;
}

/** The row of a name: its own, or in the head of a behavior that of its weight. */
function rowAt(at: Element): HTMLElement | undefined {
  const row = at.closest<HTMLElement>(".row") ?? at.closest(".part-head")?.querySelector<HTMLElement>(".row");
  return row ?? undefined;
}

function keyOf(at: Element): string {
  const row = rowAt(at);
  return row?.dataset.plain ?? row?.dataset.param ?? "";
}
