import { expect, test } from "vitest";
import { LIBRARY, saysOf } from "./library";

test("what each rule to start from says is a whole sentence, over however many lines it goes", () => {
  for (const { text } of LIBRARY) expect(saysOf(text)).toMatch(/^[A-Z][^#\n]*\.$/);
});
