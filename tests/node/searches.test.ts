/** The picker of behaviors, searched in the words of people who do not know the names. */
import { expect, test } from "vitest";
import type { BehaviorChoice } from "../../www/src/core";
import { offeredBehaviors } from "../../www/src/panel/compose/members";
import { Simulation } from "./core";

/** What is typed, and labels of behaviors that are found. */
const SEARCHES: readonly (readonly [search: string, ...labels: string[]])[] = [
  ["stay near", "Roost"],
  ["home", "Roost"],
  ["hunt", "Chase", "Pursue", "Intercept"],
  ["attack", "Chase", "Pursue"],
  ["predict", "Pursue", "Intercept", "Evade ahead"],
  ["stop at", "Arrive"],
  ["slow down", "Arrive"],
  ["go to", "Seek", "Arrive"],
  ["line up", "Alignment", "Queue"],
  ["same direction", "Alignment", "Mean heading"],
  ["keep apart", "Separation", "Crowd separation", "RTS separation"],
  ["avoid rocks", "Obstacle avoidance", "Collision avoidance"],
  ["dodge", "Collision avoidance", "Obstacle avoidance"],
  ["follow road", "Path following"],
  ["waypoints", "Path following"],
  ["run away", "Flee", "Evade ahead", "Fright"],
  ["escape", "Flee", "Evade ahead", "Fright"],
  ["circle around", "Orbit"],
  ["follow leader", "Leader following"],
  ["roam", "Wander"],
  ["wait in line", "Queue"],
  ["stick together", "Cohesion"],
  ["keep apart pedestrians", "Anticipate"],
  ["fish school", "Zones"],
];

test("behaviors are found by what people call what they do, and not all of them by anything", () => {
  const catalog = Simulation.behaviorCatalog() as BehaviorChoice[];
  for (const [search, ...labels] of SEARCHES) {
    const found = offeredBehaviors(catalog, { body: "point", behaviors: [] }, search).map(
      ({ label }) => label,
    );
    expect(found, search).toEqual(expect.arrayContaining(labels));
    expect(found.length, `${search}: ${found}`).toBeLessThan(10);
  }
});
