import { expect, it } from "vitest";
import { OpenedLink, timedLink } from "./timed";

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
  link.openedByLink();
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
  expect(link.hasChanged()).toBe(false);
  [events, inputs] = ["H.5R2s", 2];
  expect([link.hasChanged(), link.hasChanged()]).toEqual([true, false]);
  expect(link.text()).toBeUndefined();
  [events, inputs] = ["H.5", 1];
  expect(link.hasChanged()).toBe(true);
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
  const opening = link.current;
  link.rememberLink(undefined);
  expect(link.text()).toBeUndefined();
  // Undo comes back to the run that the link had opened.
  link.rememberLink(opening);
  expect(link.text()).toBe("v=8&scene=duel&at=5&ev=H.5");
});
