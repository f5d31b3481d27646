import { describe, expect, test } from "vitest";
import { createStore, type Store } from "../store";
import { cleanName, FileError, freeName, LONGEST_NAME, presetsJson, readJson, readPresets } from "./file";
import { PresetLibrary } from "./library";

const memory = (): Store => {
  const kept = new Map<string, string>();
  return createStore(
    () =>
      ({
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      }) as Storage,
  );
};
const link = "v=1&scene=flock-wide&cohesion=2";
const names = (library: PresetLibrary) => library.list().map(({ name }) => name);

describe("a name", () => {
  test("has single spaces and nothing that hides or turns text", () => {
    expect(cleanName("  tight \n\t flock ")).toBe("tight flock");
    expect(cleanName("a\u202eb\u0000c\u2066d")).toBe("a b c d");
    expect(cleanName("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
    expect(cleanName("\u200e \u0007")).toBe("");
    expect([...cleanName("\u{1f426}".repeat(100))]).toHaveLength(LONGEST_NAME);
  });

  test("that is taken gets a number and stays within its length", () => {
    expect(freeName("a", new Set(["a", "a (2)"]))).toBe("a (3)");
    const long = "x".repeat(LONGEST_NAME);
    expect(freeName(long, new Set([long])).length).toBeLessThanOrEqual(LONGEST_NAME);
  });
});

describe("a presets file", () => {
  test("reads back what was written", () => {
    const presets = [
      { name: 'a "quote" & <b>', link },
      { name: "z", link: "v=1&scene=swarm" },
    ];
    expect(readPresets(readJson(presetsJson(presets)))).toEqual(presets);
  });

  test("is refused as a whole, with the reason, where any of it is wrong", () => {
    const bad: [string, RegExp][] = [
      ["", /not JSON/],
      ['{"format":"flockwright-presets","version":1,', /not JSON/],
      ["[1,2]", /not one that this page/],
      ['{"format":"other"}', /not one that this page/],
      ['{"format":"flockwright-presets","version":9,"presets":[]}', /version 9/],
      ['{"format":"flockwright-presets"}', /names no version/],
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

describe("the library", () => {
  test("saves, renames, deletes and undoes in place", () => {
    const store = memory();
    const library = new PresetLibrary(store);
    for (const name of ["one", "two", "two", "three"]) library.save(name, link);
    expect(names(library)).toEqual(["one", "two", "two (2)", "three"]);
    expect(library.rename("two", "three").name).toBe("three (2)");
    const undo = library.remove("three (2)");
    expect(names(library)).toEqual(["one", "two (2)", "three"]);
    undo();
    expect(names(new PresetLibrary(store))).toEqual(["one", "three (2)", "two (2)", "three"]);
    expect(() => library.save("  ", link)).toThrow("name");
  });

  test("adds a file once", () => {
    const library = new PresetLibrary(memory());
    library.save("one", link);
    const file = [
      { name: "one", link },
      { name: "one", link: "v=1&scene=swarm" },
    ];
    expect(library.add(file).added.map(({ name }) => name)).toEqual(["one (2)"]);
    expect(library.add(library.list()).added).toEqual([]);
  });

  test("says when the browser keeps nothing, and works until the page is closed", () => {
    const library = new PresetLibrary(
      createStore(() => {
        throw new Error("SecurityError");
      }),
    );
    expect(library.save("one", link)).toEqual({ name: "one", kept: false });
    expect(names(library)).toEqual(["one"]);
  });

  test("puts away what it cannot read instead of writing over it", () => {
    const store = memory();
    store.set("presets", "{broken");
    const library = new PresetLibrary(store);
    expect(library.list()).toEqual([]);
    library.save("one", link);
    expect(store.get("presets.unreadable")).toBe("{broken");
    expect(names(library)).toEqual(["one"]);
  });
});
