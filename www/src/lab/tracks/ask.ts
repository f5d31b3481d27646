/** Asks for what files of tracks do not say: nothing of it is guessed. */
import type { TrackFilesInfo } from "../../core/work";
import { element, options, setText } from "../../ui/dom";
import type { FoundTracks, Given } from "./messages";
import { pictureOf, recordingDialog } from "./picture";

/** What lengths can be measured in; `px` stands for the file's own numbers. */
const UNITS = ["mm", "cm", "m", "px"] as const;

/** Whether there is something to ask for. */
export function isMissing({ fps, unit, length }: TrackFilesInfo): boolean {
  return fps === undefined || unit === undefined || length === undefined;
}

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-US");

/**
 * Opens a dialog. `open` tries what was said and rejects with a sentence, which is shown; the dialog closes when it does
 * not, or when a person gives up.
 */
export function askFor(name: string, info: FoundTracks, open: (given: Given) => Promise<void>): void {
  const problem = element("p.tracks-problem", { role: "alert" });
  const field = (id: string, label: string, note: string, control: HTMLElement) =>
    element(
      "div.tracks-field.stack",
      element("label", { for: id }, label),
      control,
      element("p.hints", note),
    );
  const number = (id: string, label: string) =>
    element("input", {
      id,
      type: "number",
      min: 0,
      step: "any",
      inputmode: "decimal",
      required: true,
      "aria-label": label,
    });
  const fps = number("tracks-fps", "Frames per second");
  const scale = number("tracks-scale", "How many units one in the file is");
  const unit = element(
    "select#tracks-unit",
    { "aria-label": "Unit" },
    ...options(UNITS.map((one) => [one, one])),
  );
  const length = number("tracks-length", "Length of an animal");
  const lengthUnit = element("span", info.unit ?? "");
  const size = `The animals are in ${short(info.width)} by ${short(info.height)} ${info.unit ?? "of the file's lengths"}.`;
  const fields: HTMLElement[] = [];
  if (info.fps === undefined) {
    fields.push(field("tracks-fps", "Frames per second", "As the camera had it.", fps));
  }
  if (info.unit === undefined) {
    const row = element("span.tracks-row.across", scale, unit);
    fields.push(field("tracks-scale", "A length of 1 in the file is", "", row));
    const follow = () => {
      const own = unit.value === "px";
      scale.hidden = own;
      scale.required = !own;
      setText(lengthUnit, unit.value);
    };
    unit.addEventListener("change", follow);
    follow();
  }
  if (info.length === undefined) {
    const row = element("span.tracks-row.across", length, lengthUnit);
    const note = "From nose to tail: the unit of distances, and the length of units in the flock.";
    fields.push(field("tracks-length", "Length of an animal", note, row));
  }
  const way = element(
    "select#tracks-y",
    { "aria-label": "y grows" },
    ...options([
      ["down", "downward, as in pictures"],
      ["up", "upward, as on plans"],
    ]),
  );
  const picture = element("canvas.tracks-picture", { width: 320, height: 200 });
  const draw = () => pictureOf(picture, info.first, way.value === "up");
  way.addEventListener("change", draw);
  fields.push(field("tracks-y", "In the file y grows", "The picture is its first frame.", way), picture);
  draw();
  const go = element("button.button.primary", { type: "submit" }, "Open");
  const { dialog, form } = recordingDialog(
    element("p.hints", `${name} does not say all that is needed. ${size}`),
    fields,
    problem,
    go,
  );
  const value = (input: HTMLInputElement) => Number(input.value) || 0;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const own = unit.value === "px";
    const given: Given = {
      fps: info.fps === undefined ? value(fps) : 0,
      scale: info.unit !== undefined ? 0 : own ? 1 : value(scale),
      unit: info.unit === undefined ? unit.value : "",
      length: info.length === undefined ? value(length) : 0,
      yUp: way.value === "up",
    };
    go.disabled = true;
    open(given).then(
      () => dialog.close(),
      (error: Error) => {
        go.disabled = false;
        setText(problem, error.message);
      },
    );
  });
  form.querySelector<HTMLElement>("input:not([hidden])")?.focus();
}
