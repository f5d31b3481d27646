/** The run as a few lines of Python on the package: what the playground runs, as arrays. */
import type { Plan } from "../plan";
import { comment, quoted } from "../text";
import { header } from "./words";

export function python(plan: Plan, page: string): string {
  const head = comment("#", [
    ...header(plan, page, true),
    "",
    "How to use it: `pip install` the wheel that `./build.sh python` makes. It is the core of the playground itself: the same " +
      "link gives the same run, to the bit.",
  ]);
  return `${head.join("\n")}

import flockwright as fw

# The run, as its link says it: scene, changed parameters, layout and seed.
world = fw.World.from_link(${quoted(plan.run.link)})
places, headings = world.positions, world.headings  # Views of (N, 2) and (N,), which each tick changes.
for _ in range(10):
    world.step(60)  # Ticks of 1/60 s.
    print(world.tick, places.mean(0), world.measures()["polarization"])
print(world.hash)
`;
}
