import { expect, test } from "vitest";
import { copyText } from "./clipboard";

test("copying says whether the clipboard took it", async () => {
  const taken: string[] = [];
  const good = { writeText: async (text: string) => void taken.push(text) } as unknown as Clipboard;
  const bad = { writeText: () => Promise.reject(new Error("NotAllowedError")) } as unknown as Clipboard;
  expect(await copyText("a", good)).toBe(true);
  expect(taken).toEqual(["a"]);
  expect(await copyText("a", bad)).toBe(false);
  expect(await copyText("a", undefined)).toBe(false);
});
