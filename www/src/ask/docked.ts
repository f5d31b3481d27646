/** The answer, docked in the right column: why a bird turns in a sentence and in bars, and what to ask next. */
import "../style/ask.css";
import type { AnswerInfo, Core, Inspection } from "../core";
import { nameUnit } from "../core/nouns";
import { Listing } from "../panel/rule/listing";
import { shortText, bearingText as sideOf } from "../panel/rule/values";
import { forceColor } from "../stage/inspection";
import { type Palette, palettes } from "../stage/palette";
import type { Pointed } from "../stage/pointed";
import { byId, element, iconButton, setText } from "../ui/dom";
import { type Item, KeyedList } from "../ui/keyed";
import { currentTheme } from "../ui/theme";
import { midSentence } from "../ui/values";
import { barsOf, captionText, type Part, paceText, togetherText, turnText } from "./answer";
import { Past } from "./past";

/** A sentence and its bars stand so long, ms: one reads them. */
const PACE = 1500;
/** A whole bar is at least this many degrees per second. */
const LEAST_SCALE = 12;

export interface DockedHooks {
  close(): void;
  /** What would be without a behavior, by its place; undefined ends that. */
  without(behavior: number | undefined, byAll: boolean): void;
  seek(tick: number): void;
  share(how: "link" | "picture" | "loop"): void;
  /** Something else is to be shown, also while time stands still. */
  showAnew(): void;
  /** Makes a force a rule of one's own, and opens its text. */
  edit?(group: string, key: string): void;
  point(shown: Pointed | undefined): void;
  /** Another line of the drawing stands alone. */
  repaint(): void;
  /** The shorter way around a world that wraps. */
  offset(x: number, y: number): [number, number];
}

/** A force as the buttons over its rule tell it. */
interface Force {
  key: string;
  label: string;
  index: number;
  turn: number;
  isReadable: boolean;
}

/** A frame or two, ms. */
const SOON = 60;

export class Docked {
  readonly root = element("section#ask.surface", {
    "aria-labelledby": "ask-name",
    hidden: true,
  });
  private readonly name = element("h2#ask-name", { tabindex: -1 });
  /** Says the first sentence of each bird, once, to those who do not see it: always there, or it would say nothing. */
  private readonly voice = element("p#ask-says.unseen", { role: "status" });
  private readonly sentence = element("p#ask-sentence");
  private readonly list = element("ul.ask-bars", { "aria-label": "What turns it, in degrees per second" });
  private readonly together = element("p.note.spaced");
  private readonly difference = element("p#ask-difference.accent.strong", { role: "status" });
  private readonly rough = element(
    "p.note.spaced",
    { hidden: true },
    "An estimate: in a crowd this large, only the ones near it are followed.",
  );
  private readonly all = element("input", { type: "checkbox" });
  private readonly allText = element("span");
  private readonly otherwise = element(
    "div.ask-otherwise.spaced",
    { hidden: true },
    this.difference,
    element("label.switch-line.across", this.all, this.allText),
  );
  private readonly more = element(
    "button.ask-more.tall",
    { "aria-expanded": "false", "aria-controls": "ask-rule" },
    "Show the rule",
  );
  private readonly share = element(
    "button.button.primary",
    { "aria-expanded": "false", "aria-controls": "ask-share" },
    "Share this bird",
  );
  private readonly shares: HTMLElement;
  private readonly rule = element("div#ask-rule", { hidden: true });
  private readonly forces = element("div.ask-forces.flow", { role: "group", "aria-label": "All forces" });
  private readonly edits: HTMLButtonElement;
  private readonly listing: Listing;
  private readonly past: Past;
  private readonly bars = new KeyedList<Part>(this.list, (part) => this.makeBar(part));
  private shown: readonly Part[] = [];
  private readonly forceButtons = new KeyedList<Force>(this.forces, (force) => this.makeForce(force));
  /** Of the bird, by its key. */
  private group = "";
  /** The force whose rule is shown, by its key; "" for the strongest. */
  private ruleOf = "";
  private saysAt = 0;
  private scale = LEAST_SCALE;
  private pointedAt = "";
  private answered: AnswerInfo | undefined;

