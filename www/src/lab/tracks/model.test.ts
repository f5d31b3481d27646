import { expect, test } from "vitest";
import { modelLink, posesOf } from "./model";

const ground = { width: 300, height: 200.5, count: 12, otherGroups: ["player"], edges: "contain" as const };

test("a run takes over the ground of a recording, and keeps all that makes its flock", () => {
  const base =
    "v=8&scene=flock-limited&seed=3&cohesion=2&count=160&width=600&edges=wrap&player.count=1&at=90&ev=H.1";
  const link = modelLink(base, { ...ground, poses: "1-2-3-4_5" });
  expect(link).toBe(
    "v=8&scene=flock-limited&seed=3&cohesion=2&count=12&width=300&height=200.5&player.count=0&edges=contain&poses=1-2-3-4_5",
  );
  expect(posesOf(link)).toBe("1-2-3-4_5");
  // Anew from the same run: nothing stands twice.
  expect(modelLink(link, { ...ground, poses: "1-2-3-4_5" })).toBe(link);
});

test("a recording with periodic edges has a flock with periodic edges", () => {
  const link = modelLink("scene=flock-limited&edges=contain&toroidal=off", {
    ...ground,
    otherGroups: [],
    edges: "wrap",
  });
  expect(link).toBe("scene=flock-limited&count=12&width=300&height=200.5&edges=wrap&toroidal=on");
});

test("tracks of a run keep its edges, and a search begins anywhere", () => {
  const link = modelLink("scene=vicsek&edges=wrap", { ...ground, otherGroups: [], edges: undefined });
  expect(link).toBe("scene=vicsek&edges=wrap&count=12&width=300&height=200.5");
  expect(posesOf(link)).toBe("");
});
