import { expect, test } from "vitest";
import type { Store } from "../../ui/store";
import { LONGEST_LINK } from "../files/json-file";
import { LONGEST_NAME, MOST_PRESETS } from "./file";
import { PresetLibrary } from "./library";

/** Random numbers from a seed (a linear congruential generator). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A browser's storage that counts what is read of it. */
function storage(text: string): { store: Store; kept: Map<string, string> } {
  const kept = new Map([["presets", text]]);
  const get = (key: string) => kept.get(key);
  const set = (key: string, value: string) => Boolean(kept.set(key, value));
  return { store: { get, kept: get, set } as unknown as Store, kept };
}

/** What a stranger, another version or a broken disk may have left there. */
function nonsense(roll: (below: number) => number): string {
  const texts = ["", "\u0301".repeat(roll(900)), "&".repeat(roll(400)), "\u202e\u200b", "<b>", "__proto__"];
  const text = () => texts[roll(texts.length)] ?? "";
  const value = (depth: number): unknown => {
    switch (roll(depth > 3 ? 5 : 8)) {
      case 0:
        return null;
      case 1:
        return roll(1e9) - 5e8;
      case 2:
      case 3:
        return text();
      case 4:
        return `v=8&scene=${["flock-wide", "swarm", "nowhere"][roll(3)]}&count=500000&${text()}`;
      case 5:
        return Array.from({ length: roll(6) }, () => value(depth + 1));
      default:
        return { name: value(depth + 1), link: value(depth + 1), more: value(depth + 1) };
    }
  };
  const presets = Array.from({ length: roll(20) ? roll(9) : roll(600) }, () => value(1));
  const file = { format: roll(5) ? "flockwright-presets" : text(), version: roll(3), presets };
  const whole = JSON.stringify(roll(4) ? file : value(0));
  return roll(6) ? whole : whole.slice(0, roll(whole.length));
}

test("of a thousand storages none breaks the list, and what was there is not lost", () => {
  const roll = dice(26);
  for (let turn = 0; turn < 1000; turn++) {
    const text = nonsense(roll);
    const { store, kept } = storage(text);
    const library = new PresetLibrary(store);
    const before = library.list();
    expect(before.length).toBeLessThanOrEqual(MOST_PRESETS);
    for (const { name, link } of before) {
      expect([...name].length).toBeLessThanOrEqual(LONGEST_NAME);
      expect(link.length).toBeLessThanOrEqual(LONGEST_LINK);
    }
    if (before.length === MOST_PRESETS) continue;
    const saved = library.save("Mine", "v=8&scene=flock-wide");
    const after = new PresetLibrary(store).list();
    expect(after).toEqual([...before, { name: saved.name, link: "v=8&scene=flock-wide" }]);
    // What was no list of presets is put away, not written over.
    if (text && before.length === 0) expect(kept.get("presets.unreadable") ?? text).toContain(text);
  }
});
