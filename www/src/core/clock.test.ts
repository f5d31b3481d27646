import { describe, expect, it } from "vitest";
import { Clock } from "./clock";

/** A clock over a simulation whose ticks take `cost()` ms of a made-up time. */
function rig(cost: () => number = () => 0.1) {
  let time = 0;
  let ticks = 0;
  const clock = new Clock(
    () => {
      ticks++;
      time += cost();
      return true;
    },
    () => time,
  );
  return {
    clock,
    ticks: () => ticks,
    /** Frames every `interval` ms, or later when the ticks take longer. Returns the time from the first to the last. */
    run(frames: number, interval: number): number {
      const start = time;
      let last = start;
      for (let i = 0; i < frames; i++) {
        last = time;
        clock.frame(time);
        time = Math.max(time, last + interval);
      }
      return last - start;
    },
    skip(ms: number) {
      time += ms;
    },
    now: () => time,
  };
}

describe("at full speed", () => {
  it.each([24, 60, 90, 144, 240])("a display of %i Hz sees 60 ticks per second", (hertz) => {
    const it = rig();
    const elapsed = it.run(hertz * 3 + 1, 1000 / hertz);
    expect(Math.abs(it.ticks() - (elapsed / 1000) * 60)).toBeLessThanOrEqual(1.01);
    expect(it.clock.speedShare).toBe(1);
  });

  it("the fraction of the next tick stays below one", () => {
    const it = rig();
    for (let i = 0; i < 500; i++) {
      it.run(1, 7.3);
      expect(it.clock.tickFraction).toBeGreaterThanOrEqual(0);
      expect(it.clock.tickFraction).toBeLessThan(1);
    }
  });

  it("simulated time does not depend on how the frames fall", () => {
    const even = rig();
    even.run(601, 10);
    const uneven = rig();
    for (let i = 0; i < 300; i++) {
      uneven.run(1, 4);
      uneven.run(1, 16);
    }
    uneven.run(1, 10);
    expect(Math.abs(even.ticks() - uneven.ticks())).toBeLessThanOrEqual(1);
  });
});

describe("speed", () => {
  it.each([0.1, 0.5, 2, 8])("%d runs that many ticks", (speed) => {
    const it = rig();
    it.clock.speed = speed;
    const elapsed = it.run(601, 1000 / 60);
    expect(Math.abs(it.ticks() - (elapsed / 1000) * 60 * speed)).toBeLessThanOrEqual(speed + 1);
  });

  it("is clamped, and NaN changes nothing", () => {
    const { clock } = rig();
    clock.speed = 100;
    expect(clock.speed).toBe(8);
    clock.speed = 0;
    expect(clock.speed).toBe(0.1);
    clock.speed = Number.NaN;
    expect(clock.speed).toBe(0.1);
  });
});

describe("a pause", () => {
  it("runs nothing and owes nothing", () => {
    const it = rig();
    it.run(10, 16);
    it.clock.playing = false;
    const before = it.ticks();
    it.run(500, 16);
    expect(it.ticks()).toBe(before);
    it.clock.playing = true;
    it.run(1, 16);
    expect(it.ticks() - before).toBeLessThanOrEqual(2);
  });

  it("lets single steps through, one tick each", () => {
    const it = rig();
    it.clock.playing = false;
    it.clock.runOneTick();
    it.clock.runOneTick();
    expect(it.ticks()).toBe(2);
  });
});

describe("a hidden tab", () => {
  it("is not caught up with and does not count as slow", () => {
    const it = rig();
    it.run(60, 16);
    const before = it.ticks();
    it.skip(3_600_000);
    it.run(1, 16);
    expect(it.ticks() - before).toBeLessThanOrEqual(2);
    expect(it.clock.speedShare).toBe(1);
  });
});

it.each([
  [1000 / 60, 12],
  [1000 / 30, 12],
  [50, 18],
  [100, 24],
  [600, 24],
])("in frames that take %f ms, ticks may take %f ms", (interval, most) => {
  const given: number[] = [];
  const clock = new Clock(
    (budgetMs) => void given.push(budgetMs),
    () => 0,
  );
  clock.frame(0);
  clock.frame(interval);
  expect(given[0]).toBeCloseTo(most, 5);
});

describe("ticks that are too slow", () => {
  it("slow simulated time, never the page: no frame exceeds the budget by more than its one tick", () => {
    const it = rig(() => 5);
    it.clock.speed = 8;
    it.run(60, 16);
    for (let i = 0; i < 100; i++) {
      const start = it.now();
      const ran = it.clock.frame(start + 16);
      expect(ran).toBeGreaterThanOrEqual(1);
      expect(it.now() - start).toBeLessThanOrEqual(12);
      it.skip(16 - Math.min(16, it.now() - start));
    }
  });

  it("are told by `slowed`", () => {
    const it = rig(() => 5);
    it.clock.speed = 8;
    it.run(300, 1000 / 60);
    // Two ticks of 5 ms fit the budget of 12 ms, eight are asked for.
    expect(it.clock.speedShare).toBeGreaterThan(0.2);
    expect(it.clock.speedShare).toBeLessThan(0.3);
    expect(it.clock.tickCost).toBeCloseTo(5, 1);
  });

  it("still move when one of them is longer than the budget, and the lost time shows", () => {
    const it = rig(() => 200);
    it.run(30, 1000 / 60);
    expect(it.ticks()).toBeGreaterThanOrEqual(28);
    expect(it.clock.speedShare).toBeLessThan(0.12);
  });

  it("are forgotten within about a second once they are fast again", () => {
    let cost = 40;
    const it = rig(() => cost);
    it.run(60, 1000 / 60);
    expect(it.clock.speedShare).toBeLessThan(0.8);
    cost = 0.5;
    it.run(240, 1000 / 60);
    expect(it.clock.speedShare).toBe(1);
  });

  it("leave no debt behind", () => {
    let cost = 30;
    const it = rig(() => cost);
    it.clock.speed = 8;
    it.run(100, 16);
    cost = 0.1;
    const before = it.ticks();
    it.run(1, 16);
    expect(it.ticks() - before).toBeLessThan(20);
  });
});

