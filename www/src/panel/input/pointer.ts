/**
 * Gestures on the stage. A drag or a hold sets a target for units; wheel and pinch zoom; middle or right button, Shift
 * + drag, or two fingers pan; double-click or double-tap fits the view. A press becomes an input of the run, which
 * discards what was recorded after the present tick, only once it must be a drag, a hold or an order.
 */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import type { Stage } from "../../stage/stage";
import { TargetOrder, takesOrders } from "./orders";

/** Receiver of presses on the stage, such as the layout editor; x and y in CSS px of the stage. */
export interface PressReceiver {
  /** Begins a press (`isCoarse`: by finger); returns false if the receiver ignores it; the drag then pans. */
  press(x: number, y: number, isCoarse: boolean): boolean;
  move(x: number, y: number): void;
  /** Ends the press. `isDone`: false if the browser or another gesture has canceled it. */
  lift(isDone: boolean): void;
}

/** Meaning of the present press: "press" is not decided yet; "take" belongs to a `PressReceiver`. */
type Gesture = "none" | "press" | "target" | "take" | "pan" | "pinch";

interface Finger {
  id: number;
  x: number;
  y: number;
}

/** Largest movement (CSS px) and duration (ms) of a tap. */
const tapReach = 5;
const tapTime = 200;
/** Logarithm of the zoom factor per CSS px of the wheel; pinches on a trackpad arrive as small steps with Ctrl. */
const wheelZoom = 0.0016;
const trackpadZoom = 0.01;
/** CSS px per unit of a wheel event, by its `deltaMode`: pixel, line, page. */
const wheelUnits = [1, 16, 400];

interface PointerHooks {
  /**
   * Called for a tap at a world point, u; `sky`: index among runs side by side. Returns whether the tap hit anything.
   */
  tap?(x: number, y: number, sky: number): boolean;
  /** Called for a drag, a hold or an order during a replay, which ignores inputs. */
  inputIgnored?(): void;
  /** Receiver of all presses on the stage, such as the layout editor; undefined while there is none. */
  pressReceiver(): PressReceiver | undefined;
  /** Receiver of presses on the player's craft. */
  craft?: PressReceiver & { isOver(x: number, y: number, isCoarse: boolean): boolean };
}

/** Turns presses, drags, pinches and the wheel on the stage into targets for units, orders and camera moves. */
export class PointerControl {
  private readonly fingers: Finger[] = [];
  private gesture: Gesture = "none";
  /** First press of the gesture, CSS px and ms; `isDrag`: whether it has moved, or a second finger has come. */
  private firstPress = { x: 0, y: 0, time: 0, isDrag: false };
  /** Index of the run under the first finger, while two runs are shown side by side. */
  private sky = 0;
  /** Receiver of the present press; undefined except during the gesture "take". */
  private receiver: PressReceiver | undefined;
  /** Timer that turns a press without movement into a hold. */
  private holdTimer: number | undefined;
  private readonly order: TargetOrder;

  constructor(
    private readonly stage: Stage,
    private readonly core: Core,
    private readonly hooks: PointerHooks,
  ) {
    this.order = new TargetOrder(
      (world) => this.setTarget(world),
      () => this.releaseTarget(),
      () => core.ticks(),
    );
    const { host } = stage;
    host.style.touchAction = "none";
    host.addEventListener("pointerdown", (event) => this.onPress(event));
    host.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      host.addEventListener(end, (event) => this.onLift(event));
    host.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    host.addEventListener("dblclick", () => this.cancelOrderAndFit());
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    window.addEventListener("blur", () => {
      this.fingers.length = 0;
      this.beginGesture("none");
    });
  }

  /** Cancels orders, before the run is replaced or goes to another tick. */
  dropOrders(): void {
    this.order.cancelAndRelease();
  }

  /** Sets the target of a drag in progress again, since a replay ignores targets. */
  holdTargetAgain(): void {
    const [finger] = this.fingers;
    if (this.gesture === "target" && finger) this.setTargetAt(finger.x, finger.y);
  }

  private locate(event: MouseEvent) {
    return this.stage.locate(event, this.fingers.length > 0 ? this.sky : undefined);
  }

  private setTarget({ x, y }: Point): void {
    if (this.core.seekGoal() !== undefined) this.hooks.inputIgnored?.();
    this.core.pointer(x, y);
  }

  private setTargetAt(x: number, y: number): void {
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
    clearTimeout(this.holdTimer);
    const { gesture, order } = this;
    if (gesture === "target" && next !== "target") this.releaseTarget();
    if (next === "target") order.forgetOrder();
    if (next === "pan" || next === "pinch") order.holdTarget();
    if (gesture === "take" && next !== "take") this.receiver?.lift(false);
    if (next !== "take") this.receiver = undefined;
    // While a press belongs to a receiver, and until the next move, the receiver's mouse cursor stays.
    const keepsCursor = next === "take" || (gesture === "take" && next === "none");
    this.gesture = next;
    if (!keepsCursor) this.stage.host.style.cursor = next === "pan" || next === "pinch" ? "grabbing" : "";
  }

  private onPress(event: PointerEvent): void {
    // Ignores the back and forward buttons of a mouse.
    if (event.button > 2) return;
    if (this.fingers.some((finger) => finger.id === event.pointerId)) return;
    const { x, y, sky } = this.locate(event);
    this.sky = sky;
    capturePointer(this.stage.host, event.pointerId);
    this.fingers.push({ id: event.pointerId, x, y });
    if (this.fingers.length > 1) {
      this.firstPress.isDrag = true;
      this.beginGesture("pinch");
      return;
    }
    this.firstPress = { x, y, time: event.timeStamp, isDrag: false };
    this.firstPressed(event, x, y);
    // Prevents the browser's own scrolling by the middle button.
    if (event.button === 1) event.preventDefault();
  }

