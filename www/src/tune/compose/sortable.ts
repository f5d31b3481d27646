/** A list whose items are dragged by a handle, by mouse or finger, or moved by its arrow keys. */

export interface SortHooks {
  moved(from: number, to: number): void;
}

/** Where an item lands that has been dragged by `by` px, given the middles of all items. */
export function landing(middles: readonly number[], from: number, by: number): number {
  const at = (middles[from] ?? 0) + by;
  const others = middles.filter((_, index) => index !== from);
  const shifted = by < 0 ? others.filter((middle) => middle < at) : others.filter((middle) => middle <= at);
  return shifted.length;
}

const keys: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** `handle` moves `item`, which is one of the children of its list. */
export function attachHandle(handle: HTMLElement, item: HTMLElement, hooks: SortHooks): void {
  const items = () => [...(item.parentElement?.children ?? [])] as HTMLElement[];
  handle.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const all = items();
    const from = all.indexOf(item);
    const to = Math.max(0, Math.min(all.length - 1, step(from, all.length - 1)));
    if (to !== from) hooks.moved(from, to);
  });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button === 0) drag(event, handle, item, items(), hooks);
  });
}

function drag(
  start: PointerEvent,
  handle: HTMLElement,
  item: HTMLElement,
  all: HTMLElement[],
  hooks: SortHooks,
): void {
  const from = all.indexOf(item);
  const boxes = all.map((one) => one.getBoundingClientRect());
  const middles = boxes.map((box) => box.top + box.height / 2);
  const height = boxes[from]?.height ?? 0;
  const scroller = item.closest<HTMLElement>(".composer");
  const scrolled = () => scroller?.scrollTop ?? 0;
  const before = scrolled();
  let to = from;
  const show = (event: PointerEvent) => {
    const by = event.clientY - start.clientY + scrolled() - before;
    to = landing(middles, from, by);
    item.style.translate = `0 ${by}px`;
    all.forEach((one, index) => {
      if (index === from) return;
      const makesWay = Number(index < from && index >= to) - Number(index > from && index <= to);
      one.style.translate = makesWay ? `0 ${makesWay * height}px` : "";
    });
  };
  const end = (commit: boolean) => {
    ended.abort();
    item.classList.remove("dragged");
    for (const one of all) one.style.translate = "";
    if (commit && to !== from) hooks.moved(from, to);
  };
  const ended = new AbortController();
  const { signal } = ended;
  item.classList.add("dragged");
  handle.setPointerCapture(start.pointerId);
  handle.addEventListener("pointermove", show, { signal });
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
}
