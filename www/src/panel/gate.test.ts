import { expect, test } from "vitest";
import { Gate } from "./gate";

function rig(cost: number) {
  let time = 0;
  let timer: { run: () => void; at: number } | undefined;
  const ran: number[] = [];
  const gate = new Gate({
    now: () => time,
    later: (run, ms) => {
      timer = { run, at: time + ms };
      return 1;
    },
    cancel: () => {
      timer = undefined;
    },
  });
  return {
    gate,
    ran,
    ask: (value: number) =>
      gate.submit(() => {
        ran.push(value);
        time += cost;
      }),
    pass(ms: number) {
      time += ms;
      if (timer && timer.at <= time) {
        const { run } = timer;
        timer = undefined;
        run();
      }
    },
  };
}

test("cheap actions all run at once", () => {
  const { ask, ran } = rig(1);
  for (const value of [1, 2, 3]) ask(value);
  expect(ran).toEqual([1, 2, 3]);
});

test("costly actions leave the page three quarters of its time, and the last one wins", () => {
  const { ask, ran, pass } = rig(100);
  ask(1);
  for (const value of [2, 3, 4]) ask(value);
  expect(ran).toEqual([1]);
  pass(299);
  expect(ran).toEqual([1]);
  pass(1);
  expect(ran).toEqual([1, 4]);
  // And so on.
  for (const value of [5, 6]) ask(value);
  pass(300);
  expect(ran).toEqual([1, 4, 6]);
});

test("a flush runs what waits now, and a drop forgets it", () => {
  const { ask, gate, ran, pass } = rig(100);
  ask(1);
  ask(2);
  gate.flush();
  gate.flush();
  expect(ran).toEqual([1, 2]);
  ask(3);
  gate.drop();
  pass(10_000);
  gate.flush();
  expect(ran).toEqual([1, 2]);
});
