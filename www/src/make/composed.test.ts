import { expect, test } from "vitest";
import type { MemberInfo } from "../core";
import { composed } from "./composed";

/** A group of these behaviors, each with the text that it has in links. */
const group = (key: string, ...items: string[]) =>
  ({
    key,
    label: key.toUpperCase(),
    behaviors: items.map((item) => ({ key: item.slice(0, 1), label: item.slice(0, 1).toUpperCase(), item })),
  }) as unknown as MemberInfo;

test("behaviors and groups that came, went, or have another text are told; the order is not", () => {
  const one = [group("birds", "a", "b", "c1"), group("hawk", "a")];
  expect(composed(one, one)).toEqual([]);
  expect(composed(one, [group("birds", "b", "a", "c1"), group("hawk", "a")])).toEqual([]);
  expect(composed(one, [group("birds", "a", "c2", "d"), group("fish", "a")])).toEqual([
    "\u2212 HAWK",
    "C, another text",
    "+ D",
    "\u2212 B",
    "+ FISH",
  ]);
  expect(composed(one, [group("birds", "a", "b", "c1"), group("hawk")])).toEqual(["HAWK: \u2212 A"]);
});
