import { expect, it } from "vitest";
import { FullRecording } from "./full";

it("a recording that has become full says so once, and not while it is replayed", () => {
  const state = { full: false, replays: false };
  const said: string[] = [];
  const core = { recordingFull: () => state.full, isReplaying: () => state.replays };
  const full = new FullRecording(core, (text) => said.push(text));
  const looks = (change: Partial<typeof state>) => {
    Object.assign(state, change);
    for (let frame = 0; frame < 3; frame++) full.look();
    return said.length;
  };
  expect(looks({})).toBe(0);
  expect(looks({ full: true, replays: true })).toBe(0);
  expect(looks({ replays: false })).toBe(1);
  expect(said[0]).toContain("not recorded");
  expect(looks({ full: false })).toBe(1);
  expect(looks({ full: true })).toBe(2);
});
