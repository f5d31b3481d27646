/** Asks for facts that files of tracks do not declare, and shows the rate of their times before it is used. */
import { element, options, setText } from "../../ui/dom";
import type { FoundTracks, TrackOptions } from "./messages";
import { pictureOf, plainly, recordingDialog } from "./picture";

/** Units of length; `px` stands for the file's own numbers. */
const UNITS = ["mm", "cm", "m", "px"] as const;

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-US");

/**
 * Opens a dialog; `open` opens the recording with the answers.
 * If that fails, it rejects with an error whose message is shown.
 */
export function askFor(name: string, info: FoundTracks, open: (given: TrackOptions) => Promise<void>): void {
  const field = (id: string, label: string, note: string, control: HTMLElement) =>
    element(
      "div.tracks-field.stack",
      element("label", { for: id }, label),
      control,
      element("p.hints", note),
    );
  const number = (id: string, label: string, required = true) =>
    element("input", {
      id,
      type: "number",
      min: 0,
      step: "any",
      inputmode: "decimal",
      required,
      "aria-label": label,
    });
  const fps = number("tracks-fps", "Frames per second");
  const rate = info.fps === undefined ? "" : String(Number(info.fps.toPrecision(7)));
  fps.value = rate;
  const scale = number("tracks-scale", "How many units one in the file is");
  const unit = element(
    "select#tracks-unit",
    { "aria-label": "Unit" },
    ...options(UNITS.map((one) => [one, one])),
  );
  const length = number("tracks-length", "Length of an animal");
  const lengthUnit = element("span", info.unit ?? "");
  const format = info.format === "" ? "Read by these columns" : `Read as ${info.format}`;
  const size = `${format}. The animals are in ${short(info.width)} by ${short(info.height)} ${info.unit ?? "of the file's lengths"}.`;
  const fields: HTMLElement[] = info.notes.map((note) => element("p.hints", plainly(note)));
  const says = rate ? "As the file says, or its times." : "As the camera had it.";
  fields.push(field("tracks-fps", "Frames per second", says, fps));
  if (info.unit === undefined) {
    const row = element("span.across", scale, unit);
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
    const row = element("span.across", length, lengthUnit);
    const note = "From nose to tail: the unit of distances, and the length of birds in the flock.";
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
  way.value = info.is_y_up ? "up" : "down";
  const wrap = [
    number("tracks-wrap", "Width of the box", false),
    number("tracks-wrap-height", "Height of the box", false),
  ];
  const leave = element("input#tracks-missing", { type: "checkbox" });
  if (info.missing) {
    const [place, times] = info.missing;
    const text = `Leave out ${times} places at ${place}, where an animal was likely not seen`;
    fields.push(element("label.tracks-field.across", { for: leave.id }, leave, text));
  }
  const picture = element("canvas.tracks-picture", { width: 320, height: 200 });
  const draw = () => pictureOf(picture, info.first, way.value === "up");
  way.addEventListener("change", draw);
  fields.push(field("tracks-y", "In the file y grows", "The picture is its first frame.", way), picture);
  draw();
  const box = element("span.across", ...wrap);
  const note =
    "Width and height, in lengths of the file, if animals that leave on one side enter on the other. Empty for walls.";
  fields.push(field("tracks-wrap", "Periodic edges", note, box));
  const value = (input: HTMLInputElement) => Number(input.value) || 0;
  const send = () => {
    const own = unit.value === "px";
    return open({
      fps: fps.value === rate ? 0 : value(fps),
      scale: info.unit !== undefined ? 0 : own ? 1 : value(scale),
      unit: info.unit === undefined ? unit.value : "",
      length: info.length === undefined ? value(length) : 0,
      yUp: way.value === "up",
      missing: info.missing && leave.checked ? info.missing[0] : "",
      wrap: wrap.some((side) => side.value !== "") ? wrap.map(value) : [],
    });
  };
  recordingDialog(`${name}: ${size}`, fields, "Open", send);
}
