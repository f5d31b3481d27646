/** A measure against a parameter: where one is ramped up and down, the way back may be another. */
import type { ParamId } from "../../core";
import { TICKS_PER_SECOND } from "../../core/declared";
import type { MeasureInfo } from "../../core/watch";
import { nameAlone } from "../../rule/written";
import { element, options, setText, svg } from "../../ui/dom";
import { formatValue } from "../../ui/values";
import { axisTop } from "./axis-top";
import { type Branch, branchesOf } from "./branches";
import type { History } from "./history";
import type { MeasureHost } from "./host";
import { valueText } from "./quantities";

const [width, height] = [280, 170];
const box = { left: 38, right: width - 8, top: 8, bottom: height - 20 };

export class Loop {
  readonly root: HTMLDetailsElement;
  private readonly measure = element("select#loop-measure");
  private readonly param = element("select#loop-param");
  private readonly to = element("input#loop-to", { type: "number", step: "any" });
  private readonly time = element("input#loop-time", { type: "number", min: 1, max: 600, value: 20 });
  private readonly back = element("input#loop-back", { type: "checkbox", checked: true });
  private readonly start = element("button.button", "Ramp");
  private readonly words = element("p.remark", { role: "status" });
  private readonly figure = svg("svg.loop.curves", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  private listed = "";
  /** The way back, which begins when a value is reached. */
  private return: { id: ParamId; at: number; to: number; ticks: number } | undefined;

  constructor(
    private readonly host: MeasureHost,
    private readonly measures: readonly MeasureInfo[],
    private readonly history: History,
  ) {
    const plotted = [...measures.entries()].filter(([, measure]) => measure.plotted);
    this.measure.append(...options(plotted.map(([at, { label }]) => [at, label])));
    const field = (label: string, control: HTMLElement) =>
      element("label.measure-field.note", { for: control.id }, label, control);
    const legend = element(
      "p.curves-key",
      { "aria-hidden": "true" },
      element("span.up", "rising"),
      element("span.down", "falling"),
    );
    this.root = element(
      "details.measure-part",
      element("summary", "Against a parameter"),
      field("Measure", this.measure),
      field("Parameter", this.param),
      this.figure,
      legend,
      this.words,
      element(
        "div.loop-ramp",
        field("Ramp to", this.to),
        field("within, s", this.time),
        element("label.switch-line", { for: "loop-back" }, this.back, "and back"),
        this.start,
      ),
    );
    this.root.addEventListener("toggle", () => this.update());
    for (const select of [this.measure, this.param]) select.addEventListener("change", () => this.chosen());
    this.start.addEventListener("click", () => this.ramp());
  }

  /** Another run is shown. */
  begin(): void {
    this.return = undefined;
    this.listed = "";
  }

  update(): void {
    this.turnBack();
    if (!this.root.open) return;
    this.listParams();
    this.draw();
  }

  /** Real numbers that change nothing else at once can be ramped. */
  private params() {
    return this.host.core.params().filter(({ kind, visible }) => kind === "float" && visible);
  }

  private listParams(): void {
    const params = this.params();
    const state = params.map(({ id, scope }) => `${id} ${scope}`).join();
    if (state === this.listed) return;
    this.listed = state;
    const chosen = this.param.value;
    const main = params[0]?.scope;
    const plain = (scope: string) => scope === main || scope === "world";
    this.param.replaceChildren(
      ...options(
        params.map((info) => {
          const { id, scope, scopeLabel } = info;
          return [id, plain(scope) ? nameAlone(info) : `${scopeLabel}: ${nameAlone(info)}`];
        }),
      ),
    );
    const usual = params.find(({ key }) => key === "orientation_width" || key === "noise") ?? params[0];
    this.param.value = params.some(({ id }) => String(id) === chosen) ? chosen : String(usual?.id ?? "");
    this.chosen();
  }

  private chosen(): void {
    const info = this.params().find(({ id }) => id === Number(this.param.value));
    if (info) {
      [this.to.min, this.to.max] = [String(info.min), String(info.max)];
      this.to.value = String(
        Number((info.value < (info.min + info.max) / 2 ? info.max : info.min).toPrecision(6)),
      );
    }
    this.draw();
  }

  private ramp(): void {
    const { core, say } = this.host;
    const info = core.params().find(({ id }) => id === Number(this.param.value));
    const ticks = Math.round(Math.max(1, Number(this.time.value)) * TICKS_PER_SECOND);
    const to = Math.min(info?.max ?? 0, Math.max(info?.min ?? 0, Number(this.to.value)));
    if (!info || !Number.isFinite(to) || to === info.value || !core.ramp(info.id, to, ticks)) {
      say("This parameter takes no ramp to that value.");
      return;
    }
    this.return = this.back.checked ? { id: info.id, at: to, to: info.value, ticks } : undefined;
    this.host.settled();
    say(`${info.label} is on its way to ${formatValue(to, info.step)}`);
  }

  private turnBack(): void {
    const { core } = this.host;
    const { return: way } = this;
    if (!way || core.get(way.id) !== Math.fround(way.at)) return;
    this.return = undefined;
    core.ramp(way.id, way.to, way.ticks);
    this.host.settled();
  }

  private draw(): void {
    const { core } = this.host;
    const info = this.params().find(({ id }) => id === Number(this.param.value));
    const at = Number(this.measure.value);
    const measure = this.measures[at];
    if (!info || !measure) return;
    const xs = core.watch.paramValues(info.id, this.history.ticks);
    const branches = branchesOf(xs, this.history.columns[at] ?? []);
    const [low, high] = [Math.min(...xs, info.value), Math.max(...xs, info.value)];
    const all = branches.flatMap(({ points }) => points);
    const top =
      measure.span === "share" ? 1 : axisTop(Math.max(...all.map(([, y]) => y)), measure.span === "count");
    const spread = high > low ? high - low : 1;
    const x = (value: number) => box.left + ((value - low) / spread) * (box.right - box.left);
    const y = (value: number) => box.bottom - (value / top) * (box.bottom - box.top);
    const lines = branches.map(({ way, points }) =>
      svg("path", {
        class: way,
        d: points.map(([px, py], i) => `${i ? "L" : "M"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join(""),
      }),
    );
    const text = (value: string, tx: number, ty: number, anchor: string) => {
      const made = svg("text", { x: tx, y: ty, "text-anchor": anchor });
      made.textContent = value;
      return made;
    };
    this.figure.replaceChildren(
      svg("path.axis", { d: `M${box.left} ${box.top}V${box.bottom}H${box.right}` }),
      text(valueText(measure, top), box.left - 4, box.top + 8, "end"),
      text("0", box.left - 4, box.bottom, "end"),
      text(short(low), box.left, height - 6, "start"),
      ...(high > low ? [text(short(high), box.right, height - 6, "end")] : []),
      text(info.label, (box.left + box.right) / 2, height - 6, "middle"),
      ...lines,
    );
    this.figure.setAttribute("aria-label", `${measure.label} against ${info.label}: ${summary(branches)}`);
    setText(
      this.words,
      high > low
        ? ""
        : "The parameter has not moved yet: move its slider, or let it ramp while the run plays.",
    );
  }
}

const short = (value: number) => String(Number(value.toPrecision(3)));

/** What the lines say, for those who cannot see them. */
function summary(branches: readonly Branch[]): string {
  const count = (way: Branch["way"]) => branches.filter((branch) => branch.way === way).length;
  return `${count("up")} times rising, ${count("down")} times falling`;
}
