import { describe, expect, it } from "vitest";
import { Camera } from "./camera";

const noInsets = { top: 0, right: 0, bottom: 0, left: 0 };

function cameraOf(width: number, height: number, viewWidth = 1440, viewHeight = 900): Camera {
  const camera = new Camera();
  camera.setViewport(viewWidth, viewHeight);
  camera.setWorld(width, height);
  return camera;
}

/** Where the world's rectangle lies on the screen. */
function worldBox(camera: Camera, width: number, height: number) {
  const first = camera.toScreen(0, 0);
  const last = camera.toScreen(width, height);
  return { left: first.x, top: first.y, right: last.x, bottom: last.y };
}

describe("the fitted camera", () => {
  it.each([
    [1200, 800, 1440, 900],
    [400, 400, 390, 844],
    [20_000, 20_000, 1440, 900],
    [20_000, 400, 390, 844],
  ])("shows the whole world of %i x %i u on %i x %i px, undistorted and centered", (w, h, vw, vh) => {
    const camera = cameraOf(w, h, vw, vh);
    const box = worldBox(camera, w, h);
    expect(box.left).toBeGreaterThan(0);
    expect(box.top).toBeGreaterThan(0);
    expect((box.left + box.right) / 2).toBeCloseTo(vw / 2, 6);
    expect((box.top + box.bottom) / 2).toBeCloseTo(vh / 2, 6);
    expect((box.right - box.left) / (box.bottom - box.top)).toBeCloseTo(w / h, 6);
  });

  it("keeps the world out from under the insets", () => {
    const camera = cameraOf(1200, 800);
    camera.setInsets({ top: 56, right: 320, bottom: 72, left: 260 });
    const box = worldBox(camera, 1200, 800);
    expect(box.left).toBeGreaterThanOrEqual(260);
    expect(box.right).toBeLessThanOrEqual(1440 - 320);
    expect(box.top).toBeGreaterThanOrEqual(56);
    expect(box.bottom).toBeLessThanOrEqual(900 - 72);
    expect((box.left + box.right) / 2).toBeCloseTo((260 + 1440 - 320) / 2, 6);
  });

  it("shows the whole world in the little that an open sheet leaves free on a small phone", () => {
    for (const [height, bottom] of [
      [640, 401],
      [568, 372],
    ] as const) {
      const camera = cameraOf(600, 450, 320, height);
      camera.setInsets({ top: 114, right: 0, bottom, left: 0 });
      const box = worldBox(camera, 600, 450);
      expect(box.top).toBeGreaterThanOrEqual(114);
      expect(box.bottom).toBeLessThanOrEqual(height - bottom);
    }
  });

  it("is no mere dot where nothing at all is free", () => {
    const camera = cameraOf(600, 450, 320, 300);
    camera.setInsets({ top: 100, right: 0, bottom: 200, left: 0 });
    const box = worldBox(camera, 600, 450);
    expect(box.bottom - box.top).toBeGreaterThan(60);
  });

  it("follows the window", () => {
    const camera = cameraOf(1200, 800);
    camera.setViewport(390, 844);
    expect(camera.fitted).toBe(true);
    expect(camera.toScreen(600, 400)).toEqual({ x: 195, y: 422 });
  });

  it.each([
    [1440, 500],
    [700, 900],
  ])("follows it where it becomes only lower or only narrower: %i x %i px", (width, height) => {
    const camera = cameraOf(1200, 800);
    camera.setViewport(width, height);
    const box = worldBox(camera, 1200, 800);
    expect([box.left + box.right, box.top + box.bottom].map(Math.round)).toEqual([width, height]);
    expect(Math.min(box.left, box.top)).toBeGreaterThan(0);
  });

  it("still shows something when the chrome covers everything", () => {
    const camera = cameraOf(1200, 800, 300, 300);
    camera.setInsets({ top: 200, right: 200, bottom: 200, left: 200 });
    expect(camera.scale).toBeGreaterThan(0);
    expect(Number.isFinite(camera.originX)).toBe(true);
  });
});

