/** Opens a slider's strip of futures: when the pointer rests on its name, when the name is pressed, or by the key V. */
import type { ParamInfo } from "../core";
import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchPart } from "../ui/part";
import type { AskedParam, FuturesStrip, OpenedBy } from "./futures";
import { PLAIN_APPEARANCE } from "./plain";
import { FULL_RANGE, type RowHooks } from "./row";

/** Delays, ms: from the pointer's rest on a parameter's name to the strip's opening, and from leaving to closing. */
const HOVER_DELAY = 400;
const LEAVE_DELAY = 350;

const NAME_SELECTOR = ".row > .label, .part-head .part-fold";

const loadFutures = () => import("./futures");

export class FuturesOpener {
  private futures: FuturesStrip | undefined;
  private hoverTimer = 0;
  private leaveTimer = 0;
  private hoveredElement: Element | undefined;

  constructor(
    private readonly page: Page,
    private readonly rowHooks: RowHooks,
  ) {
    // The futures are out of date once the run (by undo, a link or a composition) or the colors have changed.
    for (const event of ["changed", "opened", "leaving", "theme"] as const)
      page.on(event, () => this.futures?.close());
    const panel = byId("panel");
    document.addEventListener("pointermove", ({ target, pointerType, movementX, movementY }) => {
      this.pointerLeft(target);
      // A mouse that has not moved itself, while the page moved under it, does not point at a parameter's name.
      if (pointerType !== "mouse" || (movementX === 0 && movementY === 0)) return;
      this.pointerOver(target instanceof Node && panel.contains(target) ? nameElementAt(target) : undefined);
    });
    panel.addEventListener("click", (event) => {
      const name = nameElementAt(event.target);
      // A press on a behavior's head folds the behavior; only a press on the name in a parameter's row opens the strip.
      if (!name?.matches(".label")) return;
      event.preventDefault();
      const { futures } = this;
      // If a resting pointer has opened the strip just before the press, the press keeps it open.
      if (!futures || !this.isShown(name)) this.openFutures(name, "press");
      else if (futures.closesWithPointer) futures.keepOpen();
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
      this.openFutures(row, "key");
    });
    panel.addEventListener("input", ({ target }) => {
      if (target instanceof Element && paramKeyOf(target) === this.futures?.key) this.futures?.sliderMoved();
    });
  }

  /** Has to be called when the panel shows new values: restarts the futures or closes the strip. */
  update(params: readonly ParamInfo[]): void {
    this.futures?.update(params);
  }

  private pointerOver(name: Element | undefined): void {
    if (name === this.hoveredElement) return;
    this.hoveredElement = name;
    clearTimeout(this.hoverTimer);
    if (!name || this.isShown(name)) return;
    void loadFutures().catch(() => {});
    this.hoverTimer = window.setTimeout(
      () => this.hoveredElement === name && this.openFutures(name, "rest"),
      HOVER_DELAY,
    );
  }

  private isShown(name: Element): boolean {
    return this.futures?.isOpen === true && this.futures.key === paramKeyOf(name);
  }

  /** Closes a strip that a resting pointer has opened, soon after the pointer has left the strip and its row. */
  private pointerLeft(target: EventTarget | null): void {
    const { futures } = this;
    if (!futures?.isOpen || !futures.closesWithPointer || !(target instanceof Element)) return;
    if (futures.root.contains(target) || paramKeyOf(target) === futures.key) {
      clearTimeout(this.leaveTimer);
      this.leaveTimer = 0;
    } else this.leaveTimer ||= window.setTimeout(() => futures.close(), LEAVE_DELAY);
  }

  private openFutures(at: Element, how: OpenedBy): void {
    const askedParam = this.askedParamAt(at);
    if (!askedParam) return;
    void fetchPart(loadFutures).then(({ FuturesStrip }) => {
      const { page, rowHooks } = this;
      this.futures ??= new FuturesStrip(page, rowHooks, () => {
        this.hoveredElement = undefined;
      });
      clearTimeout(this.leaveTimer);
      this.leaveTimer = 0;
      // While the code loaded, a press may have opened the strip, or the pointer may have left the parameter's name.
      if (how === "rest" && (this.isShown(at) || this.hoveredElement !== at)) return;
      // While the code loaded, another run may have replaced the panel's rows.
      if (!page.core.failed && askedParam.root.isConnected) this.futures.open(askedParam, how);
    });
  }

  private askedParamAt(at: Element): AskedParam | undefined {
    const root = paramRowAt(at);
    const key = paramKeyOf(at);
    const info = this.page.core.params().find((one) => one.key === key);
    if (!root || !info || root.matches(".read-only")) return undefined;
    return { info, root, appearance: root.dataset.plain ? PLAIN_APPEARANCE : FULL_RANGE };
  }
}

function nameElementAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(NAME_SELECTOR) ?? undefined) : undefined;
}

/** Row of the parameter that an element in the panel belongs to; for the head of a behavior, the row of its weight. */
function paramRowAt(at: Element): HTMLElement | undefined {
  const row = at.closest<HTMLElement>(".row") ?? at.closest(".part-head")?.querySelector<HTMLElement>(".row");
  return row ?? undefined;
}

function paramKeyOf(at: Element): string {
  const row = paramRowAt(at);
  return row?.dataset.plain ?? row?.dataset.param ?? "";
}
