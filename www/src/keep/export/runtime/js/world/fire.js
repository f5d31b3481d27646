import { randomStream } from "../random.js";
import { clamp, DT, direction, lengthOf } from "../vector.js";
import { drawAgain } from "./start.js";

/** A monster is hit when a bullet passes within this many lengths of its middle. */
const HIT = 0.75;

/** While a target is set, units with a gun face it and fire. */
function fire(unit /*: Unit */, target /*: Target */, flock /*: Flock */) /*: void */ {
  const { group } = unit;
  const aim = direction({ x: target.x - unit.x, y: target.y - unit.y });
  if (aim.x === 0 && aim.y === 0) return;
  unit.hx = aim.x;
  unit.hy = aim.y;
  unit.heading = Math.atan2(aim.y, aim.x);
  if ((unit.reload ?? 0) > 0) return;
  const random = randomStream(flock.run.seed, 6, unit.id, flock.ticks);
  const off = group.scatter * (2 * random() - 1);
  flock.bullets.push({
    x: unit.x + aim.x * 0.5 * unit.length,
    y: unit.y + aim.y * 0.5 * unit.length,
    vx: (aim.x * Math.cos(off) - aim.y * Math.sin(off)) * group.bulletSpeed,
    vy: (aim.y * Math.cos(off) + aim.x * Math.sin(off)) * group.bulletSpeed,
    left: (group.fireRange * unit.length) / group.bulletSpeed,
  });
  unit.reload = group.reload * (0.75 + 0.5 * random());
}

/** The first monster that a bullet meets on this tick. */
function hitBy(bullet /*: Bullet */, flock /*: Flock */) /*: Unit | undefined */ {
  const step = { x: bullet.vx * DT, y: bullet.vy * DT };
  const square = step.x * step.x + step.y * step.y;
  return flock.units.find((unit) => {
    if (unit.group.role !== "monster" || unit.hit) return false;
    // Where it was when the tick began, as all that steers sees it.
    const d = { x: unit.x - unit.vx * DT - bullet.x, y: unit.y - unit.vy * DT - bullet.y };
    const along = clamp((d.x * step.x + d.y * step.y) / square, 0, 1);
    return lengthOf({ x: d.x - step.x * along, y: d.y - step.y * along }) <= HIT * unit.length;
  });
}

/** Bullets fly straight. A monster that is hit starts again where monsters start. */
export function fight(flock /*: Flock */) /*: void */ {
  const { run, pointer } = flock;
  for (const unit of flock.units) {
    unit.hit = false;
    unit.reload = Math.max((unit.reload ?? 0) - DT, 0);
    if (pointer && unit.group.bulletSpeed) fire(unit, pointer, flock);
  }
  flock.bullets = flock.bullets.filter((bullet) => {
    const monster = hitBy(bullet, flock);
    if (monster) {
      monster.hit = true;
      const place = drawAgain(monster, flock.ticks, flock);
      flock.place(monster, place);
      monster.goal = null;
    }
    bullet.x += bullet.vx * DT;
    bullet.y += bullet.vy * DT;
    bullet.left -= DT;
    const inside = bullet.x >= 0 && bullet.x <= run.width && bullet.y >= 0 && bullet.y <= run.height;
    return !monster && bullet.left > 0 && inside;
  });
}
