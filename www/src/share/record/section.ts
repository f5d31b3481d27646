/** "Image & video" of the share dialog: a PNG of the canvas, and a video that is taken while the dialog is closed. */
import "../../style/record.css";
import { byId, element, icon, options, setText } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import { toast } from "../../ui/notices";
import { action } from "../dialog/elements";
import type { ShareHost, ShareSection } from "../dialog/section";
import { formats, longestVideo, parseSeconds, shortestVideo } from "./pace";
import { type Part, takePicture } from "./picture";
import { canRecord, type VideoOptions, VideoTake } from "./video";

/** The video that is being taken: a second one at the same time would drive the run, too. */
let running: VideoTake | undefined;

/** The run's scene, seed and tick, as the name of a file. */
function nameOf({ core }: ShareHost, extension: string): string {
  return fileName(`flockwright-${core.scene()}-seed-${core.seed()}-tick-${core.ticks()}`, extension);
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function field(label: string, control: HTMLElement): HTMLElement {
  return element("label.record-field", element("span", label), control);
}

/** What is in a picture or a video. */
function partField(id: string): { line: HTMLElement; part: () => Part } {
  const parts = { free: "The part that no panel covers", all: "The whole canvas" };
  const choice = element("select", { id }, ...options(Object.entries(parts)));
  return { line: field("Shows", choice), part: () => (choice.value === "all" ? "all" : "free") };
}

function imagePart(host: ShareHost): HTMLElement {
  const sizes = { 1: "As on the screen", 2: "Twice the resolution" };
  const scale = element("select#picture-scale", ...options(Object.entries(sizes)));
  const clear = element("input#picture-clear", { type: "checkbox" });
  const { line, part } = partField("picture-part");
  const picture = () =>
    takePicture(host.stage, { part: part(), scale: Number(scale.value), transparent: clear.checked });
  const save = async () => {
    try {
      const name = nameOf(host, "png");
      const blob = await picture();
      download(name, blob);
      host.say(`Saved as ${name}, ${sizeText(blob.size)}`);
    } catch (error) {
      host.say(error instanceof Error ? error.message : "The picture could not be made.");
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
      host.say("Picture copied");
    } catch {
      host.say("The browser refused access to the clipboard. Save the picture instead.");
    }
  };
  const actions = element(
    "div.actions",
    action("download", "Save image", () => void save(), true),
  );
  if (typeof ClipboardItem === "function") actions.append(action("copy", "Copy image", () => void copy()));
  return element(
    "section.share-part",
    element("h3", "Image"),
    element("p.hints", "The canvas as you see it, as a PNG."),
    element(
      "div.record-fields.flow",
      line,
      field("Size", scale),
      element("label.switch-line", clear, "Without the background"),
    ),
    actions,
  );
}

function videoPart(host: ShareHost): HTMLElement {
  const found = canRecord() ? formats((mime) => MediaRecorder.isTypeSupported(mime)) : [];
  const body = element("section.share-part", element("h3", "Video"));
  if (found.length === 0) {
    const text =
      "This browser cannot record a canvas. Current versions of Chrome, Edge, Firefox and Safari can.";
    body.append(element("p#video-unsupported.hints", text));
    return body;
  }
  const seconds = element("input#video-seconds", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    maxlength: 5,
    value: 10,
  });
  const fps = element("select#video-fps", ...options([30, 60].map((rate) => [rate, `${rate} per second`])));
  const format = element("select#video-format", ...options(found.map(({ label }, at) => [at, label])));
  const { line, part } = partField("video-part");
  const start = action(
    "record",
    "Record",
    (event) => {
      if (running) {
        host.say("A video is being recorded. Stop or cancel it first, in its line on the canvas.");
        return;
      }
      const length = parseSeconds(seconds.value);
      const chosen = found[Number(format.value)];
      if (length === undefined || !chosen) {
        host.say(`A video lasts from ${shortestVideo} to ${longestVideo} seconds.`);
        seconds.focus();
        return;
      }
      start.closest("dialog")?.close();
      const focus = event.detail > 0 ? "stage" : "video-stop";
      void take(host, { part: part(), seconds: length, fps: Number(fps.value), format: chosen }, focus);
    },
    true,
  );
  start.id = "video-start";
  body.append(
    element(
      "p.hints",
      "The run from here on, at the speed set below the canvas. No tick is skipped, even on a slow machine. You can drag, tune and pause while it records.",
    ),
    element(
      "div.record-fields.flow",
      line,
      field("Seconds", seconds),
      field("Frames", fps),
      field("Format", format),
    ),
    element("div.actions", start),
  );
  return body;
}

/**
 * Takes a video, with a line on the canvas that shows how far it is. After a press with mouse or finger the keys belong
 * to the flock, for the space bar to pause it; the Tab key's focus goes to where the video can be stopped.
 */
async function take(host: ShareHost, options: VideoOptions, focus: "stage" | "video-stop"): Promise<void> {
  const { seconds, format } = options;
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Video" });
  const text = element("p", `0.0 of ${seconds} s`);
  const name = nameOf(host, format.extension);
  const { core, stage, clock } = host;
  const video = new VideoTake(core, stage, clock, host.waits, (share) => {
    bar.value = share;
    setText(text, `${(share * seconds).toFixed(1)} of ${seconds} s`);
  });
  const keep = element("button#video-stop.button", { onclick: () => video.finish() }, "Stop and save");
  const cancel = element("button#video-cancel.button.quiet", { onclick: () => video.cancel() }, "Cancel");
  running = video;
  const line = element(
    "section#video-line.surface.line",
    { "aria-label": "Recording a video" },
    element("span.record-dot", { "aria-hidden": "true" }, icon("record")),
    text,
    bar,
    element("div.video-buttons", keep, cancel),
  );
  byId("toast").before(line);
  line.scrollIntoView({ block: "nearest" });
  byId(focus).focus({ preventScroll: true });
  // The page says that the run goes, and can pause it; one that was paused is so again afterwards.
  const paused = !clock.playing;
  host.setPlaying(true);
  try {
    const result = await video.record(options);
    if (result) {
      download(name, result.blob);
      const exact = result.exact ? "" : " This browser records in real time, so frames may be missing.";
      toast(`Saved as ${name}, ${sizeText(result.blob.size)}.${exact}`);
    } else toast("The video was canceled.");
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    toast(`The video could not be recorded. ${reason}`);
  } finally {
    running = undefined;
    if (paused) host.setPlaying(false);
    const focused = line.contains(document.activeElement);
    line.remove();
    if (focused) byId("stage").focus({ preventScroll: true });
  }
}

export const mediaSection: ShareSection = {
  key: "media",
  title: "Image & video",
  build: (host) => ({
    body: element("div.share-parts.stack", imagePart(host), videoPart(host)),
    show: () => {},
  }),
};
