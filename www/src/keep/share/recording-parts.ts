/** What the share dialog offers of a run's time: links that start later or carry what was done, and the recording as a file. */

import { recordingLink } from "../../link/timed";
import { inputsText, tickText } from "../../time/strip-math";
import { download, fileName } from "../../ui/download";
import { action, filePart } from "../dialog/elements";
import type { FilePart, LinkOption, ShareHost } from "../dialog/section";
import { runJson } from "../files/run-file";

/** What the switch for the inputs says, before their number. */
export const DONE_LABEL = "Include what you did in this run";

/** What was done, played again from the start. */
export const doneOption: LinkOption = {
  key: "done",
  carriesDone: true,
  label: ({ core }) => `${DONE_LABEL} (${inputsText(core.recorded())})`,
  offered: ({ core }) => core.recorded() > 0,
  add: (_link, { core }) => recordingLink(core.recording()),
};

/** This very moment: it includes what was done, for without that it would be another one. */
export const momentOption: LinkOption = {
  key: "moment",
  carriesDone: true,
  label: ({ core }, tick) => {
    const what = core.recorded() > 0 ? ", including what you did in this run" : "";
    return `Start at this moment, tick ${tickText(tick)}${what}`;
  },
  offered: ({ core }) => core.ticks() > 0,
  add: (_link, { core }, tick) => recordingLink(core.recording(), tick),
};

/** Saves the run with all that was done in it: without a limit on its length. */
export function saveRecording({ core, say }: ShareHost): void {
  const recording = core.recording();
  // Of a full recording something is missing: gone through again, it ends elsewhere.
  const known = core.ticks() === recording.ticks && !core.recordingFull();
  const hash = known ? core.hash() : undefined;
  const name = fileName(`flockwright-${core.scene()}-seed-${core.seed()}-run`, "json");
  download(name, new Blob([runJson({ ...recording, hash })], { type: "application/json" }));
  say(`Saved as ${name}`);
}

/** The recording as a file. */
export const recordingPart: FilePart = {
  build(host) {
    const { core } = host;
    const save = action("download", "Save recording", () => saveRecording(host));
    const body = filePart(
      "Recording",
      "This run and everything you did in it, tick by tick. It opens here, and also runs without the page.",
      save,
    );
    const full = () => {
      if (core.recordingFull()) host.say("The recording is full: what you did last is not in it.");
    };
    return { body, show: full };
  },
};
