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
import { type AnswerTurn, answerPaceText, answerTurns, captionText, MAX_DEGREES, turnText } from "./answer";
import { turnColor } from "./drawing";
import { TurnHistory } from "./past";
import { QUESTION, RiddleCard, type TurnSide } from "./riddle";

export interface DockedHooks {
  /** The answer that is shown, held by the owner of the card. */
  answer(): AnswerInfo | undefined;
  close(): void;
  /** Stops time, or lets it go on. */
  togglePlaying(): void;
  /** Guesses the turn of the bird in a riddle, and asks the next riddle. */
  guess(side: TurnSide): void;
  nextRiddle(): void;
  /** Leaves out a behavior, by its index in the pipeline; `undefined` ends the comparison. */
  leaveOut(behavior: number | undefined): void;
  /** Opens two skies, one of them without a behavior; absent where there is no room. */
  compare?: ((behavior: number) => void) | undefined;
  seek(tick: number): void;
  share(how: "link" | "riddle" | "picture" | "loop"): void;
  /** Requests a new reading of the answer, also while time stands still. */
  readAgain(): void;
  /** Copies a force as a written rule and opens its text. */
  edit?(group: string, key: string): void;
  pointAt(shown: PointedForce | undefined): void;
  /** Requests a redraw of the stage after another bar was pointed at. */
  repaint(): void;
  /** Maps an offset to the shorter way around a world that wraps. */
  shorterOffset(x: number, y: number): [number, number];
}

/** A force as a button above its rule. */
interface ForceButton {
  key: string;
  label: string;
  index: number;
  turn: number;
  isReadable: boolean;
}

/** Time until a rule that was unfolded has its text, ms. */
const SCROLL_DELAY = 60;

