/** A behavior left out: the run from here without it beside the run with it, and what each of its group does. */
import type { MemberInfo, ParamId } from "../core";
import type { MeasureInfo } from "../core/watch";
import { element, setText } from "../ui/dom";
import { type Pool, Stopped } from "../workers/pool";
import { told } from "./band";
import { CompareView } from "./compare";
import type { MakeHost } from "./host";
import { type Effect, effectsOf, leaveOneOut, type Part, SEEDS } from "./leave-out";

interface Known extends Part {
  key: string;
  id: ParamId;
}

/** As many effects of a behavior are told. */
const MOST = 3;
/** Workers need minutes for more, which nobody waits for. */
const MOST_UNITS = 3000;

export class WithoutView {
  readonly compare: CompareView;
  private readonly strip = element("div.leave-out.stack");
  private readonly label: string;
  private readonly parts: readonly Known[];

  /** `key`: the behavior of this group that is left out. */
  constructor(
    private readonly host: MakeHost,
    private readonly pool: Pool,
    member: MemberInfo,
    key: string,
    private readonly measures: readonly MeasureInfo[],
    private readonly again: (key: string) => void,
  ) {
    const { core } = host;
    const params = core.params();
    const one = member.behaviors.find((behavior) => behavior.key === key);
    this.label = one?.label ?? key;
    this.parts = member.behaviors.flatMap(({ label, weight, key: own }) => {
      const info = params.find(({ id }) => id === weight);
      return info && info.value !== 0 ? [{ label, weight: info.key, id: info.id, key: own }] : [];
    });
    const weight = this.parts.find(({ label }) => label === this.label);
    const without = () => {
      const run = core.fork();
      if (weight) run.set(weight.id, 0);
      return run;
    };
    const keep = element("button.button", "Go on without it");
    keep.addEventListener("click", () => {
      if (!weight) return;
      host.turn(weight.weight, 0);
      host.settled();
    });
    this.compare = new CompareView(
      host,
      [() => core.fork(), without],
      measures,
      () => [element("div.actions", keep), this.strip],
      ["With it", "Without it"],
    );
    void this.leaveOut(member);
  }

  /** Fills the strip: what the group is like without each of its behaviors. */
  private async leaveOut(member: MemberInfo): Promise<void> {
    const { core } = this.host;
    const title = element("h4", `What each behavior of ${member.label} does`);
    const status = element("p.make-progress.note", { role: "status" });
    const list = element("ul.stack", { "aria-label": title.textContent ?? "" });
    this.strip.append(title, status, list);
    if (core.views().count > MOST_UNITS) {
      setText(status, `Runs of more than ${MOST_UNITS.toLocaleString("en-US")} units are not measured here.`);
      return;
    }
    const jobs = leaveOneOut(this.host.link(), this.parts, core.seed());
    let done = 0;
    const tell = () => setText(status, `${done} of ${jobs.length} runs \u2026`);
    tell();
    try {
      const outcomes = await this.pool.evaluate(jobs, () => {
        done++;
        tell();
      });
      const effects = effectsOf(outcomes, this.parts.length);
      const isPlotted = ({ measure }: Effect) => this.measures[measure]?.plotted === true;
      const rows = this.parts.map((part, at) => ({ part, told: (effects[at] ?? []).filter(isPlotted) }));
      rows.sort((a, b) => (b.told[0]?.share ?? 0) - (a.told[0]?.share ?? 0));
      list.append(...rows.map(({ part, told: all }) => this.row(part, all)));
      setText(
        status,
        `Seconds 4 to 12, with \u2192 without, over ${SEEDS} seeds \u00b1 standard error. What chance may make is not told.`,
      );
    } catch (error) {
      setText(status, error instanceof Stopped ? "" : "That could not be measured.");
    }
  }

  private row(part: Known, effects: readonly Effect[]): HTMLElement {
    const bar = element("span.share");
    bar.style.setProperty("--share", String(effects[0]?.share ?? 0));
    const name = element(
      "button.button.quiet",
      {
        title: `Show the run without ${part.label.toLowerCase()}`,
        disabled: part.label === this.label,
        onclick: () => this.again(part.key),
      },
      part.label,
    );
    const says = effects.slice(0, MOST).map(({ measure, before, after, error }) => {
      const info = this.measures[measure];
      const unit = info?.unit ? ` ${info.unit}` : "";
      const text = `${info?.label ?? ""} ${told(before)} \u2192 ${told(after)} \u00b1 ${told(error)}${unit}`;
      return element("span", { title: info?.doc ?? "" }, text);
    });
    const none = element("span", "no difference beyond chance here");
    return element(
      "li",
      name,
      element("span.leave-out-bar", bar),
      element("p", ...(says.length > 0 ? says : [none])),
    );
  }
}
