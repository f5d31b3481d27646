/** The answer card of Ask a bird in the right column: sentence, bars, rule of a force, and further questions. */
import "../style/ask.css";
import type { AnswerInfo, Core, Inspection } from "../core";
import { nameUnit } from "../core/nouns";
import { RuleListing } from "../panel/rule/listing";
import { bearingText, shortNumberText } from "../panel/rule/values";
import { forceColor } from "../stage/inspection";
import { type Palette, palettes } from "../stage/palette";
import type { PointedForce } from "../stage/pointed";
import { byId, element, iconButton, setIcon, setText } from "../ui/dom";
import { type KeyedItem, KeyedList } from "../ui/keyed";
import { currentTheme } from "../ui/theme";
import { midSentence } from "../ui/values";
import { type AnswerTurn, answerTurns, captionText, MAX_DEGREES, timePaceText, turnText } from "./answer";
import { turnColor } from "./drawing";
import { TurnHistory } from "./past";
import { QUESTION, RiddleCard, type TurnSide } from "./riddle";

interface CardHooks {
  /** The answer that the card shows; `undefined` before the first one. */
  answer(): AnswerInfo | undefined;
  close(): void;
  /** Pauses or resumes the run. */
  togglePlaying(): void;
  /** Takes the person's guess to which side the bird will turn, in a riddle. */
  guess(side: TurnSide): void;
  nextRiddle(): void;
  /** Compares the bird's path with its path without a behavior, by pipeline index; `undefined` ends the comparison. */
  leaveOut(behavior: number | undefined): void;
  /** Shows the run beside a copy without this behavior ("Two skies"); absent in an embed. */
  compare?: ((behavior: number) => void) | undefined;
  seek(tick: number): void;
  share(how: "link" | "riddle" | "picture" | "loop"): void;
  /** Requests that the answer is read from the core again at the next frame, also while the run is paused. */
  readAgain(): void;
  /** Copies a force of a group as a written rule and opens its editor; absent in an embed. */
  edit?(group: string, key: string): void;
  pointAt(shown: PointedForce | undefined): void;
  /** Requests a redraw of the stage, whose drawing depends on the bar that is pointed at. */
  repaint(): void;
  /** Returns the shortest offset (u) between two points that are (x, y) apart, across the edges if the world wraps. */
  shorterOffset(x: number, y: number): [number, number];
}

/** A button that chooses the force whose rule the card shows. */
interface ForceButton {
  key: string;
  label: string;
  index: number;
  turn: number;
  isReadable: boolean;
}

/** Time after which a newly unfolded section of the card has its content, so that it can be scrolled into view, ms. */
const SCROLL_DELAY = 60;

export class AnswerCard {
  readonly root = element("section#ask.surface", {
    "aria-labelledby": "ask-name",
    hidden: true,
  });
  private readonly heading = element("h2#ask-name", { tabindex: -1 });
  /**
   * Live region that announces the first sentence about each bird. It is always in the page, since screen readers
   * ignore a live region that was just added.
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
  private readonly compareButton = element("button.button.spaced", { hidden: true });
  private readonly comparisonBox = element(
    "div.ask-otherwise.spaced",
    { hidden: true },
    this.differenceText,
    this.compareButton,
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
  /** Play button of the card, which in narrow windows covers the page's own. */
  private readonly playButton: HTMLButtonElement;
  private readonly ruleBox = element("div#ask-rule", { hidden: true });
  private readonly forceBox = element("div.ask-forces.flow", { role: "group", "aria-label": "All forces" });
  private readonly editCopyButton: HTMLButtonElement;
  private readonly listing: RuleListing;
  private readonly past: TurnHistory;
  private readonly bars = new KeyedList<AnswerTurn>(this.barList, (turn) => this.makeBar(turn));
  private readonly forceButtons = new KeyedList<ForceButton>(this.forceBox, (force) => this.makeForce(force));
  /** Key of the group of the explained bird. */
  private groupKey = "";
  /** Key of the force whose rule the card shows; "" until `showRule` chooses the strongest one with a readable rule. */
  private ruleForceKey = "";
  private pointedBarKey = "";
  /** Whether the first sentence about this bird was announced. */
  private isAnnounced = false;

