import { expect, test } from "vitest";
import { createStore } from "../../ui/store";
import { PresetLibrary } from "./library";
import { Trial } from "./trial";

/** The storage of a browser, which outlives the page. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

test("a preset that froze the page is set aside at the next start, and the others stay", () => {
  const browser = storage();
  const first = createStore(() => browser);
  const library = new PresetLibrary(first);
  library.save("Calm", "v=8&scene=flock-wide");
  library.save("Frozen", "v=8&scene=swarm");
  // It is opened, and the page never comes back.
  new Trial(first, () => 1_000).begin("v=8&scene=swarm");
  const second = createStore(() => browser);
  const trial = new Trial(second, () => 9_000);
  const link = trial.frozen();
  expect(link).toBe("v=8&scene=swarm");
  expect(new PresetLibrary(second).setAside(link ?? "")).toEqual(["Frozen"]);
  trial.end();
  const third = createStore(() => browser);
  expect(new Trial(third, () => 20_000).frozen()).toBeUndefined();
  expect(new PresetLibrary(third).list().map(({ name }) => name)).toEqual(["Calm"]);
  // Nothing is lost: it stands beside the list.
  expect(third.kept("presets.unreadable")).toContain("v=8&scene=swarm");
});

test("a preset that opens leaves no note, nor does one that another tab opens just now", () => {
  const store = createStore(storage);
  const trial = new Trial(store, () => 1_000);
  trial.begin("v=8&scene=duel");
  expect(trial.frozen()).toBeUndefined();
  trial.end();
  expect(new Trial(store, () => 9_000).frozen()).toBeUndefined();
});