describe("a world that wraps", () => {
  const wrapping = (viewWidth: number, viewHeight: number) => {
    const camera = new Camera();
    camera.setViewport(viewWidth, viewHeight);
    camera.setWorld(600, 450, true);
    return camera;
  };

  it.each([
    [1440, 900],
    [390, 844],
    [844, 390],
  ])("fills a window of %i x %i px, which shows as much ground as it has", (width, height) => {
    const camera = wrapping(width, height);
    expect((width * height) / camera.scale ** 2).toBeCloseTo(600 * 450, 3);
    const copies = camera.worldCopies(0);
    expect(copies[0]).toEqual({ x: 0, y: 0 });
    for (const [x, y] of [
      [0, 0],
      [width, 0],
      [width / 2, height],
    ] as const) {
      const covered = copies.filter((copy) => {
        const at = camera.toWorld(x - copy.x, y - copy.y);
        return at.x >= 0 && at.x <= 600 && at.y >= 0 && at.y <= 450;
      });
      expect(covered.length, `${x}, ${y}`).toBeGreaterThan(0);
    }
  });

  it("has each place once, wherever it is pressed", () => {
    const camera = wrapping(1440, 900);
    const inside = camera.toWorldWrapped(720, 450);
    for (const { x, y } of camera.worldCopies(0)) {
      const at = camera.toWorldWrapped(720 + x, 450 + y);
      expect(at.x).toBeCloseTo(inside.x, 6);
      expect(at.y).toBeCloseTo(inside.y, 6);
    }
  });

  it("comes again when one pans on, and is shown whole while it is edited", () => {
    const camera = wrapping(1440, 900);
    const before = camera.center();
    camera.panBy(600 * camera.scale, 0);
    expect(camera.center().x).toBeCloseTo(before.x, 6);
    camera.fit();
    camera.setInsets({ top: 100, right: 320, bottom: 80, left: 0 });
    camera.showWholeWorld(true);
    const box = worldBox(camera, 600, 450);
    expect(Math.min(box.left, box.top - 100, 1120 - box.right, 820 - box.bottom)).toBeGreaterThanOrEqual(0);
  });

  it("has each place once in its domain, which stays around the middle of what is free, and alone while it is edited", () => {
    const camera = wrapping(1440, 900);
    camera.setInsets({ top: 60, right: 320, bottom: 80, left: 0 });
    camera.panBy(437, -512);
    const { left, top, width, height } = camera.drawnDomain();
    expect([left + width / 2, top + height / 2]).toEqual([560, 440]);
    for (const [x, y] of [
      [0, 0],
      [599, 449],
      [300, 10],
    ] as const) {
      const at = camera.toDomain(x, y);
      expect(at.x >= left && at.x <= left + width && at.y >= top && at.y <= top + height).toBe(true);
      const place = camera.toWorldWrapped(at.x, at.y);
      expect([place.x, place.y].map(Math.round)).toEqual([x, y]);
    }
    camera.showWholeWorld(true);
    expect(camera.worldCopies(0)).toHaveLength(1);
    expect(camera.drawnDomain().left).toBe(camera.originX);
  });

  it("draws shifted as at a copy, and then as before", () => {
    const camera = wrapping(1440, 900);
    const at = camera.toScreen(0, 0);
    camera.drawShifted({ x: 7, y: -3 }, () =>
      expect(camera.toScreen(0, 0)).toEqual({ x: at.x + 7, y: at.y - 3 }),
    );
    expect(camera.toScreen(0, 0)).toEqual(at);
  });
});

