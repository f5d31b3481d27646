/** The kinds of JSON files that the page opens: presets and recorded runs. */
import type { Core, Recording } from "../../core";
import { tickText } from "../../time/strip-math";
import { plainText } from "../../ui/plain";
import { FileError, type JsonObject, LARGEST_FILE, readJson } from "../files/json-file";
import { RUN_FORMAT, readRunFile } from "../files/run-file";
import { PRESETS_FORMAT, readPresets, sceneOf } from "./file";
import type { PresetLibrary } from "./library";

export interface FileHost {
  readonly core: Core;
  readonly library: PresetLibrary;
  /** Replaces the shown run by that of a link. */
  open(link: string): void;
  /** Replaces the shown run by a recorded one; returns why it is refused, and then keeps the run. */
  openRecording(recording: Recording): string | undefined;
}

export const NOT_STORED_TEXT =
  "Your browser does not store it, so it lasts only until this page is closed. Save it as a file to keep it.";

/**
 * For each value of a file's field `format`, a function that opens the file and returns what happened, as a sentence.
 * It throws a FileError, and changes nothing, if the file is invalid.
 */
const FILE_KINDS: Readonly<Record<string, (file: JsonObject, host: FileHost) => string>> = {
  [PRESETS_FORMAT](file, { core, library, open }) {
    const presets = readPresets(file);
    for (const { name, link } of presets) {
      if (core.sceneInfo(sceneOf(link))) continue;
      const scene = plainText(sceneOf(link).slice(0, 40));
      throw new FileError(
        `\u201c${name}\u201d is for a scene that this page does not have: \u201c${scene}\u201d.`,
      );
    }
    if (core.failed) throw new FileError("The simulation has stopped: restart it first.");
    const { added, areStored } = library.add(presets);
    const [only] = presets;
    if (presets.length === 1 && only) open(only.link);
    const addedText =
      added.length === 1
        ? `\u201c${added[0]}\u201d was added to your presets.`
        : `${added.length} presets were added.`;
    const message = added.length === 0 ? "You have these presets already." : addedText;
    return areStored ? message : `${message} ${NOT_STORED_TEXT}`;
  },
  [RUN_FORMAT](file, { openRecording }) {
    const recording = readRunFile(file);
    const problem = openRecording(recording);
    if (problem) throw new FileError(`The recording cannot be played. ${problem}`);
    return `Opened a recording of ${tickText(recording.ticks)} ticks: play it, or move along the timeline.`;
  },
};

/** Opens a file and returns what happened, as a sentence. Throws a FileError if the file is not a valid one. */
export async function openFile(file: File, host: FileHost): Promise<string> {
  const name = plainText(file.name.slice(0, 60));
  try {
    if (file.size > LARGEST_FILE) throw new FileError("It is too large to be one of this page's files.");
    let text: string;
    try {
      text = await file.text();
    } catch {
      throw new FileError("It cannot be read.");
    }
    const fields = readJson(text);
    const open = Object.hasOwn(FILE_KINDS, String(fields.format)) && FILE_KINDS[String(fields.format)];
    if (!open)
      throw new FileError(
        `This page does not know files of the kind \u201c${plainText(String(fields.format).slice(0, 40))}\u201d.`,
      );
    return open(fields, host);
  } catch (error) {
    const reason =
      error instanceof FileError ? error.message : "It holds something that this page does not understand.";
    throw new FileError(`\u201c${name}\u201d was not opened. ${reason}`);
  }
}
