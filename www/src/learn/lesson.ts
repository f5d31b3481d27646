/**
 * The course beside the stage: its contents, or a step with a short text, a question, a task, and a verdict that
 * measures decide.
 */
import "../style/learn.css";
import type { ParamId, TextId } from "../core";
import { CoreCourse, type LessonGoal, type LessonState } from "../core/course";
import { pageWith } from "../core/link/address";
import { recordingLink } from "../core/link/timed";
import { ParamRow } from "../panel/row";
import { RuleEditor } from "../panel/rule/editor";
import { RuleListing } from "../panel/rule/listing";
import { TextRow } from "../panel/text";
import { copyText } from "../ui/clipboard";
import { byId, element, setText } from "../ui/dom";
import { pause } from "../ui/idle";
import type { Page } from "../ui/page";
import { wantsStillness } from "../ui/theme";
import { lowerFirst, midSentence, shownValue } from "../ui/values";
import { differenceFigure } from "./figure";
import { printSheets } from "./sheets";
import { type CourseStep, type Plan, planOf, plansOf, readSteps } from "./step";

/** Start tick of a link. */
const atOf = (link: string): number => Number(/(?:^|&)at=(\d+)/.exec(link)?.[1] ?? 0);

/** Estimated time for steps: "4 min", "2 h 30 min". */
function timeText(steps: readonly CourseStep[]): string {
  const minutes = steps.reduce((sum, step) => sum + step.minutes, 0);
  const rest = minutes % 60 || minutes < 60 ? `${minutes % 60}\u202fmin` : "";
  return [minutes >= 60 ? `${Math.floor(minutes / 60)}\u202fh` : "", rest].filter(Boolean).join(" ");
}

/** Number of steps of a plan, and the time that they take without what a class says about them. */
const planText = ({ steps }: Plan) => `${steps.length} steps, ${timeText(steps)} without talk`;

/** Ticks between two looks at the run, as in the core's own check. */
const SAMPLE_INTERVAL = 12;

interface GoalView {
  root: HTMLElement;
  value: HTMLElement;
  mark: HTMLElement;
}

export class Lesson {
  private readonly root = byId("learn");
  private readonly done: Set<string>;
  private readonly course: CoreCourse;
  private readonly steps: readonly CourseStep[];
  private readonly plans: readonly Plan[];
  private step: CourseStep | undefined;
  private lastSampleNumber = -1;
  private solved = false;
  /** Whether something has changed since the last completed change. */
  private changed = false;
  private guess: number | undefined;
  private rows: ParamRow[] = [];
  private texts: TextRow[] = [];
  /** Editor for a written rule, its key, and the text that was compared last. */
  private editor: RuleEditor | undefined;
  private ownRuleKey = "";
  private compared: string | undefined;
  private readonly figure = element("div.learn-figure");
  private readonly score = element("p.learn-score.spaced", { role: "status" });
  private numbers: { key: string; output: HTMLElement }[] = [];
  private goals: GoalView[] = [];
  private listing: RuleListing | undefined;
  /** Revision of the run for which the listing was filled. */
  private listedRevision = -1;
  private readonly hint = element("p.learn-hint.problem.spaced", { role: "status" });
  private readonly holding = element("output.learn-holding.note.firm", { "aria-live": "off" });
  /** First sentence of the verdict. */
  private readonly standing = element("strong");
  private readonly verdict = element("div.learn-verdict", { role: "status" });
  private choices: HTMLButtonElement[] = [];
  private nextButton: HTMLButtonElement | undefined;

  constructor(
    private readonly page: Page,
    /** Goes to another step; "" closes the course. */
    private readonly goToStep: (key: string) => void,
    /** Opens the run of a step. */
    private readonly openLink: (link: string) => void,
  ) {
    this.course = new CoreCourse(page.core);
    this.steps = readSteps(this.course);
    this.plans = plansOf(this.steps);
    this.done = new Set((page.store.get("learned") ?? "").split(",").filter(Boolean));
  }

