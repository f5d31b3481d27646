/**
 * Distinguishes touches of a slider from scrolling. A finger on a slider may be about to scroll the list around it,
 * which the browser knows only some pixels later and then reports as `pointercancel`. Until the finger has moved along
 * the slider or was lifted, the page gets no events; if it turns out to scroll, the value is restored.
 */

/** Distance that a finger has to move along a slider before the touch counts as a change of the value, CSS px. */
const DIRECTION_THRESHOLD = 8;

type ClientPoint = { clientX: number; clientY: number };

/** Whether a finger has moved far enough along the horizontal slider, rather than across it. */
export function isAlongSlider(from: ClientPoint, to: ClientPoint): boolean {
  const distanceX = Math.abs(to.clientX - from.clientX);
  return distanceX >= DIRECTION_THRESHOLD && distanceX >= Math.abs(to.clientY - from.clientY);
}

/** Whether a finger has moved across the slider, which scrolls the panel instead of changing the value. */
function isAcrossSlider(from: ClientPoint, to: ClientPoint): boolean {
  const distanceY = Math.abs(to.clientY - from.clientY);
  return distanceY >= 3 * DIRECTION_THRESHOLD && distanceY > Math.abs(to.clientX - from.clientX);
}

/** A finger that was put down on a slider. */
interface SliderHold {
  slider: HTMLInputElement;
  press: PointerEvent;
  /** Value before the touch, and the last value of the touch; the page may have reset the slider in between. */
  valueBefore: string;
  value: string;
  /** Whether the touch counts as a change of the value; the page gets its events then. */
  isIntended: boolean;
}

/** Installs the handlers for all present and future sliders. */
export function attachTouch(): void {
  let hold: SliderHold | undefined;
  const setSlider = (slider: HTMLInputElement, value: string, ...names: string[]) => {
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
    hold = { slider: target, press, valueBefore: value, value, isIntended: false };
  });
  listen("pointermove", (event) => {
    if (
      !hold ||
      hold.isIntended ||
      hold.press.pointerId !== event.pointerId ||
      !isAlongSlider(hold.press, event)
    )
      return;
    hold.isIntended = true;
    if (hold.value !== hold.valueBefore) setSlider(hold.slider, hold.value, "input");
  });
  const end = (event: PointerEvent, isScroll: boolean) => {
    if (!hold || hold.press.pointerId !== event.pointerId) return;
    const { slider, valueBefore, value, isIntended } = hold;
    hold = undefined;
    if (isIntended && isScroll) setSlider(slider, valueBefore, "input", "change");
    else if (isScroll) slider.value = valueBefore;
    else if (!isIntended && value !== valueBefore) setSlider(slider, value, "input", "change");
  };
  listen("pointerup", (event) => {
    // Where nothing can scroll, a browser may end a swipe without `pointercancel`.
    end(event, hold !== undefined && !hold.isIntended && isAcrossSlider(hold.press, event));
  });
  listen("pointercancel", (event) => end(event, true));
  for (const name of ["input", "change"] as const)
    listen(name, (event) => {
      if (!hold || hold.isIntended || !isHeld(event)) return;
      hold.value = hold.slider.value;
      event.stopImmediatePropagation();
    });
}
