/**
 * The course beside the stage: its contents, a plan for a class, or a step with a text, a question, a task and a
 * verdict, which depends on measures of the run.
 */
import "../style/learn.css";
import type { TextId } from "../core";
import { CoreCourse, type LessonGoal, type LessonState } from "../core/course";
import { pageWith } from "../core/link/address";
import { recordingLink } from "../core/link/timed";
import { ParamRow } from "../panel/row";
import { RuleEditor } from "../panel/rule/editor";
import { RuleListing } from "../panel/rule/listing";
import { TextRow } from "../panel/text";
import { copyText } from "../ui/clipboard";
import { byId, element, setText } from "../ui/dom";
import { nextTask } from "../ui/idle";
import type { Page } from "../ui/page";
import { wantsStillness } from "../ui/theme";
import { lowerFirst, midSentence, shownValue } from "../ui/values";
import { differenceFigure } from "./figure";
import { printSheets } from "./sheets";
import { type CoursePlan, type CourseStep, classPlans, makePlan, readSteps } from "./step";

/** Tick at which a link opens its run (`at=`); 0 by default. */
const startTickOf = (link: string): number => Number(/(?:^|&)at=(\d+)/.exec(link)?.[1] ?? 0);

/** Estimated total time for steps as text: "4 min", "2 h 30 min". */
function minutesText(steps: readonly CourseStep[]): string {
  const minutes = steps.reduce((sum, step) => sum + step.minutes, 0);
  const minutesPart = minutes % 60 || minutes < 60 ? `${minutes % 60}\u202fmin` : "";
  return [minutes >= 60 ? `${Math.floor(minutes / 60)}\u202fh` : "", minutesPart].filter(Boolean).join(" ");
}

/** Number of steps of a plan, and the estimated time for them without discussions in class, as text. */
const planText = ({ steps }: CoursePlan) => `${steps.length} steps, ${minutesText(steps)} without talk`;

/** Number of ticks between two checks of the task, as when the core proves a solution. */
const SAMPLE_INTERVAL = 12;

interface GoalView {
  root: HTMLElement;
  value: HTMLElement;
  checkMark: HTMLElement;
}

export class Lesson {
  private readonly root = byId("learn");
  private readonly doneSteps: Set<string>;
  private readonly course: CoreCourse;
  private readonly steps: readonly CourseStep[];
  private readonly plans: readonly CoursePlan[];
  private shownStep: CourseStep | undefined;
  private lastSampleNumber = -1;
  private isSolved = false;
  /** Whether a slider was moved or a text edited since the last complete change. */
  private hasOpenChange = false;
  private chosenAnswer: number | undefined;
  private paramRows: ParamRow[] = [];
  private textRows: TextRow[] = [];
  /** Editor of the task's written rule, key of the rule, and text that was compared with the built-in rule last. */
  private editor: RuleEditor | undefined;
  private ownRuleKey = "";
  private comparedText: string | undefined;
  private readonly differenceFigure = element("div.learn-figure");
  private readonly scoreLine = element("p.learn-score.spaced", { role: "status" });
  private valueOutputs: { key: string; output: HTMLElement }[] = [];
  private goalViews: GoalView[] = [];
  private ruleListing: RuleListing | undefined;
  /** Revision of the run when the rule's listing was filled last. */
  private listedRevision = -1;
  private readonly hintLine = element("p.learn-hint.problem.spaced", { role: "status" });
  private readonly holdLine = element("output.learn-holding.note.firm", { "aria-live": "off" });
  /** Bold first sentence of the verdict. */
  private readonly verdictSentence = element("strong");
  private readonly verdictBox = element("div.learn-verdict", { role: "status" });
  private answerButtons: HTMLButtonElement[] = [];
  private nextButton: HTMLButtonElement | undefined;

