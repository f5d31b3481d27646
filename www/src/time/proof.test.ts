import { beforeEach, describe, expect, it } from "vitest";
import { type PromisedState, promisedStateOf, RunProof } from "./proof";

const file = { link: "v=8&scene=duel", events: "", ticks: 3, hash: "00000000000000aa" };
const state = { ticks: 0, hash: file.hash, goal: undefined as number | undefined };
const run = { events: "", link: "v=8&scene=duel" };
let told: string[] = [];

function play(ticks: number, promised: PromisedState | undefined = file): void {
  const core = {
    ticks: () => state.ticks,
    hash: () => state.hash,
    seekGoal: () => state.goal,
    recording: () => ({ link: run.link, events: run.events, ticks: 3 }),
  };
  const tell = (text: string) => told.push(text);
  const proof = new RunProof(core, tell, tell);
  proof.expectState(promised);
  for (let tick = 1; tick <= ticks; tick++) {
    if (tick === 2) changeMidway();
    state.ticks = tick;
    // Paused there, it is looked at again in every frame.
    proof.checkState();
    proof.checkState();
  }
}
let changeMidway = () => {};

beforeEach(() => {
  Object.assign(state, { ticks: 0, hash: file.hash, goal: undefined });
  Object.assign(run, { events: "", link: file.link });
  changeMidway = () => {};
  told = [];
});

describe("a run from a file", () => {
  it("that ends as it was saved needs no words", () => {
    play(5);
    expect(told).toEqual([]);
  });

  it("that ends differently says so, once", () => {
    state.hash = "00000000000000bb";
    play(2);
    expect(told).toEqual([]);
    play(5);
    expect(told).toHaveLength(1);
  });

  it("that a person has changed, or began anew with another seed, is another run", () => {
    state.hash = "00000000000000bb";
    changeMidway = () => {
      run.events = "0a";
    };
    play(5);
    run.events = "";
    changeMidway = () => {
      run.link = "v=8&scene=duel&seed=2";
    };
    play(5);
    expect(told).toEqual([]);
  });
});

describe("a run from a link of a moment", () => {
  const moment = promisedStateOf("v=8&scene=duel&at=3&h=00000000&look=1_p");

  it("says once, at that tick, that it is the same", () => {
    play(2, moment);
    expect(told).toEqual([]);
    play(5, moment);
    expect(told).toEqual(["The same run, tick for tick \u2713 00000000"]);
  });

  it("says what differs, with both values", () => {
    state.hash = "12345678000000bb";
    play(5, moment);
    expect(told).toEqual([
      "The link was changed, or this run differs: the link has 00000000, this run 12345678.",
    ]);
  });

  it("promises nothing with a damaged or missing value", () => {
    for (const link of ["scene=duel&at=3", "scene=duel&h=00000000", "at=3&h=0000000G", "at=-3&h=00000000"])
      expect(promisedStateOf(link), link).toBeUndefined();
  });
});
