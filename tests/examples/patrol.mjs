// A squad patrols in a wedge between named places of a level, whose walls come from a map of tiles.
import { build, load, wallsFromTiles } from "flockwright";

await load();
const level = build(
  {
    width: 480,
    height: 320,
    groups: {
      Sergeant: { behaviors: ["arrive"], count: 1, values: { goal: "site", heeds_pointer: false } },
      Squad: { behaviors: ["wedge", "separation"], count: 9, follows: ["Sergeant"] },
    },
  },
  { events: true },
);
// A room in the middle of 24 by 16 tiles of 20 u.
const isBlocked = (at) => at % 24 >= 9 && at % 24 < 15 && at >= 6 * 24 && at < 10 * 24;
level.walls = wallsFromTiles(
  24,
  Array.from({ length: 24 * 16 }, (_, at) => isBlocked(at)),
  20,
);
const rounds = ["Gate", "Old well", "North tower"];
level.setSite("Gate", { x: 60, y: 60 });
level.setSite("Old well", { x: 420, y: 60 });
level.setSite("North tower", { x: 420, y: 270 });

const [sergeant] = level.handles;
const visits = [];
for (let tick = 0; tick < 7200; tick++) {
  level.tick();
  for (const { kind, unit } of level.events()) {
    if (kind !== "arrived" || unit !== sergeant) continue;
    visits.push(level.get("Sergeant.goal_site"));
    level.set("Sergeant.goal_site", rounds[visits.length % 3]);
  }
}
console.log(`${level.walls.length} walls. The squad came to ${visits.join(", ")}.`);
if (visits.length < 4 || visits[3] !== "Gate") throw new Error("The patrol does not go round.");
