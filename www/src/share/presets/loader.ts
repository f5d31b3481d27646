/** Fetches the presets when the page is idle, and takes files that are dropped on it at any time. */

import { lazy } from "../../core/late";
import { byId } from "../../ui/dom";
import { whenIdle } from "../../ui/idle";
import type { PresetHooks, Presets } from ".";

const load = lazy("your presets", "share/presets", () => import("."));

/** The returned function gives the presets, fetched on demand. */
export function attachPresets(hooks: PresetHooks): (quietly?: boolean) => Promise<Presets> {
  let made: Presets | undefined;
  const presets = async (quietly = false) => {
    const { Presets } = await load(quietly);
    made ??= new Presets(hooks);
    return made;
  };
  whenIdle(() => void presets(true));
  takeDrops(async (files) => (await presets()).openFiles(files));
  return presets;
}

/** A file that is dropped anywhere would otherwise replace the page. */
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
