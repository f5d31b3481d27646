import { expect, test } from "vitest";
import { placeBubble, type Rect } from "./place";

const free: Rect = { left: 16, top: 16, width: 1400, height: 780 };
const size = { width: 400, height: 520 };
const panels: Rect[] = [
  { left: 24, top: 24, width: 340, height: 190 },
  { left: 1050, top: 24, width: 360, height: 270 },
];

const overlaps = ({ x, y }: { x: number; y: number }, { left, top, width, height }: Rect) =>
  x < left + width && x + size.width > left && y < top + height && y + size.height > top;

test("the bubble stays in the window, off its bird and off the panels", () => {
  for (const x of [60, 300, 500, 800, 1000, 1300])
    for (const y of [60, 330, 450, 700]) {
      const at = placeBubble({ x, y }, size, free, [], panels);
      expect(at.x).toBeGreaterThanOrEqual(free.left);
      expect(at.x + size.width).toBeLessThanOrEqual(free.left + free.width);
      expect(at.y).toBeGreaterThanOrEqual(free.top);
      expect(at.y + size.height).toBeLessThanOrEqual(free.top + free.height);
      expect(overlaps(at, { left: x - 20, top: y - 20, width: 40, height: 40 }), `${x} ${y}`).toBe(false);
      for (const panel of panels) expect(overlaps(at, panel), `${x} ${y}`).toBe(false);
    }
});

test("it covers not even a corner of a button", () => {
  const add = { left: 28, top: 760, width: 48, height: 48 };
  const high = { ...size, height: 576 };
  const arrows = { left: 450, top: 330, width: 450, height: 400 };
  const at = placeBubble({ x: 620, y: 535 }, high, { ...free, height: 808 }, [arrows], [...panels, add]);
  expect(at.y + high.height <= add.top || at.x >= add.left + add.width).toBe(true);
});

test("it keeps off the paths that it speaks of", () => {
  const bird = { x: 700, y: 400 };
  const paths = { left: 720, top: 200, width: 300, height: 300 };
  expect(placeBubble(bird, size, free, [paths], panels).side).toBe("left");
});

test("what is drawn about a bird near a panel does not drive it to the other end of the window", () => {
  const bird = { x: 1040, y: 310 };
  const arrows = { left: 800, top: 290, width: 250, height: 130 };
  const at = placeBubble(bird, size, free, [arrows], panels);
  expect(overlaps(at, arrows)).toBe(false);
  expect(at.x + size.width).toBeGreaterThan(700);
});

test("it stays where it is while that is nearly as good", () => {
  const bird = { x: 700, y: 400 };
  const before = placeBubble(bird, size, free, [], panels);
  const after = placeBubble({ x: 730, y: 420 }, size, free, [], panels, before);
  expect(after).toEqual(before);
});