export class AnswerCard {
  readonly root = element("section#ask.surface", {
    "aria-labelledby": "ask-name",
    hidden: true,
  });
  private readonly heading = element("h2#ask-name", { tabindex: -1 });
  /**
   * Announces the first sentence about each bird. Always in the page, since screen readers ignore a live region that
   * was just added.
   */
  private readonly announcer = element("p#ask-says.unseen", { role: "status" });
  private readonly sentenceText = element("p#ask-sentence");
  private readonly barList = element("ul.ask-bars", {
    "aria-label": "What turns it, in degrees within a second",
  });
  private readonly differenceText = element("p#ask-difference.accent.strong", { role: "status" });
  private readonly estimateNote = element(
    "p.note.spaced",
    { hidden: true },
    "An estimate: in a crowd this large, only the ones near it are followed.",
  );
  private readonly compare = element("button.button.spaced", { hidden: true });
  private readonly comparisonBox = element(
    "div.ask-otherwise.spaced",
    { hidden: true },
    this.differenceText,
    this.compare,
  );
  private readonly ruleButton = element(
    "button.ask-more.tall",
    { "aria-expanded": "false", "aria-controls": "ask-rule" },
    "Show the rule",
  );
  private readonly shareButton = element(
    "button.button.primary",
    { "aria-expanded": "false", "aria-controls": "ask-share" },
    "Share this bird",
  );
  private readonly shareChoices: HTMLElement;
  private readonly riddleShareButton: HTMLButtonElement;
  readonly riddle: RiddleCard;
  /** Stands in the sheet of narrow windows, which covers the dock. */
  private readonly play: HTMLButtonElement;
  private readonly ruleBox = element("div#ask-rule", { hidden: true });
  private readonly forceBox = element("div.ask-forces.flow", { role: "group", "aria-label": "All forces" });
  private readonly editCopyButton: HTMLButtonElement;
  private readonly listing: RuleListing;
  private readonly past: TurnHistory;
  private readonly bars = new KeyedList<AnswerTurn>(this.barList, (turn) => this.makeBar(turn));
  private readonly forceButtons = new KeyedList<ForceButton>(this.forceBox, (force) => this.makeForce(force));
  /** Key of the bird's group. */
  private groupKey = "";
  /** Key of the force whose rule is shown; "" for the strongest. */
  private ruleForceKey = "";
  private pointedBarKey = "";
  /** Whether the first sentence about this bird was announced. */
  private isAnnounced = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: DockedHooks,
  ) {
    this.past = new TurnHistory((tick) => hooks.seek(tick));
    this.listing = new RuleListing(core, {
      point: (shown) => hooks.pointAt(shown && { ...shown, key: this.ruleForceKey }),
      placeText: (id, obstacle) => this.placeText(id, obstacle),
    });
    this.riddle = new RiddleCard(hooks.guess, hooks.nextRiddle);
    const share = (how: Parameters<typeof hooks.share>[0], label: string) =>
      element("button.button", { onclick: () => hooks.share(how) }, label);
    this.riddleShareButton = share("riddle", "As a riddle");
    this.shareChoices = element(
      "div#ask-share.flow.spaced",
      { hidden: true },
      share("link", "As an answer"),
      this.riddleShareButton,
      share("picture", "Picture"),
      share("loop", "Five-second loop"),
    );
    this.editCopyButton = element(
      "button.button.quiet",
      { onclick: () => hooks.edit?.(this.groupKey, this.ruleForceKey) },
      "Edit a copy",
    );
    this.compare.addEventListener("click", () => {
      const { without } = hooks.answer() ?? {};
      if (without) hooks.compare?.(without.behavior);
    });
    this.ruleButton.addEventListener("click", () => this.fold(this.ruleButton, this.ruleBox));
    this.shareButton.addEventListener("click", () => this.fold(this.shareButton, this.shareChoices));
    this.ruleBox.append(this.forceBox, this.listing.root, element("div.actions", this.editCopyButton));
    this.play = iconButton("play", "", () => hooks.togglePlaying(), "ask-play");
    const close = iconButton("close", "Fly on", () => hooks.close());
    close.title = "Fly on (Escape)";
    this.root.append(
      element(
        "header.ask-head.across.apart.tall.hints",
        this.heading,
        element("span.across", this.play, close),
      ),
      element(
        "div.ask-body",
        this.riddle.verdict,
        this.sentenceText,
        this.riddle.choices,
        element(
          "p.ask-sides.across.apart",
          { "aria-hidden": "true" },
          element("span", `${MAX_DEGREES}\u00b0 left`),
          element("span", `${MAX_DEGREES}\u00b0 right`),
        ),
        this.barList,
        this.comparisonBox,
        this.estimateNote,
        this.past.root,
        this.ruleBox,
        this.shareChoices,
      ),
      element(
        "footer",
        this.riddle.footer,
        element("div.ask-foot.across.apart", this.ruleButton, this.shareButton),
      ),
    );
    byId("column").append(this.root, this.announcer);
    const point = (target: EventTarget | null) => {
      const pointedKey = target instanceof Element ? target.closest("li")?.dataset.key : undefined;
      if ((pointedKey ?? "") === this.pointedBarKey) return;
      this.pointedBarKey = pointedKey ?? "";
      hooks.repaint();
    };
    this.barList.addEventListener("pointerover", ({ target }) => point(target));
    this.barList.addEventListener("focusin", ({ target }) => point(target));
    for (const end of ["pointerleave", "focusout"] as const)
      this.barList.addEventListener(end, () => point(null));
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
  hideFormerAnswer(): void {
    this.past.clear();
    this.bars.showValues([]);
    this.pointedBarKey = "";
    this.isAnnounced = false;
    delete this.root.dataset.riddle;
    this.hideCard();
  }

  /** Shows a riddle's question. */
  showQuestion(answer: AnswerInfo, time: { playing: boolean; speed: number }): void {
    this.showTime(answer, time);
    this.root.dataset.riddle = "";
    setText(this.sentenceText, QUESTION);
    if (!this.isAnnounced) setText(this.announcer, `${this.heading.textContent}. ${QUESTION}`);
    this.isAnnounced = true;
    this.riddle.showQuestion();
    this.showCard();
  }

  /** Shows the card. */
  private showCard(): void {
    this.root.hidden = false;
    byId("chrome").dataset.asks = "";
  }

  /** Closes the card. */
  close(): void {
    this.hideFormerAnswer();
    setText(this.announcer, "");
    for (const [button, part] of [
      [this.ruleButton, this.ruleBox],
      [this.shareButton, this.shareChoices],
    ] as const)
      if (!part.hidden) this.fold(button, part);
  }

  private hideCard(): void {
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
    this.heading.focus({ preventScroll: true });
  }

  /** The sentence, with the effect of a left-out force if one is shown. */
  get caption(): string {
    return captionText(this.sentenceText.textContent ?? "", this.hooks.answer());
  }

  /** Key of the force whose bar is pointed at or focused; "" for none. */
  get pointedKey(): string {
    return this.pointedBarKey;
  }

  /**
   * Shows an answer. `playing`, `speed`: how time passes; `canBeRiddle`: a link to
   * this moment can ask it; `guess`: what was guessed before.
   */
  showAnswer(
    answer: AnswerInfo,
    inspection: Inspection,
    time: { playing: boolean; speed: number },
    { canBeRiddle, guess }: { canBeRiddle: boolean; guess?: TurnSide | undefined },
  ): void {
    let verdict = "";
    if (this.root.dataset.riddle !== undefined && guess !== undefined) {
      verdict = `${this.riddle.showVerdict(guess, answer)} `;
      this.isAnnounced = false;
    } else if (guess === undefined) this.riddle.showAnswer();
    delete this.root.dataset.riddle;
    this.riddleShareButton.hidden = !canBeRiddle;
    this.groupKey = inspection.group;
    this.showTime(answer, time);
    const { name, one, many } = nameUnit(answer.unit, this.core.groups());
    // A long name, or one of several words, leaves no room beside the button.
    setText(this.shareButton, `Share this ${one.length > 7 || one.includes(" ") ? "one" : one}`);
    const sentence = answer.sentence.replaceAll("'", "\u2019");
    if (!this.isAnnounced) setText(this.announcer, `${name}. ${verdict}${sentence}`);
    this.isAnnounced = true;
    setText(this.sentenceText, sentence);
    this.bars.showValues(answerTurns(answer));
    this.comparisonBox.hidden = answer.without === undefined;
    // A comparison hides the causes and the history.
    this.root.toggleAttribute("data-otherwise", answer.without !== undefined);
    const out = answer.parts.find(({ behavior }) => behavior === answer.without?.behavior);
    // The edge that contains birds is no behavior with a weight.
    const weight = out && this.core.weightOf(answer.unit, out.behavior);
    this.compare.hidden = !this.hooks.compare || weight === undefined;
    setText(this.compare, `Two skies: all ${many} without ${midSentence(out?.label ?? "it")}`);
    this.estimateNote.hidden = !answer.rough;
    setText(this.differenceText, answer.difference ?? (answer.without ? "Trying it\u2026" : ""));
    // In a low window, the bars fill the card.
    if (answer.without) this.comparisonBox.scrollIntoView({ block: "nearest" });
    this.showRule(inspection, answer, time.playing);
    this.showCard();
    this.past.draw(this.palette);
  }

  /** Shows the bird's name and how time passes. */
  showTime({ unit, tick }: AnswerInfo, { playing, speed }: { playing: boolean; speed: number }): void {
    const pace = answerPaceText(playing, speed, tick);
    setText(this.heading, nameUnit(unit, this.core.groups()).name + (pace && `, ${pace}`));
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

  private makeBar(first: AnswerTurn): KeyedItem<AnswerTurn> {
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
      onclick: () => this.hooks.leaveOut(isOut() ? undefined : now.behavior),
    });
    const root = element(
      "li",
      { "data-key": first.key },
      element("span.ask-line.across.apart", label, value),
      element("span.ask-track", fill),
      cause,
      without,
    );
    const update = (turn: AnswerTurn) => {
      now = turn;
      const { degrees, isBraking } = turn;
      root.toggleAttribute("data-back", isBraking);
      root.toggleAttribute("data-cut", !isBraking && Math.abs(degrees) > MAX_DEGREES);
      setText(value, isBraking ? "holds it back" : turnText(degrees));
      setText(cause, isBraking ? "" : turn.cause.replaceAll("'", "\u2019"));
      const share = isBraking ? 1 : Math.max(-1, Math.min(1, degrees / MAX_DEGREES));
      fill.style.transform = `scaleX(${share.toFixed(4)})`;
      without.setAttribute("aria-pressed", String(isOut()));
      setText(without, isOut() ? "without it" : "without it?");
    };
    return { root, update };
  }

  private fold(button: HTMLElement, part: HTMLElement): void {
    part.hidden = !part.hidden;
    button.setAttribute("aria-expanded", String(!part.hidden));
    setText(this.ruleButton, this.ruleBox.hidden ? "Show the rule" : "Hide the rule");
    if (part.hidden) this.hooks.pointAt(undefined);
    this.hooks.readAgain();
    // After the rule was filled in.
    setTimeout(() => part.scrollIntoView({ block: "start" }), SCROLL_DELAY);
  }

  /** Shows all forces, and the rule of one of them with the values of its lines. */
  showRule(inspection: Inspection, { parts }: AnswerInfo, playing: boolean): void {
    if (this.ruleBox.hidden) return;
    const keys = inspection.forces.map(({ key }) => key);
    const group = this.core.composition().findIndex(({ key }) => key === this.groupKey);
    const readable = (key: string) => this.core.ruleToRead(group, key) !== undefined;
    if (!keys.includes(this.ruleForceKey))
      this.ruleForceKey = parts.find(({ key }) => readable(key))?.key ?? "";
    this.forceButtons.showValues(
      inspection.forces.map(({ key, label }, index) => {
        const turn = parts.find((part) => part.behavior === index)?.turn ?? 0;
        return { key, label, index, turn, isReadable: readable(key) };
      }),
    );
    const text = this.core.ruleToRead(group, this.ruleForceKey);
    this.editCopyButton.hidden = !this.hooks.edit || text === undefined;
    this.listing.listText(text ?? "");
    const { hx, hy } = this.core.views();
    const { id } = inspection;
    this.listing.frame(performance.now(), id, this.ruleForceKey, [hx[id] ?? 1, hy[id] ?? 0], playing);
  }

  private makeForce(first: ForceButton): KeyedItem<ForceButton> {
    const choose = () => {
      this.ruleForceKey = first.key;
      this.hooks.readAgain();
    };
    const root = element("button.ask-force", { "data-key": first.key, onclick: choose });
    const update = ({ key, label, index, turn, isReadable }: ForceButton) => {
      root.style.color = forceColor(index, this.palette);
      setText(root, `${label} ${turnText(turn)}`);
      root.setAttribute("aria-pressed", String(key === this.ruleForceKey));
      root.disabled = !isReadable;
    };
    return { root, update };
  }

  /** Distance and side of another unit or an obstacle, as the bird sees it. */
  private placeText(id: number, obstacle: boolean): string {
    if (id < 0) return "";
    const { core } = this;
    const unit = this.hooks.answer()?.unit ?? -1;
    const views = core.views();
    const disc = obstacle ? core.scenery().obstacles[id] : undefined;
    const causePoint = disc ?? { x: views.x[id] ?? 0, y: views.y[id] ?? 0 };
    const [dx, dy] = this.hooks.shorterOffset(
      causePoint.x - (views.x[unit] ?? 0),
      causePoint.y - (views.y[unit] ?? 0),
    );
    const side = sideOf(dx, dy, views.hx[unit] ?? 1, views.hy[unit] ?? 0);
    return ` \u00b7 ${shortText(Math.hypot(dx, dy))} u, ${side}`;
  }
}
