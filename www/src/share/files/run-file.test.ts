import { expect, it } from "vitest";
import { recordingLink } from "../../core/link/timed";
import { readRunFile, runJson } from "./run-file";

const run = { link: "v=8&scene=duel", events: "H.5-3R2s", ticks: 600, hash: "0123456789abcdef" };

it("a run reads back as it was written", () => {
  expect(readRunFile(JSON.parse(runJson(run)))).toEqual(run);
  const { hash: _, ...unproved } = run;
  expect(readRunFile(JSON.parse(runJson(unproved)))).toEqual({ ...unproved, hash: undefined });
});

it("a damaged file is refused with the reason", () => {
  const file = JSON.parse(runJson(run));
  for (const [change, reason] of [
    [{ version: 2 }, "version 2"],
    [{ version: "1" }, "no version"],
    [{ link: 5 }, "no scene"],
    [{ link: "v=1" }, "no scene"],
    [{ events: null }, "what was done"],
    [{ ticks: -1 }, "how long"],
    [{ ticks: 1.5 }, "how long"],
    [{ ticks: 1e300 }, "how long"],
    [{ hash: "0123" }, "hash"],
    [{ hash: 5 }, "hash"],
  ] as const) {
    expect(() => readRunFile({ ...file, ...change }), JSON.stringify(change)).toThrow(reason);
  }
});

it("a link carries what was done, and the tick to start at", () => {
  expect(recordingLink(run)).toBe("v=8&scene=duel&ev=H.5-3R2s");
  expect(recordingLink({ ...run, events: "" }, 40)).toBe("v=8&scene=duel&at=40");
  expect(recordingLink(run, 600)).toBe("v=8&scene=duel&at=600&ev=H.5-3R2s");
});
