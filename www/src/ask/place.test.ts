import { expect, test } from "vitest";
import { placeBubble, type Rect } from "./place";

const free: Rect = { left: 24, top: 24, width: 1000, height: 700 };
const size = { width: 380, height: 420 };

const covers = ({ x, y }: { x: number; y: number }, bird: { x: number; y: number }) =>
  bird.x > x && bird.x < x + size.width && bird.y > y && bird.y < y + size.height;

test("the bubble stays in the free part of the window and off its bird", () => {
  for (const x of [30, 200, 500, 800, 1000])
    for (const y of [30, 200, 400, 700]) {
      const at = placeBubble({ x, y }, size, free, []);
      expect(at.x).toBeGreaterThanOrEqual(free.left);
      expect(at.x + size.width).toBeLessThanOrEqual(free.left + free.width);
      expect(at.y).toBeGreaterThanOrEqual(free.top);
      expect(at.y + size.height).toBeLessThanOrEqual(free.top + free.height);
      expect(covers(at, { x, y }), `${x} ${y}`).toBe(false);
    }
});

test("it keeps off the paths that it speaks of", () => {
  const bird = { x: 500, y: 400 };
  const paths = { left: 520, top: 200, width: 300, height: 200 };
  expect(placeBubble(bird, size, free, [paths]).side).toBe("left");
});

test("it stays on its side while that is nearly as good", () => {
  const bird = { x: 500, y: 370 };
  const paths = { left: 560, top: 360, width: 20, height: 20 };
  expect(placeBubble(bird, size, free, [paths], "right").side).toBe("right");
});
