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
  store.set("theme", "light");
  expect(store.get("theme")).toBe("light");
});

test("a full storage never throws", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  } as unknown as Storage;
  expect(() => createStore(() => full).set("panel.scenes", "closed")).not.toThrow();
});
