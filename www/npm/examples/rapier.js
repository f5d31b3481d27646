// Bodies that Rapier moves, among crates that they push, steered by a flock's forces. Needs @dimforge/rapier2d-compat.
import Rapier from "@dimforge/rapier2d-compat";
import { build, load, TICK } from "flockwright";

await Promise.all([load(), Rapier.init()]);
const flock = build({
  seed: 5,
  width: 400,
  height: 300,
  values: { edges: "contain" },
  groups: {
    birds: {
      count: 40,
      behaviors: ["cohesion", "alignment", "separation"],
      values: { view: "wide" },
    },
  },
});

// Rapier's meters are the flock's u. A point mass of the flock has mass 1: its force is its acceleration.
const world = new Rapier.World({ x: 0, y: 0 });
world.timestep = TICK;
const bodies = Array.from({ length: flock.count }, (_, unit) => {
  const body = world.createRigidBody(
    Rapier.RigidBodyDesc.dynamic()
      .setTranslation(flock.x[unit], flock.y[unit])
      .setLinvel(flock.vx[unit], flock.vy[unit])
      .lockRotations(),
  );
  world.createCollider(
    Rapier.ColliderDesc.ball(flock.length[unit] / 2)
      .setDensity(0)
      .setMass(1),
    body,
  );
  return body;
});
const crates = [120, 200, 280].map((x) => {
  const crate = world.createRigidBody(
    Rapier.RigidBodyDesc.dynamic().setTranslation(x, 150).setLinearDamping(1),
  );
  world.createCollider(Rapier.ColliderDesc.cuboid(8, 8).setMass(3), crate);
  return crate;
});

function tick() {
  const { x, y, vx, vy, heading } = flock;
  bodies.forEach((body, unit) => {
    ({ x: x[unit], y: y[unit] } = body.translation());
    ({ x: vx[unit], y: vy[unit] } = body.linvel());
    if (vx[unit] || vy[unit]) heading[unit] = Math.atan2(vy[unit], vx[unit]);
  });
  flock.steer();
  const forces = flock.forces;
  bodies.forEach((body, unit) => {
    body.resetForces(true);
    body.addForce({ x: forces.x[unit], y: forces.y[unit] }, true);
  });
  world.step();
}

for (let ticks = 0; ticks < 600; ticks++) tick();

const velocities = bodies.map((body) => body.linvel());
const speeds = velocities.map(({ x, y }) => Math.hypot(x, y));
const along = velocities.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
const order = Math.hypot(along.x, along.y) / speeds.reduce((sum, speed) => sum + speed, 0);
const moved = crates.map((crate, at) =>
  Math.hypot(crate.translation().x - 120 - 80 * at, crate.translation().y - 150),
);
console.log(JSON.stringify({ order, fastest: Math.max(...speeds), moved }));
