/** Flies the player's craft by a drag: it turns toward the pointer, and slows down where it arrives. */
import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { playerRole } from "../../stage/darts";
import type { Stage } from "../../stage/stage";
import type { PressReceiver } from "./pointer";

/** Distance from the craft within which a press grabs it, CSS px; the second one is for fingers. */
const GRAB_RADII = [26, 40] as const;
/** Angle to the pointer below which the rudder rests, rad. */
const RUDDER_REST = 0.1;
/** Angle up to which the throttle opens, rad. */
const STEERING_LEAD = 1.2;
/** Distance, in lengths of the craft, within which it slows down. */
const ARRIVAL_DISTANCE = 3;

/** Keys that fly a craft: port, starboard, faster, slower. */
export type HeldKeys = readonly [port: boolean, starboard: boolean, faster: boolean, slower: boolean];

const NO_KEYS: HeldKeys = [false, false, false, false];

/** Keys that turn a craft with a heading (unit vector) toward a point `way` from it, u. `length`: that of the craft. */
export function keysToward(heading: Point, way: Point, length: number): HeldKeys {
  const angle = Math.atan2(heading.x * way.y - heading.y * way.x, heading.x * way.x + heading.y * way.y);
  const isNear = Math.hypot(way.x, way.y) < ARRIVAL_DISTANCE * length;
  const isAhead = Math.abs(angle) < STEERING_LEAD;
  return [angle < -RUDDER_REST, angle > RUDDER_REST, isAhead && !isNear, !isAhead || isNear];
}

export class CraftDrag implements PressReceiver {
  private dragPoint: Point | undefined;
  private heldKeys = NO_KEYS;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    /** Called when the craft is flown during a replay, which ignores it. */
    private readonly inputIgnored: () => void,
  ) {}

  /** Whether a place on the stage, CSS px, is on the craft. */
  isOver(x: number, y: number, coarse: boolean): boolean {
    const craft = this.craftUnit();
    if (craft < 0) return false;
    const views = this.core.views();
    const at = this.stage.camera.toDomain(views.x[craft] ?? 0, views.y[craft] ?? 0);
    return Math.hypot(at.x - x, at.y - y) < GRAB_RADII[coarse ? 1 : 0];
  }

  press(x: number, y: number, coarse: boolean): boolean {
    if (!this.isOver(x, y, coarse)) return false;
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

  /** Index of the craft; -1 in scenes without a player. */
  private craftUnit(): number {
    return this.core.views().role.indexOf(playerRole);
  }

  /** Steers toward the pointer, once per frame while the drag lasts. */
  private steerToPointer(): void {
    const craft = this.craftUnit();
    if (!this.dragPoint || craft < 0 || this.core.failed) return;
    const { x, y, hx, hy, length } = this.core.views();
    const { camera } = this.stage;
    const from = camera.toDomain(x[craft] ?? 0, y[craft] ?? 0);
    const way = {
      x: (this.dragPoint.x - from.x) / camera.scale,
      y: (this.dragPoint.y - from.y) / camera.scale,
    };
    this.setKeys(keysToward({ x: hx[craft] ?? 1, y: hy[craft] ?? 0 }, way, length[craft] ?? 1));
    requestAnimationFrame(() => this.steerToPointer());
  }

  private setKeys(keys: HeldKeys): void {
    if (keys.every((key, at) => key === this.heldKeys[at])) return;
    this.heldKeys = keys;
    this.core.fly(...keys);
  }
}