  constructor(
    private readonly core: Core,
    private readonly hooks: DockedHooks,
  ) {
    this.past = new Past((tick) => hooks.seek(tick));
    this.listing = new Listing(core, {
      point: (shown) => hooks.point(shown && { ...shown, key: this.ruleOf }),
      tellPlace: (id, obstacle) => this.tellPlace(id, obstacle),
    });
    const ways = { link: "Copy link", picture: "Picture", loop: "Five-second loop" } as const;
    this.shares = element(
      "div#ask-share.flow.spaced",
      { hidden: true },
      ...Object.entries(ways).map(([how, label]) =>
        element("button.button", { onclick: () => hooks.share(how as keyof typeof ways) }, label),
      ),
    );
    this.edits = element(
      "button.button.quiet",
      { onclick: () => hooks.edit?.(this.group, this.ruleOf) },
      "Edit a copy",
    );
    this.all.addEventListener("change", () => {
      const { without } = this.answered ?? {};
      if (without) hooks.without(without.behavior, this.all.checked);
    });
    this.more.addEventListener("click", () => this.fold(this.more, this.rule));
    this.share.addEventListener("click", () => this.fold(this.share, this.shares));
    this.rule.append(this.forces, this.listing.root, element("div.actions", this.edits));
    const close = iconButton("close", "Fly on", () => hooks.close());
    close.title = "Fly on (Escape)";
    this.root.append(
      element("header.ask-head.across.apart.tall.hints", this.name, close),
      element(
        "div.ask-body",
        this.sentence,
        element(
          "p.ask-sides.across.apart",
          { "aria-hidden": "true" },
          element("span", "\u2190 its left"),
          element("span", "its right \u2192"),
        ),
        this.list,
        this.otherwise,
        this.together,
        this.rough,
        this.past.root,
        this.rule,
        this.shares,
      ),
      element("footer.ask-foot.across.apart", this.more, this.share),
    );
    byId("column").append(this.root, this.voice);
    const point = (target: EventTarget | null) => {
      const over = target instanceof Element ? target.closest("li")?.dataset.key : undefined;
      if ((over ?? "") === this.pointedAt) return;
      this.pointedAt = over ?? "";
      hooks.repaint();
    };
    this.list.addEventListener("pointerover", ({ target }) => point(target));
    this.list.addEventListener("focusin", ({ target }) => point(target));
    for (const end of ["pointerleave", "focusout"] as const)
      this.list.addEventListener(end, () => point(null));
  }

  private get palette(): Palette {
    return palettes[currentTheme()];
  }

  /** The colors are others. */
  recolor(): void {
    this.showBars([]);
    this.forceButtons.showValues([]);
    this.saysAt = 0;
  }

  /** The old answer goes at once: another bird was asked. */
  leave(): void {
    this.scale = LEAST_SCALE;
    this.answered = undefined;
    this.past.clear();
    this.showBars([]);
    this.pointedAt = "";
    this.saysAt = 0;
    this.hide();
  }

  /** No one is asked. */
  close(): void {
    this.leave();
    setText(this.voice, "");
    for (const [button, part] of [
      [this.more, this.rule],
      [this.share, this.shares],
    ] as const)
      if (!part.hidden) this.fold(button, part);
  }

  private hide(): void {
    if (this.root.contains(document.activeElement)) byId("stage").focus({ preventScroll: true });
    this.root.hidden = true;
    delete byId("chrome").dataset.asks;
  }

  /** It stands there, with a sentence. */
  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** The keys go on at its heading. */
  focus(): void {
    this.name.focus({ preventScroll: true });
  }