  /** Shows a step, the contents, or nothing, and returns what is shown. `opens`: also opens the step's own run. */
  showText(key: string, opens: boolean): string {
    const step = this.steps.find((one) => one.key === key);
    this.leave();
    this.step = step;
    const plan = step ? undefined : this.planAt(key);
    const shownKey = (step ?? plan)?.key ?? (key === "" ? "" : "contents");
    this.root.hidden = shownKey === "";
    byId("chrome").dataset.learning = String(shownKey !== "");
    if (step && opens) this.openLink(`${step.link}&seed=1`);
    if (step) this.showStep(step);
    else if (plan) this.showPlan(plan);
    else if (shownKey) this.showContents(key === "contents" ? "" : key);
    this.root.scrollTop = 0;
    return shownKey;
  }

  /** Called when another run was opened; with the same scene, the step continues. */
  opened(): void {
    if (!this.step) return;
    this.restart();
    this.refresh();
  }

  private restart(): void {
    const { step } = this;
    if (!step) return;
    this.course.begin(step.file);
    this.lastSampleNumber = -1;
    this.solved = false;
    this.verdict.replaceChildren();
    setText(this.hint, "");
    setText(this.score, "");
    this.figure.replaceChildren();
    this.compared = undefined;
  }

  private leave(): void {
    for (const row of this.rows) row.discardTyping();
    this.rows = [];
    this.texts = [];
    this.editor = undefined;
    this.numbers = [];
    this.goals = [];
    this.choices = [];
    this.listing = undefined;
    this.guess = undefined;
    if (!this.step?.bird) return;
    this.page.mark(-1);
    this.page.setPlaying(!wantsStillness());
  }

  /** `unknown`: key of a step that does not exist. */
  private showContents(unknown: string): void {
    const chapters: HTMLElement[] = [];
    for (const chapter of new Set(this.steps.map((step) => step.chapter))) {
      const steps = this.steps.filter((step) => step.chapter === chapter);
      const items = steps.map((step) => this.item(step));
      chapters.push(element("h3", chapter), element("ol", ...items));
    }
    this.root.replaceChildren(
      this.head("Learn", ""),
      unknown &&
        element(
          "p.learn-hint.problem.spaced",
          { role: "status" },
          `There is no step \u201c${unknown}\u201d. Choose one here.`,
        ),
      element(
        "p.learn-text",
        "From the first flock to rules of your own, a step at a time. Nothing is locked; what you have done is kept in this browser.",
      ),
      this.startButton(),
      element("h3", "For a class"),
      element("ul", ...this.plans.map((plan) => this.entry(plan.title, planText(plan), plan.key))),
      ...chapters,
      element(
        "footer",
        this.button("Close", () => this.goToStep("")),
      ),
    );
  }

  /** Plan with this key, or of the steps whose keys a link lists with commas between them. */
  private planAt(key: string): Plan | undefined {
    if (key.includes(",")) return { ...planOf("Your plan", key, this.steps), key };
    return this.plans.find((plan) => plan.key === key);
  }

  private showPlan(plan: Plan): void {
    const { steps, missing } = plan;
    const names = missing.map((key) => `\u201c${key}\u201d`).join(", ");
    this.root.replaceChildren(
      this.head(plan.title, `For a class \u00b7 ${planText(plan)}`),
      missing.length > 0
        ? element("p.learn-hint.problem.spaced", { role: "status" }, `The course has no step ${names}.`)
        : "",
      element("ol", ...steps.map((step) => this.item(step))),
      this.takeHome(steps, plan.key),
      element(
        "footer",
        this.button("Contents", () => this.goToStep("contents")),
      ),
    );
    byId("learn-title").focus({ preventScroll: true });
  }

  /** Buttons that print the sheets of steps and copy the link that opens them. */
  private takeHome(steps: readonly CourseStep[], key: string): HTMLElement {
    const print = () => printSheets(this.course, steps, pageWith("", location.href), this.page.say);
    const copy = async () => {
      const link = pageWith(`learn=${key}`, location.href);
      this.page.say((await copyText(link)) ? "Link copied" : link);
    };
    const label = steps.length === 1 ? "Print the sheet" : "Print the sheets";
    const buttons = [this.button(label, () => void print()), this.button("Copy link", () => void copy())];
    return element("div.flow", ...(steps.length > 0 ? buttons : []));
  }

  private item(step: CourseStep): HTMLElement {
    const time = timeText([step]);
    return this.entry(step.title, this.done.has(step.key) ? `\u2713 done \u00b7 ${time}` : time, step.key);
  }

