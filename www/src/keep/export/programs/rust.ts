/** The run as a short Rust program on the crate: what the playground runs, natively. */
import type { Plan } from "../plan";
import { comment, quoted } from "../text";
import { header } from "./words";

export function rust(plan: Plan, page: string): string {
  const head = comment("//", [
    ...header(plan, page, true),
    "",
    "How to use it: `cargo add --path` and the folder of the playground's sources, then this as src/main.rs. It is the " +
      "core of the playground itself: the same link gives the same run, to the bit.",
  ]);
  return `${head.join("\n")}

use flockwright::Run;

/// The run, as its link says it: scene, changed parameters, layout and seed.
const LINK: &str = ${quoted(plan.run.link)};

fn main() {
    let (mut run, notices) = Run::open(LINK);
    for notice in notices {
        eprintln!("{notice}");
    }
    for _ in 0..600 {
        // Once per 1/60 s. For bodies of your own, run.world.set_unit(id, ...) and run.world.steer(), then push each
        // with run.world.push_of(id).
        run.world.tick();
    }
    let agents = run.world.agents();
    for id in 0..agents.len() {
        let (place, heading) = (agents.position(id), agents.heading[id]);
        println!("{id}: {:.1} {:.1}, {heading:.2} rad", place.x, place.y);
    }
}
`;
}