  /** The height of its sentence, from where the line to the bird begins, CSS px of the page. */
  get middle(): number {
    const { top, height } = this.sentence.getBoundingClientRect();
    return top + height / 2;
  }

  /** What it says, and of another path whose it is and what it makes different. */
  get text(): string {
    return captionText(this.sentence.textContent ?? "", this.answered);
  }

  /** The answer that is shown; its bars; and the one that is pointed at, by its key: for the stage. */
  get answer(): AnswerInfo | undefined {
    return this.answered;
  }

  get alone(): string {
    return this.pointedAt;
  }

  get parts(): readonly Part[] {
    return this.shown;
  }

  /** Shows an answer where it is time for another; `playing`, `speed`: how time passes. */
  showAnswer(answer: AnswerInfo, inspection: Inspection, now: number, playing: boolean, speed: number): void {
    const groups = this.core.groups();
    this.group = inspection.group;
    const pace = paceText(playing, speed);
    const { name, one, many } = nameUnit(answer.unit, groups);
    setText(this.name, name + (pace && `, ${pace}`));
    // A long name, or one of several words, makes no button: it leaves no room beside it.
    setText(this.share, `Share this ${one.length > 7 || one.includes(" ") ? "one" : one}`);
    const asked = JSON.stringify(answer.without) !== JSON.stringify(this.answered?.without);
    if (now < this.saysAt && playing && !asked && this.answered) {
      this.showRule(inspection, answer, playing);
      return;
    }
    this.saysAt = now + PACE;
    const sentence = answer.sentence.replaceAll("'", "\u2019");
    if (!this.answered) setText(this.voice, `${name}. ${sentence}`);
    this.answered = answer;
    setText(this.sentence, sentence);
    const parts = barsOf(answer.parts, {
      keys: this.shown.map(({ key }) => key),
      held: this.list.matches(":hover, :focus-within"),
      leftOut: answer.without?.behavior ?? -1,
    });
    // Who waits turns on the spot: there is no turn to tell of.
    setText(this.together, answer.waits ? "" : togetherText(answer.turn, parts));
    const turns = parts.filter(({ holds }) => !holds).map(({ turn }) => Math.abs(turn));
    const largest = Math.max(LEAST_SCALE, ...turns);
    this.scale = Math.max(largest, this.scale * 0.85);
    this.showBars(parts);
    this.otherwise.hidden = answer.without === undefined;
    // Two paths are to be compared: what else it tells makes room.
    this.root.toggleAttribute("data-otherwise", answer.without !== undefined);
    this.all.checked = answer.without?.byAll ?? false;
    const out = answer.parts.find(({ behavior }) => behavior === answer.without?.behavior);
    setText(this.allText, `Show all ${many} without ${midSentence(out?.label ?? "it")}`);
    this.rough.hidden = !answer.rough;
    setText(this.difference, answer.difference ?? (answer.without ? "Trying it\u2026" : ""));
    this.showRule(inspection, answer, playing);
    this.root.hidden = false;
    byId("chrome").dataset.asks = "";
    this.past.draw(this.palette);
  }

  showPast(past: Float32Array, tick: number, labels: readonly string[]): void {
    this.past.showPast(past, tick, labels);
    if (this.isOpen) this.past.draw(this.palette);
  }

  /** The last five seconds are all there. */
  get isPastFull(): boolean {
    return this.past.isFull;
  }

  private showBars(parts: readonly Part[]): void {
    this.shown = parts;
    this.bars.showValues(parts);
  }