  private entry(title: string, note: string, key: string): HTMLElement {
    const onclick = () => this.goToStep(key);
    const says = element("span.note.firm", note);
    return element("li", element("button.learn-item.across.apart.full.left", { onclick }, title, says));
  }

  /** Button that opens the first unfinished step. */
  private startButton(): HTMLButtonElement {
    const next = this.steps.find(({ key }) => !this.done.has(key));
    const text = this.done.size === 0 || !next ? "Start" : `Go on: ${next.title}`;
    return this.button(text, () => this.goToStep(next?.key ?? this.steps[0]?.key ?? ""), "primary");
  }

  private head(title: string, over: string): HTMLElement {
    return element(
      "header",
      over && element("p.note", over),
      element("h2#learn-title", { tabindex: "-1" }, title),
    );
  }

  private button(text: string, act: () => void, kind = "quiet"): HTMLButtonElement {
    return element("button", { class: `button ${kind}`, onclick: act }, text);
  }

  private showStep(step: CourseStep): void {
    const at = this.steps.indexOf(step);
    this.restart();
    const parts: (HTMLElement | string)[] = [
      this.head(
        step.title,
        `${step.chapter} \u00b7 step ${at + 1} of ${this.steps.length} \u00b7 ${timeText([step])}`,
      ),
      ...step.text.map((paragraph) => this.paragraph(paragraph)),
    ];
    const { predict } = step;
    if (predict) {
      this.choices = predict.choices.map((choice, number) =>
        element("button", { "aria-pressed": "false", onclick: () => this.choose(number) }, choice),
      );
      parts.push(
        element("h3", predict.question),
        element(
          "div.learn-choices.stack",
          { role: "group", "aria-label": predict.question },
          ...this.choices,
        ),
      );
    }
    parts.push(element("h3.learn-task.apart", element("span", step.task), this.holding));
    const params = this.page.core.params().filter(({ key, visible }) => step.touch.includes(key) && visible);
    this.rows = params.map((info) => {
      const twins = params.some(({ id, label }) => id !== info.id && label === info.label);
      const label = twins ? `${info.label}, ${this.groupOf(info.key)}` : info.label;
      return new ParamRow({ ...info, label }, this.rowHooks(), undefined, `learn-${info.id}`);
    });
    const texts = this.page.core.texts().filter(({ key }) => step.touch.includes(key));
    this.texts = texts.map((info) => new TextRow(info, this.textHooks()));
    const rows = [...this.rows, ...this.texts].map(({ root }) => root);
    parts.push(element("div", ...rows));
    if (step.touch.includes("behaviors")) parts.push(this.ruleEditor());
    this.goals = step.goals.map((goal) => this.goalView(goal));
    parts.push(
      element("div", ...this.goals.map(({ root }) => root)),
      this.hint,
      this.figure,
      this.score,
      this.verdict,
    );
    const text = this.ruleAtWork(step);
    if (text) {
      this.listing = new RuleListing(this.page.core, { point: () => {} });
      this.listing.listText(text);
      parts.push(
        element("h3", "At work ", element("small.note", "for the bird you click, or the first")),
        this.listing.root,
      );
    }
    parts.push(element("p.note", step.source), this.takeHome([step], step.key));
    const before = this.steps[at - 1];
    const after = this.steps[at + 1];
    this.nextButton = this.button(
      after ? "Next" : "Contents",
      () => this.goToStep(after?.key ?? "contents"),
      "primary",
    );
    this.nextButton.classList.toggle("waits", !this.done.has(step.key));
    parts.push(
      element(
        "footer",
        this.button(before ? "Back" : "Contents", () => this.goToStep(before?.key ?? "contents")),
        this.button("Open in the playground", () => this.goToStep("")),
        this.nextButton,
      ),
    );
    this.root.replaceChildren(...parts);
    this.refresh();
    if (step.bird) {
      this.page.setPlaying(false);
      this.page.mark(step.bird.id);
    }
    byId("learn-title").focus({ preventScroll: true });
  }

  /** Whether the step has a control for this parameter. */
  controls(key: string): boolean {
    return this.step?.touch.includes(key) ?? false;
  }

