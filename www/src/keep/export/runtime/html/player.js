import { Flock, RUN } from "./program.js";

/** Colors that differ for everyone (Okabe & Ito), by role; leaders are vermilion. */
const COLORS = {
  regular: "#56b4e9",
  interceptor: "#cc79a7",
  player: "#009e73",
  leader: "#e69f00",
  soldier: "#56b4e9",
  monster: "#d55e00",
  prey: "#f0e442",
};

const canvas = document.querySelector("canvas");
const context = canvas.getContext("2d");
const KEYS = { ArrowLeft: "port", ArrowRight: "starboard", ArrowUp: "faster", ArrowDown: "slower" };
let flock = new Flock(RUN);
let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
let before;

/** The world fills the window as far as its shape allows. */
function frame() {
  const scale = Math.min(canvas.width / RUN.width, canvas.height / RUN.height);
  return {
    scale,
    left: (canvas.width - RUN.width * scale) / 2,
    top: (canvas.height - RUN.height * scale) / 2,
  };
}

/** A dart, its tip half a length ahead; small ones are drawn at least `least` long. */
function dart({ x, y, hx, hy, length }, least) {
  const along = Math.max(length, least) / 2;
  const aside = along / 2;
  context.moveTo(x + hx * along, y + hy * along);
  context.lineTo(x - hx * along - hy * aside, y - hy * along + hx * aside);
  context.lineTo(x - hx * along + hy * aside, y - hy * along - hx * aside);
  context.closePath();
}

function draw() {
  const { scale, left, top } = frame();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, left, top);
  context.strokeStyle = "#8886";
  context.lineWidth = 1 / scale;
  context.strokeRect(0, 0, RUN.width, RUN.height);
  context.fillStyle = "#8884";
  for (const { x, y, radius } of RUN.obstacles) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  context.strokeStyle = "#888";
  context.lineCap = "round";
  for (const { from, to, radius } of RUN.walls) {
    context.lineWidth = 2 * radius;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  const byColor = new Map();
  for (const unit of flock.units) {
    const color = unit.leader ? "#d55e00" : (COLORS[unit.group.role] ?? "#888");
    if (!byColor.has(color)) byColor.set(color, []);
    byColor.get(color).push(unit);
  }
  for (const [color, units] of byColor) {
    context.fillStyle = color;
    context.beginPath();
    for (const unit of units) dart(unit, (10 * devicePixelRatio) / scale);
    context.fill();
  }
  context.fillStyle = "#888";
}

function animate(now) {
  if (!paused && before !== undefined) flock.step((now - before) / 1000);
  before = now;
  draw();
  requestAnimationFrame(animate);
}

function point(event) {
  const { scale, left, top } = frame();
  const ratio = canvas.width / canvas.clientWidth;
  flock.setTarget((event.clientX * ratio - left) / scale, (event.clientY * ratio - top) / scale);
}

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  point(event);
});
canvas.addEventListener("pointermove", (event) => flock.pointer && point(event));
for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, () => flock.clearTarget());
addEventListener("keydown", (event) => {
  if (event.key === " ") paused = !paused;
  if (event.key === "r") flock = new Flock(RUN);
  if (event.key in KEYS) flock.keys[KEYS[event.key]] = true;
  if (event.key === " " || event.key in KEYS) event.preventDefault();
});
addEventListener("keyup", (event) => {
  if (event.key in KEYS) flock.keys[KEYS[event.key]] = false;
});
function resize() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
}
addEventListener("resize", resize);
resize();
requestAnimationFrame(animate);
