import { expect, test } from "vitest";
import { whyNot } from "../../www/src/keep/export/plan";
import { Simulation, wasmMemory } from "./core";
import {
  expectStart,
  type Flock,
  follow,
  hasPlayed,
  javascriptOf,
  moduleOf,
  pushesOf,
  pushOff,
  small,
  stateOf,
  tickFrom,
  worst,
} from "./program";

/** Where the pointer is held from this tick on, until that one. */
const HELD = { from: 15, to: 40, x: 200, y: 150 };

/** Ticks that are compared, one by one. */
const TICKS = 60;

/** Every scene, and runs in which the rest of what programs can do is done. */
const RUNS = [
  ...small,
  "scene=flock-wide&nearest=6&toroidal=on&separation_view=narrow",
  "scene=flock-limited&nearest=6&toroidal=on&count=300",
  "scene=flock-limited&view=full&wide_radius_factor=10&separation_view=wide&edges=contain&pointer_hunters=leaders&start_radius=0.3",
  "scene=flock-narrow&separation_view=full&edges=bounce&combination=priority&steering_limit=2&chasers=everyone",
  "scene=flock-obstacles&feelers=three&ob=120-80-20_300_300-200&wa=50-50-400-60-4_10-400-300-300-3&start=200-250-150-80",
  "scene=leaders-pincer&interceptors.turn_around=on&interceptors.count=5&count=40&player.thrust=100",
  "scene=swarm&potential_cutoff=12&count=400&potential_n=1.5&lure_a=0",
  "scene=potential-maze&ob=300-200-30&toroidal=on",
  "scene=queue-door&combination=priority&at_end=stop&path=100-100_300_300-50&count=20",
  "scene=path-patrol&at_end=patrol",
  "scene=rts-group&goal=roam&heeds_pointer=off&start=100-100-60&wa=300-0-300-250-5",
  "scene=zombie-horde&combination=sum&goal=target&survivors.goal=nearest&survivors.panic_factor=20",
  "scene=patrol&steps=ahead 60, port 50 u, starboard 120&hold=0.4",
  "scene=vicsek&count=60&noise=2&noise_kind=gaussian&moves_with=old&max_turn=3&edges=bounce",
  "scene=flock-limited&count=60&noise=0.4&nearest=4",
  "scene=flock-obstacles&contact=on&avoidance=0",
  // In which somebody is caught, sooner or later: up to then.
  "v=2&scene=leaders-pincer&count=20&width=240&height=200&catch_factor=9&interceptors.catch_factor=15",
  "v=2&scene=zombie-horde&seed=2&width=240&height=200&catch_factor=6&count=12&survivors.count=9",
  "scene=flock-limited&count=50&start_motion=rest&groups=boids.pcohesion-alignment-separation-fright-chase.fg1*player*" +
    "g1.rmonster.bpoint.ppursue-crowd_separation.hboids*g2.rsoldier.bpoint.pleader_following-rts_separation.og1.ig1*" +
    "g3.rinterceptor.brigid.pcohesion-alignment-separation-chase.aboids.hg1&g1.count=3&g2.count=12&g3.count=9",
  "v=2&scene=rts-group&start_motion=cruise&heeds_pointer=off&goal_x=0.55",
];

test.each(RUNS)("every tick of the program of %s is the core's", async (link) => {
  const run = new Simulation(link);
  expect(run.notices()).toEqual([]);
  if (whyNot(run)) {
    expect(run.scenery().tiles, whyNot(run)).toBeDefined();
    run.free();
    return;
  }
  const { Flock, RUN } = await moduleOf(javascriptOf(run));
  const flock: Flock = new Flock(RUN);
  expectStart(run, flock);
  let compared = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    const before = stateOf(run);
    follow(flock, before);
    if (tick === HELD.from) {
      run.pointer(HELD.x, HELD.y);
      flock.setTarget(HELD.x, HELD.y);
    }
    if (tick === HELD.to) {
      run.release();
      flock.clearTarget();
    }
    run.fly(tick > 40, false, tick > 10, false);
    Object.assign(flock.keys, { port: tick > 40, faster: tick > 10 });
    const after = tickFrom(before, run);
    // What follows is the game of the playground, which programs leave to their own.
    if (hasPlayed(before, after)) break;
    flock.tick();
    compared++;
    const [most, where] = worst(flock, before, after);
    expect(most, `${where}, tick ${tick}`).toBeLessThan(1e-3);
  }
  expect(compared).toBeGreaterThan(link.includes("catch_factor") ? 10 : TICKS / 2);
  run.free();
});