  /** Records the first choice; a later one, after watching, would be no prediction. */
  private choose(number: number): void {
    if (this.guess !== undefined) return;
    this.guess = number;
    this.choices.forEach((button, at) => {
      button.setAttribute("aria-pressed", String(at === number));
      button.setAttribute("aria-disabled", String(at !== number));
    });
    // The task comes next and may be out of sight.
    byId("learn").querySelector(".learn-task")?.scrollIntoView({ block: "nearest" });
    const { step } = this;
    if (!step?.bird) return;
    const judge = () => {
      if (number === step.predict?.right) this.solve(step, "That is it.");
      else this.explain(step, "It is another one.");
    };
    if (step.bird.side) {
      this.page.guess(step.bird.id, (number - 1) as -1 | 0 | 1, () => this.step === step && judge());
      return;
    }
    this.page.ask(step.bird.id);
    // The answer explains why.
    if (!step.bird.without) judge();
  }

  /** Whether the answer compares the bird without the asked behavior, at the moment of the question. */
  private compareBird(step: CourseStep): void {
    const { core } = this.page;
    if (!step.bird?.without || this.solved) return;
    if (core.ticks() !== atOf(step.link) && core.seekGoal() === undefined) {
      this.showHint("The question is about another moment: go back to it on the timeline.");
      return;
    }
    this.showHint("");
    const answer = core.asked() === step.bird.id ? core.answer() : undefined;
    const { without, difference, parts = [] } = answer ?? {};
    if (!without || without.byAll || difference === undefined) return;
    const label = parts.find(({ behavior }) => behavior === without.behavior)?.label ?? "";
    const right = step.predict?.choices[step.predict.right] ?? "";
    if (label.toLowerCase() === right.toLowerCase())
      this.solve(step, `Without ${midSentence(right)}: ${lowerFirst(difference)}`);
    else this.showHint("Another one makes more difference.");
  }

  /** A paragraph that shows values of parameters. */
  private paragraph(text: string): HTMLElement {
    const pieces = text.split(/\{([\w.-]+)\}/).map((piece, at) => (at % 2 ? this.number(piece) : piece));
    return element("p.learn-text", ...pieces);
  }

  /** Name of the group that a parameter belongs to: the key begins with the group's key, except for the first group. */
  private groupOf(key: string): string {
    const groups = this.page.core.groups();
    const group = groups.find((one) => key.startsWith(`${one.key}.`)) ?? groups[0];
    return group?.label ?? "";
  }

  private infoOf(key: string) {
    return this.page.core.params().find((info) => info.key === key);
  }

  private number(key: string): HTMLElement {
    const output = element("output", { "aria-live": "off" });
    this.numbers.push({ key, output });
    return output;
  }

  /** Makes a change that is not yet complete. */
  private change<T>(make: () => T): T {
    const now = make();
    this.page.touched();
    this.page.tell("changed");
    return now;
  }

  private setParam(id: ParamId, value: number): number {
    const now = this.page.core.set(id, value);
    this.turned();
    return now;
  }

  private turned(): void {
    this.change(() => {});
    this.changed = true;
    this.refresh();
  }

  /** Completes a change. If the past would decide the verdict, the run restarts. */
  private paramSettled(): void {
    if (this.step?.restarts && this.changed && this.page.core.ticks() > 0)
      this.page.restart("The run begins again with your change");
    this.changed = false;
    this.page.settled();
  }

  private rowHooks() {
    return {
      core: this.page.core,
      paramMoved: () => this.turned(),
      changeEnded: () => this.paramSettled(),
      controlUsed: () => {},
      helpToggled: () => {},
      say: (text: string) => this.page.say(text),
    };
  }

  private textHooks() {
    return {
      change: (id: TextId, text: string) => {
        this.changed = true;
        return this.change(() => this.page.core.setText(id, text));
      },
      settle: () => this.paramSettled(),
      explain: () => {},
    };
  }