  constructor(
    private readonly page: Page,
    /** Shows the step, plan or contents with this key; "" closes the course. */
    private readonly goToStep: (key: string) => void,
    /** Opens the run of a step by its link. */
    private readonly openLink: (link: string) => void,
  ) {
    this.course = new CoreCourse(page.core);
    this.steps = readSteps(this.course);
    this.plans = classPlans(this.steps);
    this.doneSteps = new Set((page.store.get("learned") ?? "").split(",").filter(Boolean));
  }

  /** Shows the step, plan or contents of a key ("" hides all) and returns its key. `opensRun`: opens the step's run. */
  showPage(key: string, opensRun: boolean): string {
    const step = this.steps.find((one) => one.key === key);
    this.leaveStep();
    this.shownStep = step;
    const plan = step ? undefined : this.planAt(key);
    const shownKey = (step ?? plan)?.key ?? (key === "" ? "" : "contents");
    this.root.hidden = shownKey === "";
    byId("chrome").dataset.learning = String(shownKey !== "");
    if (step && opensRun) this.openLink(`${step.link}&seed=1`);
    if (step) this.showStep(step);
    else if (plan) this.showClassPlan(plan);
    else if (shownKey) this.showContents(key === "contents" ? "" : key);
    this.root.scrollTop = 0;
    return shownKey;
  }

  /** Has to be called after another run was opened; the attempt at the step starts again. */
  runOpened(): void {
    if (!this.shownStep) return;
    this.restartAttempt();
    this.showValues();
  }

  private restartAttempt(): void {
    const { shownStep } = this;
    if (!shownStep) return;
    this.course.beginAttempt(shownStep.file);
    this.lastSampleNumber = -1;
    this.isSolved = false;
    this.verdictBox.replaceChildren();
    setText(this.hintLine, "");
    setText(this.scoreLine, "");
    this.differenceFigure.replaceChildren();
    this.comparedText = undefined;
  }

  private leaveStep(): void {
    for (const row of this.paramRows) row.discardTyping();
    this.paramRows = [];
    this.textRows = [];
    this.editor = undefined;
    this.valueOutputs = [];
    this.goalViews = [];
    this.answerButtons = [];
    this.ruleListing = undefined;
    this.chosenAnswer = undefined;
    if (!this.shownStep?.bird) return;
    this.page.mark(-1);
    this.page.setPlaying(!wantsStillness());
  }

  /** Shows the list of steps and plans. `unknown`: key of a link that names none of them; "" otherwise. */
  private showContents(unknown: string): void {
    const chapters: HTMLElement[] = [];
    for (const chapter of new Set(this.steps.map((step) => step.chapter))) {
      const steps = this.steps.filter((step) => step.chapter === chapter);
      const items = steps.map((step) => this.stepItem(step));
      chapters.push(element("h3", chapter), element("ol", ...items));
    }
    this.root.replaceChildren(
      this.pageHead("Learn", ""),
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
      element("ul", ...this.plans.map((plan) => this.contentsEntry(plan.title, planText(plan), plan.key))),
      ...chapters,
      element(
        "footer",
        this.makeButton("Close", () => this.goToStep("")),
      ),
    );
  }

  /** Plan with this key; for keys of steps with commas between them, a plan of these steps. */
  private planAt(key: string): CoursePlan | undefined {
    if (key.includes(",")) return { ...makePlan("Your plan", key, this.steps), key };
    return this.plans.find((plan) => plan.key === key);
  }

  private showClassPlan(plan: CoursePlan): void {
    const { steps, unknownSteps } = plan;
    const names = unknownSteps.map((key) => `\u201c${key}\u201d`).join(", ");
    this.root.replaceChildren(
      this.pageHead(plan.title, `For a class \u00b7 ${planText(plan)}`),
      unknownSteps.length > 0
        ? element("p.learn-hint.problem.spaced", { role: "status" }, `The course has no step ${names}.`)
        : "",
      element("ol", ...steps.map((step) => this.stepItem(step))),
      this.sheetButtons(steps, plan.key),
      element(
        "footer",
        this.makeButton("Contents", () => this.goToStep("contents")),
      ),
    );
    byId("learn-title").focus({ preventScroll: true });
  }

