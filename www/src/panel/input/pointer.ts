/**
 * Gestures on the stage. Drag or hold = target; wheel and pinch zoom; middle or right button, Shift + drag, or two
 * fingers pan; double-click or double-tap shows the whole world again. A press comes into the run, and so replaces what
 * was recorded after that, only once it can be nothing else than a drag, a hold or an order.
 */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import type { Stage } from "../../stage/stage";
import { TargetOrder, takesOrders } from "./orders";

/** Receiver of presses on the stage; positions in CSS px of its host. */
export interface PressReceiver {
  /** Returns false for a press that it ignores; the drag then pans. */
  press(x: number, y: number, coarse: boolean): boolean;
  move(x: number, y: number): void;
  /** `done`: whether the press was completed; false if the browser canceled it. */
  lift(done: boolean): void;
}

/** Meaning of the fingers on the stage; "press" can still become a tap, a target or a pinch. */
type Gesture = "none" | "press" | "target" | "take" | "pan" | "pinch";

interface Finger {
  id: number;
  x: number;
  y: number;
}

/** Largest movement (CSS px) and duration (ms) of a tap. */
const tapReach = 5;
const tapTime = 200;
/** Zoom per CSS px of wheel travel; a pinch on a trackpad sends smaller steps with Ctrl. */
const wheelZoom = 0.0016;
const trackpadZoom = 0.01;
/** CSS px per unit of a wheel event: pixel, line, page. */
const wheelUnits = [1, 16, 400];

export interface PointerHooks {
  /** A short click or tap without a drag, at this world point of a sky; true when it met something. */
  tap?(x: number, y: number, sky: number): boolean;
  /** A drag, a hold or an order came while the run is on its way to another tick, where none counts. */
  inputIgnored?(): void;
  /** Receives presses instead of the target: the editor, while it is open. */
  pressReceiver?(): PressReceiver | undefined;
  /** The craft of a scene with a player, which a press on it grabs. */
  craft?: PressReceiver & { isOver(x: number, y: number, coarse: boolean): boolean };
}

/** Turns presses, drags, pinches and the wheel on the stage's host into targets, orders and moves of the camera. */
export class PointerControl {
  private readonly fingers: Finger[] = [];
  private gesture: Gesture = "none";
  /** First press of the gesture, CSS px and ms; `isDrag`: it has left its place, or a second finger has come. */
  private press = { x: 0, y: 0, time: 0, isDrag: false };
  /** Index of the sky in which the first finger is. */
  private sky = 0;
  /** Receiver of the press, during the gesture "take". */
  private receiver: PressReceiver | undefined;
  /** Timer of the action that follows if the gesture does not change. */
  private timer: number | undefined;
  private readonly order: TargetOrder;

  constructor(
    private readonly stage: Stage,
    private readonly core: Core,
    private readonly hooks: PointerHooks = {},
  ) {
    this.order = new TargetOrder(
      (world) => this.setTarget(world),
      () => this.releaseTarget(),
      () => core.ticks(),
    );
    const { host } = stage;
    host.style.touchAction = "none";
    host.addEventListener("pointerdown", (event) => this.pressed(event));
    host.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      host.addEventListener(end, (event) => this.lifted(event));
    host.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    host.addEventListener("dblclick", () => this.cancelOrderAndFit());
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    window.addEventListener("blur", () => {
      this.fingers.length = 0;
      this.beginGesture("none");
    });
  }

  /** Drops orders before the run is replaced or goes to another tick. */
  dropOrders(): void {
    this.order.cancelAndRelease();
  }

  /** Sets the target of a drag again after a replay, which ignores targets. */
  holdTargetAgain(): void {
    const [finger] = this.fingers;
    if (this.gesture === "target" && finger) this.hold(finger.x, finger.y);
  }

  private locate(event: MouseEvent) {
    return this.stage.locate(event, this.fingers.length > 0 ? this.sky : undefined);
  }

  private setTarget({ x, y }: Point): void {
    if (this.core.seekGoal() !== undefined) this.hooks.inputIgnored?.();
    this.core.pointer(x, y);
  }

  private hold(x: number, y: number): void {
    this.stage.setPointer({ x, y });
    this.setTarget(this.stage.camera.toWorldWrapped(x, y));
  }

  private releaseTarget(): void {
    this.stage.setPointer();
    this.core.release();
  }

  private get respondsToTarget(): boolean {
    return this.core.scenery().heeds;
  }

  private beginGesture(next: Gesture): void {
    clearTimeout(this.timer);
    const { gesture, order } = this;
    if (gesture === "target" && next !== "target") this.releaseTarget();
    if (next === "target") order.drop();
    if (next === "pan" || next === "pinch") order.holdTarget();
    if (gesture === "take" && next !== "take") this.receiver?.lift(false);
    if (next !== "take") this.receiver = undefined;
    // The editor sets its own cursor, until the next move.
    const keepsCursor = next === "take" || (gesture === "take" && next === "none");
    this.gesture = next;
    if (!keepsCursor) this.stage.host.style.cursor = next === "pan" || next === "pinch" ? "grabbing" : "";
  }

