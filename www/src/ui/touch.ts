/**
 * A finger that lands on a slider may be about to scroll the list around it, which the browser knows only some pixels
 * later, and then reports as `pointercancel`. Until the finger has gone along the slider or has been lifted, nothing of
 * the page hears what it did; once it turns out to scroll, all is as it was.
 */

/** From this way along a slider on a finger is at the slider, CSS px. */
const MEANT = 8;

type Place = { clientX: number; clientY: number };

/** Whether a finger has gone along what it came down on, rather than over it. */
export function isAlong(from: Place, to: Place): boolean {
  const along = Math.abs(to.clientX - from.clientX);
  return along >= MEANT && along >= Math.abs(to.clientY - from.clientY);
}

/** Whether it has gone over it, to scroll. */
function isAcross(from: Place, to: Place): boolean {
  const across = Math.abs(to.clientY - from.clientY);
  return across >= 3 * MEANT && across > Math.abs(to.clientX - from.clientX);
}

/** A finger on a slider. */
interface Hold {
  slider: HTMLInputElement;
  press: PointerEvent;
  /** What the slider said before, and what it says since; the page may have put it back meanwhile. */
  before: string;
  value: string;
  /** The page has heard of it. */
  meant: boolean;
}

/** For all sliders of the page, those that come later too. */
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
    // Where there is nothing to scroll, a swipe may go unnoticed by the browser.
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
