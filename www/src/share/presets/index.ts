/** A person's presets in the gallery, and files that are dropped on the page. */
import { messageOf } from "../../ui/plain";
import "../../style/presets.css";
import type { Recording } from "../../core";
import { settingsText } from "../../time/strip-math";
import { byId, element, icon, iconButton } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import type { Gallery } from "../../ui/gallery";
import { showNotices } from "../../ui/notices";
import type { Page } from "../../ui/page";
import { PresetDialog } from "./dialog";
import { type Preset, presetsJson, sceneOf } from "./file";
import { type FileHost, NOT_KEPT, openFile } from "./kinds";
import { PresetLibrary, type StoredPreset } from "./library";

/** Who takes files that are not the page's own: recordings of animals. */
export interface OtherFiles {
  takes(files: readonly File[]): boolean;
  /** Rejects with a sentence. */
  open(files: readonly File[]): Promise<void>;
}

export class Presets implements FileHost {
  readonly library: PresetLibrary;
  readonly core;
  private readonly dialog: PresetDialog;
  private readonly list = element("ul");
  /** The presets that the cards show. */
  private shown = "";
  private readonly save = element(
    "button#save-preset.button",
    icon("plus"),
    element("span", "Save this run"),
  );

  constructor(
    private readonly page: Page,
    gallery: Pick<Gallery, "reveal">,
    private readonly others: OtherFiles,
  ) {
    this.core = page.core;
    this.library = new PresetLibrary(page.store);
    this.dialog = new PresetDialog({
      save: (name) => this.saveAs(name),
      rename: (preset, to) => this.tell(this.library.rename(preset.key, to), "renamed"),
      remove: (preset) => this.remove(preset),
    });
    this.save.addEventListener("click", () => this.offerSave());
    byId("yours").replaceChildren(element("h3", "Yours"), this.save, this.list);
    byId("yours").hidden = false;
    // Another tab may save, too.
    window.addEventListener("storage", () => this.show());
    this.show();
    // The presets have moved the scene that runs aside.
    gallery.reveal();
  }

  readonly open = (link: string): void => this.page.open(link);

  readonly openRecording = (recording: Recording) => this.page.openRecording(recording);

  /** Opens files one after another and says what came of each. */
  async openFiles(files: readonly File[], say = this.page.say): Promise<void> {
    const problems: string[] = [];
    const { others } = this;
    const all = others.takes(files)
      ? [() => others.open(files)]
      : files.map((file) => async () => say(await openFile(file, this)));
    for (const open of all) {
      try {
        await open();
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    this.show();
    if (problems.length === 0) return;
    if (say === this.page.say) showNotices(problems, "Some files were not opened; they changed nothing.");
    else say(problems.join(" "));
  }

  export(presets: readonly Preset[]): void {
    const name = fileName("flockwright-presets", "json");
    download(name, new Blob([presetsJson(presets)], { type: "application/json" }));
    this.page.say(`Saved as ${name}`);
  }

  offerSave(): void {
    this.dialog.openNew(this.core.sceneInfo()?.title ?? "My flock");
  }

  private saveAs(name: string): void {
    const done = this.core.recorded();
    const without = `: ${settingsText(done)}. A recording, in the share dialog, can keep that`;
    this.tell(this.library.save(name, this.page.link()), "saved", done > 0 ? without : "");
  }

  /** Saves a run that is not the one on the stage. */
  saveLink(name: string, link: string): void {
    this.tell(this.library.save(name, link), "saved");
  }

  private tell({ name, kept }: { name: string; kept: boolean }, what: string, more = ""): void {
    this.show();
    this.card(name)?.focus();
    if (kept) this.page.say(`\u201c${name}\u201d ${what}${more}`);
    else showNotices([`\u201c${name}\u201d is ${what}, but not for long. ${NOT_KEPT}`]);
  }

  private remove(preset: StoredPreset): void {
    const undo = this.library.remove(preset.key);
    this.show();
    const back = () => {
      undo();
      this.show();
      this.card(preset.name)?.focus();
    };
    showNotices([`\u201c${preset.name}\u201d was deleted.`], undefined, { label: "Undo", do: back });
    byId("notice-act").focus();
  }

  private card(name: string): HTMLElement | undefined {
    return [...this.list.querySelectorAll<HTMLElement>(".scene")].find((one) => one.dataset.preset === name);
  }

  /** Shows what is kept, where that is something else than the cards show. */
  private show(): void {
    const presets = this.library.list();
    const kept = JSON.stringify(presets);
    if (kept === this.shown) return;
    this.shown = kept;
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement?.closest("li")?.querySelector<HTMLElement>(".scene")?.dataset.preset
      : undefined;
    this.list.replaceChildren(...presets.map((preset) => this.cardOf(preset)));
    if (focused !== undefined) this.card(focused)?.focus({ preventScroll: true });
  }

  /** What cannot be opened says so, and can be deleted. */
  private cardOf(preset: StoredPreset): HTMLElement {
    const { name, link } = preset;
    const scene = this.core.sceneInfo(sceneOf(link))?.title;
    const opens = { "data-preset": name, disabled: scene === undefined, onclick: () => this.open(link) };
    const card = element(
      "button.scene.column.left.full",
      opens,
      element("span.scene-title.strong", name),
      element("span.scene-says.hints", scene ?? "This version cannot open it"),
    );
    const change = () => this.dialog.openExisting(preset);
    return element("li", card, iconButton("more", `Change \u201c${name}\u201d`, change, "small preset-more"));
  }
}
