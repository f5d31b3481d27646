/** Access to "Two skies" (the run beside a copy with one value changed), whose code is fetched at its first use. */
import type { Skies } from "../ask/skies";
import type { Compared } from "../panel/look/text";
import type { Page } from "../ui/page";
import { fetchPart } from "../ui/part";
import { differsNoticeably } from "../ui/values";

const loadSkies = () => import("../ask/skies");

/** Largest number of units of a run that is shown beside its copy. */
const MAX_COMPARED_UNITS = 20_000;

export class SkiesLoader {
  private loadedSkies: Skies | undefined;
  /** Difference between run and copy that is shown once the code of "Two skies" has loaded. */
  private requestedDifference: Compared | undefined;

  constructor(
    private readonly page: Page,
    /** Replaces the run by its copy; `label` names the undo step. */
    private readonly replaceByCopy: (label: string) => void,
  ) {
    page.on("opened", () => {
      this.requestedDifference = undefined;
    });
  }

  /** Difference between the run and its copy that is shown or will be; `undefined` without a copy. */
  get compared(): Compared | undefined {
    return this.requestedDifference ?? this.loadedSkies?.compared;
  }

  /** Shows the run beside a copy with another value of one parameter. Returns why not if it is not possible. */
  compare(compared: Compared): string | undefined {
    const { core } = this.page;
    const problem = this.problemWith(compared);
    if (problem) return problem;
    this.requestedDifference = { from: core.ticks(), ...compared };
    void this.load();
    return undefined;
  }

  /** Shows the run beside a copy without a behavior of the unit's group (weight 0). Returns why not if refused. */
  compareWithout(unit: number, behavior: number, from?: number): string | undefined {
    const { core } = this.page;
    const id = core.weightOf(unit, behavior);
    const key = id !== undefined && core.params().find((one) => one.id === id)?.key;
    if (!key) return "There is no such behavior in this run to compare.";
    return this.compare({ key, value: 0, unit, ...(from === undefined ? {} : { from }) });
  }

  /** Removes the copy of the run; returns false if there is none. */
  close(): boolean {
    const wasRequested = this.requestedDifference !== undefined;
    this.requestedDifference = undefined;
    return this.loadedSkies?.close() || wasRequested;
  }

  /**
   * Has to be called once per frame, before the stage draws: updates the copy, if one is shown. `hasOverlays`: whether
   * overlays are on.
   */
  frame(hasOverlays: boolean): void {
    this.loadedSkies?.frame(hasOverlays);
  }

  private async load(): Promise<void> {
    const { Skies } = await fetchPart(loadSkies);
    this.loadedSkies ??= new Skies(this.page, this.replaceByCopy);
    const { requestedDifference } = this;
    this.requestedDifference = undefined;
    if (requestedDifference) this.loadedSkies.show(requestedDifference);
  }

  private problemWith({ key, value }: Compared): string | undefined {
    const { core } = this.page;
    const info = core.params().find((one) => one.key === key);
    if (!info) return `There is no \u201c${key.slice(0, 40)}\u201d in this run to compare.`;
    const { count } = core.views();
    const units = /(^|\.)count$/.test(key) ? Math.max(count, value) : count;
    if (units > MAX_COMPARED_UNITS) {
      const [many, most] = [units, MAX_COMPARED_UNITS].map((one) => one.toLocaleString("en-US"));
      return core.substituteNouns(`${many} birds are too many for two skies: at most ${most}.`);
    }
    if (count === 0) return "There is no one here to compare.";
    if (core.recordingFull() && !core.isReplaying())
      return "The recording is full, and two skies need it: go to an earlier time, or start again.";
    if (value < info.min || value > info.max) return `${key} cannot be ${value} in the second sky.`;
    return differsNoticeably(value, info.value) ? undefined : "Both skies would be the same.";
  }
}
