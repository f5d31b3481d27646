/** A person's own presets, kept in the browser. */

import type { Store } from "../../ui/store";
import { FileError, isFields, LONGEST_LINK } from "../files/json-file";
import {
  cleanName,
  freeName,
  MOST_PRESETS,
  PRESETS_VERSION,
  type Preset,
  presetsJson,
  readPreset,
} from "./file";

const KEY = "presets";
const UNREADABLE = `${KEY}.unreadable`;

/** What this tab has changed: from what was kept then, to what is not kept. */
interface Unkept {
  from: readonly Preset[];
  to: readonly Preset[];
}

export class PresetLibrary {
  /** Where the browser refuses to keep a change, this tab remembers it, and not what other tabs keep meanwhile. */
  private unkept: Unkept | undefined;

  constructor(private readonly store: Store) {}

  /** Read each time: another tab may have changed them. */
  list(): Preset[] {
    const { presets } = this.read();
    return this.unkept ? changed(presets, this.unkept) : presets;
  }

  /** What the browser keeps, and whether it can be written over: what cannot be read is put away first. */
  private read(): { presets: Preset[]; safe: boolean } {
    const text = this.store.kept(KEY);
    if (!text) return { presets: [], safe: true };
    const { presets, whole } = readKept(text);
    const before = this.store.kept(UNREADABLE) ?? "";
    const safe =
      whole || before.includes(text) || this.store.set(UNREADABLE, before ? `${before}\n${text}` : text);
    return { presets, safe };
  }

  /** Adds a run and returns its name. Throws a FileError where there is no name or no room, or the link is too long. */
  save(name: string, link: string): { name: string; kept: boolean } {
    const clean = cleanName(name);
    if (!clean) throw new FileError("A preset needs a name.");
    if (link.length > LONGEST_LINK) {
      const limit = LONGEST_LINK.toLocaleString("en-US");
      throw new FileError(
        `The link of this run is longer than ${limit} characters: simplify the layout first.`,
      );
    }
    if (typeof readPreset({ name: clean, link }) === "string")
      throw new FileError("There is no run to save.");
    const presets = this.list();
    if (presets.length >= MOST_PRESETS)
      throw new FileError(`More than ${MOST_PRESETS} presets are too many: delete some.`);
    const free = freeName(clean, namesOf(presets));
    return { name: free, kept: this.write([...presets, { name: free, link }]) };
  }

  /** Gives a preset another name; says which, since it may have been taken. */
  rename(from: string, to: string): { name: string; kept: boolean } {
    const clean = cleanName(to);
    if (!clean) throw new FileError("A preset needs a name.");
    const presets = this.list();
    const others = presets.filter(({ name }) => name !== from);
    if (others.length === presets.length) throw new FileError("It was deleted in another tab.");
    const free = freeName(clean, namesOf(others));
    const kept = this.write(
      presets.map((preset) => (preset.name === from ? { ...preset, name: free } : preset)),
    );
    return { name: free, kept };
  }

  /** Deletes a preset; the returned function puts it back where it was. */
  remove(name: string): () => void {
    const presets = this.list();
    const index = presets.findIndex((preset) => preset.name === name);
    const [removed] = index < 0 ? [] : presets.splice(index, 1);
    if (removed) this.write(presets);
    return () => {
      if (!removed) return;
      const now = this.list();
      const free = freeName(removed.name, namesOf(now));
      now.splice(Math.min(index, now.length), 0, { ...removed, name: free });
      this.write(now);
    };
  }

  /** Adds the presets of a file; those that are there already, name and link, are left out. */
  add(presets: readonly Preset[]): { added: Preset[]; kept: boolean } {
    const all = this.list();
    const added: Preset[] = [];
    for (const { name, link } of presets) {
      if (all.some((one) => one.name === name && one.link === link)) continue;
      const preset = { name: freeName(name, namesOf(all)), link };
      all.push(preset);
      added.push(preset);
    }
    if (all.length > MOST_PRESETS)
      throw new FileError(`Together these are more than ${MOST_PRESETS} presets.`);
    return { added, kept: added.length === 0 || this.write(all) };
  }

  private write(presets: readonly Preset[]): boolean {
    const { presets: from, safe } = this.read();
    const kept = safe && this.store.set(KEY, presetsJson(presets));
    this.unkept = kept ? undefined : { from, to: presets };
    return kept;
  }
}

/** Presets after a change that was made to others: what it took away is gone, what it added stands at the end. */
function changed(presets: readonly Preset[], { from, to }: Unkept): Preset[] {
  const whole = ({ name, link }: Preset) => `${name}\n${link}`;
  const [before, after] = [new Set(from.map(whole)), new Set(to.map(whole))];
  const left = presets.filter((preset) => after.has(whole(preset)) || !before.has(whole(preset)));
  const there = new Set(left.map(whole));
  const names = namesOf(left);
  for (const preset of to) {
    if (before.has(whole(preset)) || there.has(whole(preset))) continue;
    const name = freeName(preset.name, names);
    names.add(name);
    left.push({ ...preset, name });
  }
  return left;
}

/** The presets of a kept text, one that makes no sense left out; `whole` if there is none of that kind. */
function readKept(text: string): { presets: Preset[]; whole: boolean } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    file = undefined;
  }
  if (!isFields(file) || file.version !== PRESETS_VERSION || !Array.isArray(file.presets)) {
    return { presets: [], whole: false };
  }
  const read = file.presets.map(readPreset);
  const presets = read.filter((preset) => typeof preset !== "string");
  return { presets, whole: presets.length === read.length };
}

function namesOf(presets: readonly Preset[]): Set<string> {
  return new Set(presets.map(({ name }) => name));
}
