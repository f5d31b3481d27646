/** The dialog with questions about a recording of animals, and the drawing of its first frame. */
import { element, makeDialog, setText } from "../../ui/dom";

/** Leaves out the end of a sentence that names an option of the command line, such as "--fps". */
export const withoutOptionNames = (note: string) => note.replace(/[:;,]?[^:;,.]* --.*$/, ".");

/**
 * Opens the dialog with these fields, in place of one about another file. `send` tries the answers: when it resolves,
 * the dialog closes; when it rejects, the error's message replaces `problem`.
 */
export function recordingDialog(
  text: string,
  fields: readonly HTMLElement[],
  submitLabel: string,
  send: () => Promise<void>,
  problem = "",
): void {
  document.querySelector<HTMLDialogElement>("#tracks-dialog")?.close();
  const problemLine = element("p.tracks-problem", { role: "alert" }, problem);
  const submit = element("button.button.primary", { type: "submit" }, submitLabel);
  const cancel = element("button.button", { onclick: () => dialog.close() }, "Cancel");
  const onsubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit.disabled = true;
    send().then(
      () => dialog.close(),
      (error: Error) => {
        submit.disabled = false;
        setText(problemLine, withoutOptionNames(error.message));
      },
    );
  };
  const form = element(
    "form",
    { onsubmit },
    element("p.hints", text),
    ...fields,
    problemLine,
    element("div.actions", submit, cancel),
  );
  const { dialog, title } = makeDialog("tracks", "closerequest", form);
  setText(title, "A recording");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  form.querySelector<HTMLElement>("input:not([hidden]), select")?.focus();
}

/** Positions (x and y alternate) scaled to px so that all fit into a picture of this size; one scale for both axes. */
export function fitIntoPicture(
  places: ArrayLike<number>,
  width: number,
  height: number,
  yUp: boolean,
): number[] {
  const margin = 8;
  const extents = [0, 1].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = axis; at < places.length; at += 2) {
      const value = places[at] ?? 0;
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    return [low, high] as const;
  });
  const [[left, right] = [0, 0], [top, bottom] = [0, 0]] = extents;
  const innerSize = [width - 2 * margin, height - 2 * margin] as const;
  const scale = Math.min(innerSize[0] / (right - left || 1), innerSize[1] / (bottom - top || 1));
  const points: number[] = [];
  for (let at = 0; at + 1 < places.length; at += 2) {
    const x = width / 2 + ((places[at] ?? 0) - (left + right) / 2) * scale;
    const y = ((places[at + 1] ?? 0) - (top + bottom) / 2) * scale;
    points.push(x, height / 2 + (yUp ? -y : y));
  }
  return points;
}

export function drawPositions(canvas: HTMLCanvasElement, places: ArrayLike<number>, up: boolean): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  const points = fitIntoPicture(places, width, height, up);
  for (let at = 0; at < points.length; at += 2) {
    context.beginPath();
    context.arc(points[at] ?? 0, points[at + 1] ?? 0, 3, 0, 2 * Math.PI);
    context.fill();
  }
}