  /** Buttons that print the exercise sheets of steps, and copy the link that opens the step or plan `key`. */
  private sheetButtons(steps: readonly CourseStep[], key: string): HTMLElement {
    const print = () => printSheets(this.course, steps, pageWith("", location.href), this.page.say);
    const copy = async () => {
      const link = pageWith(`learn=${key}`, location.href);
      this.page.say((await copyText(link)) ? "Link copied" : link);
    };
    const label = steps.length === 1 ? "Print the sheet" : "Print the sheets";
    const buttons = [
      this.makeButton(label, () => void print()),
      this.makeButton("Copy link", () => void copy()),
    ];
    return element("div.flow", ...(steps.length > 0 ? buttons : []));
  }

  private stepItem(step: CourseStep): HTMLElement {
    const timeText = minutesText([step]);
    return this.contentsEntry(
      step.title,
      this.doneSteps.has(step.key) ? `\u2713 done \u00b7 ${timeText}` : timeText,
      step.key,
    );
  }

  private contentsEntry(title: string, note: string, key: string): HTMLElement {
    const onclick = () => this.goToStep(key);
    const noteText = element("span.note.firm", note);
    return element("li", element("button.learn-item.across.apart.full.left", { onclick }, title, noteText));
  }

  /** Button that opens the first step that is not solved yet. */
  private startButton(): HTMLButtonElement {
    const next = this.steps.find(({ key }) => !this.doneSteps.has(key));
    const text = this.doneSteps.size === 0 || !next ? "Start" : `Go on: ${next.title}`;
    return this.makeButton(text, () => this.goToStep(next?.key ?? this.steps[0]?.key ?? ""), "primary");
  }

  private pageHead(title: string, over: string): HTMLElement {
    return element(
      "header",
      over && element("p.note", over),
      element("h2#learn-title", { tabindex: "-1" }, title),
    );
  }

  private makeButton(text: string, act: () => void, kind = "quiet"): HTMLButtonElement {
    return element("button", { class: `button ${kind}`, onclick: act }, text);
  }

  private showStep(step: CourseStep): void {
    const at = this.steps.indexOf(step);
    this.restartAttempt();
    const positionText = `step ${at + 1} of ${this.steps.length}`;
    this.goalViews = step.goals.map((goal) => this.goalView(goal));
    this.root.replaceChildren(
      this.pageHead(step.title, `${step.chapter} \u00b7 ${positionText} \u00b7 ${minutesText([step])}`),
      ...step.text.map((paragraph) => this.makeParagraph(paragraph)),
      ...this.questionParts(step),
      element("h3.learn-task.apart", element("span", step.task), this.holdLine),
      this.controlRows(step),
      ...(step.touch.includes("behaviors") ? [this.ruleEditor()] : []),
      element("div", ...this.goalViews.map(({ root }) => root)),
      ...[this.hintLine, this.differenceFigure, this.scoreLine, this.verdictBox],
      ...this.listingParts(step),
      element("p.note", step.source),
      this.sheetButtons([step], step.key),
      this.stepFooter(step, this.steps[at - 1], this.steps[at + 1]),
    );
    this.showValues();
    if (step.bird) {
      this.page.setPlaying(false);
      this.page.mark(step.bird.id);
    }
    byId("learn-title").focus({ preventScroll: true });
  }

  private questionParts({ predict }: CourseStep): HTMLElement[] {
    if (!predict) return [];
    this.answerButtons = predict.choices.map((choice, number) =>
      element("button", { "aria-pressed": "false", onclick: () => this.chooseAnswer(number) }, choice),
    );
    const group = { role: "group", "aria-label": predict.question };
    return [
      element("h3", predict.question),
      element("div.learn-choices.stack", group, ...this.answerButtons),
    ];
  }

