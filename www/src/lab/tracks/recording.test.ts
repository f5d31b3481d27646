import { expect, test } from "vitest";
import { RecordedTracks } from "./recording";

/** Two animals; the second is not seen in the last frame, which is late. */
function recorded(): RecordedTracks {
  const rows: [frame: number, id: number, x: number, y: number][] = [
    [0, 3, 10, 20],
    [0, 7, 30, 20],
    [1, 3, 12, 20],
    [1, 7, 30, 24],
    [2, 3, 14, 20],
  ];
  const part = (at: 2 | 3) => rows.map((row) => row[at]);
  const none = rows.map(() => 0);
  return new RecordedTracks(
    {
      info: {
        fps: 10,
        unit: "u",
        format: "Flockwright",
        missing: 0,
        wraps: false,
        link: "",
        notes: [],
        units: 2,
        frames: 3,
        seconds: 4,
        left: 10,
        top: 20,
        width: 20,
        height: 4,
      },
      frameTimes: Float64Array.of(0, 0.5, 4),
      frameStarts: Uint32Array.of(0, 2, 4, 5),
      rowIds: Uint32Array.from(rows, (row) => row[1]),
      motion: Float32Array.from([...part(2), ...part(3), ...none, ...none, ...none]),
    },
    { x: 100, y: 50 },
  );
}

const at = (time: number) => {
  const all: number[][] = [];
  recorded().forEachUnit(time, (id, x, y) => all.push([id, x, y]));
  return all;
};

test("animals are between their frames, where those are near each other", () => {
  expect(at(0)).toEqual([
    [3, 100, 50],
    [7, 120, 50],
  ]);
  expect(at(0.25)).toEqual([
    [3, 101, 50],
    [7, 120, 52],
  ]);
  // From one frame to one that is seconds away no one knows the way.
  expect(at(2)).toEqual(at(0.5));
});

test("an animal that leaves on one side enters on the other", () => {
  const crossing = recorded();
  crossing.tracks.info.wraps = true;
  crossing.tracks.motion.set([29, 30, 11], 0);
  const seen: number[] = [];
  crossing.forEachUnit(0.25, (id, x) => id === 3 && seen.push(x));
  // From 29 to 11 in a box of 20: a way of 2 to the right, of which half is over the edge.
  expect(seen).toEqual([100]);
});

test("who is not seen is not there, nor is anybody before and after", () => {
  expect(at(4)).toEqual([[3, 104, 50]]);
  expect([at(-0.1), at(4.1)]).toEqual([[], []]);
  const found = recorded();
  expect([0, 0.49, 0.5, 3.9, 4, 9].map((time) => found.frameAt(time))).toEqual([0, 0, 1, 1, 2, 2]);
});
