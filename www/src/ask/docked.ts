/** The card of an answer in the right column: a sentence, bars, the rule of a force, and further questions. */
import "../style/ask.css";
import type { AnswerInfo, Core, Inspection } from "../core";
import { nameUnit } from "../core/nouns";
import { RuleListing } from "../panel/rule/listing";
import { shortText, bearingText as sideOf } from "../panel/rule/values";
import { forceColor } from "../stage/inspection";
import { type Palette, palettes } from "../stage/palette";
import type { PointedForce } from "../stage/pointed";
import { byId, element, iconButton, setIcon, setText } from "../ui/dom";
import { type KeyedItem, KeyedList } from "../ui/keyed";
import { currentTheme } from "../ui/theme";
import { midSentence } from "../ui/values";
import { answerPaceText, captionText, MAX_DEGREES, type Turn, turnsOf, turnText } from "./answer";
import { turnColor } from "./drawing";
import { Past } from "./past";
import { QUESTION, RiddleCard, type Side } from "./riddle";

export interface DockedHooks {
  /** The answer that is shown, held by the owner of the card. */
  answer(): AnswerInfo | undefined;
  close(): void;
  /** Stops time, or lets it go on. */
  play(): void;
  /** Guesses the turn of the bird in a riddle, and asks the next riddle. */
  guess(side: Side): void;
  next(): void;
  /** Leaves out a behavior, by its index in the pipeline; `undefined` ends the comparison. */
  without(behavior: number | undefined): void;
  /** Opens two skies, one of them without a behavior; absent where there is no room. */
  compare?: ((behavior: number) => void) | undefined;
  seek(tick: number): void;
  share(how: "link" | "riddle" | "picture" | "loop"): void;
  /** Requests a new reading of the answer, also while time stands still. */
  showAnew(): void;
  /** Copies a force as a written rule and opens its text. */
  edit?(group: string, key: string): void;
  point(shown: PointedForce | undefined): void;
  /** Requests a redraw of the stage after another bar was pointed at. */
  repaint(): void;
  /** Maps an offset to the shorter way around a world that wraps. */
  offset(x: number, y: number): [number, number];
}

/** A force as a button above its rule. */
interface Force {
  key: string;
  label: string;
  index: number;
  turn: number;
  isReadable: boolean;
}

/** Time until a rule that was unfolded has its text, ms. */
const SOON = 60;

