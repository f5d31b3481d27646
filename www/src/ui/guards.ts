/** Filters that keep some input events from all other handlers of the page. */

/** Longest time between the two presses of a double click, ms, and the farthest distance between them, CSS px. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 8;

/**
 * Stops keys of an input method, which belong to the word being composed: Enter would otherwise close the field. Safari
 * sends the Enter that ends a composition without `isComposing`, but with the key code 229.
 */
function stopComposing(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/**
 * Stops the second press of a double click if another button (or none) lies under it than under the first: the first
 * button has moved or vanished, and the second press was meant for it.
 */
class StrayPresses {
  private firstClick: { button: Element; x: number; y: number; time: number } | undefined;
  private isStray = false;

  pointerPressed(event: PointerEvent): void {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { firstClick: first } = this;
    const isDouble =
      first !== undefined &&
      event.timeStamp - first.time < DOUBLE_CLICK_MS &&
      Math.hypot(event.clientX - first.x, event.clientY - first.y) < DOUBLE_CLICK_PX;
    this.isStray = isDouble && button !== first.button;
    if (this.isStray) event.stopImmediatePropagation();
    else
      this.firstClick = button
        ? { button, x: event.clientX, y: event.clientY, time: event.timeStamp }
        : undefined;
  }

  /** Has to be called for each key: presses with a key between them are no double click. */
  keyPressed(): void {
    this.firstClick = undefined;
  }

  clicked(event: MouseEvent): void {
    if (!this.isStray || event.detail === 0) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

/** Installs the filters. Has to be called before any other listener is added to the window. */
export function guardInput(): void {
  window.addEventListener("keydown", stopComposing, { capture: true });
  const stray = new StrayPresses();
  window.addEventListener("pointerdown", (event) => stray.pointerPressed(event), { capture: true });
  window.addEventListener("keydown", () => stray.keyPressed(), { capture: true });
  window.addEventListener("click", (event) => stray.clicked(event), { capture: true });
}
