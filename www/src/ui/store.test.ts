import { expect, test } from "vitest";
import { createStore } from "./store";

test("a store remembers under the page's own prefix", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
  createStore(() => storage).set("theme", "dark");
  expect([...kept]).toEqual([["flockwright.theme", "dark"]]);
  expect(createStore(() => storage).get("theme")).toBe("dark");
});

test("refused storage never throws and still remembers until the page closes", () => {
  const store = createStore(() => {
    throw new Error("SecurityError");
  });
  expect(store.get("theme")).toBeUndefined();
  expect(store.set("theme", "light")).toBe(false);
  expect(store.get("theme")).toBe("light");
});

test("a full storage never throws", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  } as unknown as Storage;
  const store = createStore(() => full);
  expect(store.set("panel.scenes", "closed")).toBe(false);
  expect(store.get("panel.scenes")).toBe("closed");
});

test("what another tab has stored since is what counts", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
  const [one, other] = [createStore(() => storage), createStore(() => storage)];
  expect(one.set("theme", "dark")).toBe(true);
  other.set("theme", "light");
  expect(one.get("theme")).toBe("light");
});