/** With memories, walls to hold at, edges to see across, several groups, chance. */
const STEERED = [
  "v=5&scene=flock-limited&toroidal=on&edges=wrap",
  "v=2&scene=zombie-horde&count=20",
  "v=5&scene=path-patrol",
  "v=5&scene=flock-obstacles&count=60",
  "v=5&scene=vicsek&count=60",
];

test.each(STEERED)("the force alone for bodies that a game moves is the core's: %s", async (link) => {
  const run = new Simulation(link);
  const { Flock, RUN } = await moduleOf(javascriptOf(run));
  const flock: Flock = new Flock(RUN);
  run.stopRecording();
  const { strength } = stateOf(run);
  const view = (at: number) => new Float32Array(wasmMemory.buffer, at >>> 0, run.count());
  for (let tick = 0; tick < 40; tick++) {
    if (tick === 10) {
      run.setTarget(0, 200, 150, 0, 0);
      flock.setTarget(200, 150, RUN.groups[0]);
    }
    if (tick === 30) {
      run.clearTarget(0);
      flock.clearTarget(RUN.groups[0]);
    }
    const core = pushesOf(run);
    flock.steer();
    const off = flock.units.map((unit, id) => pushOff(unit, core, id, strength));
    expect(Math.max(...off), `tick ${tick}, unit ${off.indexOf(Math.max(...off))}`).toBeLessThan(1e-3);
    // A physics of the game's own, the same for both.
    const [x, y, vx, vy] = [run.xPtr(), run.yPtr(), run.velocityXPtr(), run.velocityYPtr()].map(view);
    const [heading, omega] = [run.headingPtr(), run.omegaPtr()].map(view);
    if (!x || !y || !vx || !vy || !heading || !omega) throw new Error("no views");
    for (const [id, unit] of flock.units.entries()) {
      vx[id] = (vx[id] ?? 0) * 0.98 + (core[0]?.[id] ?? 0) / 100;
      vy[id] = (vy[id] ?? 0) * 0.98 + (core[1]?.[id] ?? 0) / 100;
      x[id] = (x[id] ?? 0) + (vx[id] ?? 0) / 60;
      y[id] = (y[id] ?? 0) + (vy[id] ?? 0) / 60;
      heading[id] = Math.atan2(vy[id] ?? 0, vx[id] ?? 0);
      omega[id] = 0;
      const at = { x: x[id], y: y[id], vx: vx[id], vy: vy[id], heading: heading[id], omega: 0 };
      Object.assign(unit, at);
    }
  }
  run.free();
});

test("obstacles and walls that come while it runs are steered clear of, and held at, as in the core", async () => {
  const run = new Simulation("v=5&scene=flock-obstacles&count=80&obstacles=0");
  expect(run.scenery().obstacles).toEqual([]);
  const { Flock, RUN } = await moduleOf(javascriptOf(run));
  const flock: Flock = new Flock(RUN);
  run.stopRecording();
  let pushed = 0;
  for (let tick = 0; tick < 90; tick++) {
    if (tick === 5) {
      expect(run.setGeometry("ob=120-80-20_320-200-60&wa=50-50-600-60-4")).toEqual([]);
      const { obstacles, walls } = run.scenery();
      Object.assign(flock.run, { obstacles, walls });
    }
    const before = stateOf(run);
    follow(flock, before);
    const after = tickFrom(before, run);
    flock.tick();
    const [most, where] = worst(flock, before, after);
    expect(most, `${where}, tick ${tick}`).toBeLessThan(1e-3);
    pushed += flock.units.filter((unit) => Math.hypot(unit.x - 320, unit.y - 200) < 70).length;
  }
  expect(pushed).toBeGreaterThan(0);
  run.free();
});
