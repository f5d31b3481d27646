/** The few plain controls above all parameters: Speed, Agility, Togetherness ... Each is a view of one parameter. */
import type { ParamId, ParamInfo } from "../core";
import { element, setText } from "../ui/dom";
import { differs, formatValue, fromPosition, LOG_POSITIONS, nudge, toPosition } from "../ui/values";

/** The parameters of the main group that stand behind plain controls, in their order: of each, the first that matters. */
export function plainOf(params: readonly ParamInfo[], matters: (info: ParamInfo) => boolean): ParamInfo[] {
  const [first] = params;
  const found = new Map<number, ParamInfo>();
  for (const info of params) {
    if (!info.plain || info.scope !== first?.scope || !matters(info)) continue;
    if (!found.has(info.plain.place)) found.set(info.plain.place, info);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, info]) => info);
}

/** A value in plain words: bodies, a number, or how many times what the scene has. */
export function plainText(info: ParamInfo, value: number): string {
  if (info.kind === "int") return value.toLocaleString("en-US");
  if (info.unit === "\u00d7 L") return `${formatValue(Number(value.toPrecision(3)), info.step)} bodies`;
  if (!(info.default > 0)) return formatValue(value, info.step);
  const times = value / info.default;
  const felt = info.plain?.root ? Math.sqrt(times) : times;
  return `${felt >= 9.95 ? Math.round(felt) : Number(felt.toFixed(felt < 0.995 ? 2 : 1))}\u00d7`;
}

export interface PlainHooks {
  /** Returns the value that is in force now. */
  change(info: ParamInfo, value: number): number;
  settle(): void;
  use(id: ParamId, active: boolean): void;
}

/** Every plain slider moves in ratios. */
const logged = (info: ParamInfo) => ({ ...info, log: true });

export class PlainRow {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly value = element("output", { "aria-live": "off" });

  constructor(
    private info: ParamInfo,
    private readonly hooks: PlainHooks,
    id = `plain-${info.id}`,
  ) {
    this.slider = element("input", { id, type: "range", min: 0, max: LOG_POSITIONS, step: 1 });
    this.value.setAttribute("for", id);
    const label = element("label", { for: id, title: info.doc }, info.plain?.label ?? info.label);
    this.root = element(
      "div",
      { class: "plain-row", "data-plain": info.key },
      label,
      this.value,
      this.slider,
    );
    const { slider } = this;
    slider.addEventListener("input", () => this.apply(fromPosition(logged(this.info), Number(slider.value))));
    slider.addEventListener("change", () => hooks.settle());
    slider.addEventListener("keydown", (event) => this.key(event));
    slider.addEventListener("dblclick", () => {
      this.apply(this.info.default);
      hooks.settle();
    });
    slider.addEventListener("pointerdown", () => hooks.use(this.info.id, true));
    slider.addEventListener("focus", () => {
      if (slider.matches(":focus-visible")) hooks.use(this.info.id, true);
    });
    for (const end of ["pointerup", "pointercancel", "blur"])
      slider.addEventListener(end, () => hooks.use(this.info.id, false));
    this.update(info);
  }

  update(info: ParamInfo): void {
    this.info = info;
    const part = (value: number) => toPosition(logged(info), value) / LOG_POSITIONS;
    const text = plainText(info, info.value);
    this.slider.value = String(toPosition(logged(info), info.value));
    this.slider.setAttribute("aria-valuetext", text);
    this.slider.style.setProperty("--fill", part(info.value).toFixed(4));
    this.slider.style.setProperty("--home", part(info.default).toFixed(4));
    this.root.classList.toggle("changed", differs(info.value, info.default));
    setText(this.value, text);
  }

  private apply(value: number): void {
    this.update({ ...this.info, value: this.hooks.change(this.info, value) });
  }

  /** An arrow moves by a hundredth of the way, Page Up and Page Down by a tenth, and always by a step. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, [1 | -1, number]> = {
      ArrowRight: [1, 0.01],
      ArrowUp: [1, 0.01],
      PageUp: [1, 0.1],
      ArrowLeft: [-1, 0.01],
      ArrowDown: [-1, 0.01],
      PageDown: [-1, 0.1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.apply(nudge(logged(this.info), this.info.value, ...step));
    this.hooks.settle();
  }
}
