/** A person's presets in the gallery, and the opening of files, dropped or chosen. */
import "../../style/presets.css";
import type { Recording } from "../../core";
import { settingsText } from "../../time/strip-math";
import { byId, element, icon, iconButton, setText } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import type { Gallery } from "../../ui/gallery";
import { type KeyedItem, KeyedList } from "../../ui/keyed";
import { showNotices } from "../../ui/notices";
import type { Page } from "../../ui/page";
import { messageOf } from "../../ui/plain";
import { PresetDialog } from "./dialog";
import { type Preset, presetsJson, sceneOf } from "./file";
import { type FileHost, NOT_STORED_TEXT, openFile } from "./kinds";
import { PresetLibrary, type StoredPreset, type StoreResult } from "./library";

/** Opens files that are not the page's own: recordings of animals. */
export interface OtherFileOpener {
  canOpen(files: readonly File[]): boolean;
  /** Opens the files as one recording of animals. Rejects with an error whose message can be shown to people. */
  open(files: readonly File[]): Promise<void>;
}

export class Presets implements FileHost {
  readonly library: PresetLibrary;
  readonly core;
  private readonly dialog: PresetDialog;
  private readonly presetList = element("ul");
  private readonly cards = new KeyedList<StoredPreset>(this.presetList, (preset) => this.makeCard(preset));
  private readonly saveButton = element(
    "button#save-preset.button",
    icon("plus"),
    element("span", "Save this run"),
  );

  private readonly presetsHeading = element("h3", "Yours");

  constructor(
    private readonly page: Page,
    gallery: Pick<Gallery, "scrollToCurrent">,
    private readonly otherOpener: OtherFileOpener,
  ) {
    this.core = page.core;
    this.library = new PresetLibrary(page.store);
    this.dialog = new PresetDialog({
      save: (name) => this.saveAs(name),
      rename: (preset, to) => this.confirmChange(this.library.rename(preset.key, to), "renamed"),
      remove: (preset) => this.remove(preset),
    });
    this.saveButton.addEventListener("click", () => this.offerSave());
    byId("yours").replaceChildren(this.presetsHeading, this.saveButton, this.presetList);
    byId("yours").hidden = false;
    // The browser fires this event after another tab has changed the stored presets.
    window.addEventListener("storage", () => this.showPresets());
    this.showPresets();
    // The new list of presets has moved the gallery's card of the running scene.
    gallery.scrollToCurrent();
  }

  readonly open = (link: string): void => this.page.open(link);

  readonly openRecording = (recording: Recording) => this.page.openRecording(recording);

  /** Opens files one after another; `say` gets the result of each, and at the end all failures are shown. */
  async openFiles(files: readonly File[], say = this.page.say): Promise<void> {
    const problems: string[] = [];
    const { otherOpener } = this;
    const opens = otherOpener.canOpen(files)
      ? [() => otherOpener.open(files)]
      : files.map((file) => async () => say(await openFile(file, this)));
    for (const open of opens) {
      try {
        await open();
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    this.showPresets();
    if (problems.length === 0) return;
    if (say === this.page.say) showNotices(problems, "Some files were not opened; they changed nothing.");
    else say(problems.join(" "));
  }

  exportPresets(presets: readonly Preset[]): void {
    const name = fileName("flockwright-presets", "json");
    download(name, new Blob([presetsJson(presets)], { type: "application/json" }));
    this.page.say(`Saved as ${name}`);
  }

  offerSave(): void {
    this.dialog.openNew(this.page.title() || "My flock");
  }

  private saveAs(name: string): void {
    const inputCount = this.core.recorded();
    const lostText = `: ${settingsText(inputCount)}. A recording, in the share dialog, can keep that`;
    this.confirmChange(this.library.save(name, this.page.link()), "saved", inputCount > 0 ? lostText : "");
  }

  /** Saves a run that need not be the shown one, by its link. */
  saveLink(name: string, link: string): void {
    this.confirmChange(this.library.save(name, link), "saved");
  }

  private confirmChange({ name, isStored }: StoreResult, what: string, more = ""): void {
    this.showPresets();
    this.cardOf(name)?.focus();
    if (isStored) {
      this.page.say(`\u201c${name}\u201d ${what}${more}`);
      return;
    }
    // The gallery closes, because the notice appears where the gallery is.
    this.page.panels.closeMenus();
    showNotices([`\u201c${name}\u201d is ${what}, but not for long. ${NOT_STORED_TEXT}`]);
  }

  private remove(preset: StoredPreset): void {
    const undo = this.library.remove(preset.key);
    this.showPresets();
    // The gallery closes, because it would hide the notice, whose button "Undo" inserts the preset again.
    this.page.panels.closeMenus();
    const undoRemoval = () => {
      undo();
      this.showPresets();
      this.cardOf(preset.name)?.focus();
    };
    showNotices([`\u201c${preset.name}\u201d was deleted.`], undefined, { label: "Undo", run: undoRemoval });
    byId("notice-act").focus();
  }

  private cardOf(name: string): HTMLElement | undefined {
    return [...this.presetList.querySelectorAll<HTMLElement>(".scene")].find(
      (one) => one.dataset.preset === name,
    );
  }

  /** Updates the list of presets from the storage. */
  private showPresets(): void {
    const presets = this.library.storedPresets();
    this.presetsHeading.hidden = presets.length === 0;
    this.cards.showValues(presets);
  }

  /** Card of a preset in the gallery; the card of one that cannot be opened is disabled, but has its menu. */
  private makeCard(first: StoredPreset): KeyedItem<StoredPreset> {
    let now = first;
    const title = element("span.scene-title.strong");
    const description = element("span.scene-says.hints");
    const onclick = () => this.open(now.link);
    const card = element("button.scene.column.left.full", { onclick }, title, description);
    const moreButton = iconButton("more", "", () => this.dialog.openExisting(now), "small preset-more");
    const update = (preset: StoredPreset) => {
      now = preset;
      const scene = this.core.sceneInfo(sceneOf(preset.link));
      card.dataset.preset = preset.name;
      card.disabled = scene === undefined;
      setText(title, preset.name);
      setText(description, scene?.title ?? "This version cannot open it");
      moreButton.setAttribute("aria-label", `Change \u201c${preset.name}\u201d`);
    };
    return { root: element("li", card, moreButton), update };
  }
}
