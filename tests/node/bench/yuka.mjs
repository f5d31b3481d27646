/**
 * Yuka with cell space, as its flocking example has it: an EntityManager that updates neighborhoods, and separation,
 * alignment and cohesion with the example's weights. In the plane of x and z, with our radius and density; whoever
 * leaves the world comes back on the other side, as with us.
 */
import yuka from "yuka";
import { ownCpu } from "./contestants.mjs";

const unitLength = 4;
const tick = 1 / 60;
/** Cells this many radii wide suit Yuka best at 10,000 units: its queries look at every cell. */
const cellRadii = 3;
const speed = 100;

/** A generator of numbers from 0 to 1, the same in every run (Lehmer, 48271). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

class Flock {
  /** `side` is the width of the square world, `radius` that of a unit's neighborhood. */
  constructor(units, side, radius, cells = Math.max(1, Math.floor(side / (cellRadii * radius)))) {
    const random = seeded(7);
    this.side = side;
    this.manager = new yuka.EntityManager();
    // A row of cells around the world stays empty: Yuka takes in whoever is in its very first cell anew at each tick.
    const width = (side * (cells + 2)) / cells;
    this.manager.spatialIndex = new yuka.CellSpacePartitioning(width, 1, width, cells + 2, 1, cells + 2);
    for (let i = 0; i < units; i++) this.manager.add(this.#boid(random, radius));
  }

  #boid(random, radius) {
    const { side } = this;
    const boid = new yuka.Vehicle();
    boid.position.set((random() - 0.5) * side, 0, (random() - 0.5) * side);
    const angle = random() * 2 * Math.PI;
    boid.velocity.set(Math.cos(angle) * speed, 0, Math.sin(angle) * speed);
    boid.maxSpeed = speed;
    boid.updateNeighborhood = true;
    boid.neighborhoodRadius = radius;
    for (const [behavior, weight] of [
      [new yuka.AlignmentBehavior(), 1],
      [new yuka.CohesionBehavior(), 0.9],
      [new yuka.SeparationBehavior(), 0.3],
    ]) {
      behavior.weight = weight;
      boid.steering.add(behavior);
    }
    return boid;
  }

  tick() {
    this.manager.update(tick);
    const { side } = this;
    for (const { position } of this.manager.entities) {
      for (const axis of ["x", "z"]) {
        if (position[axis] > side / 2) position[axis] -= side;
        else if (position[axis] < -side / 2) position[axis] += side;
      }
    }
  }

  /** Neighbors per unit in the last tick, on average. */
  meanNeighbors() {
    const { entities } = this.manager;
    return entities.reduce((sum, { neighbors }) => sum + neighbors.length, 0) / entities.length;
  }
}

/** A flock in the world of a workload's link. */
export function flockOf({ units, link }, cells) {
  const query = new URLSearchParams(link);
  return new Flock(
    units,
    Number(query.get("width")),
    Number(query.get("wide_radius_factor")) * unitLength,
    cells,
  );
}

/** Yuka as a contestant, see contestants.mjs. It has no phases: a tick is one. */
export const yukaInCells = {
  name: "Yuka",
  open: (workload) => flockOf(workload),
  slice(flock, ms, least) {
    let ticks = 0;
    let spent = 0;
    for (; ticks < least || spent < ms; ticks++) {
      const begun = performance.now();
      flock.tick();
      spent += performance.now() - begun;
    }
    return { ticks, spent: [spent] };
  },
  close() {},
  stop() {},
  cpu: ownCpu,
};