describe("zooming", () => {
  it("keeps the world point under the cursor", () => {
    const camera = cameraOf(1200, 800);
    const before = camera.toWorld(500, 300);
    camera.zoomAt(500, 300, 3);
    const after = camera.toWorld(500, 300);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
    expect(camera.fitted).toBe(false);
  });

  it("there and back is where it was", () => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(700, 400, 1.7);
    camera.zoomAt(700, 400, 1 / 1.7);
    expect(camera.toScreen(600, 400).x).toBeCloseTo(720, 6);
    expect(camera.toScreen(600, 400).y).toBeCloseTo(450, 6);
  });

  it("stops at both limits", () => {
    const camera = cameraOf(1200, 800);
    const fit = camera.scale;
    for (let i = 0; i < 50; i++) camera.zoomAt(720, 450, 2);
    expect(camera.scale).toBe(camera.maxScale);
    for (let i = 0; i < 80; i++) camera.zoomAt(720, 450, 0.5);
    expect(camera.scale).toBeCloseTo(fit / 2, 9);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("ignores the factor %d", (factor) => {
    const camera = cameraOf(1200, 800);
    const { version } = camera;
    camera.zoomAt(10, 10, factor);
    expect(camera.version).toBe(version);
  });
});

describe("panning", () => {
  it("moves the world with the pointer", () => {
    const camera = cameraOf(1200, 800);
    const before = camera.toScreen(600, 400);
    camera.panBy(40, -25);
    expect(camera.toScreen(600, 400)).toEqual({ x: before.x + 40, y: before.y - 25 });
  });

  it.each([
    [1e6, 0],
    [-1e6, 1e6],
    [0, -1e6],
  ])("by %d, %d px cannot lose the world", (dx, dy) => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(300, 300, 5);
    camera.panBy(dx, dy);
    const middle = camera.toWorld(720, 450);
    expect(middle.x).toBeGreaterThanOrEqual(-1e-9);
    expect(middle.x).toBeLessThanOrEqual(1200 + 1e-9);
    expect(middle.y).toBeGreaterThanOrEqual(-1e-9);
    expect(middle.y).toBeLessThanOrEqual(800 + 1e-9);
  });

  it("ignores what is no number", () => {
    const camera = cameraOf(1200, 800);
    camera.panBy(Number.NaN, 3);
    expect(camera.fitted).toBe(true);
  });
});

describe("a chosen view", () => {
  it("keeps its middle when the window changes", () => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(400, 500, 6);
    const before = camera.toWorld(720, 450);
    const { scale } = camera;
    camera.setViewport(800, 600);
    const after = camera.toWorld(400, 300);
    expect(camera.scale).toBe(scale);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  it("stays in place when chrome opens over it", () => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(720, 450, 6);
    const { originX, originY } = camera;
    camera.setInsets({ ...noInsets, right: 320 });
    expect([camera.originX, camera.originY]).toEqual([originX, originY]);
  });

  it("survives a change of the run that keeps the world's size, and ends with a new size", () => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(720, 450, 6);
    camera.setWorld(1200, 800);
    expect(camera.fitted).toBe(false);
    camera.setWorld(2000, 800);
    expect(camera.fitted).toBe(true);
  });

  it("is brought within the limits of a larger window around its middle", () => {
    const camera = cameraOf(1200, 800, 400, 300);
    for (let i = 0; i < 20; i++) camera.zoomAt(200, 150, 0.5);
    const before = camera.toWorld(200, 150);
    camera.setViewport(1600, 1200);
    expect(camera.scale).toBeGreaterThanOrEqual(camera.minScale);
    const after = camera.toWorld(800, 600);
    expect(after.x).toBeCloseTo(before.x, 6);
  });
});

describe("changes", () => {
  it("are counted once each, and only when the mapping differs", () => {
    const camera = cameraOf(1200, 800);
    const { version } = camera;
    camera.fit();
    camera.setViewport(1440, 900);
    camera.setInsets(noInsets);
    expect(camera.version).toBe(version);
    camera.panBy(1, 1);
    expect(camera.version).toBe(version + 1);
    camera.fit();
    expect(camera.version).toBe(version + 2);
  });

  it("leave screen and world inverse to each other", () => {
    const camera = cameraOf(20_000, 13_000, 390, 844);
    camera.zoomAt(100, 200, 7.3);
    camera.panBy(-13, 8);
    const world = camera.toWorld(123, 456);
    const screen = camera.toScreen(world.x, world.y);
    expect(screen.x).toBeCloseTo(123, 8);
    expect(screen.y).toBeCloseTo(456, 8);
  });
});

