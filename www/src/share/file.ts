/** Section of the share dialog that saves the run, its tracks and presets as files, and opens files. */

import { element } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { ignoreWhileBusy } from "../ui/part";
import { actionButton, filePart } from "./dialog/elements";
import type { FilePart, ShareSection, ShareView } from "./dialog/section";
import { htmlFile } from "./files/html-file";
import { runJson } from "./files/run-file";
import { tracksPart } from "./tracks-part";

const openPart: FilePart = (host, opened) => {
  const input = element("input#share-open", {
    type: "file",
    accept: ".json,.csv,.txt,.tsv,.npz,.ndjson,application/json",
    multiple: true,
    hidden: true,
  });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    // `opened` updates the dialog's parts, which may write messages; this message comes after them, so that it stays.
    const showStatus = (text: string) => {
      opened();
      host.say(text);
    };
    void host.presets().then((presets) => presets.openFiles(files, showStatus));
  });
  const chooseButton = actionButton("upload", "Open a file\u2026", () => input.click());
  const text =
    "Any of the files below, or a recording of animals: tracks as idtracker.ai, TRex and others write them, and tables with frame, id, x and y. You can also drop files anywhere on the page.";
  return { body: filePart("Open", text, chooseButton, input) };
};

const recordingPart: FilePart = ({ core, say }) => {
  const saveButton = actionButton("download", "Save recording", () => {
    const recording = core.recording();
    // A full recording lacks the last inputs, so its replay ends in another state, which the hash would contradict.
    const isReplayable = core.ticks() === recording.ticks && !core.recordingFull();
    const hash = isReplayable ? core.hash() : undefined;
    const name = fileName(`flockwright-${core.scene()}-seed-${core.seed()}-run`, "json");
    download(name, new Blob([runJson({ ...recording, hash })], { type: "application/json" }));
    say(`Saved as ${name}`);
  });
  const text =
    "This run and everything you did in it, tick by tick. It opens here, and also runs without the page.";
  const warnIfFull = () => {
    if (core.recordingFull()) say("The recording is full: what you did last is not in it.");
  };
  return { body: filePart("Recording", text, saveButton), showSection: warnIfFull };
};

const presetsPart: FilePart = (host) => {
  const saveButton = actionButton("download", "Save all presets", () => {
    void host.presets().then((presets) => presets.exportPresets(presets.library.readablePresets()));
  });
  const body = filePart("Your presets", "Every run that you saved under a name, as one file.", saveButton);
  const showPresetCount = async () => {
    const count = (await host.presets()).library.readablePresets().length;
    saveButton.disabled = count === 0;
  };
  return { body, showSection: () => void showPresetCount() };
};

const pagePart: FilePart = (host) => {
  const savePage = ignoreWhileBusy(async () => {
    const { core } = host;
    try {
      const name = fileName(`flockwright-${core.scene()}`, "html");
      const text = await htmlFile(core.link(), host.title() || "Flockwright");
      download(name, new Blob([text], { type: "text/html" }));
      host.say(`Saved as ${name}`);
    } catch {
      host.say("The page could not be made: a part of it did not load. Check the connection.");
    }
  });
  const saveButton = actionButton("download", "Save page", savePage);
  const text = "This run as one HTML file that plays by itself, from your disk or on any site.";
  return { body: filePart("Web page", text, saveButton) };
};

/** Parts of the section "File", in their order in the dialog. */
const FILE_PARTS: FilePart[] = [openPart, recordingPart, tracksPart, presetsPart, pagePart];

export const fileSection: ShareSection = {
  key: "file",
  build(host) {
    const show = () => {
      for (const view of views) view.showSection?.();
    };
    const views: ShareView[] = FILE_PARTS.map((part) => part(host, show));
    return {
      body: element("div.stack.roomy", ...views.map(({ body }) => body)),
      showSection: show,
    };
  },
};