  /** Editor for the rule of the first group. */
  private ruleEditor(): HTMLElement {
    const { core } = this.page;
    const behaviors = core.composition()[0]?.behaviors ?? [];
    this.ownRuleKey = behaviors.find(({ written }) => written)?.key ?? "own";
    const text = core.ruleToRead(0, this.ownRuleKey) ?? core.ruleText(0, this.ownRuleKey) ?? "";
    this.compared = core.ruleText(0, this.ownRuleKey) ?? "";
    this.editor = new RuleEditor(core, "learn-rule", text, {
      runRule: (typed) => {
        const wrong = this.change(() => core.setRule(0, typed, this.ownRuleKey));
        if (wrong.length === 0) this.ownRuleKey = core.checkRule(typed).key || "own";
        return wrong;
      },
      setParam: (name, value) => {
        const info = this.infoOf(`${this.ownRuleKey}-${name}`);
        if (info) this.setParam(info.id, value);
        return info !== undefined;
      },
      editEnded: () => this.paramSettled(),
      traceOfSelected: () => {
        const { hx, hy } = core.views();
        const unit = Math.max(this.page.selected(), 0);
        const values = core.ruleValues(unit, this.ownRuleKey);
        return values && { unit, values, heading: [hx[unit] ?? 1, hy[unit] ?? 0] };
      },
    });
    return this.editor.root;
  }

  /** Compares the written rule with the built-in one, once per text. */
  private compare(step: CourseStep): void {
    if (!step.agree) return;
    const { core } = this.page;
    const text = core.ruleText(0, this.ownRuleKey) ?? "";
    // The initial text is not compared.
    this.compared ??= text;
    if (text === this.compared) return;
    this.compared = text;
    const agreement = core.agrees(step.agree);
    if (!agreement) return;
    const { same, states, first } = agreement;
    // The verdict on the former text no longer holds.
    this.solved = false;
    this.verdict.replaceChildren();
    this.showHint(first ? `It agrees in ${same} of ${states} states. ${first.difference} One of them:` : "");
    this.figure.replaceChildren(...(first ? [differenceFigure(first)] : []));
    if (first) this.figure.scrollIntoView({ block: "nearest" });
    else this.solve(step, `It agrees in all ${states} states.`);
  }

  /** Shows the present score of a challenge. */
  private showScore(step: CourseStep, tick: number, { score, isOver }: LessonState): void {
    if (!step.score || score === undefined) return;
    const { most, lasts, time } = step.score;
    const timeLeft = !lasts
      ? ""
      : isOver
        ? ", and that stands"
        : `, ${(step.within - tick / 60).toFixed(0)} s left`;
    setText(
      this.score,
      `Score ${score.toPrecision(4)}${time ? " s" : ""}${timeLeft}. The ${most ? "most" : "least"} wins.`,
    );
  }

  /** Proves the open solution again from its start, and copies its line for a leaderboard. */
  private async copyLine(step: CourseStep, button: HTMLButtonElement): Promise<void> {
    const { core } = this.page;
    button.disabled = true;
    const link = recordingLink(core.recording(), core.ticks());
    const proof = await this.course.prove(step.file, link, pause);
    button.disabled = false;
    if ("why" in proof) return this.page.say(`Not proven: ${proof.why}`);
    const copied = await copyText(proof.line);
    this.page.say(copied ? `Proven, and copied: ${proof.line.split(" ").slice(0, 2).join(" ")}` : proof.line);
  }

  private goalView(goal: LessonGoal): GoalView {
    const { measures } = this.page.core.watch;
    const info = measures.find(({ key }) => key === goal.measure);
    const value = element("output", { "aria-live": "off" });
    const mark = element("span", { "aria-hidden": "true" });
    const band =
      goal.low === -Infinity
        ? `at most ${goal.high}`
        : goal.high === Infinity
          ? `at least ${goal.low}`
          : `${goal.low} to ${goal.high}`;
    const mean = goal.mean > 1 ? `as a mean of ${goal.mean}\u00a0s` : "";
    const root = element(
      "div.learn-goal",
      { title: this.page.core.substituteNouns(info?.doc ?? "") },
      element("span", info?.label ?? goal.measure),
      value,
      element("span.note", [band, info?.unit, mean].filter(Boolean).join(" ")),
      mark,
    );
    return { root, value, mark };
  }

