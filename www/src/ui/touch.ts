/**
 * Distinguishes touches of a slider from scrolling. A finger on a slider may be about to scroll the list around it,
 * which the browser knows only some pixels later and then reports as `pointercancel`. Until the finger has moved along
 * the slider or was lifted, the page gets no events; if it turns out to scroll, the value is restored.
 */

/** Distance along a slider from which on a touch counts as meant, CSS px. */
const MEANT = 8;

type Place = { clientX: number; clientY: number };

/** Whether a movement goes along the slider. */
export function isAlong(from: Place, to: Place): boolean {
  const along = Math.abs(to.clientX - from.clientX);
  return along >= MEANT && along >= Math.abs(to.clientY - from.clientY);
}

/** Whether a movement goes across it, to scroll. */
function isAcross(from: Place, to: Place): boolean {
  const across = Math.abs(to.clientY - from.clientY);
  return across >= 3 * MEANT && across > Math.abs(to.clientX - from.clientX);
}

/** A finger on a slider. */
interface Hold {
  slider: HTMLInputElement;
  press: PointerEvent;
  /** Value before the touch and since; the page may have restored it meanwhile. */
  before: string;
  value: string;
  /** Whether the page was notified. */
  meant: boolean;
}

/** Installs the handlers for all present and future sliders. */
export function attachTouch(): void {
  let hold: Hold | undefined;
  const tell = (slider: HTMLInputElement, value: string, ...names: string[]) => {
    slider.value = value;
    for (const name of names) slider.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const isHeld = (event: Event) => event.isTrusted && hold?.slider === event.target;

  const listen = <K extends keyof DocumentEventMap>(
    name: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true });

  listen("pointerdown", (press) => {
    const { target } = press;
    if (press.pointerType !== "touch" || !(target instanceof HTMLInputElement) || target.type !== "range")
      return;
    const { value } = target;
    hold = { slider: target, press, before: value, value, meant: false };
  });
  listen("pointermove", (event) => {
    if (!hold || hold.meant || hold.press.pointerId !== event.pointerId || !isAlong(hold.press, event))
      return;
    hold.meant = true;
    if (hold.value !== hold.before) tell(hold.slider, hold.value, "input");
  });
  const end = (event: PointerEvent, isScroll: boolean) => {
    if (!hold || hold.press.pointerId !== event.pointerId) return;
    const { slider, before, value, meant } = hold;
    hold = undefined;
    if (meant && isScroll) tell(slider, before, "input", "change");
    else if (isScroll) slider.value = before;
    else if (!meant && value !== before) tell(slider, value, "input", "change");
  };
  listen("pointerup", (event) => {
    // Where nothing scrolls, the browser may not report a swipe.
    end(event, hold !== undefined && !hold.meant && isAcross(hold.press, event));
  });
  listen("pointercancel", (event) => end(event, true));
  for (const name of ["input", "change"] as const)
    listen(name, (event) => {
      if (!hold || hold.meant || !isHeld(event)) return;
      hold.value = hold.slider.value;
      event.stopImmediatePropagation();
    });
}
