/** Part of the share dialog that saves the positions of all units over time, as CSV or NumPy arrays. */

import { TICKS_PER_SECOND } from "../core/declared";
import { recordingLink } from "../core/link/timed";
import { TrackReader } from "../lab/tracks/reader";
import { element, setText } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { messageOf } from "../ui/plain";
import { actionButton, filePart } from "./dialog/elements";
import type { FilePart } from "./dialog/section";

/** Frames per second of the file: usual for cameras that record animals, and few enough for small files. */
const FRAMES_PER_SECOND = 10;

export const tracksPart: FilePart = (host) => {
  const { core } = host;
  const save = async (as: "csv" | "npz") => {
    const lastTick = core.ticks();
    // A worker simulates the run again from tick 0, since the page does not store past positions.
    const reader = new TrackReader();
    for (const button of buttons) button.disabled = true;
    try {
      const ticksPerFrame = TICKS_PER_SECOND / FRAMES_PER_SECOND;
      const link = recordingLink(core.recording(), lastTick);
      const showProgress = (share: number) =>
        setText(status, `Running it once more: ${Math.round(100 * share)} % done`);
      const bytes = await reader.request(
        "exportRun",
        { link, to: lastTick, every: ticksPerFrame, as },
        showProgress,
      );
      const name = fileName(`flockwright-${core.scene()}-tracks`, as);
      const type = as === "csv" ? "text/csv;charset=utf-8" : "application/octet-stream";
      download(name, new Blob([bytes], { type }));
      setText(status, "");
      host.say(`Saved as ${name}`);
    } catch (error) {
      setText(status, messageOf(error));
    } finally {
      reader.stop();
      show();
    }
  };
  const buttons = [
    actionButton("download", "Tracks as CSV", () => void save("csv")),
    actionButton("download", "Tracks as NumPy arrays", () => void save("npz")),
  ];
  const status = element("p.hints", { role: "status" });
  const text =
    "Where everyone was from the start until now, ten times a second: frame, time, id, group, role, place, velocity and heading, with frame rate, unit and link. Python, R and the tools of those who track animals read it, and so does this page.";
  const body = filePart("Tracks", text, ...buttons);
  body.append(status);
  const show = () => {
    for (const button of buttons) button.disabled = core.ticks() === 0;
  };
  return { body, showSection: show };
};
