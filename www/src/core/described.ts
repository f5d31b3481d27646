/**
 * Cache of the core's descriptions of parameters. They are read again only when parameters come or go, since that takes
 * 1 to 2 ms for a hundred of them; while a slider moves, only values are read.
 */
import type { ParamInfo, Simulation } from "../../pkg/flockwright.js";
import { substituteNouns } from "./nouns";

type DescribedRun = Pick<Simulation, "groups" | "listing" | "params" | "values" | "visibility">;

export class ParamDescriptions {
  #params: ParamInfo[] = [];
  #source: { run: DescribedRun; listing: number } | undefined;

  /** Returns all parameters of a run. A parameter whose value and visibility did not change keeps its former object. */
  params(run: DescribedRun): ParamInfo[] {
    const listing = run.listing();
    if (this.#source?.run === run && this.#source.listing === listing) {
      const values = run.values();
      const visibility = run.visibility();
      this.#params = this.#params.map((info) => {
        const [value = info.value, visible] = [values[info.id], visibility[info.id] === 1];
        return value === info.value && visible === info.visible ? info : { ...info, value, visible };
      });
    } else {
      const groups = run.groups();
      this.#params = run
        .params()
        .map((info) => ({ ...info, doc: substituteNouns(info.doc, groups, info.scope) }));
    }
    this.#source = { run, listing };
    return this.#params;
  }
}
