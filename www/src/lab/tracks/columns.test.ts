import { expect, test } from "vitest";
import { choiceText } from "./columns";

test("a choice of columns is what the core reads, without those that are not chosen", () => {
  const chosen: [string, string][] = [
    ["id", "ant"],
    ["frame", ""],
    ["time", "when"],
    ["x", "px"],
    ["y", "py"],
  ];
  expect(choiceText(chosen)).toBe("id=ant,time=when,x=px,y=py");
});