  /** Shows the values in force. */
  private refresh(): void {
    const params = this.page.core.params();
    for (const row of this.rows) {
      const info = params.find(({ key }) => key === row.root.dataset.param);
      if (info) row.update(info);
    }
    for (const row of this.texts) {
      const info = this.page.core.texts().find(({ key }) => key === row.root.dataset.text);
      if (info) row.update(info);
    }
    const rule = this.editor && this.page.core.ruleToRead(0, this.ownRuleKey);
    if (rule) this.editor?.editText(rule);
    for (const { key, output } of this.numbers) {
      const info = params.find((one) => one.key === key);
      // The text names the unit itself.
      if (info) setText(output, shownValue({ ...info, unit: "" }, info.value));
    }
  }

  /** Text of the rule that the step shows, with the values in force; "" without one. */
  private ruleAtWork({ rule }: CourseStep): string {
    const { core } = this.page;
    return rule ? (core.ruleToRead(0, rule) ?? core.ruleText(0, rule) ?? "") : "";
  }

  frame(now: number): void {
    const { step } = this;
    const { core } = this.page;
    if (!step || core.failed) return;
    const { hx, hy } = core.views();
    const tick = core.ticks();
    const unit = Math.max(this.page.selected(), 0);
    if (core.revision !== this.listedRevision) {
      this.listedRevision = core.revision;
      this.listing?.listText(this.ruleAtWork(step));
    }
    this.listing?.frame(now, unit, step.rule ?? "", [hx[unit] ?? 1, hy[unit] ?? 0]);
    // Also while the run stands still.
    this.compare(step);
    if (step.bird) {
      this.compareBird(step);
      return;
    }
    const sample = Math.floor(tick / SAMPLE_INTERVAL);
    if (sample === this.lastSampleNumber) return;
    if (sample < this.lastSampleNumber) this.restart();
    this.lastSampleNumber = sample;
    const state = this.course.tried(step.file);
    if (!state) return;
    this.showGoals(step, state);
    this.editor?.frame();
    this.showScore(step, tick, state);
    if (this.solved) return;
    if (state.solvedAt !== undefined && !step.agree)
      this.solve(step, `Solved: it held, after ${state.solvedAt.toFixed(1)} s.`);
    else if (!step.agree || state.sentences.length > 0)
      this.showHint(state.sentences.join(" "), state.isImproving);
  }

  private showGoals(step: CourseStep, { goals, held }: LessonState): void {
    this.goals.forEach(({ root, value, mark }, goal) => {
      const [is, holds] = goals[goal] ?? [Number.NaN, false];
      setText(value, Number.isNaN(is) ? "\u2013" : is.toPrecision(3));
      setText(mark, holds ? "\u2713" : "");
      root.classList.toggle("holds", holds);
    });
    setText(this.holding, held > 0 && !this.solved ? `holds for ${held.toFixed(0)} of ${step.hold} s` : "");
  }

  /** Marks the step as solved; `sentence` is the verdict. */
  private solve(step: CourseStep, sentence: string): void {
    this.solved = true;
    setText(this.hint, "");
    this.done.add(step.key);
    this.page.store.set("learned", [...this.done].join(","));
    this.nextButton?.classList.remove("waits");
    this.explain(step, sentence);
  }

  /** Shows the verdict and compares it with the prediction. */
  private explain(step: CourseStep, sentence: string): void {
    setText(this.standing, sentence);
    const { predict } = step;
    const lines: (HTMLElement | string)[] = [element("p", this.standing)];
    if (step.score) {
      const copy = this.button("Copy for a board", () => this.copyLine(step, copy));
      const waits = step.score.lasts ? "Play on until the time is over. " : "";
      lines.push(
        element("p", `${waits}What you did is your solution, and anybody can prove its score.`),
        copy,
      );
    }
    if (predict) {
      this.choices.forEach((button, at) => {
        button.classList.toggle("right", at === predict.right);
      });
      const judged =
        this.guess === undefined
          ? ""
          : this.guess === predict.right
            ? "Well predicted. "
            : "Not what you predicted. ";
      lines.push(element("p", `${judged}${predict.because}`));
    }
    this.verdict.replaceChildren(...lines);
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  /** Shows a hint, in red unless it is good news. A control that is held keeps its place. */
  private showHint(hint: string, isGood = false): void {
    this.hint.classList.toggle("problem", !isGood);
    if (this.hint.textContent === hint) return;
    setText(this.hint, hint);
    if (hint && !this.root.matches(":active")) this.hint.scrollIntoView({ block: "nearest" });
  }
}
