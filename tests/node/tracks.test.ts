/** Tracks in the core's WebAssembly package: what the page's worker calls. */
import { expect, test } from "vitest";
import { Simulation } from "./core";
import { TrackFiles, TrackNoting } from "./work";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => new TrackFiles(["fish.csv"], [bytes(text)], "");
const NONE = new Float64Array();
const FISH = "frame,id,x,y\n0,1,10,20\n0,2,30,20\n1,1,12,20\n1,2,30,24\n";

test("what a file does not say is told, asked for, and then measured", () => {
  const files = read(FISH);
  expect(files.info()).toEqual({
    format: "Flockwright",
    is_y_up: false,
    link: "",
    notes: [],
    width: 20,
    height: 4,
    rows: 4,
  });
  expect(() => files.tracks(0, 1, "cm", 0, false, "", NONE)).toThrow(/frame rate is missing/);
  expect(() => read("frame,id,x,y\n0,1,1")).toThrow(/fish\.csv: line 2 has 3 cells instead of 4/);
  const tracks = files.tracks(10, 0.5, "cm", 2, false, "", NONE).scaled(2);
  expect(tracks.info()).toMatchObject({
    fps: 10,
    unit: "u",
    length: 4,
    units: 2,
    frames: 2,
    width: 20,
    height: 4,
  });
  expect([...tracks.times()]).toEqual([0, 0.1]);
  expect([...tracks.starts()]).toEqual([0, 2, 4]);
  expect([...tracks.motion().subarray(0, 8)]).toEqual([10, 30, 12, 30, 20, 20, 20, 24]);
  const { keys, values } = tracks.measure(1);
  expect(tracks.summary()).toContainEqual(expect.objectContaining({ measure: "mean_speed", mean: 30 }));
  expect(values.length).toBe(2 * keys.length);
  expect(values[keys.indexOf("mean_speed")]).toBeCloseTo(30, 4);
  expect(tracks.bands()).toEqual([]);
  // In a box of 21 by 30, and not of 19.
  expect(files.tracks(10, 1, "cm", 0, false, "", Float64Array.of(21, 30)).info()).toMatchObject({
    wraps: true,
  });
  expect(() => files.tracks(10, 1, "cm", 0, false, "", Float64Array.of(19, 30))).toThrow(
    /smaller than the data/,
  );
});

test("a run starts as the animals were, in a link", () => {
  const tracks = read(FISH).tracks(10, 1, "u", 4, false, "", NONE);
  const poses = tracks.poses(1);
  expect(poses).toBe("2-0-0-20_20-4-90-40");
  const run = new Simulation(`scene=flock-limited&count=2&poses=${poses}`);
  expect(run.notices()).toEqual([]);
  expect(run.link()).toContain(`poses=${poses}`);
  run.free();
});

test("tracks of a run are worked out from its link, with all that was done in it", () => {
  const run = new Simulation("scene=flock-limited&count=9&seed=4");
  run.tick(20);
  run.pointer(100, 90);
  run.tick(40);
  const noting = new TrackNoting(`${run.recordedLink()}&at=60&ev=${run.recordedEvents()}`, 0, 60, 20);
  while (!noting.part(1));
  expect(noting.share()).toBe(1);
  const tracks = noting.finish();
  const rows = tracks.csv().split("\n");
  expect(rows.filter((row) => row.startsWith("60,1.000000,")).length).toBe(run.count());
  const again = new TrackFiles(["own.csv"], [bytes(tracks.csv())], "");
  expect(again.info()).toMatchObject({ fps: 60, unit: "u", length: expect.any(Number) });
  expect(again.tracks(0, 0, "", 0, false, "", NONE).motion()).toEqual(tracks.motion());
  const arrays = new TrackFiles(["own.npz"], [tracks.npz()], "").tracks(0, 0, "", 0, false, "", NONE);
  expect(arrays.motion()).toEqual(tracks.motion());
  run.free();
});