  /** Sliders and fields for the parameters that the step names. Equal labels get the names of their groups. */
  private controlRows({ touch }: CourseStep): HTMLElement {
    const { core } = this.page;
    const params = core.params().filter(({ key, visible }) => touch.includes(key) && visible);
    this.paramRows = params.map((info) => {
      const hasTwin = params.some(({ id, label }) => id !== info.id && label === info.label);
      const label = hasTwin ? `${info.label}, ${this.groupNameOf(info.key)}` : info.label;
      return new ParamRow({ ...info, label }, this.rowHooks(), undefined, `learn-${info.id}`);
    });
    const texts = core.texts().filter(({ key }) => touch.includes(key));
    this.textRows = texts.map((info) => new TextRow(info, this.textHooks()));
    return element("div", ...[...this.paramRows, ...this.textRows].map(({ root }) => root));
  }

  private listingParts(step: CourseStep): HTMLElement[] {
    const text = this.ruleAtWork(step);
    if (!text) return [];
    this.ruleListing = new RuleListing(this.page.core, { point: () => {} });
    this.ruleListing.showRuleText(text);
    const note = element("small.note", "for the bird you click, or the first");
    return [element("h3", "At work ", note), this.ruleListing.root];
  }

  private stepFooter(
    step: CourseStep,
    before: CourseStep | undefined,
    after: CourseStep | undefined,
  ): HTMLElement {
    const goTo = (next: CourseStep | undefined) => () => this.goToStep(next?.key ?? "contents");
    this.nextButton = this.makeButton(after ? "Next" : "Contents", goTo(after), "primary");
    this.nextButton.classList.toggle("waits", !this.doneSteps.has(step.key));
    return element(
      "footer",
      this.makeButton(before ? "Back" : "Contents", goTo(before)),
      this.makeButton("Open in the playground", () => this.goToStep("")),
      this.nextButton,
    );
  }

  /** Whether the shown step has a slider or field for the parameter with this key. */
  hasControl(key: string): boolean {
    return this.shownStep?.touch.includes(key) ?? false;
  }

  /** Takes the answer to the step's question. Only the first counts: after watching, an answer is no prediction. */
  private chooseAnswer(number: number): void {
    if (this.chosenAnswer !== undefined) return;
    this.chosenAnswer = number;
    this.answerButtons.forEach((button, at) => {
      button.setAttribute("aria-pressed", String(at === number));
      button.setAttribute("aria-disabled", String(at !== number));
    });
    // Scrolls to the step's task, which comes after the question and may be out of sight.
    byId("learn").querySelector(".learn-task")?.scrollIntoView({ block: "nearest" });
    const { shownStep } = this;
    if (!shownStep?.bird) return;
    const judgeAnswer = () => {
      if (number === shownStep.predict?.right) this.markSolved(shownStep, "That is it.");
      else this.showVerdict(shownStep, "It is another one.");
    };
    if (shownStep.bird.side) {
      this.page.guess(
        shownStep.bird.id,
        (number - 1) as -1 | 0 | 1,
        () => this.shownStep === shownStep && judgeAnswer(),
      );
      return;
    }
    this.page.ask(shownStep.bird.id);
    // The answer is judged at once; a step that asks for a comparison is judged by `judgeComparison` when it is made.
    if (!shownStep.bird.without) judgeAnswer();
  }

  /** Judges whether the comparison in the card of Ask a bird leaves out the behavior that the step asks for. */
  private judgeComparison(step: CourseStep): void {
    const { core } = this.page;
    if (!step.bird?.without || this.isSolved) return;
    if (core.ticks() !== startTickOf(step.link) && core.seekGoal() === undefined) {
      this.showHint("The question is about another moment: go back to it on the timeline.");
      return;
    }
    this.showHint("");
    const answer = core.asked() === step.bird.id ? core.answer() : undefined;
    const { without, difference, parts = [] } = answer ?? {};
    if (!without || difference === undefined) return;
    const label = parts.find(({ behavior }) => behavior === without.behavior)?.label ?? "";
    const rightChoice = step.predict?.choices[step.predict.right] ?? "";
    if (label.toLowerCase() === rightChoice.toLowerCase())
      this.markSolved(step, `Without ${midSentence(rightChoice)}: ${lowerFirst(difference)}`);
    else this.showHint("Another one makes more difference.");
  }

