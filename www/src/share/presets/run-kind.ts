/** Opens recordings that are dropped on the page or chosen. */

import { tickText } from "../../time/strip-math";
import { FileError } from "../files/json-file";
import { RUN_FORMAT, readRunFile } from "../files/run-file";
import type { FileKind } from "./kind";

export const runKind: FileKind = {
  format: RUN_FORMAT,
  open(file, { openRecording }) {
    const recording = readRunFile(file);
    const problem = openRecording(recording);
    if (problem) throw new FileError(`The recording cannot be played. ${problem}`);
    return `Opened a recording of ${tickText(recording.ticks)} ticks: play it, or move along the timeline.`;
  },
};
