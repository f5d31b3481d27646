/** Dialog that asks for facts about a recording of animals that its files do not declare, such as frames per second. */
import { element, optionElements, setText } from "../../ui/dom";
import { type FoundTracks, NO_ANSWERS, type TrackOptions } from "./messages";
import { drawPositions, recordingDialog, withoutOptionNames } from "./picture";

/** Offered units of length; `px` means that the file's numbers stay without a unit. */
const LENGTH_UNITS = ["mm", "cm", "m", "px"] as const;

const shortNumber = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-US");

/**
 * Opens the dialog with the questions; `openTracks` opens the recording with the answers, or rejects with a message.
 */
export function askTrackOptions(
  name: string,
  info: FoundTracks,
  openTracks: (options: TrackOptions) => Promise<void>,
): void {
  const questions = [
    rateQuestion(info),
    ...lengthQuestions(info),
    ...missingQuestion(info),
    directionQuestion(info),
    edgesQuestion(),
  ];
  const format = info.format === "" ? "Read by these columns" : `Read as ${info.format}`;
  const lengthUnit = info.unit ?? "of the file's lengths";
  const size = `${shortNumber(info.width)} by ${shortNumber(info.height)} ${lengthUnit}`;
  const notes = info.notes.map((note) => element("p.hints", withoutOptionNames(note)));
  recordingDialog(
    `${name}: ${format}. The animals are in ${size}.`,
    [...notes, ...questions.flatMap(({ fields }) => fields)],
    "Open",
    () => openTracks(Object.assign({ ...NO_ANSWERS }, ...questions.map(({ answer }) => answer()))),
  );
}

/** Input fields of one question, and the options that their present values give. */
interface TrackQuestion {
  fields: HTMLElement[];
  answer(): Partial<TrackOptions>;
}

function rateQuestion({ fps }: FoundTracks): TrackQuestion {
  const input = numberInput("tracks-fps", "Frames per second");
  const rate = fps === undefined ? "" : String(Number(fps.toPrecision(7)));
  input.value = rate;
  const note = rate ? "As the file says, or its times." : "As the camera had it.";
  return {
    fields: [labeledField("tracks-fps", "Frames per second", note, input)],
    // An unchanged frame rate is sent as 0, since the file's own value has more digits than the field.
    answer: () => ({ fps: input.value === rate ? 0 : numberIn(input) }),
  };
}

/** Questions for the unit of the file's lengths and for the length of an animal, as far as the file does not say. */
function lengthQuestions({ unit, length }: FoundTracks): TrackQuestion[] {
  const lengthUnit = element("span", unit ?? "");
  const questions: TrackQuestion[] = [];
  if (unit === undefined) questions.push(unitQuestion((chosen) => setText(lengthUnit, chosen)));
  if (length === undefined) {
    const input = numberInput("tracks-length", "Length of an animal");
    const row = element("span.across", input, lengthUnit);
    const note = "From nose to tail: the unit of distances, and the length of birds in the flock.";
    questions.push({
      fields: [labeledField("tracks-length", "Length of an animal", note, row)],
      answer: () => ({ length: numberIn(input) }),
    });
  }
  return questions;
}

function unitQuestion(unitChosen: (unit: string) => void): TrackQuestion {
  const scale = numberInput("tracks-scale", "How many units one in the file is");
  const unit = element(
    "select#tracks-unit",
    { "aria-label": "Unit" },
    ...optionElements(LENGTH_UNITS.map((one) => [one, one])),
  );
  const updateFields = () => {
    scale.hidden = unit.value === "px";
    scale.required = !scale.hidden;
    unitChosen(unit.value);
  };
  unit.addEventListener("change", updateFields);
  updateFields();
  const row = element("span.across", scale, unit);
  return {
    fields: [labeledField("tracks-scale", "A length of 1 in the file is", "", row)],
    answer: () => ({ unit: unit.value, scale: unit.value === "px" ? 1 : numberIn(scale) }),
  };
}

function missingQuestion({ missing }: FoundTracks): TrackQuestion[] {
  if (!missing) return [];
  const [place, times] = missing;
  const leaveOut = element("input#tracks-missing", { type: "checkbox" });
  const text = `Leave out ${times} places at ${place}, where an animal was likely not seen`;
  return [
    {
      fields: [element("label.tracks-field.across", { for: leaveOut.id }, leaveOut, text)],
      answer: () => ({ missing: leaveOut.checked ? place : "" }),
    },
  ];
}

/** Question whether y grows up or down in the file, with a drawing of the positions in the first frame. */
function directionQuestion({ is_y_up, firstPositions }: FoundTracks): TrackQuestion {
  const direction = element(
    "select#tracks-y",
    { "aria-label": "y grows" },
    ...optionElements([
      ["down", "downward, as in pictures"],
      ["up", "upward, as on plans"],
    ]),
  );
  direction.value = is_y_up ? "up" : "down";
  const picture = element("canvas.tracks-picture", { width: 320, height: 200 });
  const drawPicture = () => drawPositions(picture, firstPositions, direction.value === "up");
  direction.addEventListener("change", drawPicture);
  drawPicture();
  const note = "The picture is its first frame.";
  return {
    fields: [labeledField("tracks-y", "In the file y grows", note, direction), picture],
    answer: () => ({ yUp: direction.value === "up" }),
  };
}

function edgesQuestion(): TrackQuestion {
  const sides = [
    numberInput("tracks-wrap", "Width of the box", false),
    numberInput("tracks-wrap-height", "Height of the box", false),
  ];
  const box = element("span.across", ...sides);
  const note =
    "Width and height, in lengths of the file, if animals that leave on one side enter on the other. Empty for walls.";
  return {
    fields: [labeledField("tracks-wrap", "Periodic edges", note, box)],
    answer: () => ({ wrap: sides.some(({ value }) => value !== "") ? sides.map(numberIn) : [] }),
  };
}

const labeledField = (id: string, label: string, note: string, control: HTMLElement) =>
  element("div.tracks-field.stack", element("label", { for: id }, label), control, element("p.hints", note));

const numberInput = (id: string, label: string, isRequired = true) =>
  element("input", {
    ...{ id, type: "number", min: 0, step: "any", inputmode: "decimal" },
    ...{ required: isRequired, "aria-label": label },
  });

const numberIn = ({ value }: HTMLInputElement) => Number(value) || 0;