describe("a view that a link tells of", () => {
  it("is nothing while the world is fitted", () => {
    const camera = cameraOf(1200, 800);
    expect(camera.chosenView()).toBeUndefined();
    camera.zoomAt(300, 200, 2);
    expect(camera.chosenView()?.zoom).toBeCloseTo(2, 9);
    camera.fit();
    expect(camera.chosenView()).toBeUndefined();
  });

  it("shows the same place in another window, as much nearer than the whole world", () => {
    const camera = cameraOf(1200, 800);
    camera.zoomAt(300, 200, 2.5);
    const view = camera.chosenView();
    const phone = cameraOf(1200, 800, 390, 844);
    phone.setInsets({ top: 50, right: 0, bottom: 300, left: 0 });
    const whole = phone.scale;
    phone.restoreView(view?.zoom ?? 0, view?.center);
    expect(phone.scale / whole).toBeCloseTo(2.5, 9);
    expect(phone.center().x).toBeCloseTo(camera.center().x, 6);
    expect(phone.center().y).toBeCloseTo(camera.center().y, 6);
  });

  it("stays within the limits, and numbers that mean nothing change nothing", () => {
    const camera = cameraOf(1200, 800);
    camera.restoreView(1e9, { x: 1e9, y: -5 });
    expect(camera.scale).toBe(camera.maxScale);
    expect(camera.center().x).toBeCloseTo(1200, 6);
    expect(camera.center().y).toBeCloseTo(0, 6);
    const { version } = camera;
    for (const zoom of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) camera.restoreView(zoom);
    camera.restoreView(2, { x: Number.NaN, y: 1 });
    expect(camera.version).toBe(version);
  });
});

describe("a hand on the camera", () => {
  it("ends a following: a pan and a fit do, but neither a zoom nor the following itself", () => {
    const camera = cameraOf(1200, 800);
    let taken = 0;
    camera.onUserMove = () => taken++;
    camera.panBy(10, 0);
    expect([taken, camera.fitted]).toEqual([1, false]);
    camera.fit();
    expect([taken, camera.fitted]).toEqual([2, true]);
    camera.zoomAt(300, 200, 2);
    camera.centerOn(600, 400);
    expect([taken, camera.fitted]).toEqual([2, false]);
  });

  it("pans along one axis alone, too", () => {
    const camera = cameraOf(1200, 800);
    camera.zoom(2);
    const { originX, originY, version } = camera;
    camera.panBy(10, 0);
    camera.panBy(0, -7);
    expect([camera.originX - originX, camera.originY - originY]).toEqual([10, -7]);
    expect(camera.version).toBeGreaterThan(version);
  });

  it("is shown the middle of the world where a view names no place", () => {
    const camera = cameraOf(1200, 800);
    camera.restoreView(3);
    expect(camera.fitted).toBe(false);
    expect(camera.chosenView()?.zoom).toBeCloseTo(3, 9);
    expect([camera.center().x, camera.center().y].map(Math.round)).toEqual([600, 400]);
  });
});

it.each(["top", "right", "bottom", "left"] as const)(
  "chrome at the %s alone moves a fitted world",
  (side) => {
    const camera = cameraOf(800, 800, 900, 900);
    camera.setInsets({ ...noInsets, [side]: 200 });
    const box = worldBox(camera, 800, 800);
    const room = { top: box.top, right: 900 - box.right, bottom: 900 - box.bottom, left: box.left };
    const opposite = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;
    // As far from it as from the other end of the window.
    expect(room[side] - 200).toBeCloseTo(room[opposite[side]], 6);
    expect(room[opposite[side]]).toBeCloseTo(0.03 * 700, 6);
  },
);

