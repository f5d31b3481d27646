import { expect, test } from "vitest";
import { linkDescription, type SharedCore, shareLinkAt } from "./moment";

const core = (events: string, full = false, ticks = 0): SharedCore => ({
  ticks: () => ticks,
  hash: () => "f886701e00000000",
  recorded: () => events.split(/(?=[A-Z])/).filter(Boolean).length,
  recording: () => ({ link: "v=8&scene=open-sky", events, ticks: 3581 }),
  recordingFull: () => full,
});

test("a run that has gone on is shared as it is at this moment", () => {
  expect(shareLinkAt(core("", false, 3581), 3581, "")).toBe("v=8&scene=open-sky&at=3581&h=f886701e");
  expect(shareLinkAt(core("", true, 3581), 3581, "")).toBe("v=8&scene=open-sky&at=3581");
  expect(linkDescription(core(""), 3581)).toBe("opens this moment, at 60 s");
});

test("what was done in it goes along, and the sentence counts it", () => {
  expect(shareLinkAt(core("H.5-3R2s"), 260, "1_u7")).toBe("v=8&scene=open-sky&at=260&ev=H.5-3R2s&look=1_u7");
  expect(linkDescription(core("H.5-3R2s"), 260)).toBe(
    "opens this moment, at 4 s, with what you did (2 inputs)",
  );
  expect(linkDescription(core("R1"), 0)).toBe("opens this run from its start, with what you did (1 input)");
});

test("from the start, nothing done, it is the plain link", () => {
  expect(shareLinkAt(core(""), 0, "")).toBe("v=8&scene=open-sky");
  expect(linkDescription(core(""), 0)).toBe("opens this run from its start");
});

test("of a full recording, something is missing, and the sentence says so", () => {
  expect(linkDescription(core("R1R1", true), 9000)).toMatch(
    /, without what you did last: its recording is full$/,
  );
});