export class Docked {
  readonly root = element("section#ask.surface", {
    "aria-labelledby": "ask-name",
    hidden: true,
  });
  private readonly name = element("h2#ask-name", { tabindex: -1 });
  /**
   * Announces the first sentence about each bird. Always in the page, since screen readers ignore a live region that
   * was just added.
   */
  private readonly voice = element("p#ask-says.unseen", { role: "status" });
  private readonly sentence = element("p#ask-sentence");
  private readonly list = element("ul.ask-bars", {
    "aria-label": "What turns it, in degrees within a second",
  });
  private readonly difference = element("p#ask-difference.accent.strong", { role: "status" });
  private readonly rough = element(
    "p.note.spaced",
    { hidden: true },
    "An estimate: in a crowd this large, only the ones near it are followed.",
  );
  private readonly compare = element("button.button.spaced", { hidden: true });
  private readonly otherwise = element(
    "div.ask-otherwise.spaced",
    { hidden: true },
    this.difference,
    this.compare,
  );
  private readonly moreButton = element(
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
  private readonly asRiddle: HTMLButtonElement;
  readonly riddle: RiddleCard;
  /** Stands in the sheet of narrow windows, which covers the dock. */
  private readonly play: HTMLButtonElement;
  private readonly rule = element("div#ask-rule", { hidden: true });
  private readonly forces = element("div.ask-forces.flow", { role: "group", "aria-label": "All forces" });
  private readonly edits: HTMLButtonElement;
  private readonly listing: RuleListing;
  private readonly past: Past;
  private readonly bars = new KeyedList<Turn>(this.list, (turn) => this.makeBar(turn));
  private readonly forceButtons = new KeyedList<Force>(this.forces, (force) => this.makeForce(force));
  /** Key of the bird's group. */
  private group = "";
  /** Key of the force whose rule is shown; "" for the strongest. */
  private ruleOf = "";
  private pointedAt = "";
  /** Whether the first sentence about this bird was announced. */
  private isAnnounced = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: DockedHooks,
  ) {
    this.past = new Past((tick) => hooks.seek(tick));
    this.listing = new RuleListing(core, {
      point: (shown) => hooks.point(shown && { ...shown, key: this.ruleOf }),
      placeText: (id, obstacle) => this.tellPlace(id, obstacle),
    });
    this.riddle = new RiddleCard(hooks.guess, hooks.next);
    const share = (how: Parameters<typeof hooks.share>[0], label: string) =>
      element("button.button", { onclick: () => hooks.share(how) }, label);
    this.asRiddle = share("riddle", "As a riddle");
    this.shares = element(
      "div#ask-share.flow.spaced",
      { hidden: true },
      share("link", "As an answer"),
      this.asRiddle,
      share("picture", "Picture"),
      share("loop", "Five-second loop"),
    );
    this.edits = element(
      "button.button.quiet",
      { onclick: () => hooks.edit?.(this.group, this.ruleOf) },
      "Edit a copy",
    );
    this.compare.addEventListener("click", () => {
      const { without } = hooks.answer() ?? {};
      if (without) hooks.compare?.(without.behavior);
    });
    this.moreButton.addEventListener("click", () => this.fold(this.moreButton, this.rule));
    this.share.addEventListener("click", () => this.fold(this.share, this.shares));
    this.rule.append(this.forces, this.listing.root, element("div.actions", this.edits));
    this.play = iconButton("play", "", () => hooks.play(), "ask-play");
    const close = iconButton("close", "Fly on", () => hooks.close());
    close.title = "Fly on (Escape)";
    this.root.append(
      element("header.ask-head.across.apart.tall.hints", this.name, element("span.across", this.play, close)),
      element(
        "div.ask-body",
        this.riddle.verdict,
        this.sentence,
        this.riddle.choices,
        element(
          "p.ask-sides.across.apart",
          { "aria-hidden": "true" },
          element("span", `${MAX_DEGREES}\u00b0 left`),
          element("span", `${MAX_DEGREES}\u00b0 right`),
        ),
        this.list,
        this.otherwise,
        this.rough,
        this.past.root,
        this.rule,
        this.shares,
      ),
      element("footer", this.riddle.foot, element("div.ask-foot.across.apart", this.moreButton, this.share)),
    );
    byId("column").append(this.root, this.voice);
    const point = (target: EventTarget | null) => {
      const pointedKey = target instanceof Element ? target.closest("li")?.dataset.key : undefined;
      if ((pointedKey ?? "") === this.pointedAt) return;
      this.pointedAt = pointedKey ?? "";
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

  /** Redraws the bars after a change of the theme. */
  recolor(): void {
    this.bars.showValues([]);
    this.forceButtons.showValues([]);
  }

  /** Hides the former answer at once when another bird is asked. */
  leave(): void {
    this.past.clear();
    this.bars.showValues([]);
    this.pointedAt = "";
    this.isAnnounced = false;
    delete this.root.dataset.riddle;
    this.hide();
  }

  /** Shows a riddle's question. */
  showQuestion(answer: AnswerInfo, time: { playing: boolean; speed: number }): void {
    this.showTime(answer, time);
    this.root.dataset.riddle = "";
    setText(this.sentence, QUESTION);
    if (!this.isAnnounced) setText(this.voice, `${this.name.textContent}. ${QUESTION}`);
    this.isAnnounced = true;
    this.riddle.showQuestion();
    this.reveal();
  }

  /** Shows the card. */
  private reveal(): void {
    this.root.hidden = false;
    byId("chrome").dataset.asks = "";
  }

  /** Closes the card. */
  close(): void {
    this.leave();
    setText(this.voice, "");
    for (const [button, part] of [
      [this.moreButton, this.rule],
      [this.share, this.shares],
    ] as const)
      if (!part.hidden) this.fold(button, part);
  }

  private hide(): void {
    if (this.root.contains(document.activeElement)) byId("stage").focus({ preventScroll: true });
    this.root.hidden = true;
    delete byId("chrome").dataset.asks;
  }

  /** Whether the card is shown. */
  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** Moves the focus to the heading. */
  focus(): void {
    this.name.focus({ preventScroll: true });
  }

  /** The sentence, with the effect of a left-out force if one is shown. */
  get text(): string {
    return captionText(this.sentence.textContent ?? "", this.hooks.answer());
  }

  /** Key of the force whose bar is pointed at or focused; "" for none. */
  get pointedKey(): string {
    return this.pointedAt;
  }

  /**
   * Shows an answer. `playing`, `speed`: how time passes; `canBeRiddle`: a link to
   * this moment can ask it; `guess`: what was guessed before.
   */
  showAnswer(
    answer: AnswerInfo,
    inspection: Inspection,
    time: { playing: boolean; speed: number },
    { canBeRiddle, guess }: { canBeRiddle: boolean; guess?: Side | undefined },
  ): void {
    let verdict = "";
    if (this.root.dataset.riddle !== undefined && guess !== undefined) {
      verdict = `${this.riddle.showVerdict(guess, answer)} `;
      this.isAnnounced = false;
    } else if (guess === undefined) this.riddle.showAnswer();
    delete this.root.dataset.riddle;
    this.asRiddle.hidden = !canBeRiddle;
    this.group = inspection.group;
    this.showTime(answer, time);
    const { name, one, many } = nameUnit(answer.unit, this.core.groups());
    // A long name, or one of several words, leaves no room beside the button.
    setText(this.share, `Share this ${one.length > 7 || one.includes(" ") ? "one" : one}`);
    const sentence = answer.sentence.replaceAll("'", "\u2019");
    if (!this.isAnnounced) setText(this.voice, `${name}. ${verdict}${sentence}`);
    this.isAnnounced = true;
    setText(this.sentence, sentence);
    this.bars.showValues(turnsOf(answer));
    this.otherwise.hidden = answer.without === undefined;
    // A comparison hides the causes and the history.
    this.root.toggleAttribute("data-otherwise", answer.without !== undefined);
    const out = answer.parts.find(({ behavior }) => behavior === answer.without?.behavior);
    // The edge that contains birds is no behavior with a weight.
    const weight = out && this.core.weightOf(answer.unit, out.behavior);
    this.compare.hidden = !this.hooks.compare || weight === undefined;
    setText(this.compare, `Two skies: all ${many} without ${midSentence(out?.label ?? "it")}`);
    this.rough.hidden = !answer.rough;
    setText(this.difference, answer.difference ?? (answer.without ? "Trying it\u2026" : ""));
    // In a low window, the bars fill the card.
    if (answer.without) this.otherwise.scrollIntoView({ block: "nearest" });
    this.showRule(inspection, answer, time.playing);
    this.reveal();
    this.past.draw(this.palette);
  }

  /** Shows the bird's name and how time passes. */
  showTime({ unit, tick }: AnswerInfo, { playing, speed }: { playing: boolean; speed: number }): void {
    const pace = answerPaceText(playing, speed, tick);
    setText(this.name, nameUnit(unit, this.core.groups()).name + (pace && `, ${pace}`));
    setIcon(this.play, playing ? "pause" : "play");
    this.play.ariaLabel = playing ? "Stop" : "Go on slowly";
  }

  showPast(past: Float32Array, tick: number, labels: readonly string[]): void {
    this.past.showPast(past, tick, labels);
    if (this.isOpen) this.past.draw(this.palette);
  }

  /** Whether all of the last five seconds are known. */
  get isPastFull(): boolean {
    return this.past.isFull;
  }

  private makeBar(first: Turn): KeyedItem<Turn> {
    let now = first;
    const label = element("span.strong", first.label);
    const value = element("span.nowrap");
    const cause = element("span.ask-cause.hints");
    const fill = element("span.ask-fill");
    label.style.color = fill.style.background = turnColor(first, this.palette);
    const isOut = () => this.hooks.answer()?.without?.behavior === now.behavior;
    const without = element("button.ask-without", {
      hidden: first.behavior < 0,
      "aria-label": `Without it? ${first.label}`,
      onclick: () => this.hooks.without(isOut() ? undefined : now.behavior),
    });
    const root = element(
      "li",
      { "data-key": first.key },
      element("span.ask-line.across.apart", label, value),
      element("span.ask-track", fill),
      cause,
      without,
    );
    const update = (turn: Turn) => {
      now = turn;
      const { degrees, holds } = turn;
      root.toggleAttribute("data-back", holds);
      root.toggleAttribute("data-cut", !holds && Math.abs(degrees) > MAX_DEGREES);
      setText(value, holds ? "holds it back" : turnText(degrees));
      setText(cause, holds ? "" : turn.cause.replaceAll("'", "\u2019"));
      const share = holds ? 1 : Math.max(-1, Math.min(1, degrees / MAX_DEGREES));
      fill.style.transform = `scaleX(${share.toFixed(4)})`;
      without.setAttribute("aria-pressed", String(isOut()));
      setText(without, isOut() ? "without it" : "without it?");
    };
    return { root, update };
  }

  private fold(button: HTMLElement, part: HTMLElement): void {
    part.hidden = !part.hidden;
    button.setAttribute("aria-expanded", String(!part.hidden));
    setText(this.moreButton, this.rule.hidden ? "Show the rule" : "Hide the rule");
    if (part.hidden) this.hooks.point(undefined);
    this.hooks.showAnew();
    // After the rule was filled in.
    setTimeout(() => part.scrollIntoView({ block: "start" }), SOON);
  }

  /** Shows all forces, and the rule of one of them with the values of its lines. */
  showRule(inspection: Inspection, { parts }: AnswerInfo, playing: boolean): void {
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

  private makeForce(first: Force): KeyedItem<Force> {
    const choose = () => {
      this.ruleOf = first.key;
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

  /** Distance and side of another unit or an obstacle, as the bird sees it. */
  private tellPlace(id: number, obstacle: boolean): string {
    if (id < 0) return "";
    const { core } = this;
    const unit = this.hooks.answer()?.unit ?? -1;
    const views = core.views();
    const disc = obstacle ? core.scenery().obstacles[id] : undefined;
    const causePoint = disc ?? { x: views.x[id] ?? 0, y: views.y[id] ?? 0 };
    const [dx, dy] = this.hooks.offset(
      causePoint.x - (views.x[unit] ?? 0),
      causePoint.y - (views.y[unit] ?? 0),
    );
    const side = sideOf(dx, dy, views.hx[unit] ?? 1, views.hy[unit] ?? 0);
    return ` \u00b7 ${shortText(Math.hypot(dx, dy))} u, ${side}`;
  }
}