  private pressed(event: PointerEvent): void {
    // The back and forward buttons of a mouse.
    if (event.button > 2) return;
    if (this.fingers.some((finger) => finger.id === event.pointerId)) return;
    const { x, y, sky } = this.locate(event);
    this.sky = sky;
    capturePointer(this.stage.host, event.pointerId);
    this.fingers.push({ id: event.pointerId, x, y });
    if (this.fingers.length > 1) {
      this.press.isDrag = true;
      this.beginGesture("pinch");
      return;
    }
    this.press = { x, y, time: event.timeStamp, isDrag: false };
    this.firstPressed(event, x, y);
    // The middle button would start the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
  }

  private firstPressed(event: PointerEvent, x: number, y: number): void {
    const pans = event.button === 1 || event.button === 2 || event.shiftKey;
    const coarse = event.pointerType === "touch";
    const receiver = pans ? undefined : this.receiverAt(x, y, coarse);
    if (receiver) {
      const isTaken = receiver.press(x, y, coarse);
      this.receiver = isTaken ? receiver : undefined;
      this.beginGesture(isTaken ? "take" : "pan");
      return;
    }
    this.beginGesture(pans ? "pan" : "press");
    this.order.pointerPressed({ x, y }, coarse);
    if (!pans && this.respondsToTarget) this.timer = window.setTimeout(() => this.beginHold(), tapTime);
  }

  private receiverAt(x: number, y: number, coarse: boolean): PressReceiver | undefined {
    const { pressReceiver, craft } = this.hooks;
    return pressReceiver?.() ?? (craft?.isOver(x, y, coarse) ? craft : undefined);
  }

  /** A press without movement becomes a target after a delay. */
  private beginHold(): void {
    this.beginGesture("target");
    this.hold(this.press.x, this.press.y);
  }

  private moved(event: PointerEvent): void {
    const finger = this.fingers.find(({ id }) => id === event.pointerId);
    const { x, y } = this.locate(event);
    const { hooks, press } = this;
    if (this.fingers.length === 0 && !hooks.pressReceiver?.() && hooks.craft)
      this.stage.host.style.cursor = hooks.craft.isOver(x, y, false) ? "grab" : "";
    if (!finger) return;
    if (Math.hypot(x - press.x, y - press.y) > tapReach) press.isDrag = true;
    if (this.gesture === "pan") this.stage.camera.panBy(x - finger.x, y - finger.y);
    else if (this.gesture === "pinch") this.pinch(finger, x, y);
    Object.assign(finger, { x, y });
    // Without units that respond to the target, a drag pans.
    if (this.gesture === "press" && press.isDrag) this.beginGesture(this.respondsToTarget ? "target" : "pan");
    if (this.gesture === "target") this.hold(x, y);
    else if (this.gesture === "take") this.receiver?.move(x, y);
  }

  /** The first two fingers, of any number. */
  private pinch(finger: Finger, x: number, y: number): void {
    const [first, second] = this.fingers;
    if (!first || !second || (finger !== first && finger !== second)) return;
    const { camera } = this.stage;
    const other = finger === first ? second : first;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const now = Math.hypot(x - other.x, y - other.y);
    camera.panBy((x - finger.x) / 2, (y - finger.y) / 2);
    // Fingers too close together have no meaningful ratio.
    if (before > 8 && now > 8) camera.zoomAt((x + other.x) / 2, (y + other.y) / 2, now / before);
  }

  private lifted(event: PointerEvent): void {
    const { fingers, press } = this;
    const index = fingers.findIndex(({ id }) => id === event.pointerId);
    if (index < 0) return;
    fingers.splice(index, 1);
    const isDone = event.type === "pointerup";
    if (this.gesture === "take" && fingers.length === 0 && isDone) {
      this.receiver?.lift(true);
      this.receiver = undefined;
    }
    // On a slow page a tap can have become a target; its own timestamps decide.
    const wasTarget = this.gesture === "target";
    const isTap = (wasTarget || this.gesture === "press") && !press.isDrag && isDone;
    if (fingers.length === 0) this.beginGesture("none");
    // The remaining finger goes on panning instead of becoming a target.
    else if (fingers.length === 1) this.beginGesture("pan");
    this.order.pressEnded();
    if (isTap && event.timeStamp - press.time < tapTime) this.tapped(event, wasTarget);
  }

  private tapped(event: PointerEvent, held: boolean): void {
    const at = this.stage.locate(event, this.sky);
    const world = this.stage.camera.toWorldWrapped(at.x, at.y);
    const isTaken = this.hooks.tap?.(world.x, world.y, this.sky);
    if (isTaken || held || !takesOrders(this.core)) return;
    // During a replay orders are ignored; applied at its end, this one would be unexpected.
    if (this.core.seekGoal() !== undefined) this.hooks.inputIgnored?.();
    else this.order.giveByTap(world, at);
  }

  private wheeled(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.locate(event);
    const travel = event.deltaY * (wheelUnits[event.deltaMode] ?? 1);
    const rate = event.ctrlKey ? trackpadZoom : wheelZoom;
    this.stage.camera.zoomAt(x, y, Math.exp(-Math.min(400, Math.max(-400, travel)) * rate));
    // The view moved under a held pointer.
    this.holdTargetAgain();
  }

  private cancelOrderAndFit(): void {
    if (this.hooks.pressReceiver?.()) return;
    this.order.cancelTap();
    this.stage.camera.fit();
  }
}

/** Keeps the drag when it leaves the host. A pointer that is already gone cannot be captured, and need not be. */
function capturePointer(host: HTMLElement, pointer: number): void {
  try {
    host.setPointerCapture(pointer);
  } catch {
    // The pointer's pointerup has been or will be sent as well.
  }
}
