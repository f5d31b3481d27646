import { expect, test } from "vitest";
import { balanceOf, Calm, neighborId } from "./math";
import { balanceText, bearingText, driftText, leaderText, partText, turnText } from "./words";

const force = (key: string, fx: number, fy: number, weight = 1) => ({
  key,
  label: key,
  weight,
  rawX: fx / weight,
  rawY: fy / weight,
  fx,
  fy,
  aims: [],
  feelers: [],
});

/** The forces with their sum, of which the body takes `kept`. */
function inspected(forces: ReturnType<typeof force>[], kept = 1) {
  const sumX = forces.reduce((sum, { fx }) => sum + fx, 0);
  const sumY = forces.reduce((sum, { fy }) => sum + fy, 0);
  return { forces, sumX, sumY, fx: sumX * kept, fy: sumY * kept };
}

test("the parts along the net force add up to it, also after the limit", () => {
  for (const kept of [1, 0.25]) {
    const found = inspected([force("a", 30, 400), force("b", -90, -100), force("c", 5, 7)], kept);
    const balance = balanceOf(found, 1, 0);
    const sum = balance.shares.reduce((total, { along }) => total + along, 0);
    expect(sum).toBeCloseTo(balance.net, 3);
    expect(balance.shares[1]?.along).toBeLessThan(0);
    expect(balance.kept).toBeCloseTo(kept);
  }
});

test("two forces against each other cancel out", () => {
  const balance = balanceOf(inspected([force("a", 0, 300), force("b", 0, -300)]), 1, 0);
  expect(balance.canceled).toBe(1);
  expect(balance.shares.map(({ along }) => along)).toEqual([300, -300]);
  expect(balanceText(balance, 4000)).toBe("100 % of all force cancels out.");
});

test("what the limit cuts is told, and so is a limit that does not cut", () => {
  const cut = balanceOf(inspected([force("a", 0, 800)], 0.5), 1, 0);
  expect(balanceText(cut, 400)).toBe("The limit of 400 cuts 50 %.");
  const whole = balanceOf(inspected([force("a", 0, 300)]), 1, 0);
  expect(balanceText(whole, 400)).toBe("All forces add up. The limit is 400.");
  expect(balanceText(whole, undefined)).toBe("All forces add up.");
});

test("a raw force and its weight are told apart, and what a budget leaves too", () => {
  const [share] = balanceOf(inspected([force("a", 60, 0, 0.5)]), 1, 0).shares;
  expect(share).toMatchObject({ raw: 120, size: 60, weight: 0.5, room: 1 });
  const starved = { ...force("b", 0, 30), rawY: 120 };
  expect(balanceOf(inspected([starved]), 1, 0).shares[0]?.room).toBe(0.25);
});

test("bearings are the unit's own: starboard is to the right of its heading", () => {
  // Heading down the screen, a force to the left of the screen points to starboard.
  const { shares } = balanceOf(inspected([force("a", -10, 0)]), 0, 1);
  expect(shares[0]?.bearing).toBeCloseTo(Math.PI / 2);
  expect(bearingText(Math.PI / 2)).toBe("90\u00b0 right");
  expect(bearingText(-Math.PI / 4)).toBe("45\u00b0 left");
  expect(bearingText(0.05)).toBe("ahead");
  expect(bearingText(-3.1)).toBe("behind");
});

test("no force is no trouble", () => {
  const balance = balanceOf(inspected([force("a", 0, 0)]), 1, 0);
  expect(balance).toMatchObject({ net: 0, largest: 0, canceled: 0, kept: 1 });
  expect(balanceText(balance, 400)).toBe("Nothing steers it now.");
  expect(partText(0, 0)).toBe("0");
});

test("leaders and turns are told in words", () => {
  const unit = { canLead: true, leader: false, aheadCount: 3 } as Parameters<typeof leaderText>[0];
  expect(leaderText(unit)).toBe("Follows: 3 ahead of it, in its narrow view.");
  expect(leaderText({ ...unit, leader: true, aheadCount: 0 })).toBe("Leads: nobody is in its narrow view.");
  expect(leaderText({ ...unit, canLead: false })).toBe("");
  expect(turnText(Math.PI / 4)).toBe("45\u00b0/s right");
  expect(turnText(-0.05)).toBe("2.9\u00b0/s left");
  expect(turnText(0)).toBe("straight on");
});

test("keys go from unit to unit, around the ends", () => {
  expect(neighborId(-1, 1, 10, 4)).toBe(4);
  expect(neighborId(9, 1, 10, 4)).toBe(0);
  expect(neighborId(0, -1, 10, 4)).toBe(9);
  expect(neighborId(3, 1, 0, 4)).toBe(-1);
});

test("a unit drifts to the side to which it moves off its heading", () => {
  expect(driftText(3, 3, 1, 0)).toBe("45\u00b0 right");
  expect(driftText(3, -3, 1, 0)).toBe("45\u00b0 left");
  expect(driftText(0, 8, 0, 1)).toBe("0\u00b0");
  expect(driftText(0, 0, 0, 1)).toBe("not at all");
});

test("what the sentence speaks of is averaged over half a second, and begins anew with another unit", () => {
  const calm = new Calm();
  const of = (id: number, fy: number, now: number) => {
    const made = { id, turn: fy, ...inspected([force("a", 0, fy)]) } as unknown as Parameters<Calm["of"]>[0];
    return calm.of(made, now);
  };
  expect(of(1, 100, 0).fy).toBe(100);
  expect(of(1, -100, 50).fy).toBeGreaterThan(75);
  expect(of(1, -100, 5050).fy).toBeCloseTo(-100, 1);
  expect(of(2, 40, 5051).fy).toBe(40);
});
