import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./clipboard";

afterEach(() => vi.unstubAllGlobals());

test("copying says whether the clipboard took it", async () => {
  const taken: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void taken.push(text) } });
  expect(await copyText("a")).toBe(true);
  expect(taken).toEqual(["a"]);
  vi.stubGlobal("navigator", {
    clipboard: { writeText: () => Promise.reject(new Error("NotAllowedError")) },
  });
  expect(await copyText("a")).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(await copyText("a")).toBe(false);
});