  private makeBar(first: Part): Item<Part> {
    let now = first;
    const label = element("span.strong", first.label);
    const value = element("span.nowrap");
    const cause = element("span.ask-cause.hints");
    const fill = element("span.ask-fill");
    const color = first.behavior >= 0 ? forceColor(first.behavior, this.palette) : this.palette.text;
    label.style.color = fill.style.background = color;
    const isOut = () => this.answered?.without?.behavior === now.behavior;
    const without = element("button.ask-without", {
      hidden: first.behavior < 0,
      "aria-label": `Without it? ${first.label}`,
      onclick: () => this.hooks.without(isOut() ? undefined : now.behavior, false),
    });
    const root = element(
      "li",
      { "data-key": first.key },
      element("span.ask-line.across.apart", label, value),
      element("span.ask-track", fill),
      cause,
      without,
    );
    const update = (part: Part) => {
      now = part;
      root.toggleAttribute("data-back", part.holds);
      setText(value, part.holds ? "holds it back" : turnText(part.turn));
      setText(cause, part.holds ? "" : part.cause.replaceAll("'", "\u2019"));
      const share = part.holds ? 1 : part.turn / this.scale;
      fill.style.transform = `scaleX(${share.toFixed(3)})`;
      without.setAttribute("aria-pressed", String(isOut()));
      setText(without, isOut() ? "without it" : "without it?");
    };
    return { root, update };
  }

  private fold(button: HTMLElement, part: HTMLElement): void {
    part.hidden = !part.hidden;
    button.setAttribute("aria-expanded", String(!part.hidden));
    setText(this.more, this.rule.hidden ? "Show the rule" : "Hide the rule");
    if (part.hidden) this.hooks.point(undefined);
    this.saysAt = 0;
    this.hooks.showAnew();
    // Once it is filled.
    setTimeout(() => part.scrollIntoView({ block: "start" }), SOON);
  }

  /** All forces, and the rule of one of them with what its lines come to. */
  private showRule(inspection: Inspection, { parts }: AnswerInfo, playing: boolean): void {
    if (this.rule.hidden) return;
    const keys = inspection.forces.map(({ key }) => key);
    const group = this.core.composition().findIndex(({ key }) => key === this.group);
    const readable = (key: string) => this.core.ruleToRead(group, key) !== undefined;
    if (!keys.includes(this.ruleOf)) this.ruleOf = parts.find(({ key }) => readable(key))?.key ?? "";
    this.forceButtons.showValues(
      inspection.forces.map(({ key, label }, index) => {
        const turn = parts.find((part) => part.behavior === index)?.turn ?? 0;
        return { key, label, index, turn, isReadable: readable(key) };
      }),
    );
    const text = this.core.ruleToRead(group, this.ruleOf);
    this.edits.hidden = !this.hooks.edit || text === undefined;
    this.listing.listText(text ?? "");
    const { hx, hy } = this.core.views();
    const { id } = inspection;
    this.listing.frame(performance.now(), id, this.ruleOf, [hx[id] ?? 1, hy[id] ?? 0], playing);
  }

  private makeForce(first: Force): Item<Force> {
    const choose = () => {
      this.ruleOf = first.key;
      this.saysAt = 0;
      this.hooks.showAnew();
    };
    const root = element("button.ask-force", { "data-key": first.key, onclick: choose });
    const update = ({ key, label, index, turn, isReadable }: Force) => {
      root.style.color = forceColor(index, this.palette);
      setText(root, `${label} ${turnText(turn)}`);
      root.setAttribute("aria-pressed", String(key === this.ruleOf));
      root.disabled = !isReadable;
    };
    return { root, update };
  }

  /** Where another one is, seen from the bird. */
  private tellPlace(id: number, obstacle: boolean): string {
    if (id < 0) return "";
    const { core } = this;
    const unit = this.answered?.unit ?? -1;
    const views = core.views();
    const disc = obstacle ? core.scenery().obstacles[id] : undefined;
    const at = disc ?? { x: views.x[id] ?? 0, y: views.y[id] ?? 0 };
    const [dx, dy] = this.hooks.offset(at.x - (views.x[unit] ?? 0), at.y - (views.y[unit] ?? 0));
    const way = sideOf(dx, dy, views.hx[unit] ?? 1, views.hy[unit] ?? 0);
    return ` \u00b7 ${shortText(Math.hypot(dx, dy))} u, ${way}`;
  }
}
