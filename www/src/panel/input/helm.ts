/** Flies the player's craft by a drag: the craft turns toward the pointer and slows down near it. */
import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { playerRole } from "../../stage/darts";
import type { Stage } from "../../stage/stage";
import type { PressReceiver } from "./pointer";

/** Distances from the craft within which a press grabs it, CSS px: by mouse, and by finger. */
const GRAB_RADII = [26, 40] as const;
/** Angle between heading and pointer below which the craft does not turn, rad. */
const DEAD_ANGLE = 0.1;
/** Angle between heading and pointer up to which the craft speeds up, rad; beyond it the craft slows down. */
const STEERING_LEAD = 1.2;
/** Distance to the pointer, in lengths of the craft, within which the craft slows down. */
const ARRIVAL_DISTANCE = 3;

/** Keys held down to fly a craft: port (left), starboard (right), faster, slower. */
type HeldKeys = readonly [port: boolean, starboard: boolean, faster: boolean, slower: boolean];

const NO_KEYS: HeldKeys = [false, false, false, false];

/** Keys that bring a craft to a point. `heading`: unit vector; `way`: vector to the point, u; `length`: craft's, u. */
export function keysToward(heading: Point, way: Point, length: number): HeldKeys {
  const angle = Math.atan2(heading.x * way.y - heading.y * way.x, heading.x * way.x + heading.y * way.y);
  const isNear = Math.hypot(way.x, way.y) < ARRIVAL_DISTANCE * length;
  const isAhead = Math.abs(angle) < STEERING_LEAD;
  return [angle < -DEAD_ANGLE, angle > DEAD_ANGLE, isAhead && !isNear, !isAhead || isNear];
}

export class CraftDrag implements PressReceiver {
  private dragPoint: Point | undefined;
  private heldKeys = NO_KEYS;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    /** Called when the craft is grabbed during a replay, in which it cannot be flown. */
    private readonly inputIgnored: () => void,
  ) {}

  /** Whether a point of the stage (CSS px) is on the craft; `isCoarse`: for a finger. */
  isOver(x: number, y: number, isCoarse: boolean): boolean {
    const craft = this.craftUnit();
    if (craft < 0) return false;
    const views = this.core.views();
    const at = this.stage.camera.toDomain(views.x[craft] ?? 0, views.y[craft] ?? 0);
    return Math.hypot(at.x - x, at.y - y) < GRAB_RADII[isCoarse ? 1 : 0];
  }

  press(x: number, y: number, isCoarse: boolean): boolean {
    if (!this.isOver(x, y, isCoarse)) return false;
    if (this.core.seekGoal() !== undefined) this.inputIgnored();
    this.dragPoint = { x, y };
    requestAnimationFrame(() => this.steerToPointer());
    return true;
  }

  move(x: number, y: number): void {
    this.dragPoint = { x, y };
  }

  lift(): void {
    this.dragPoint = undefined;
    this.setKeys(NO_KEYS);
  }

  /** Index of the player's craft; -1 in scenes without one. */
  private craftUnit(): number {
    return this.core.views().role.indexOf(playerRole);
  }

  /** Holds the keys that bring the craft to the pointer; repeats once per frame while the drag lasts. */
  private steerToPointer(): void {
    const craft = this.craftUnit();
    if (!this.dragPoint || craft < 0 || this.core.failed) return;
    const { x, y, hx, hy, length } = this.core.views();
    const { camera } = this.stage;
    const from = camera.toDomain(x[craft] ?? 0, y[craft] ?? 0);
    const offset = {
      x: (this.dragPoint.x - from.x) / camera.scale,
      y: (this.dragPoint.y - from.y) / camera.scale,
    };
    this.setKeys(keysToward({ x: hx[craft] ?? 1, y: hy[craft] ?? 0 }, offset, length[craft] ?? 1));
    requestAnimationFrame(() => this.steerToPointer());
  }

  private setKeys(keys: HeldKeys): void {
    if (keys.every((key, at) => key === this.heldKeys[at])) return;
    this.heldKeys = keys;
    this.core.fly(...keys);
  }
}
