/** Opens the futures of a slider: when the pointer rests on its name, when the name is pressed, or by the key V. */
import type { ParamInfo } from "../core";
import { byId } from "../ui/dom";
import type { Page } from "../ui/page";
import { fetchPart } from "../ui/part";
import type { Asked, Futures, How } from "./futures";
import { PLAIN_APPEARANCE } from "./plain";
import { FULL_RANGE, type RowHooks } from "./row";

/** Delays before the strip opens under a resting pointer and closes after it has left, ms. */
const REST = 400;
const LEFT = 350;

const NAMES = ".row > .label, .part-head .part-fold";

const loadFutures = () => import("./futures");

export class FuturesOpener {
  private futures: Futures | undefined;
  private timer = 0;
  private leaving = 0;
  private hoveredElement: Element | undefined;

  constructor(
    private readonly page: Page,
    private readonly rowHooks: RowHooks,
  ) {
    // The run was changed by undo, another link or a composition, or the colors changed.
    for (const event of ["changed", "opened", "leaving", "theme"] as const)
      page.on(event, () => this.futures?.close());
    const panel = byId("panel");
    document.addEventListener("pointermove", ({ target, pointerType, movementX, movementY }) => {
      this.pointerLeft(target);
      // An element that moves under a still pointer is not pointed at.
      if (pointerType !== "mouse" || (movementX === 0 && movementY === 0)) return;
      this.rest(target instanceof Node && panel.contains(target) ? nameAt(target) : undefined);
    });
    panel.addEventListener("click", (event) => {
      const name = nameAt(event.target);
      // A press on a head folds its part; the name in a row does nothing else.
      if (!name?.matches(".label")) return;
      event.preventDefault();
      const { futures } = this;
      // A press after a moment meets a strip that rest has opened: it stays open.
      if (!futures || !this.shows(name)) this.openFutures(name, "press");
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
      this.openFutures(row, "key");
    });
    panel.addEventListener("input", ({ target }) => {
      if (target instanceof Element && keyOf(target) === this.futures?.key) this.futures?.touched();
    });
  }

  /** Has to be called when the panel shows new values. */
  update(params: readonly ParamInfo[]): void {
    this.futures?.update(params);
  }

  private rest(name: Element | undefined): void {
    if (name === this.hoveredElement) return;
    this.hoveredElement = name;
    clearTimeout(this.timer);
    if (!name || this.shows(name)) return;
    void loadFutures().catch(() => {});
    this.timer = window.setTimeout(
      () => this.hoveredElement === name && this.openFutures(name, "rest"),
      REST,
    );
  }

  private shows(name: Element): boolean {
    return this.futures?.isOpen === true && this.futures.key === keyOf(name);
  }

  /** Closes a strip that was opened by rest, once the pointer has left. */
  private pointerLeft(target: EventTarget | null): void {
    const { futures } = this;
    if (!futures?.isOpen || !futures.leaves || !(target instanceof Element)) return;
    if (futures.root.contains(target) || keyOf(target) === futures.key) {
      clearTimeout(this.leaving);
      this.leaving = 0;
    } else this.leaving ||= window.setTimeout(() => futures.close(), LEFT);
  }

  private openFutures(at: Element, how: How): void {
    const asked = this.askedAt(at);
    if (!asked) return;
    void fetchPart(loadFutures).then(({ Futures }) => {
      const { page, rowHooks } = this;
      this.futures ??= new Futures(page, rowHooks, () => {
        this.hoveredElement = undefined;
      });
      clearTimeout(this.leaving);
      this.leaving = 0;
      // A press while the pointer rested finds it open already.
      if (how === "rest" && this.shows(at)) return;
      // The core may have opened another run meanwhile.
      if (!page.core.failed && asked.root.isConnected) this.futures.open(asked, how);
    });
  }

  private askedAt(at: Element): Asked | undefined {
    const root = rowAt(at);
    const key = keyOf(at);
    const info = this.page.core.params().find((one) => one.key === key);
    if (!root || !info || root.matches(".read-only")) return undefined;
    return { info, root, face: root.dataset.plain ? PLAIN_APPEARANCE : FULL_RANGE };
  }
}

function nameAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(NAMES) ?? undefined) : undefined;
}

/** Returns the row of a name; in the head of a behavior, the row of its weight. */
function rowAt(at: Element): HTMLElement | undefined {
  const row = at.closest<HTMLElement>(".row") ?? at.closest(".part-head")?.querySelector<HTMLElement>(".row");
  return row ?? undefined;
}

function keyOf(at: Element): string {
  const row = rowAt(at);
  return row?.dataset.plain ?? row?.dataset.param ?? "";
}
