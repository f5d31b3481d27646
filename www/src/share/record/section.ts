/** Section of the share dialog for a picture (PNG) and a loop, a video that is recorded while the dialog is closed. */
import "../../style/record.css";
import { pageWith } from "../../core/link/address";
import { shareLinkAt } from "../../time/moment";
import { copyFailureText } from "../../ui/clipboard";
import { byId, element, icon, setText } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import { toast } from "../../ui/notices";
import { actionButton, filePart } from "../dialog/elements";
import type { SharePage, ShareSection, ShareView } from "../dialog/section";
import { drawCaption } from "./caption";
import { MAX_SECONDS, MIN_SECONDS, parseSeconds } from "./pace";
import { PICTURE_SIZES, type Size, takePicture } from "./picture";
import { type VideoOptions, VideoRecorder, whyNoVideo } from "./video";

/** Recorder of the video being recorded; there is only one, since a recorder runs the ticks itself. */
let runningRecorder: VideoRecorder | undefined;

/** Name of a file about the run, without extension: scene, seed and tick. */
const runFileStem = ({ core }: SharePage) =>
  `flockwright-${core.scene()}-seed-${core.seed()}-tick-${core.ticks()}`;

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Longest URL in a caption, characters; a longer one is too long to type from a slide. */
const MAX_LINK = 90;

/** Default durations of a loop, s: of the run alone, and of the two runs of "Two skies". */
const LOOP_SECONDS = [10, 6] as const;
const LOOP_NOTES = [
  "The run from here on, at the speed set below the canvas. No tick is skipped, even on a slow machine. You can drag, tune and pause while it records.",
  "Both skies from here on, 1920 by 1080 px, with captions. The end fades into the beginning, so that it repeats without a jump.",
] as const;

/** Letter size of captions of shared pictures and videos, see `drawCaption`. */
const CAPTION_SIZE = 0.5;

/** Caption of a picture: title of the run, and its URL if that is short. */
function captionOf({ title, core, look }: SharePage): string {
  const address = pageWith(shareLinkAt(core, core.ticks(), look()), location.href).replace(
    /^https?:\/\//,
    "",
  );
  return [title(), address.length <= MAX_LINK ? address : ""].filter(Boolean).join(" \u00b7 ");
}

/** Check box that chooses a square picture in place of a 16:9 one. */
function squareSwitch(): { root: HTMLElement; size(): Size } {
  const box = element("input", { type: "checkbox" });
  const root = element("label.across.tight", box, "Square, 1080 by 1080 px");
  return { root, size: () => PICTURE_SIZES[box.checked ? "square" : "slide"] };
}

function imagePart(host: SharePage): HTMLElement {
  const square = squareSwitch();
  const caption = element("input", { type: "checkbox", checked: true });
  const makePicture = () => {
    const text = captionOf(host);
    const draw = (canvas: HTMLCanvasElement) => caption.checked && drawCaption(canvas, text, CAPTION_SIZE);
    return takePicture(host.stage, draw, square.size());
  };
  const savePicture = async () => {
    try {
      const name = fileName(runFileStem(host), "png");
      const blob = await makePicture();
      download(name, blob);
      host.say(`Saved as ${name}, ${sizeText(blob.size)}`);
    } catch (error) {
      host.say(error instanceof Error ? error.message : "The picture could not be made.");
    }
  };
  const copyPicture = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": makePicture() })]);
      host.say("Picture copied");
    } catch {
      host.say(`${copyFailureText()}. Save the picture instead.`);
    }
  };
  const actions = [actionButton("download", "Save picture", () => void savePicture(), true)];
  if (typeof ClipboardItem === "function")
    actions.push(actionButton("copy", "Copy picture", () => void copyPicture()));
  const pictureFilePart = filePart("Picture", "This moment as a PNG of 1920 by 1080 px.", ...actions);
  const options = [square.root, element("label.across.tight", caption, "Caption with scene and link")];
  pictureFilePart.querySelector(".hints")?.after(element("div.flow.spaced", ...options));
  return pictureFilePart;
}