  /** A paragraph of the step, with the current value of a parameter in place of each `{key}`. */
  private makeParagraph(text: string): HTMLElement {
    const pieces = text.split(/\{([\w.-]+)\}/).map((piece, at) => (at % 2 ? this.valueOutput(piece) : piece));
    return element("p.learn-text", ...pieces);
  }

  /** Label of the group to which a parameter belongs. Keys begin with the group's key, except for the first group. */
  private groupNameOf(key: string): string {
    const groups = this.page.core.groups();
    const group = groups.find((one) => key.startsWith(`${one.key}.`)) ?? groups[0];
    return group?.label ?? "";
  }

  private infoOf(key: string) {
    return this.page.core.params().find((info) => info.key === key);
  }

  private valueOutput(key: string): HTMLElement {
    const output = element("output", { "aria-live": "off" });
    this.valueOutputs.push({ key, output });
    return output;
  }

  /** Makes one of several changes that come together, such as during a drag, and updates the page. */
  private changeRun<T>(make: () => T): T {
    const result = make();
    this.page.touched();
    this.page.tell("changed");
    return result;
  }

  private paramTurned(): void {
    this.changeRun(() => {});
    this.hasOpenChange = true;
    this.showValues();
  }

  /** Completes a change. In a step whose verdict depends on the whole run, the run restarts with the new values. */
  private paramSettled(): void {
    if (this.shownStep?.restarts && this.hasOpenChange && this.page.core.ticks() > 0)
      this.page.restart("The run begins again with your change");
    this.hasOpenChange = false;
    this.page.settled();
  }

  private rowHooks() {
    return {
      core: this.page.core,
      paramMoved: () => this.paramTurned(),
      changeEnded: () => this.paramSettled(),
      controlUsed: () => {},
      helpToggled: () => {},
      say: (text: string) => this.page.say(text),
    };
  }

  private textHooks() {
    return {
      setParamText: (id: TextId, text: string) => {
        this.hasOpenChange = true;
        return this.changeRun(() => this.page.core.setText(id, text));
      },
      endChange: () => this.paramSettled(),
      helpToggled: () => {},
    };
  }

