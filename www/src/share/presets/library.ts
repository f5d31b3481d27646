/** A person's presets, stored in the browser as one list that all tabs share. */
import { cleanName } from "../../ui/plain";
import type { Store } from "../../ui/store";
import { FileError, LONGEST_LINK } from "../files/json-file";
import { MAX_PRESETS, type Preset, readPreset, unusedName } from "./file";

const STORAGE_KEY = "presets";

/** A preset of the list. A stored entry that cannot be read, such as one of a later version, has an empty link. */
export interface StoredPreset extends Preset {
  /** Identifies the preset: its name; if the entry cannot be read, its index. */
  key: string;
}

/** Name that a new or renamed preset got, and whether the browser stored the list. */
export interface StoreResult {
  name: string;
  isStored: boolean;
}

export class PresetLibrary {
  /** Entries that the browser refused to store, which are lost when the page is closed. */
  private unsavedEntries: unknown[] = [];

  constructor(private readonly store: Store) {}

  /** All presets, oldest first; read from the storage at each call, since another tab may have changed it. */
  storedPresets(): StoredPreset[] {
    return this.allEntries().map((entry, index) => {
      const preset = readPreset(entry);
      return typeof preset === "string"
        ? { key: `unreadable ${index}`, name: "A preset that cannot be read", link: "" }
        : { key: preset.name, ...preset };
    });
  }

  readablePresets(): StoredPreset[] {
    return this.storedPresets().filter(({ link }) => link !== "");
  }

  /** Adds a preset; a taken name gets a number. Throws a FileError if name or link is invalid or the list is full. */
  save(name: string, link: string): StoreResult {
    const cleanedName = validName(name);
    if (link.length > LONGEST_LINK) {
      const limit = LONGEST_LINK.toLocaleString("en-US");
      throw new FileError(
        `The link of this run is longer than ${limit} characters: simplify the layout first.`,
      );
    }
    if (typeof readPreset({ name: cleanedName, link }) === "string")
      throw new FileError("There is no run to save.");
    const presets = this.storedPresets();
    if (presets.length >= MAX_PRESETS)
      throw new FileError(`More than ${MAX_PRESETS} presets are too many: delete some.`);
    const preset = { name: unusedName(cleanedName, namesOf(presets)), link };
    return { name: preset.name, isStored: this.storeEntries([...this.allEntries(), preset]) };
  }

  /** Renames a preset; a taken name gets a number. Throws a FileError if the name is empty or the preset is gone. */
  rename(key: string, to: string): StoreResult {
    const cleanedName = validName(to);
    const presets = this.storedPresets();
    const index = presets.findIndex((one) => one.key === key);
    const preset = presets[index];
    if (!preset) throw new FileError("It was deleted in another tab.");
    const renamedPreset = {
      name: unusedName(cleanedName, namesOf(presets.toSpliced(index, 1))),
      link: preset.link,
    };
    return {
      name: renamedPreset.name,
      isStored: this.storeEntries(this.allEntries().with(index, renamedPreset)),
    };
  }

  /** Deletes a preset; the returned function inserts it again at its index. */
  remove(key: string): () => void {
    const index = this.storedPresets().findIndex((one) => one.key === key);
    if (index < 0) return () => {};
    const entries = this.allEntries();
    this.storeEntries(entries.toSpliced(index, 1));
    return () => void this.storeEntries(this.allEntries().toSpliced(index, 0, entries[index]));
  }

  /** Adds the presets of a file, except those whose name and link are in the list already. */
  add(presets: readonly Preset[]): { added: string[]; areStored: boolean } {
    const storedPresets = this.storedPresets();
    const newPresets = presets.filter(
      ({ name, link }) => !storedPresets.some((one) => one.name === name && one.link === link),
    );
    if (storedPresets.length + newPresets.length > MAX_PRESETS)
      throw new FileError(`Together these are more than ${MAX_PRESETS} presets.`);
    const results = newPresets.map(({ name, link }) => this.save(name, link));
    return { added: results.map(({ name }) => name), areStored: results.every(({ isStored }) => isStored) };
  }

  private allEntries(): unknown[] {
    return [...this.storedEntries(), ...this.unsavedEntries];
  }

  /** Entries of the stored list; a stored text that is no list counts as one entry, so that it is not overwritten. */
  private storedEntries(): unknown[] {
    const text = this.store.get(STORAGE_KEY);
    if (text === undefined) return [];
    try {
      const list: unknown = JSON.parse(text);
      return Array.isArray(list) ? list : [text];
    } catch {
      return [text];
    }
  }

  /** Stores the list in place of the former one; returns false if the browser refused. */
  private storeEntries(entries: readonly unknown[]): boolean {
    if (this.store.set(STORAGE_KEY, JSON.stringify(entries), false)) {
      this.unsavedEntries = [];
      return true;
    }
    const keptEntries = new Set(this.storedEntries().map((entry) => JSON.stringify(entry)));
    this.unsavedEntries = entries.filter((entry) => !keptEntries.has(JSON.stringify(entry)));
    return false;
  }
}

function validName(text: string): string {
  const cleanedName = cleanName(text);
  if (!cleanedName) throw new FileError("A preset needs a name.");
  return cleanedName;
}

function namesOf(presets: readonly Preset[]): Set<string> {
  return new Set(presets.map(({ name }) => name));
}
