/**
 * Cache of the core's descriptions of parameters. They are read again only when parameters come or go, since that takes
 * 1 to 2 ms for a hundred of them; while a slider moves, only values are read.
 */
import type { ParamInfo, Simulation } from "../../pkg/flockwright.js";
import { substituteNouns } from "./nouns";

type Described = Pick<Simulation, "groups" | "listing" | "params" | "values" | "visibility">;

export class Descriptions {
  #params: ParamInfo[] = [];
  #of: { run: Described; listing: number } | undefined;

  /** Returns the cached descriptions, with new objects for parameters whose value or relevance changed. */
  params(run: Described): ParamInfo[] {
    const listing = run.listing();
    if (this.#of?.run === run && this.#of.listing === listing) {
      const values = run.values();
      const matter = run.visibility();
      this.#params = this.#params.map((info) => {
        const [value = info.value, visible] = [values[info.id], matter[info.id] === 1];
        return value === info.value && visible === info.visible ? info : { ...info, value, visible };
      });
    } else {
      const groups = run.groups();
      this.#params = run
        .params()
        .map((info) => ({ ...info, doc: substituteNouns(info.doc, groups, info.scope) }));
    }
    this.#of = { run, listing };
    return this.#params;
  }
}