it("a source of time that runs backward does no harm", () => {
  const { clock, ticks } = rig();
  clock.frame(1000);
  clock.frame(900);
  clock.frame(Number.NaN);
  expect(ticks()).toBe(0);
  clock.frame(950);
  expect(ticks()).toBe(3);
});

describe("a tick that is too slow for a frame", () => {
  /** Ticks of `parts` parts of 12 ms each. */
  function slow(parts: number) {
    let time = 0;
    let done = 0;
    let ticks = 0;
    const clock = new Clock(
      (budgetMs) => {
        time += budgetMs;
        done = (done + 1) % parts;
        if (done === 0) ticks++;
        return done === 0;
      },
      () => time,
    );
    const frame = () => {
      time += 4;
      return clock.frame(time);
    };
    const skip = (ms: number) => {
      time += ms;
    };
    return { clock, frame, skip, ticks: () => ticks, now: () => time };
  }

  it("goes on over several frames, each of which ends in time", () => {
    const it = slow(5);
    it.frame();
    for (let i = 0; i < 40; i++) {
      const before = it.now();
      it.frame();
      expect(it.now() - before).toBeLessThanOrEqual(16);
    }
    expect(it.ticks()).toBeGreaterThanOrEqual(7);
    expect(it.clock.tickCost).toBeCloseTo(60, 0);
    expect(it.clock.speedShare).toBeLessThan(0.3);
  });

  it("is drawn moving evenly: the fraction grows with every frame until the tick is done", () => {
    const it = slow(5);
    for (let i = 0; i < 12; i++) it.frame();
    let last = 0;
    for (let i = 0; i < 30; i++) {
      const ended = it.frame() > 0;
      if (!ended) expect(it.clock.tickFraction).toBeGreaterThan(last);
      expect(it.clock.tickFraction).toBeLessThanOrEqual(1);
      last = ended ? 0 : it.clock.tickFraction;
    }
  });

  it("a single step of it is finished by the next frames while paused, and then no more", () => {
    const it = slow(4);
    it.clock.playing = false;
    it.clock.runOneTick();
    expect(it.ticks()).toBe(0);
    for (let i = 0; i < 20; i++) it.frame();
    expect(it.ticks()).toBe(1);
  });

  it("is forgotten by a reset", () => {
    const it = slow(9);
    for (let i = 0; i < 5; i++) it.frame();
    it.clock.reset();
    expect([it.clock.tickCost, it.clock.tickFraction, it.clock.speedShare]).toEqual([0, 0, 1]);
  });

  it("has no part in a run that starts over: neither it nor the steps that waited go on there", () => {
    for (const forget of ["reset", "passTime"] as const) {
      const it = slow(9);
      it.frame();
      it.clock.runOneTick();
      it.clock[forget](it.now());
      const before = it.now();
      it.skip(1);
      it.clock.frame(it.now());
      expect(it.now() - before, `${forget}: no tick is due yet`).toBe(1);
      it.clock.playing = false;
      for (let i = 0; i < 20; i++) it.frame();
      expect(it.ticks(), forget).toBe(0);
    }
  });
});

describe("time that is another's", () => {
  it("runs no ticks while the clock is held, and owes none afterwards", () => {
    const it = rig();
    it.run(60, 1000 / 60);
    const before = it.ticks();
    it.clock.isHeld = true;
    it.run(600, 1000 / 60);
    expect(it.ticks()).toBe(before);
    it.clock.isHeld = false;
    it.run(7, 1000 / 60);
    expect(it.ticks() - before).toBeLessThanOrEqual(7);
    expect(it.ticks() - before).toBeGreaterThanOrEqual(5);
  });

  it("a rest forgets the tick under way and the single steps that waited", () => {
    const it = rig();
    it.run(61, 1000 / 60);
    it.clock.passTime(it.now());
    expect(it.clock.tickFraction).toBe(0);
    const before = it.ticks();
    it.skip(5000);
    it.clock.passTime(it.now());
    it.skip(1000 / 60);
    it.clock.frame(it.now());
    expect(it.ticks() - before).toBeLessThanOrEqual(1);
  });
});

it("an hour in a hidden tab is one tick, at any speed and refresh rate", () => {
  for (const hertz of [60, 144]) {
    for (const speed of [0.1, 1, 8]) {
      const it = rig();
      it.clock.speed = speed;
      it.run(hertz, 1000 / hertz);
      const before = it.ticks();
      it.skip(3_600_000);
      it.run(1, 1000 / hertz);
      expect(it.ticks() - before, `${hertz} Hz, ${speed}x`).toBeLessThanOrEqual(Math.ceil(speed) + 1);
      expect(it.clock.speedShare).toBe(1);
    }
  }
});
