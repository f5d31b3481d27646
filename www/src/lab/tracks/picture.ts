/** The dialog in which a recording is asked about, and the picture of its first frame. */
import { element, icon } from "../../ui/dom";

/** Opens it with these parts; one that is open is closed: it asked about another file. */
export function recordingDialog(
  says: HTMLElement,
  fields: readonly HTMLElement[],
  problem: HTMLElement,
  go: HTMLButtonElement,
): { dialog: HTMLDialogElement; form: HTMLFormElement } {
  document.querySelector<HTMLDialogElement>("#tracks-dialog")?.close();
  const cancel = element("button.button", { type: "button" }, "Cancel");
  const close = element("button.icon-button", { type: "button", "aria-label": "Close" }, icon("close"));
  const form = element(
    "form",
    { method: "dialog" },
    says,
    ...fields,
    problem,
    element("div.actions", go, cancel),
  );
  const dialog = element(
    "dialog#tracks-dialog",
    { "aria-labelledby": "tracks-title" },
    element("header.panel-head.across.firm.tall.tight", element("h2#tracks-title", "A recording"), close),
    form,
  );
  for (const button of [cancel, close]) button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, form };
}

/** Where to draw places, x and y in turn, so that all are seen and none is stretched; in px. */
export function placed(places: ArrayLike<number>, width: number, height: number, up: boolean): number[] {
  const margin = 8;
  const ends = [0, 1].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = axis; at < places.length; at += 2) {
      const value = places[at] ?? 0;
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    return [low, high] as const;
  });
  const [[left, right] = [0, 0], [top, bottom] = [0, 0]] = ends;
  const room = [width - 2 * margin, height - 2 * margin] as const;
  const scale = Math.min(room[0] / (right - left || 1), room[1] / (bottom - top || 1));
  const drawn: number[] = [];
  for (let at = 0; at + 1 < places.length; at += 2) {
    const x = width / 2 + ((places[at] ?? 0) - (left + right) / 2) * scale;
    const y = ((places[at + 1] ?? 0) - (top + bottom) / 2) * scale;
    drawn.push(x, height / 2 + (up ? -y : y));
  }
  return drawn;
}

export function pictureOf(canvas: HTMLCanvasElement, places: ArrayLike<number>, up: boolean): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  const drawn = placed(places, width, height, up);
  for (let at = 0; at < drawn.length; at += 2) {
    context.beginPath();
    context.arc(drawn[at] ?? 0, drawn[at + 1] ?? 0, 3, 0, 2 * Math.PI);
    context.fill();
  }
}
