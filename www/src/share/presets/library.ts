/** A person's own presets, each under a key of its own in the browser's storage: two tabs cannot undo each other. */
import type { Store } from "../../ui/store";
import { FileError, LONGEST_LINK } from "../files/json-file";
import { cleanName, freeName, MOST_PRESETS, type Preset, readPreset } from "./file";

const PREFIX = "preset.";
/** Of a time, ms, to the base of 36. */
const DIGITS = 9;

/** As it is kept: one that cannot be read, such as another version's, has no link. */
export interface StoredPreset extends Preset {
  key: string;
}

/** A change: the name that it has led to, and whether the browser keeps it. */
interface Done {
  name: string;
  kept: boolean;
}

export class PresetLibrary {
  constructor(private readonly store: Store) {}

  /** In the order in which they were saved. Read each time: another tab may have changed them. */
  list(): StoredPreset[] {
    return this.store
      .keys(PREFIX)
      .sort()
      .map((key) => this.read(key));
  }

  /** Those that can be opened. */
  readable(): StoredPreset[] {
    return this.list().filter(({ link }) => link !== "");
  }

  /** Adds a run and returns its name. Throws a FileError where there is no name or no room, or the link is too long. */
  save(name: string, link: string): Done {
    const clean = named(name);
    if (link.length > LONGEST_LINK) {
      const limit = LONGEST_LINK.toLocaleString("en-US");
      throw new FileError(
        `The link of this run is longer than ${limit} characters: simplify the layout first.`,
      );
    }
    if (typeof readPreset({ name: clean, link }) === "string")
      throw new FileError("There is no run to save.");
    const all = this.list();
    if (all.length >= MOST_PRESETS)
      throw new FileError(`More than ${MOST_PRESETS} presets are too many: delete some.`);
    return this.write(this.newKey(all), { name: freeName(clean, namesOf(all)), link });
  }

  /** Gives a preset another name; says which, since it may have been taken. */
  rename(key: string, to: string): Done {
    const clean = named(to);
    const all = this.list();
    const preset = all.find((one) => one.key === key);
    if (!preset) throw new FileError("It was deleted in another tab.");
    const others = all.filter((one) => one !== preset);
    return this.write(key, { name: freeName(clean, namesOf(others)), link: preset.link });
  }

  /** Deletes a preset; the returned function puts it back where it was. */
  remove(key: string): () => void {
    const text = this.store.get(key);
    this.store.remove(key);
    return () => text !== undefined && this.store.set(key, text);
  }

  /** Adds the presets of a file; those that are there already, name and link, are left out. */
  add(presets: readonly Preset[]): { added: string[]; kept: boolean } {
    const all = this.list();
    const news = presets.filter(
      ({ name, link }) => !all.some((one) => one.name === name && one.link === link),
    );
    if (all.length + news.length > MOST_PRESETS)
      throw new FileError(`Together these are more than ${MOST_PRESETS} presets.`);
    const done = news.map(({ name, link }) => this.save(name, link));
    return { added: done.map(({ name }) => name), kept: done.every(({ kept }) => kept) };
  }

  private read(key: string): StoredPreset {
    let entry: unknown;
    try {
      entry = JSON.parse(this.store.get(key) ?? "");
    } catch {
      entry = undefined;
    }
    const preset = readPreset(entry);
    return typeof preset === "string"
      ? { key, name: "A preset that cannot be read", link: "" }
      : { key, ...preset };
  }

  private write(key: string, { name, link }: Preset): Done {
    return { name, kept: this.store.set(key, JSON.stringify({ name, link })) };
  }

  /** Later ones come later in the alphabet, by their time; no two tabs have the same. */
  private newKey(after: readonly StoredPreset[]): string {
    const last = Number.parseInt(after.at(-1)?.key.slice(PREFIX.length, PREFIX.length + DIGITS) ?? "", 36);
    const time = Math.max(Date.now(), (last || 0) + 1);
    const chance = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return `${PREFIX}${time.toString(36).padStart(DIGITS, "0")}-${chance.toString(36)}`;
  }
}

function named(text: string): string {
  const clean = cleanName(text);
  if (!clean) throw new FileError("A preset needs a name.");
  return clean;
}

function namesOf(presets: readonly Preset[]): Set<string> {
  return new Set(presets.map(({ name }) => name));
}
