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

export interface PointerControl {
  /** Drops orders before the run is replaced or goes to another tick. */
  dropOrders(): void;
  /** Sets the target of a drag again after a replay, which ignores targets. */
  holdTargetAgain(): void;
}

/** Listens on the stage's host. */
export function attachPointer(
  stage: Stage,
  core: Core,
  hooks: {
    /** A short click or tap without a drag, at this world point of a sky; true when it met something. */
    tap?(x: number, y: number, sky: number): boolean;
    /** A drag, a hold or an order came while the run is on its way to another tick, where none counts. */
    inputIgnored?(): void;
    /** Receives presses instead of the target: the editor, while it is open. */
    pressReceiver?(): PressReceiver | undefined;
    /** The craft of a scene with a player, which a press on it grabs. */
    craft?: PressReceiver & { isOver(x: number, y: number, coarse: boolean): boolean };
  } = {},
): PointerControl {
  const { host, camera } = stage;
  const fingers: Finger[] = [];
  let gesture: Gesture = "none";
  let pressX = 0;
  let pressY = 0;
  let pressedAt = 0;
  let strayed = false;
  let taken: PressReceiver | undefined;
  /** Timer of the action that follows if the gesture does not change. */
  let timer: number | undefined;

  /** Index of the sky in which the first finger is. */
  let sky = 0;
  const locate = (event: MouseEvent) => stage.locate(event, fingers.length > 0 ? sky : undefined);

  const holdAt = ({ x, y }: Point) => {
    if (core.seekGoal() !== undefined) hooks.inputIgnored?.();
    core.pointer(x, y);
  };
  const hold = (x: number, y: number) => {
    stage.setPointer({ x, y });
    holdAt(camera.toWorldWrapped(x, y));
  };
  const releaseTarget = () => {
    stage.setPointer();
    core.release();
  };
  const order = new TargetOrder(holdAt, releaseTarget, () => core.ticks());

  const respondsToTarget = () => core.scenery().heeds;

  const beginGesture = (next: Gesture) => {
    clearTimeout(timer);
    if (gesture === "target" && next !== "target") releaseTarget();
    if (next === "target") order.drop();
    if (next === "pan" || next === "pinch") order.holdTarget();
    if (gesture === "take" && next !== "take") taken?.lift(false);
    if (next !== "take") taken = undefined;
    // The editor sets its own cursor, until the next move.
    const keepsCursor = next === "take" || (gesture === "take" && next === "none");
    gesture = next;
    if (!keepsCursor) host.style.cursor = next === "pan" || next === "pinch" ? "grabbing" : "";
  };

  const pressed = (event: PointerEvent) => {
    // The back and forward buttons of a mouse.
    if (event.button > 2) return;
    if (fingers.some((finger) => finger.id === event.pointerId)) return;
    const at = locate(event);
    sky = at.sky;
    capturePointer(host, event.pointerId);
    fingers.push({ id: event.pointerId, x: at.x, y: at.y });
    if (fingers.length === 1) {
      pressX = at.x;
      pressY = at.y;
      pressedAt = event.timeStamp;
      strayed = false;
      const pans = event.button === 1 || event.button === 2 || event.shiftKey;
      const coarse = event.pointerType === "touch";
      const grabs = !pans && hooks.craft?.isOver(at.x, at.y, coarse);
      const take = pans ? undefined : (hooks.pressReceiver?.() ?? (grabs ? hooks.craft : undefined));
      if (take) {
        const taking = take.press(at.x, at.y, coarse);
        taken = taking ? take : undefined;
        beginGesture(taking ? "take" : "pan");
      } else {
        beginGesture(pans ? "pan" : "press");
        order.pointerPressed(at, coarse);
        if (!pans && respondsToTarget()) timer = window.setTimeout(beginHold, tapTime);
      }
      // The middle button would start the browser's own scrolling.
      if (event.button === 1) event.preventDefault();
    } else {
      strayed = true;
      beginGesture("pinch");
    }
  };

  /** A press without movement becomes a target after a delay. */
  const beginHold = () => {
    beginGesture("target");
    hold(pressX, pressY);
  };

  const moved = (event: PointerEvent) => {
    const finger = fingers.find(({ id }) => id === event.pointerId);
    const { x, y } = locate(event);
    if (fingers.length === 0 && !hooks.pressReceiver?.() && hooks.craft)
      host.style.cursor = hooks.craft.isOver(x, y, false) ? "grab" : "";
    if (!finger) return;
    if (Math.hypot(x - pressX, y - pressY) > tapReach) strayed = true;
    if (gesture === "pan") camera.panBy(x - finger.x, y - finger.y);
    else if (gesture === "pinch") pinch(finger, x, y);
    finger.x = x;
    finger.y = y;
    // Without units that respond to the target, a drag pans.
    if (gesture === "press" && strayed) beginGesture(respondsToTarget() ? "target" : "pan");
    if (gesture === "target") hold(x, y);
    else if (gesture === "take") taken?.move(x, y);
  };

  /** The first two fingers, of any number. */
  const pinch = (finger: Finger, x: number, y: number) => {
    const [first, second] = fingers;
    if (!first || !second || (finger !== first && finger !== second)) return;
    const other = finger === first ? second : first;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const now = Math.hypot(x - other.x, y - other.y);
    camera.panBy((x - finger.x) / 2, (y - finger.y) / 2);
    // Fingers too close together have no meaningful ratio.
    if (before > 8 && now > 8) camera.zoomAt((x + other.x) / 2, (y + other.y) / 2, now / before);
  };

  const lifted = (event: PointerEvent) => {
    const index = fingers.findIndex(({ id }) => id === event.pointerId);
    if (index < 0) return;
    fingers.splice(index, 1);
    if (gesture === "take" && fingers.length === 0 && event.type === "pointerup") {
      taken?.lift(true);
      taken = undefined;
    }
    // On a slow page a tap can have become a target; its own timestamps decide.
    const wasTarget = gesture === "target";
    const isTap = (wasTarget || gesture === "press") && !strayed && event.type === "pointerup";
    if (fingers.length === 0) {
      beginGesture("none");
    } else if (fingers.length === 1) {
      // The remaining finger goes on panning instead of becoming a target.
      beginGesture("pan");
    }
    order.pressEnded();
    if (isTap && event.timeStamp - pressedAt < tapTime) tapped(event, wasTarget);
  };

  const tapped = (event: PointerEvent, held: boolean) => {
    const at = stage.locate(event, sky);
    const world = camera.toWorldWrapped(at.x, at.y);
    const isTaken = hooks.tap?.(world.x, world.y, sky);
    if (isTaken || held || !takesOrders(core)) return;
    // During a replay orders are ignored; applied at its end, this one would be unexpected.
    if (core.seekGoal() !== undefined) return hooks.inputIgnored?.();
    order.giveByTap(world, at);
  };

  const wheeled = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = locate(event);
    const travel = event.deltaY * (wheelUnits[event.deltaMode] ?? 1);
    const rate = event.ctrlKey ? trackpadZoom : wheelZoom;
    camera.zoomAt(x, y, Math.exp(-Math.min(400, Math.max(-400, travel)) * rate));
    // The view moved under a held pointer.
    holdAgain();
  };

  const holdAgain = () => {
    const finger = fingers[0];
    if (gesture === "target" && finger) hold(finger.x, finger.y);
  };

  const pointerLeft = () => {
    fingers.length = 0;
    beginGesture("none");
  };

  const cancelOrderAndFit = () => {
    if (hooks.pressReceiver?.()) return;
    order.cancelTap();
    camera.fit();
  };
  const refuse = (event: Event) => event.preventDefault();

  host.style.touchAction = "none";
  host.addEventListener("pointerdown", pressed);
  host.addEventListener("pointermove", moved);
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    host.addEventListener(end, lifted);
  }
  host.addEventListener("wheel", wheeled, { passive: false });
  host.addEventListener("dblclick", cancelOrderAndFit);
  host.addEventListener("contextmenu", refuse);
  window.addEventListener("blur", pointerLeft);
  return { dropOrders: () => order.cancelAndRelease(), holdTargetAgain: holdAgain };
}

/** Keeps the drag when it leaves the host. A pointer that is already gone cannot be captured, and need not be. */
function capturePointer(host: HTMLElement, pointer: number): void {
  try {
    host.setPointerCapture(pointer);
  } catch {
    // The pointer's pointerup has been or will be sent as well.
  }
}
