// A reef: sharks take fish out of the world, and each event names the hunter and its prey.
import { build, load } from "flockwright";

await load();
const reef = build(
  {
    width: 400,
    height: 300,
    groups: {
      fish: { behaviors: ["wander", "separation"], count: 60, fears: ["shark"] },
      shark: {
        behaviors: ["pursue"],
        count: 2,
        hunts: ["fish"],
        values: { catch_factor: 2, caught: "remove" },
      },
    },
  },
  { events: true },
);
let caught = 0;
for (let tick = 0; tick < 1200; tick++) {
  reef.tick();
  for (const event of reef.events()) {
    if (event.kind !== "caught") continue;
    console.log(`${(reef.ticks / 60).toFixed(1)} s: ${event.by} ${event.hunter} caught ${event.unit}`);
    caught++;
  }
}
if (caught === 0 || reef.count !== 62 - caught) throw new Error(`${caught} caught, ${reef.count} left`);
