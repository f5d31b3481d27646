/** What the core says of parameters and texts: read once, and again when some come or go. Only values come anew. */
import type { ParamInfo, Simulation, TextInfo } from "../../pkg/flockwright.js";

type Described = Pick<Simulation, "listing" | "params" | "texts" | "values" | "visibility">;

export class Descriptions {
  #params: ParamInfo[] = [];
  #texts: TextInfo[] = [];
  #ofParams = "";
  #ofTexts = "";
  #run: Described | undefined;
  #runs = 0;

  /** Those of the last time, but for the parameters whose values are others or that matter no longer. */
  params(run: Described): ParamInfo[] {
    const state = this.#listing(run);
    if (state !== this.#ofParams) this.#params = run.params();
    else {
      const values = run.values();
      const matter = run.visibility();
      this.#params = this.#params.map((info) => {
        const [value = info.value, visible] = [values[info.id], matter[info.id] === 1];
        return value === info.value && visible === info.visible ? info : { ...info, value, visible };
      });
    }
    this.#ofParams = state;
    return this.#params;
  }

  /** Those of the last time, unless `changes` differs: how often anything but numbers was changed. */
  texts(run: Described, changes: number): TextInfo[] {
    const state = `${this.#listing(run)} ${changes}`;
    if (state !== this.#ofTexts) this.#texts = run.texts();
    this.#ofTexts = state;
    return this.#texts;
  }

  #listing(run: Described): string {
    if (run !== this.#run) this.#runs++;
    this.#run = run;
    return `${this.#runs} ${run.listing()}`;
  }
}
