import { describe, expect, test, vi } from "vitest";
import { cleanName, MAX_NAME_LENGTH } from "../../ui/plain";
import { createStore, type Store } from "../../ui/store";
import { FileError, readJson } from "../files/json-file";
import { readPresets, unusedName } from "./file";
import { type FileHost, openFile } from "./kinds";
import { PresetLibrary } from "./library";

/** A browser's storage that keeps this many characters in all; every tab has a store of its own over it. */
const browser = () => {
  const kept = new Map<string, string>();
  const disk = { kept, room: Number.POSITIVE_INFINITY };
  const setItem = (key: string, value: string) => {
    const others = [...kept].filter(([name]) => name !== key).map(([, text]) => text.length);
    const size = others.reduce((sum, length) => sum + length, value.length);
    if (size > disk.room) throw new Error("QuotaExceededError");
    kept.set(key, value);
  };
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem,
  } as Storage;
  return { disk, tab: () => createStore(() => storage) };
};
const memory = (): Store => browser().tab();
const link = "v=8&scene=flock-wide&cohesion=2";
const names = (library: PresetLibrary) => library.storedPresets().map(({ name }) => name);

describe("a name", () => {
  test("has single spaces and nothing that hides or turns text", () => {
    expect(cleanName("  tight \n\t flock ")).toBe("tight flock");
    expect(cleanName("a\u202eb\u0000c\u2066d")).toBe("a b c d");
    expect(cleanName("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
    expect(cleanName("\u200e \u0007")).toBe("");
    expect([...cleanName("\u{1f426}".repeat(100))]).toHaveLength(MAX_NAME_LENGTH);
  });

  test("of which nothing is seen is none, and marks without end are no name", () => {
    for (const unseen of ["\u200b\u200b", "\u2800", "\u3164 \u3164", "\u2060\ufeff", "\u0301"])
      expect(cleanName(unseen), JSON.stringify(unseen)).toBe("");
    expect(cleanName("a\u200bb")).toBe("ab");
    const normalized = vi.spyOn(String.prototype, "normalize");
    const name = cleanName(`a${"\u0301\u0323".repeat(60_000)}`);
    const lengths = normalized.mock.contexts.map((text) => String(text).length);
    normalized.mockRestore();
    // Normalizing takes the square of its marks.
    expect(Math.max(...lengths)).toBeLessThan(1000);
    expect(name.length).toBeLessThan(8);
  });

  test("that is taken gets a number and stays within its length", () => {
    expect(unusedName("a", new Set(["a", "a (2)"]))).toBe("a (3)");
    const long = "x".repeat(MAX_NAME_LENGTH);
    expect(unusedName(long, new Set([long])).length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  });
});

describe("a presets file", () => {
  test("starts at the beginning, whatever its links say of time", () => {
    const entries = [{ name: "a", link: "?v=8&scene=duel&at=9000000&ev=H.5-3R2s&embed=1" }];
    const file = { format: "flockwright-presets", version: 1, presets: entries };
    expect(readPresets(file)).toEqual([{ name: "a", link: "v=8&scene=duel" }]);
  });

  test("is refused as a whole, with the reason, where any of it is wrong", () => {
    const bad: [string, RegExp][] = [
      ["", /not JSON/],
      ['{"format":"flockwright-presets","version":1,', /not JSON/],
      ["[1,2]", /not one that this page/],
      ['{"format":"other"}', /not one that this page/],
      ['{"format":"flockwright-presets","version":9,"presets":[]}', /version 9/],
      ['{"format":"flockwright-presets"}', /has no version/],
      ['{"format":"flockwright-presets","version":1}', /no presets/],
      ['{"format":"flockwright-presets","version":1,"presets":[{"name":"a","link":"v=1"}]}', /no link/],
      [`{"format":"flockwright-presets","version":1,"presets":[{"name":" ","link":"${link}"}]}`, /no name/],
      [
        `{"format":"flockwright-presets","version":1,"presets":[{"name":"a","link":"${link}"},7]}`,
        /Preset 2/,
      ],
    ];
    for (const [text, reason] of bad) {
      expect(() => readPresets(readJson(text)), text).toThrow(FileError);
      expect(() => readPresets(readJson(text)), text).toThrow(reason);
    }
  });
});

const keyOf = (library: PresetLibrary, name: string) =>
  library.storedPresets().find((one) => one.name === name)?.key ?? "";

describe("the library", () => {
  test("saves, renames, deletes and puts back in place", () => {
    const store = memory();
    const library = new PresetLibrary(store);
    for (const name of ["one", "two", "two", "three"]) library.save(name, link);
    expect(names(library)).toEqual(["one", "two", "two (2)", "three"]);
    expect(library.rename(keyOf(library, "two"), "three").name).toBe("three (2)");
    const undo = library.remove(keyOf(library, "three (2)"));
    expect(names(library)).toEqual(["one", "two (2)", "three"]);
    undo();
    expect(names(new PresetLibrary(store))).toEqual(["one", "three (2)", "two (2)", "three"]);
    expect(() => library.save("  ", link)).toThrow("name");
  });

  test("does not rename what another tab has deleted", () => {
    const store = memory();
    const library = new PresetLibrary(store);
    library.save("one", link);
    const key = keyOf(library, "one");
    new PresetLibrary(store).remove(key);
    expect(() => library.rename(key, "two")).toThrow("deleted in another tab");
    expect(names(library)).toEqual([]);
  });

  test("adds a file once", () => {
    const library = new PresetLibrary(memory());
    library.save("one", link);
    const file = [
      { name: "one", link },
      { name: "one", link: "v=8&scene=swarm" },
    ];
    expect(library.add(file).added).toEqual(["one (2)"]);
    expect(library.add(library.storedPresets()).added).toEqual([]);
  });

  test("of two tabs loses nothing of either, also while the storage is full", () => {
    const { disk, tab } = browser();
    const [a, b] = [new PresetLibrary(tab()), new PresetLibrary(tab())];
    a.save("old", link);
    b.save("goes", link);
    disk.room = 0;
    expect(a.save("from-A", link).isStored).toBe(false);
    expect(names(a)).toEqual(["old", "goes", "from-A"]);
    disk.room = Number.POSITIVE_INFINITY;
    b.remove(keyOf(b, "goes"));
    b.save("from-B", link);
    expect(names(a)).toEqual(["old", "from-B", "from-A"]);
    a.rename(keyOf(a, "old"), "older");
    expect(names(b)).toEqual(["older", "from-B", "from-A"]);
  });

  test("keeps a stored text that is no list as one entry", () => {
    const store = memory();
    store.set("presets", '[{"name":"torn');
    const library = new PresetLibrary(store);
    library.save("one", link);
    expect(names(library)).toEqual(["A preset that cannot be read", "one"]);
    expect(store.get("presets")).toContain("torn");
  });

  test("refuses to save what it could not read back", () => {
    const library = new PresetLibrary(memory());
    library.save("one", link);
    expect(() => library.save("two", `${link}&ob=${"1-".repeat(40_000)}`)).toThrow("longer than 65,536");
    expect(() => library.save("two", "")).toThrow("no run");
    expect(names(library)).toEqual(["one"]);
  });
});

describe("a file that is opened", () => {
  /** A page whose core knows two scenes. */
  function host() {
    const opened: string[] = [];
    const sceneInfo = (key: string) => ["swarm", "duel"].find((one) => one === key);
    const core = { failed: false, sceneInfo };
    const library = new PresetLibrary(memory());
    const page = { core, library, open: (query: string) => opened.push(query) } as unknown as FileHost;
    return { page, opened, library };
  }
  const file = (content: unknown) => new File([JSON.stringify(content)], "mine.json");
  const presets = (...all: { name: string; link: string }[]) => ({
    ...{ format: "flockwright-presets", version: 1, presets: all },
  });

  test("with what the engine cannot convert is refused in the page's own words", async () => {
    const { page } = host();
    const odd = { toString: 1, valueOf: 2 };
    for (const bad of [
      file({ format: "flockwright-presets", version: odd, presets: [] }),
      file({ format: "flockwright-run", version: odd }),
    ]) {
      await expect(openFile(bad, page)).rejects.toThrow(/has no version; this page reads version 1/);
    }
  });

  test("that begins with a mark of its encoding is read without it", async () => {
    const { page, opened } = host();
    const text = JSON.stringify(presets({ name: "good", link: "v=8&scene=duel" }));
    await openFile(new File([`\ufeff${text}`], "mine.json"), page);
    expect(opened).toHaveLength(1);
  });

  test("with a preset of an unknown scene is refused as a whole", async () => {
    const { page, opened, library } = host();
    const good = { name: "good", link: "v=8&scene=duel" };
    const bad = file(presets(good, { name: "bad", link: "v=8&scene=nowhere" }));
    await expect(openFile(bad, page)).rejects.toThrow(/bad.*nowhere/);
    expect([opened, library.storedPresets()]).toEqual([[], []]);
  });
});
