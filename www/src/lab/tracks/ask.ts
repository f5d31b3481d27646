/** Asks for facts that files of tracks do not declare, and shows the rate of their times before it is used. */
import { element, optionElements, setText } from "../../ui/dom";
import type { FoundTracks, TrackOptions } from "./messages";
import { drawPositions, recordingDialog, withoutOptionNames } from "./picture";

/** Units of length; `px` stands for the file's own numbers. */
const LENGTH_UNITS = ["mm", "cm", "m", "px"] as const;

const shortNumber = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-US");

/**
 * Opens a dialog; `open` opens the recording with the answers.
 * If that fails, it rejects with an error whose message is shown.
 */
export function askTrackOptions(
  name: string,
  info: FoundTracks,
  open: (given: TrackOptions) => Promise<void>,
): void {
  const labeledField = (id: string, label: string, note: string, control: HTMLElement) =>
    element(
      "div.tracks-field.stack",
      element("label", { for: id }, label),
      control,
      element("p.hints", note),
    );
  const numberInput = (id: string, label: string, required = true) =>
    element("input", {
      id,
      type: "number",
      min: 0,
      step: "any",
      inputmode: "decimal",
      required,
      "aria-label": label,
    });
  const fps = numberInput("tracks-fps", "Frames per second");
  const rate = info.fps === undefined ? "" : String(Number(info.fps.toPrecision(7)));
  fps.value = rate;
  const scale = numberInput("tracks-scale", "How many units one in the file is");
  const unit = element(
    "select#tracks-unit",
    { "aria-label": "Unit" },
    ...optionElements(LENGTH_UNITS.map((one) => [one, one])),
  );
  const length = numberInput("tracks-length", "Length of an animal");
  const lengthUnit = element("span", info.unit ?? "");
  const format = info.format === "" ? "Read by these columns" : `Read as ${info.format}`;
  const size = `${format}. The animals are in ${shortNumber(info.width)} by ${shortNumber(info.height)} ${info.unit ?? "of the file's lengths"}.`;
  const fields: HTMLElement[] = info.notes.map((note) => element("p.hints", withoutOptionNames(note)));
  const rateNote = rate ? "As the file says, or its times." : "As the camera had it.";
  fields.push(labeledField("tracks-fps", "Frames per second", rateNote, fps));
  if (info.unit === undefined) {
    const row = element("span.across", scale, unit);
    fields.push(labeledField("tracks-scale", "A length of 1 in the file is", "", row));
    const updateFields = () => {
      const isPixels = unit.value === "px";
      scale.hidden = isPixels;
      scale.required = !isPixels;
      setText(lengthUnit, unit.value);
    };
    unit.addEventListener("change", updateFields);
    updateFields();
  }
  if (info.length === undefined) {
    const row = element("span.across", length, lengthUnit);
    const note = "From nose to tail: the unit of distances, and the length of birds in the flock.";
    fields.push(labeledField("tracks-length", "Length of an animal", note, row));
  }
  const yDirection = element(
    "select#tracks-y",
    { "aria-label": "y grows" },
    ...optionElements([
      ["down", "downward, as in pictures"],
      ["up", "upward, as on plans"],
    ]),
  );
  yDirection.value = info.is_y_up ? "up" : "down";
  const wrapInputs = [
    numberInput("tracks-wrap", "Width of the box", false),
    numberInput("tracks-wrap-height", "Height of the box", false),
  ];
  const leaveOutMissing = element("input#tracks-missing", { type: "checkbox" });
  if (info.missing) {
    const [place, times] = info.missing;
    const text = `Leave out ${times} places at ${place}, where an animal was likely not seen`;
    fields.push(element("label.tracks-field.across", { for: leaveOutMissing.id }, leaveOutMissing, text));
  }
  const picture = element("canvas.tracks-picture", { width: 320, height: 200 });
  const drawPicture = () => drawPositions(picture, info.firstPositions, yDirection.value === "up");
  yDirection.addEventListener("change", drawPicture);
  fields.push(
    labeledField("tracks-y", "In the file y grows", "The picture is its first frame.", yDirection),
    picture,
  );
  drawPicture();
  const box = element("span.across", ...wrapInputs);
  const note =
    "Width and height, in lengths of the file, if animals that leave on one side enter on the other. Empty for walls.";
  fields.push(labeledField("tracks-wrap", "Periodic edges", note, box));
  const value = (input: HTMLInputElement) => Number(input.value) || 0;
  const submitOptions = () => {
    const isPixels = unit.value === "px";
    return open({
      fps: fps.value === rate ? 0 : value(fps),
      scale: info.unit !== undefined ? 0 : isPixels ? 1 : value(scale),
      unit: info.unit === undefined ? unit.value : "",
      length: info.length === undefined ? value(length) : 0,
      yUp: yDirection.value === "up",
      missing: info.missing && leaveOutMissing.checked ? info.missing[0] : "",
      wrap: wrapInputs.some((side) => side.value !== "") ? wrapInputs.map(value) : [],
    });
  };
  recordingDialog(`${name}: ${size}`, fields, "Open", submitOptions);
}