  constructor(
    private readonly core: Core,
    private readonly hooks: CardHooks,
  ) {
    this.past = new TurnHistory((tick) => hooks.seek(tick));
    this.listing = new RuleListing(core, {
      point: (shown) => hooks.pointAt(shown && { ...shown, key: this.ruleForceKey }),
      placeText: (id, obstacle) => this.placeText(id, obstacle),
    });
    this.riddle = new RiddleCard(hooks.guess, hooks.nextRiddle);
    const makeShareButton = (how: Parameters<typeof hooks.share>[0], label: string) =>
      element("button.button", { onclick: () => hooks.share(how) }, label);
    this.riddleShareButton = makeShareButton("riddle", "As a riddle");
    this.shareChoices = element(
      "div#ask-share.flow.spaced",
      { hidden: true },
      makeShareButton("link", "As an answer"),
      this.riddleShareButton,
      makeShareButton("picture", "Picture"),
      makeShareButton("loop", "Five-second loop"),
    );
    this.editCopyButton = element(
      "button.button.quiet",
      { onclick: () => hooks.edit?.(this.groupKey, this.ruleForceKey) },
      "Edit a copy",
    );
    this.compareButton.addEventListener("click", () => {
      const { without } = hooks.answer() ?? {};
      if (without) hooks.compare?.(without.behavior);
    });
    this.ruleButton.addEventListener("click", () => this.togglePart(this.ruleButton, this.ruleBox));
    this.shareButton.addEventListener("click", () => this.togglePart(this.shareButton, this.shareChoices));
    this.ruleBox.append(this.forceBox, this.listing.root, element("div.actions", this.editCopyButton));
    this.playButton = iconButton("play", "", () => hooks.togglePlaying(), "ask-play");
    const close = iconButton("close", "Fly on", () => hooks.close());
    close.title = "Fly on (Escape)";
    this.root.append(
      element(
        "header.ask-head.across.apart.tall.hints",
        this.heading,
        element("span.across", this.playButton, close),
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

  /** Clears the bars and buttons after a change of the theme; the next `showAnswer` makes them with the new colors. */
  recolor(): void {
    this.bars.showValues([]);
    this.forceButtons.showValues([]);
  }

  /** Hides the card and its content at once, when another bird is to be explained or the card closes. */
  hideFormerAnswer(): void {
    this.past.clear();
    this.bars.showValues([]);
    this.pointedBarKey = "";
    this.isAnnounced = false;
    delete this.root.dataset.riddle;
    this.hideCard();
  }

  /** Shows the question "Which way will it turn?" with its buttons in place of an answer. */
  showQuestion(answer: AnswerInfo, time: { playing: boolean; speed: number }): void {
    this.showTime(answer, time);
    this.root.dataset.riddle = "";
    setText(this.sentenceText, QUESTION);
    if (!this.isAnnounced) setText(this.announcer, `${this.heading.textContent}. ${QUESTION}`);
    this.isAnnounced = true;
    this.riddle.showQuestion();
    this.showCard();
  }

  private showCard(): void {
    this.root.hidden = false;
    byId("chrome").dataset.asks = "";
  }

  /** Closes the card and folds its sections. */
  close(): void {
    this.hideFormerAnswer();
    setText(this.announcer, "");
    for (const [button, part] of [
      [this.ruleButton, this.ruleBox],
      [this.shareButton, this.shareChoices],
    ] as const)
      if (!part.hidden) this.togglePart(button, part);
  }

  private hideCard(): void {
    if (this.root.contains(document.activeElement)) byId("stage").focus({ preventScroll: true });
    this.root.hidden = true;
    delete byId("chrome").dataset.asks;
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  focus(): void {
    this.heading.focus({ preventScroll: true });
  }

  /** Sentence of the card, followed by the effect of the left-out force during a comparison. */
  get caption(): string {
    return captionText(this.sentenceText.textContent ?? "", this.hooks.answer());
  }

  /** Key of the force whose bar is under the pointer or has the focus; "" for none. */
  get pointedKey(): string {
    return this.pointedBarKey;
  }

  /**
   * Shows an answer. `time`: pace of the run; `canBeRiddle`: whether a link to this moment can ask for the turn as a
   * riddle; `guess`: the person's guess if this answer ends a riddle.
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
    // A group's noun that is long or has several words does not fit into the button, so "one" replaces it.
    setText(this.shareButton, `Share this ${one.length > 7 || one.includes(" ") ? "one" : one}`);
    const sentence = answer.sentence.replaceAll("'", "\u2019");
    if (!this.isAnnounced) setText(this.announcer, `${name}. ${verdict}${sentence}`);
    this.isAnnounced = true;
    setText(this.sentenceText, sentence);
    this.bars.showValues(answerTurns(answer));
    this.comparisonBox.hidden = answer.without === undefined;
    // During a comparison, the style sheet hides the causes of the turn and the history of turns.
    this.root.toggleAttribute("data-otherwise", answer.without !== undefined);
    const leftOut = answer.parts.find(({ behavior }) => behavior === answer.without?.behavior);
    // The edge of the world turns birds too, but has no weight that a copy of the run could lack.
    const weight = leftOut && this.core.weightOf(answer.unit, leftOut.behavior);
    this.compareButton.hidden = !this.hooks.compare || weight === undefined;
    setText(this.compareButton, `Two skies: all ${many} without ${midSentence(leftOut?.label ?? "it")}`);
    this.estimateNote.hidden = !answer.rough;
    setText(this.differenceText, answer.difference ?? (answer.without ? "Trying it\u2026" : ""));
    // In a low window, the bars alone fill the card, so the comparison below them is scrolled into view.
    if (answer.without) this.comparisonBox.scrollIntoView({ block: "nearest" });
    this.showRule(inspection, answer, time.playing);
    this.showCard();
    this.past.draw(this.palette);
  }

  /** Shows the bird's name and the pace of time in the heading. */
  showTime({ unit, tick }: AnswerInfo, { playing, speed }: { playing: boolean; speed: number }): void {
    const paceText = timePaceText(playing, speed, tick);
    setText(this.heading, nameUnit(unit, this.core.groups()).name + (paceText && `, ${paceText}`));
    setIcon(this.playButton, playing ? "pause" : "play");
    this.playButton.ariaLabel = playing ? "Stop" : "Go on slowly";
  }

  showPast(past: Float32Array, tick: number, labels: readonly string[]): void {
    this.past.showPast(past, tick, labels);
    if (this.isOpen) this.past.draw(this.palette);
  }

  /** Whether the history of the bird's turns reaches back all five seconds. */
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
    const withoutButton = element("button.ask-without", {
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
      withoutButton,
    );
    const update = (turn: AnswerTurn) => {
      now = turn;
      const { degrees, isBraking } = turn;
      root.toggleAttribute("data-back", isBraking);
      root.toggleAttribute("data-cut", !isBraking && Math.abs(degrees) > MAX_DEGREES);
      setText(value, isBraking ? "holds it back" : turnText(degrees));
      setText(cause, isBraking ? "" : turn.cause.replaceAll("'", "\u2019"));
      const barLength = isBraking ? 1 : Math.max(-1, Math.min(1, degrees / MAX_DEGREES));
      fill.style.transform = `scaleX(${barLength.toFixed(4)})`;
      withoutButton.setAttribute("aria-pressed", String(isOut()));
      setText(withoutButton, isOut() ? "without it" : "without it?");
    };
    return { root, update };
  }

  private togglePart(button: HTMLElement, part: HTMLElement): void {
    part.hidden = !part.hidden;
    button.setAttribute("aria-expanded", String(!part.hidden));
    setText(this.ruleButton, this.ruleBox.hidden ? "Show the rule" : "Hide the rule");
    if (part.hidden) this.hooks.pointAt(undefined);
    this.hooks.readAgain();
    // A later frame fills the unfolded section, such as with the rule; only then can it be scrolled into view.
    setTimeout(() => part.scrollIntoView({ block: "start" }), SCROLL_DELAY);
  }

  /** Shows a button per force and, for the chosen force, its rule with the current value of each line. */
  showRule(inspection: Inspection, { parts }: AnswerInfo, isPlaying: boolean): void {
    if (this.ruleBox.hidden) return;
    const keys = inspection.forces.map(({ key }) => key);
    const group = this.core.composition().findIndex(({ key }) => key === this.groupKey);
    const isReadable = (key: string) => this.core.ruleToRead(group, key) !== undefined;
    if (!keys.includes(this.ruleForceKey))
      this.ruleForceKey = parts.find(({ key }) => isReadable(key))?.key ?? "";
    this.forceButtons.showValues(
      inspection.forces.map(({ key, label }, index) => {
        const turn = parts.find((part) => part.behavior === index)?.turn ?? 0;
        return { key, label, index, turn, isReadable: isReadable(key) };
      }),
    );
    const text = this.core.ruleToRead(group, this.ruleForceKey);
    this.editCopyButton.hidden = !this.hooks.edit || text === undefined;
    this.listing.showRuleText(text ?? "");
    const { hx, hy } = this.core.views();
    const { id } = inspection;
    this.listing.frame(performance.now(), id, this.ruleForceKey, [hx[id] ?? 1, hy[id] ?? 0], isPlaying);
  }

  private makeForce(first: ForceButton): KeyedItem<ForceButton> {
    const chooseForce = () => {
      this.ruleForceKey = first.key;
      this.hooks.readAgain();
    };
    const root = element("button.ask-force", { "data-key": first.key, onclick: chooseForce });
    const update = ({ key, label, index, turn, isReadable }: ForceButton) => {
      root.style.color = forceColor(index, this.palette);
      setText(root, `${label} ${turnText(turn)}`);
      root.setAttribute("aria-pressed", String(key === this.ruleForceKey));
      root.disabled = !isReadable;
    };
    return { root, update };
  }

  /** Distance and direction of a unit or obstacle, seen from the bird: " · 7.10 u, 40° left"; "" for a negative id. */
  private placeText(id: number, isObstacle: boolean): string {
    if (id < 0) return "";
    const { core } = this;
    const unit = this.hooks.answer()?.unit ?? -1;
    const views = core.views();
    const disc = isObstacle ? core.scenery().obstacles[id] : undefined;
    const causePoint = disc ?? { x: views.x[id] ?? 0, y: views.y[id] ?? 0 };
    const [dx, dy] = this.hooks.shorterOffset(
      causePoint.x - (views.x[unit] ?? 0),
      causePoint.y - (views.y[unit] ?? 0),
    );
    const side = bearingText(dx, dy, views.hx[unit] ?? 1, views.hy[unit] ?? 0);
    return ` \u00b7 ${shortNumberText(Math.hypot(dx, dy))} u, ${side}`;
  }
}