  private firstPressed(event: PointerEvent, x: number, y: number): void {
    const shouldPan = event.button === 1 || event.button === 2 || event.shiftKey;
    const isCoarse = event.pointerType === "touch";
    const receiver = shouldPan ? undefined : this.receiverAt(x, y, isCoarse);
    if (receiver) {
      const isTaken = receiver.press(x, y, isCoarse);
      this.receiver = isTaken ? receiver : undefined;
      this.beginGesture(isTaken ? "take" : "pan");
      return;
    }
    this.beginGesture(shouldPan ? "pan" : "press");
    this.order.pointerPressed({ x, y }, isCoarse);
    if (!shouldPan && this.respondsToTarget)
      this.holdTimer = window.setTimeout(() => this.beginHold(), tapTime);
  }

  private receiverAt(x: number, y: number, isCoarse: boolean): PressReceiver | undefined {
    const { pressReceiver, craft } = this.hooks;
    return pressReceiver() ?? (craft?.isOver(x, y, isCoarse) ? craft : undefined);
  }

  /** Turns a press that has not moved into the gesture "target": units respond to the pressed point. */
  private beginHold(): void {
    this.beginGesture("target");
    this.setTargetAt(this.firstPress.x, this.firstPress.y);
  }

  private onMove(event: PointerEvent): void {
    const finger = this.fingers.find(({ id }) => id === event.pointerId);
    const { x, y } = this.locate(event);
    const { hooks, firstPress } = this;
    if (this.fingers.length === 0 && !hooks.pressReceiver() && hooks.craft)
      this.stage.host.style.cursor = hooks.craft.isOver(x, y, false) ? "grab" : "";
    if (!finger) return;
    if (Math.hypot(x - firstPress.x, y - firstPress.y) > tapReach) firstPress.isDrag = true;
    if (this.gesture === "pan") this.stage.camera.panBy(x - finger.x, y - finger.y);
    else if (this.gesture === "pinch") this.pinch(finger, x, y);
    Object.assign(finger, { x, y });
    // A drag pans the view if no units respond to a target.
    if (this.gesture === "press" && firstPress.isDrag)
      this.beginGesture(this.respondsToTarget ? "target" : "pan");
    if (this.gesture === "target") this.setTargetAt(x, y);
    else if (this.gesture === "take") this.receiver?.move(x, y);
  }

  /** Zooms and pans by the first two fingers; ignores all others. */
  private pinch(finger: Finger, x: number, y: number): void {
    const [first, second] = this.fingers;
    if (!first || !second || (finger !== first && finger !== second)) return;
    const { camera } = this.stage;
    const otherFinger = finger === first ? second : first;
    const oldDistance = Math.hypot(finger.x - otherFinger.x, finger.y - otherFinger.y);
    const newDistance = Math.hypot(x - otherFinger.x, y - otherFinger.y);
    camera.panBy((x - finger.x) / 2, (y - finger.y) / 2);
    // The distance of fingers that are close together is too inexact to zoom by.
    if (oldDistance > 8 && newDistance > 8)
      camera.zoomAt((x + otherFinger.x) / 2, (y + otherFinger.y) / 2, newDistance / oldDistance);
  }

  private onLift(event: PointerEvent): void {
    const { fingers, firstPress } = this;
    const index = fingers.findIndex(({ id }) => id === event.pointerId);
    if (index < 0) return;
    fingers.splice(index, 1);
    const isDone = event.type === "pointerup";
    if (this.gesture === "take" && fingers.length === 0 && isDone) {
      this.receiver?.lift(true);
      this.receiver = undefined;
    }
    // On a slow page a tap may have become a hold before its end is handled; the events' own times decide.
    const wasTarget = this.gesture === "target";
    const isTap = (wasTarget || this.gesture === "press") && !firstPress.isDrag && isDone;
    if (fingers.length === 0) this.beginGesture("none");
    // After a pinch the remaining finger pans the view and does not set a target.
    else if (fingers.length === 1) this.beginGesture("pan");
    this.order.pressEnded();
    if (isTap && event.timeStamp - firstPress.time < tapTime) this.onTap(event, wasTarget);
  }

  private onTap(event: PointerEvent, wasHeld: boolean): void {
    const at = this.stage.locate(event, this.sky);
    const world = this.stage.camera.toWorldWrapped(at.x, at.y);
    const isTaken = this.hooks.tap?.(world.x, world.y, this.sky);
    if (isTaken || wasHeld || !takesOrders(this.core)) return;
    // An order during a replay is ignored: its effect at the end of the replay would be unexpected.
    if (this.core.seekGoal() !== undefined) this.hooks.inputIgnored?.();
    else this.order.giveByTap(world, at);
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.locate(event);
    const travelPixels = event.deltaY * (wheelUnits[event.deltaMode] ?? 1);
    const rate = event.ctrlKey ? trackpadZoom : wheelZoom;
    this.stage.camera.zoomAt(x, y, Math.exp(-Math.min(400, Math.max(-400, travelPixels)) * rate));
    // Zooming has moved the world under a held pointer, so its target is another world point now.
    this.holdTargetAgain();
  }

  private cancelOrderAndFit(): void {
    if (this.hooks.pressReceiver()) return;
    this.order.cancelTap();
    this.stage.camera.fit();
  }
}

/** Lets a drag go on outside of the stage. A pointer that is already gone cannot be captured, and need not be. */
function capturePointer(host: HTMLElement, pointer: number): void {
  try {
    host.setPointerCapture(pointer);
  } catch {
    // The pointer was lifted already; its pointerup event has been or will be handled.
  }
}
