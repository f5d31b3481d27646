/** Runs to be written as parameters. */
import { Descriptions } from "../../www/src/core/described";
import { type GameExport, type RunSource, readRun } from "../../www/src/share/export/model";
import { Simulation, scenes } from "./core";

export const page = "https://example.org/?v=8&scene=flock-wide";

/** What an export reads of a run, as on the page: which has read all descriptions before, and keeps them. */
export function sourceOf(run: Simulation): RunSource {
  const described = new Descriptions();
  described.params(run);
  return {
    scenes: scenes(),
    params: () => described.params(run),
    texts: () => run.texts(),
    scene: () => run.scene(),
    seed: () => run.seed(),
    link: () => run.link(),
    scenery: () => run.scenery(),
    blueprint: () => run.blueprint(),
    explain: (id) => run.explain(id),
    explainText: (id) => run.explainText(id),
  };
}

/** Every scene with every number set to something that needs all digits of a float. */
export function tunedRuns(): GameExport[] {
  return scenes().map((scene) => {
    const run = new Simulation(scene.link);
    for (const { id, kind, key, min, max } of run.params()) {
      if (kind === "float") run.set(id, min + (max - min) * 0.371_234_5);
      // The size of a crowd costs time and is one number like the others.
      if (kind === "int") run.set(id, /count$/.test(key) ? 3 : Math.round((min + max) / 3));
      if (kind === "bool") run.set(id, run.get(id) === 0 ? 1 : 0);
    }
    const read = readRun(sourceOf(run));
    run.free();
    return read;
  });
}