function videoPart(host: SharePage): ShareView {
  const noVideoReason = whyNoVideo();
  if (noVideoReason) {
    const note = element("p#video-unsupported.hints", noVideoReason);
    return { body: element("section.share-part", element("h3", "Loop"), note) };
  }
  const seconds = element("input#video-seconds", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    maxlength: 5,
  });
  const note = element("p.hints");
  const square = squareSwitch();
  square.root.classList.add("spaced");
  let skies = 0;
  const start = actionButton(
    "record",
    "Record",
    (event) => {
      if (runningRecorder) {
        host.say("A loop is being recorded. Stop or cancel it first, in its line on the canvas.");
        return;
      }
      const length = parseSeconds(seconds.value);
      if (length === undefined) {
        host.say(`A loop lasts from ${MIN_SECONDS} to ${MAX_SECONDS} seconds.`);
        seconds.focus();
        return;
      }
      const focusId = event.detail > 0 ? "stage" : "video-stop";
      // The run is resumed when the dialog has closed, and recorded from then on.
      const dialog = start.closest("dialog");
      const options = { seconds: length, ...(skies > 1 ? loopOfTwo(host, square.size()) : {}) };
      dialog?.addEventListener("close", () => void recordVideo(host, options, focusId), { once: true });
      dialog?.close();
    },
    true,
  );
  start.id = "video-start";
  const body = element(
    "section.share-part",
    element("h3", "Loop"),
    note,
    square.root,
    element("label.record-field.across.spaced", element("span", "Seconds"), seconds),
    element("div.actions", start),
  );
  const showSection = () => {
    const viewCount = host.stage.boxes.length;
    if (viewCount === skies) return;
    skies = viewCount;
    const at = skies > 1 ? 1 : 0;
    seconds.value = String(LOOP_SECONDS[at]);
    setText(note, LOOP_NOTES[at]);
    square.root.hidden = skies === 1;
  };
  return { body, showSection };
}

/** Options for a loop of "Two skies", whose end fades into its beginning, with a caption like a picture. */
function loopOfTwo(host: SharePage, loopSize: Size): Omit<VideoOptions, "seconds"> {
  const text = captionOf(host);
  return { loopSize, draw: (canvas) => drawCaption(canvas, text, CAPTION_SIZE) };
}

/**
 * Records a video and shows its progress above the stage. `focus`: after a press by mouse or finger the stage gets the
 * focus, so that Space pauses the run; after a key the Stop button.
 */
async function recordVideo(
  host: SharePage,
  options: VideoOptions,
  focus: "stage" | "video-stop",
): Promise<void> {
  const { seconds } = options;
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Loop" });
  const text = element("p", `0.0 of ${seconds} s`);
  const from = runFileStem(host);
  const { core, stage, clock } = host;
  const video = new VideoRecorder(core, stage, clock, host.waits, (share) => {
    bar.value = share;
    setText(text, `${(share * seconds).toFixed(1)} of ${seconds} s`);
  });
  const stopButton = element("button#video-stop.button", { onclick: () => video.finish() }, "Stop and save");
  const cancel = element("button#video-cancel.button.quiet", { onclick: () => video.cancel() }, "Cancel");
  runningRecorder = video;
  const line = element(
    "section#video-line.surface.line.across.firm",
    { "aria-label": "Recording a loop" },
    element("span.record-dot", { "aria-hidden": "true" }, icon("record")),
    text,
    bar,
    element("div.video-buttons.across.tight", stopButton, cancel),
  );
  byId("toast").before(line);
  line.scrollIntoView({ block: "nearest" });
  byId(focus).focus({ preventScroll: true });
  // The run plays during the recording, and can be paused; a run that was paused is paused again afterwards.
  const wasPaused = !clock.playing;
  host.setPlaying(true);
  try {
    const result = await video.record(options);
    if (result) {
      const name = fileName(from, result.extension);
      download(name, result.blob);
      toast(`Saved as ${name}, ${sizeText(result.blob.size)}.`);
    } else toast("The loop was canceled.");
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    toast(`The loop could not be recorded. ${reason}`);
  } finally {
    runningRecorder = undefined;
    if (wasPaused) host.setPlaying(false);
    const hadFocus = line.contains(document.activeElement);
    line.remove();
    if (hadFocus) byId("stage").focus({ preventScroll: true });
  }
}

export const mediaSection: ShareSection = {
  key: "media",
  build: (host) => {
    const video = videoPart(host);
    return { ...video, body: element("div.stack.roomy", imagePart(host), video.body) };
  },
};
