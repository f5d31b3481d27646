// A flock on a canvas of one's own: <canvas width="800" height="500"></canvas> stands in the page.
import { build, load } from "flockwright";

await load();
const canvas = document.querySelector("canvas");
const context = canvas.getContext("2d");
const birds = { body: "rigid", count: 120, behaviors: ["cohesion", "alignment", "separation"] };
const { width, height } = canvas;
const flock = build({ seed: 7, width, height, values: { toroidal: true }, groups: { birds } });

let last = performance.now();
function frame(now) {
  flock.step((now - last) / 1000);
  last = now;
  context.clearRect(0, 0, width, height);
  context.beginPath();
  const { x, y, hx, hy, length } = flock;
  for (let unit = 0; unit < flock.count; unit++) {
    const [cos, sin] = [hx[unit] * length[unit], hy[unit] * length[unit]];
    context.moveTo(x[unit] + cos, y[unit] + sin);
    context.lineTo(x[unit] - cos - sin / 2, y[unit] - sin + cos / 2);
    context.lineTo(x[unit] - cos + sin / 2, y[unit] - sin - cos / 2);
  }
  context.fill();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