  /** Editor of the first group's written rule, on which the task of the step depends. */
  private ruleEditor(): HTMLElement {
    const { core } = this.page;
    const behaviors = core.composition()[0]?.behaviors ?? [];
    this.ownRuleKey = behaviors.find(({ written }) => written)?.key ?? "own";
    const text = core.ruleToRead(0, this.ownRuleKey) ?? core.ruleText(0, this.ownRuleKey) ?? "";
    this.comparedText = core.ruleText(0, this.ownRuleKey) ?? "";
    this.editor = new RuleEditor(core, "learn-rule", text, {
      runRule: (typed) => {
        const problems = this.changeRun(() => core.setRule(0, typed, this.ownRuleKey));
        if (problems.length === 0) this.ownRuleKey = core.checkRule(typed).key || "own";
        return problems;
      },
      setParam: (name, value) => {
        const info = this.infoOf(`${this.ownRuleKey}-${name}`);
        if (!info) return false;
        core.set(info.id, value);
        this.paramTurned();
        return true;
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

  /** Compares the written rule with the built-in one in many states, once per text, and shows the result. */
  private compareRule(step: CourseStep): void {
    if (!step.agree) return;
    const { core } = this.page;
    const text = core.ruleText(0, this.ownRuleKey) ?? "";
    // The text with which the editor opens is not compared, since the person has not changed it.
    this.comparedText ??= text;
    if (text === this.comparedText) return;
    this.comparedText = text;
    const agreement = core.agrees(step.agree);
    if (!agreement) return;
    const { same, states, first } = agreement;
    // A verdict on an earlier text of the rule is no longer valid.
    this.isSolved = false;
    this.verdictBox.replaceChildren();
    this.showHint(first ? `It agrees in ${same} of ${states} states. ${first.difference} One of them:` : "");
    this.differenceFigure.replaceChildren(...(first ? [differenceFigure(first)] : []));
    if (first) this.differenceFigure.scrollIntoView({ block: "nearest" });
    else this.markSolved(step, `It agrees in all ${states} states.`);
  }

  /** Shows the present score in a step that is a challenge. */
  private showScore(step: CourseStep, tick: number, { score, isOver }: LessonState): void {
    if (!step.score || score === undefined) return;
    const { most, lasts, time } = step.score;
    const timeLeft = !lasts
      ? ""
      : isOver
        ? ", and that stands"
        : `, ${(step.within - tick / 60).toFixed(0)} s left`;
    setText(
      this.scoreLine,
      `Score ${score.toPrecision(4)}${time ? " s" : ""}${timeLeft}. The ${most ? "most" : "least"} wins.`,
    );
  }

  /** Runs the solution again from tick 0 to prove it, and copies the line for a leaderboard. */
  private async copyScoreLine(step: CourseStep, button: HTMLButtonElement): Promise<void> {
    const { core } = this.page;
    button.disabled = true;
    const link = recordingLink(core.recording(), core.ticks());
    const proof = await this.course.prove(step.file, link, nextTask);
    button.disabled = false;
    if ("why" in proof) return this.page.say(`Not proven: ${proof.why}`);
    const copied = await copyText(proof.line);
    this.page.say(copied ? `Proven, and copied: ${proof.line.split(" ").slice(0, 2).join(" ")}` : proof.line);
  }

  private goalView(goal: LessonGoal): GoalView {
    const { measures } = this.page.core.watch;
    const info = measures.find(({ key }) => key === goal.measure);
    const value = element("output", { "aria-live": "off" });
    const checkMark = element("span", { "aria-hidden": "true" });
    const bandText =
      goal.low === -Infinity
        ? `at most ${goal.high}`
        : goal.high === Infinity
          ? `at least ${goal.low}`
          : `${goal.low} to ${goal.high}`;
    const meanText = goal.mean > 1 ? `as a mean of ${goal.mean}\u00a0s` : "";
    const root = element(
      "div.learn-goal",
      { title: this.page.core.substituteNouns(info?.doc ?? "") },
      element("span", info?.label ?? goal.measure),
      value,
      element("span.note", [bandText, info?.unit, meanText].filter(Boolean).join(" ")),
      checkMark,
    );
    return { root, value, checkMark };
  }

  /** Shows the present values of parameters in sliders, fields, text and rule editor. */
  private showValues(): void {
    const params = this.page.core.params();
    for (const row of this.paramRows) {
      const info = params.find(({ key }) => key === row.root.dataset.param);
      if (info) row.update(info);
    }
    for (const row of this.textRows) {
      const info = this.page.core.texts().find(({ key }) => key === row.root.dataset.text);
      if (info) row.update(info);
    }
    const rule = this.editor && this.page.core.ruleToRead(0, this.ownRuleKey);
    if (rule) this.editor?.showRuleText(rule);
    for (const { key, output } of this.valueOutputs) {
      const info = params.find((one) => one.key === key);
      // The unit is left out here, because the sentence around the value names it.
      if (info) setText(output, shownValue({ ...info, unit: "" }, info.value));
    }
  }

  /** Text of the rule that the step shows, with the present values of its parameters; "" if it shows none. */
  private ruleAtWork({ rule }: CourseStep): string {
    const { core } = this.page;
    return rule ? (core.ruleToRead(0, rule) ?? core.ruleText(0, rule) ?? "") : "";
  }

  frame(now: number): void {
    const { shownStep } = this;
    const { core } = this.page;
    if (!shownStep || core.failed) return;
    const { hx, hy } = core.views();
    const tick = core.ticks();
    const unit = Math.max(this.page.selected(), 0);
    if (core.revision !== this.listedRevision) {
      this.listedRevision = core.revision;
      this.ruleListing?.showRuleText(this.ruleAtWork(shownStep));
    }
    this.ruleListing?.frame(now, unit, shownStep.rule ?? "", [hx[unit] ?? 1, hy[unit] ?? 0]);
    // The rule is compared in every frame, since it can also be edited while the run is paused.
    this.compareRule(shownStep);
    if (shownStep.bird) {
      this.judgeComparison(shownStep);
      return;
    }
    const sample = Math.floor(tick / SAMPLE_INTERVAL);
    if (sample === this.lastSampleNumber) return;
    if (sample < this.lastSampleNumber) this.restartAttempt();
    this.lastSampleNumber = sample;
    const state = this.course.attemptState(shownStep.file);
    if (!state) return;
    this.showGoals(shownStep, state);
    this.editor?.frame();
    this.showScore(shownStep, tick, state);
    if (this.isSolved) return;
    if (state.solveTime !== undefined && !shownStep.agree)
      this.markSolved(shownStep, `Solved: it held, after ${state.solveTime.toFixed(1)} s.`);
    else if (!shownStep.agree || state.sentences.length > 0)
      this.showHint(state.sentences.join(" "), state.isImproving);
  }

  private showGoals(step: CourseStep, { goals, heldTime }: LessonState): void {
    this.goalViews.forEach(({ root, value, checkMark }, goal) => {
      const [is, holds] = goals[goal] ?? [Number.NaN, false];
      setText(value, Number.isNaN(is) ? "\u2013" : is.toPrecision(3));
      setText(checkMark, holds ? "\u2713" : "");
      root.classList.toggle("holds", holds);
    });
    setText(
      this.holdLine,
      heldTime > 0 && !this.isSolved ? `holds for ${heldTime.toFixed(0)} of ${step.hold} s` : "",
    );
  }

  /** Marks the step as solved and shows `sentence` as its verdict. */
  private markSolved(step: CourseStep, sentence: string): void {
    this.isSolved = true;
    setText(this.hintLine, "");
    this.doneSteps.add(step.key);
    this.page.store.set("learned", [...this.doneSteps].join(","));
    this.nextButton?.classList.remove("waits");
    this.showVerdict(step, sentence);
  }

  /** Shows the verdict, and whether the person's prediction was right. */
  private showVerdict(step: CourseStep, sentence: string): void {
    setText(this.verdictSentence, sentence);
    const { predict } = step;
    const lines: (HTMLElement | string)[] = [element("p", this.verdictSentence)];
    if (step.score) {
      const copyButton = this.makeButton("Copy for a board", () => this.copyScoreLine(step, copyButton));
      const waitText = step.score.lasts ? "Play on until the time is over. " : "";
      lines.push(
        element("p", `${waitText}What you did is your solution, and anybody can prove its score.`),
        copyButton,
      );
    }
    if (predict) {
      this.answerButtons.forEach((button, at) => {
        button.classList.toggle("right", at === predict.right);
      });
      const predictionText =
        this.chosenAnswer === undefined
          ? ""
          : this.chosenAnswer === predict.right
            ? "Well predicted. "
            : "Not what you predicted. ";
      lines.push(element("p", `${predictionText}${predict.because}`));
    }
    this.verdictBox.replaceChildren(...lines);
    this.verdictBox.scrollIntoView({ block: "nearest" });
  }

  /** Shows a hint, in red unless `isGood`. During a press it is not scrolled into view, which would move controls. */
  private showHint(hint: string, isGood = false): void {
    this.hintLine.classList.toggle("problem", !isGood);
    if (this.hintLine.textContent === hint) return;
    setText(this.hintLine, hint);
    if (hint && !this.root.matches(":active")) this.hintLine.scrollIntoView({ block: "nearest" });
  }
}