describe("a flock that leaves a narrow window", () => {
  const wrapping = (viewWidth: number, viewHeight: number) => {
    const camera = new Camera();
    camera.setViewport(viewWidth, viewHeight);
    camera.setWorld(740, 740, true);
    return camera;
  };
  const all = { x: 1, y: 1 };

  it("is followed, the shorter way around", () => {
    const camera = wrapping(390, 844);
    camera.driftToward({ x: 700, y: 100 }, { x: 0.5, y: 0.5 });
    expect(camera.center().x).toBeCloseTo((370 + 700) / 2, 6);
    camera.driftToward({ x: 20, y: 100 }, all);
    expect(camera.center().x).toBeCloseTo(20, 6);
    expect(camera.fitted).toBe(true);
    expect(camera.chosenView()).toBe(undefined);
  });

  it("is followed no longer once a person has chosen a view, and the first one comes back", () => {
    const camera = wrapping(390, 844);
    camera.driftToward({ x: 500, y: 0 }, all);
    camera.resetDrift();
    expect(camera.center().x).toBeCloseTo(370, 6);
    camera.zoom(2);
    const { version } = camera;
    camera.driftToward({ x: 500, y: 0 }, all);
    expect(camera.version).toBe(version);
  });

  it("is followed above an open sheet, gently while it is near the middle there", () => {
    const camera = wrapping(390, 844);
    camera.setInsets({ ...noInsets, top: 100, bottom: 520 });
    expect(camera.toScreen(camera.center().x, camera.center().y).y).toBeCloseTo((100 + 324) / 2, 6);
    const near = camera.center().y + 4;
    camera.driftToward({ x: 370, y: near }, all);
    expect(near - camera.center().y).toBeGreaterThan(2);
    camera.driftToward({ x: 370, y: 100 }, all);
    expect(camera.center().y).toBeCloseTo(100, 6);
  });

  it("is not followed in a world with walls, nor in one that is edited", () => {
    const walls = cameraOf(740, 740, 390, 844);
    const edited = wrapping(900, 900);
    edited.showWholeWorld(true);
    for (const camera of [walls, edited]) {
      const { version } = camera;
      camera.driftToward({ x: 600, y: 600 }, all);
      expect(camera.version).toBe(version);
    }
  });
});

it("a few units in a world that wraps are seen from farther away, all of it where there is room", () => {
  const camera = new Camera();
  camera.setViewport(1440, 900);
  camera.setInsets({ ...noInsets, right: 340, bottom: 100 });
  camera.setWorld(600, 400, true);
  const near = camera.scale;
  camera.setWorld(600, 400, true, true);
  expect(camera.scale).toBeLessThan(near);
  const box = worldBox(camera, 600, 400);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(1100);
  expect(box.bottom).toBeLessThanOrEqual(800);
  camera.setInsets(noInsets);
  camera.setViewport(390, 844);
  expect(camera.scale).toBeGreaterThan(0.6 * near * Math.sqrt((390 * 844) / (1440 * 900)));
});

it("a few units that are together are seen from nearer, and from as far as at first when they part", () => {
  const camera = new Camera();
  camera.setViewport(1440, 900);
  camera.setWorld(600, 400, true, true);
  const { scale } = camera;
  const seen = (...places: { x: number; y: number }[]) => {
    for (let frame = 0; frame < 40; frame++) camera.zoomToShow(places, 0.3);
    return places.every(({ x, y }) => {
      const at = camera.toDomain(x, y);
      return at.x > 0 && at.x < 1440 && at.y > 0 && at.y < 900;
    });
  };
  expect(seen({ x: 290, y: 190 }, { x: 320, y: 205 })).toBe(true);
  expect(camera.scale).toBeCloseTo(2 * scale, 1);
  expect(seen({ x: 290, y: 290 }, { x: 320, y: 205 })).toBe(true);
  expect(camera.scale).toBeGreaterThan(1.2 * scale);
  expect(camera.scale).toBeLessThan(1.95 * scale);
  // Across the edge, the shorter way around.
  expect(seen({ x: 10, y: 200 }, { x: 590, y: 200 })).toBe(true);
  expect(camera.scale).toBeLessThan(1.05 * scale);
  camera.setWorld(600, 400, true);
  const { version } = camera;
  camera.zoomToShow([{ x: 300, y: 200 }], 1);
  expect(camera.version).toBe(version);
});
