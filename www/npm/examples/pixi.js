// Fish, a shark and rocks in Pixi: a click puts a rock into the water.
import { build, load } from "flockwright";
import { Application, Graphics } from "pixi.js";

async function main() {
  const app = new Application();
  await Promise.all([load(), app.init({ resizeTo: window, background: "#0a0d18", antialias: true })]);
  document.body.append(app.canvas);
  const flock = build(
    {
      width: innerWidth,
      height: innerHeight,
      seed: 7,
      values: { edges: "wrap", toroidal: true },
      groups: {
        fish: {
          body: "rigid",
          count: 300,
          behaviors: ["cohesion", "alignment", "separation", "avoidance", "fright"],
          fears: ["shark"],
          values: { view: "limited", length: 8 },
        },
        shark: {
          body: "rigid",
          count: 1,
          behaviors: ["chase", "avoidance"],
          hunts: ["fish"],
          values: { chasers: "everyone", length: 24 },
        },
      },
    },
    { events: true },
  );
  const rocks = app.stage.addChild(new Graphics());
  const body = (color) => new Graphics().poly([1, 0, -0.7, 0.45, -0.4, 0, -0.7, -0.45]).fill(color);
  const bodies = [...flock.x].map((_, unit) => app.stage.addChild(body(unit < 300 ? "#5ccfe6" : "#d483b3")));
  app.canvas.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => {
    flock.obstacles = [...flock.obstacles, { x, y, radius: 30 }];
    rocks.circle(x, y, 30).fill("#55607a");
  });
  app.ticker.add(({ deltaMS }) => {
    flock.step(deltaMS / 1000);
    const { x, y, hx, hy } = flock.shown(); // between two ticks: even at any frame rate
    const { length } = flock;
    bodies.forEach((fish, unit) => {
      fish.position.set(x[unit], y[unit]);
      fish.rotation = Math.atan2(hy[unit], hx[unit]);
      fish.scale.set(length[unit]);
    });
  });
  globalThis.flock = flock;
}
main();
