/** Loads the presets with the gallery, and accepts files dropped anywhere at any time. */

import { byId } from "../../ui/dom";
import type { Gallery } from "../../ui/gallery";
import type { Page } from "../../ui/page";
import { fetchOnApproach, fetchPart } from "../../ui/part";
import type { OtherFileOpener, Presets } from ".";

const load = () => import(".");

/** Returns a function that loads the presets on demand. */
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

/** Without these listeners a dropped file would replace the page. */
function takeDrops(open: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (on: boolean) => byId("stage").classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(false);
    open([...(event.dataTransfer?.files ?? [])]);
  });
}
