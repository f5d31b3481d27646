/** Access to the presets, whose code is fetched with the gallery or when a file is dropped on the page. */

import { byId } from "../../ui/dom";
import type { Gallery } from "../../ui/gallery";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { OtherFileOpener, Presets } from ".";

const load = () => import(".");

/** Accepts dropped files, and returns a function that loads the presets at its first call. */
export function attachPresets(page: Page, gallery: Gallery, others: OtherFileOpener): () => Promise<Presets> {
  let made: Presets | undefined;
  const presets = async () => {
    const { Presets } = await fetchPart(load);
    made ??= new Presets(page, gallery, others);
    return made;
  };
  fetchOnApproach(byId("scene-title"), load);
  takeDrops(async (files) => (await presets()).openFiles(files));
  return presets;
}

/** Passes files dropped on the page to `open`; the browser would leave the page for them otherwise. */
function takeDrops(open: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const markDropping = (on: boolean) => byId("stage").classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    markDropping(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) markDropping(false);
  });
  window.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    markDropping(false);
    open([...(event.dataTransfer?.files ?? [])]);
  });
}
