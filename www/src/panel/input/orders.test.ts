import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TargetOrder } from "./orders";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { setTimeout });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const place = (x: number) => ({ x, y: 0 });

/** What happens to the target, in turn, while the run plays. */
function watched(ticks = () => Date.now()) {
  const seen: (number | string)[] = [];
  const order = new TargetOrder(
    ({ x }) => seen.push(x),
    () => seen.push("released"),
    ticks,
  );
  return { seen, order };
}

test("an order waits for a second click, and is then held for a moment", () => {
  const { seen, order } = watched();
  order.giveByTap(place(7), place(70));
  vi.advanceTimersByTime(290);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(seen).toEqual([7]);
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
});

test("two orders at two places are both given, the first at the second press", () => {
  const { seen, order } = watched();
  order.giveByTap(place(7), place(70));
  order.pointerPressed(place(200), false);
  expect(seen).toEqual([7]);
  order.giveByTap(place(20), place(200));
  vi.runAllTimers();
  expect(seen).toEqual([7, 20, "released"]);
});

test("a press at the same place keeps an order waiting until it is known what it is", () => {
  const { seen, order } = watched();
  order.giveByTap(place(7), place(70));
  order.pointerPressed(place(73), false);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([]);
  order.pressEnded();
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
  order.giveByTap(place(8), place(80));
  order.pointerPressed(place(100), true);
  order.pressEnded();
  order.cancelAndRelease();
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
});

test("a drag takes the target over, and is not let go by the end of an order", () => {
  const { seen, order } = watched();
  order.giveByTap(place(7), place(70));
  order.holdTarget();
  order.forgetOrder();
  vi.runAllTimers();
  expect(seen).toEqual([7]);
});

test("in a paused run an order is held until a tick has seen it", () => {
  let tick = 7;
  const { seen, order } = watched(() => tick);
  order.giveByTap(place(7), place(70));
  vi.advanceTimersByTime(10_000);
  expect(seen).toEqual([7]);
  tick++;
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
});

test("an order that waits, or is held, ends with its run", () => {
  const { seen, order } = watched(() => 0);
  order.giveByTap(place(7), place(70));
  order.cancelAndRelease();
  vi.runAllTimers();
  expect(seen).toEqual([]);
  order.giveByTap(place(8), place(80));
  order.holdTarget();
  order.cancelAndRelease();
  vi.runAllTimers();
  expect(seen).toEqual([8, "released"]);
});

test("an order that no tick has seen outlasts a double click", () => {
  let tick = 7;
  const { seen, order } = watched(() => tick);
  order.giveByTap(place(7), place(70));
  vi.advanceTimersByTime(10_000);
  for (let click = 0; click < 2; click++) {
    order.pointerPressed(place(200), false);
    order.pressEnded();
    order.giveByTap(place(20), place(200));
  }
  order.cancelTap();
  vi.advanceTimersByTime(10_000);
  expect(seen).toEqual([7]);
  tick++;
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
  order.giveByTap(place(8), place(80));
  order.cancelTap();
  vi.runAllTimers();
  expect(seen).toEqual([7, "released"]);
});
