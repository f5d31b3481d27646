/** The recording as a file. */

import { download, fileName } from "../ui/download";
import { action, filePart } from "./dialog/elements";
import type { FilePart, ShareHost } from "./dialog/section";
import { runJson } from "./files/run-file";

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
