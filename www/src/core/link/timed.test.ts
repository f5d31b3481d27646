import { expect, it, vi } from "vitest";
import { OpenedLink, timedLink, withoutTime } from "./timed";

it("a link without its time starts at the beginning, and says all else as it was spelled", () => {
  expect(withoutTime("v=8&scene=duel&at=600&ev=H.5-3R2s&ob=1_2&at=7")).toBe("v=8&scene=duel&ob=1_2");
  expect(withoutTime("v=8&scene=duel&%61t=600&flat=1")).toBe("v=8&scene=duel&flat=1");
});

it("a link of 65,000 pairs is not parsed anew for each of them", () => {
  const parsed = vi.spyOn(globalThis, "URLSearchParams");
  expect(withoutTime(`v=1${"&".repeat(65_000)}&at=5`)).toBe(`v=1${"&".repeat(65_000)}`);
  expect(parsed).toHaveBeenCalledTimes(0);
  parsed.mockRestore();
});

it("a link says of time what the core took, and nothing else", () => {
  const run = (at: number | undefined, events: string) => ({
    seekGoal: () => at,
    recording: () => ({ link: "v=8&scene=duel", events, ticks: 0 }),
  });
  expect(timedLink(run(undefined, ""))).toBeUndefined();
  expect(timedLink(run(5, ""))).toBe("v=8&scene=duel&at=5");
  expect(timedLink(run(undefined, "H.5"))).toBe("v=8&scene=duel&ev=H.5");
  expect(timedLink(run(5, "H.5"))).toBe("v=8&scene=duel&at=5&ev=H.5");
});

it("an opened link holds for the run that it says, and again when what was done in it is taken back", () => {
  let [events, inputs] = ["H.5", 1];
  const run = {
    seekGoal: () => 5,
    recording: () => ({ link: "v=8&scene=duel", events, ticks: 0 }),
    recorded: () => inputs,
  };
  const link = new OpenedLink(run);
  expect(link.text()).toBeUndefined();
  link.opened();
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
  expect(link.changed()).toBe(false);
  [events, inputs] = ["H.5R2s", 2];
  expect([link.changed(), link.changed()]).toEqual([true, false]);
  expect(link.text()).toBeUndefined();
  [events, inputs] = ["H.5", 1];
  expect(link.changed()).toBe(true);
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
  const opening = link.current;
  link.reopened(undefined);
  expect(link.text()).toBeUndefined();
  // Undo comes back to the run that the link had opened.
  link.reopened(opening);
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
});
