// A scout and a straggler of a flock: a target and a top speed of single units, by their handles.
import { build, load, replay } from "flockwright";

await load();
const flock = build(
  { groups: { flock: { behaviors: ["cohesion", "separation", "seek"], count: 40 } } },
  { record: true },
);
const [scout, straggler] = [flock.handles[3], flock.handles[8]];
const outpost = { x: 40, y: 30 };
flock.setUnit(scout, { target: outpost });
flock.setUnit(straggler, { maxSpeed: 5 });
let nearest = Number.POSITIVE_INFINITY;
for (let tick = 0; tick < 1200; tick++) {
  flock.tick();
  const [of, slow] = [flock.index(scout), flock.index(straggler)];
  nearest = Math.min(nearest, Math.hypot(flock.x[of] - outpost.x, flock.y[of] - outpost.y));
  if (Math.hypot(flock.vx[slow], flock.vy[slow]) > 5.01) throw new Error("The straggler is too fast.");
}
console.log(`The scout came within ${nearest.toFixed(1)} u of the outpost.`);
if (nearest > 20) throw new Error("The scout did not arrive.");

// Both are inputs of the run, which a recording repeats.
const again = replay(flock.recording());
again.tick(flock.ticks);
if (again.hash !== flock.hash) throw new Error("The recording is another run.");

for (const [unit, settings] of [
  [scout, { maxSpeed: Number.NaN }],
  [999, { maxSpeed: 5 }],
]) {
  try {
    flock.setUnit(unit, settings);
  } catch (error) {
    console.log(error.message);
  }
}
