import { beforeEach, describe, expect, it } from "vitest";
import { RunProof } from "./proof";

const file = { link: "v=8&scene=duel", events: "", ticks: 3, hash: "00000000000000aa" };
const state = { ticks: 0, hash: file.hash, goal: undefined as number | undefined };
const run = { events: "", link: "v=8&scene=duel" };
let told: string[] = [];

function play(ticks: number): void {
  const core = {
    ticks: () => state.ticks,
    hash: () => state.hash,
    seekGoal: () => state.goal,
    recording: () => ({ link: run.link, events: run.events, ticks: 3 }),
  };
  const proof = new RunProof(core, (text) => told.push(text));
  proof.expect(file);
  for (let tick = 1; tick <= ticks; tick++) {
    if (tick === 2) changeMidway();
    state.ticks = tick;
    // Paused there, it is looked at again in every frame.
    proof.look();
    proof.look();
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
