/** Builds the page: makes its parts, connects them to the core and to each other, and draws frames. */

import type { Core } from "../core";
import type { Clock } from "../core/clock";
import { pageWith } from "../core/link/address";
import { readValue, withValue } from "../core/link/query";
import { recordingLink } from "../core/link/timed";
import { MakeTab } from "../lab/make";
import { MeasureTab } from "../lab/measure/monitor";
import { RecordingLoader } from "../lab/tracks";
import { Course } from "../learn";
import { Panel } from "../panel";
import { EditBar } from "../panel/edit/bar";
import { CraftDrag } from "../panel/input/helm";
import { HelpDialog } from "../panel/input/help";
import { attachKeyboard, type PageCommand } from "../panel/input/keyboard";
import { PointerControl } from "../panel/input/pointer";
import { LookMenu } from "../panel/look/menu";
import { OverlayMenu } from "../panel/overlays";
import { newRulesText, type WrittenRule, writtenRules } from "../panel/rule/written";
import { ShareMenu } from "../share/button";
import type { Presets } from "../share/presets";
import { attachPresets } from "../share/presets/loader";
import type { Theme } from "../stage/palette";
import type { Stage } from "../stage/stage";
import { shareLinkAt } from "../time/moment";
import type { PromisedState, RunProof } from "../time/proof";
import { TimeStrip } from "../time/strip";
import { Transport } from "../time/transport";
import { byId, setText } from "../ui/dom";
import { attachContextLine, FailureDialog, showContext, switchedOffText } from "../ui/failure";
import { Gallery } from "../ui/gallery";
import { nextTask } from "../ui/idle";
import { Legend } from "../ui/legend";
import { attachNotices, showNotices, toast } from "../ui/notices";
import { makeEvents, type Page as SharedPage } from "../ui/page";
import type { Panels } from "../ui/panels";
import { fetchOnApproach, fetchPart, setReloadAddress } from "../ui/part";
import type { ScenePictures } from "../ui/pictures";
import { hideWhileWatched, SceneLine } from "../ui/scene-line";
import { StatusLine } from "../ui/status";
import type { Store } from "../ui/store";
import { wantsStillness } from "../ui/theme";
import { attachTouch } from "../ui/touch";
import { attachAdding } from "./adding";
import { AskLoader } from "./asking";
import { OPENING_LINK } from "./first";
import { OpenRun } from "./runs";
import { SkiesLoader } from "./skies";
import { SlowLine } from "./slow";
import { ViewText } from "./view-text";

/** Number of written rules that this browser remembers as seen; older ones are dropped. */
const MAX_KNOWN_RULES = 32;

const loadPictures = () => import("../ui/pictures");

/** Toolbars whose buttons return the focus to the stage after a press. */
const TOOLBAR_SELECTOR =
  "#masthead, #gallery, #dock, #lab-tabs, #run-view, #lab-button, #lab-close, #add, #edit-tools, #more, #share";

/** Decodes the result of `encodeURIComponent`; returns any other text unchanged. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export class Playground {
  private readonly openRun: OpenRun;
  private readonly gallery: Gallery;
  private readonly panel: Panel;
  private readonly transport: Transport;
  private readonly timeStrip: TimeStrip;
  private readonly ask: AskLoader;
  private readonly skies: SkiesLoader;
  private readonly overlays: OverlayMenu;
  private readonly viewText: ViewText;
  private readonly lookMenu: LookMenu;
  private readonly status: StatusLine;
  private readonly slowLine: SlowLine;
  private readonly legend: Legend;
  private readonly sceneLine: SceneLine;
  private readonly measureTab: MeasureTab;
  private readonly makeTab: MakeTab;
  private readonly course: Course;
  private readonly tracks: RecordingLoader;
  private readonly helpDialog: HelpDialog;
  private readonly failureDialog: FailureDialog;
  private readonly editBar: EditBar;
  private readonly pointer: PointerControl;
  /** Loads the code of presets at its first call. */
  private readonly presets: () => Promise<Presets>;
  /** Preview pictures of the scenes in the gallery; made when the gallery is first opened. */
  private pictures: ScenePictures | undefined;
  private frameRequest = 0;
  /** Title that a person gave the run; "" shows the scene's title. */
  private readonly title = { own: "" };
  /** Written rules of the opened link that this browser has not seen before. */
  private unknownRules: WrittenRule[] = [];

  /** Interface through which the parts of the page use the page and each other. */
  private readonly page: SharedPage;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly clock: Clock,
    private readonly proof: RunProof,
    private readonly store: Store,
    private readonly panels: Panels,
  ) {
    const page = this.sharedPage();
    this.page = page;
    this.legend = new Legend(core, stage, (group, name) => this.panel.rename(group, name));
    this.ask = this.makeAsking();
    this.overlays = new OverlayMenu(core, stage, toast);
    const { ask, overlays } = this;
    this.lookMenu = new LookMenu(stage, page.touched);
    const pause = () => page.setPlaying(false);
    this.skies = new SkiesLoader(page, (label) => this.openRun.takeTwin(label));
    const { skies } = this;
    this.viewText = new ViewText({ core, stage, ask, skies, overlays, panels, title: this.title, pause });
    this.openRun = this.makeOpenRun();
    this.gallery = new Gallery(core, (link) => {
      page.open(link);
      // A run that is chosen in the gallery plays at once, unless reduced motion is preferred.
      if (!wantsStillness()) page.setPlaying(true);
    });
    this.panel = new Panel(page);
    panels.onSheet = () => ask.closeAnswer();
    panels.onToggle("all", (isOpen) => isOpen && this.panel.moreOpened());
    this.sceneLine = new SceneLine(page, (key) => this.panel.showSlider(key));
    hideWhileWatched(page);
    this.status = new StatusLine(core, clock, () => this.sceneLine.showSentence());
    this.slowLine = new SlowLine(page);
    this.timeStrip = new TimeStrip(page);
    this.transport = new Transport(page);
    this.editBar = new EditBar(page, this.openRun.undo);
    attachAdding(page, this.editBar);
    this.helpDialog = new HelpDialog(core, store, () => this.course.showStep("contents"));
    this.failureDialog = new FailureDialog(
      () => this.openRun.open(this.openRun.workingLink),
      () => this.openRun.open(this.plainLink()),
    );
    this.tracks = new RecordingLoader(page, (wish) => this.makeTab.openRecordingWish(wish));
    this.measureTab = new MeasureTab(page);
    attachNotices();
    setReloadAddress(() => pageWith(this.momentLink(), location.href));
    attachTouch();
    attachContextLine();
    this.watchFailures();
    this.watchKeys();
    this.pointer = this.watchPointer();
    this.presets = attachPresets(page, this.gallery, {
      canOpen: RecordingLoader.isRecording,
      open: (files) => this.tracks.open(files),
    });
    this.watchGallery();
    new ShareMenu({ ...page, presets: this.presets });
    this.makeTab = new MakeTab(page);
    byId("ask-button").addEventListener("click", () => this.toggleAnswer());
    this.course = new Course(page);
    this.connectParts();
    this.startStill();
    delete document.documentElement.dataset.linked;
  }

  private sharedPage(): SharedPage {
    const { core, stage, clock, store, panels } = this;
    return {
      ...{ core, stage, clock, store, panels, say: toast },
      ...makeEvents(),
      link: () => this.openRun.link,
      title: () => this.title.own || (core.sceneInfo()?.title ?? ""),
      retitle: (title) => {
        this.title.own = title;
        this.showTitle();
      },
      look: (isPaused) => this.viewText.text(isPaused),
      open: (link, during) => {
        panels.closeMenus();
        this.openRun.openAsStep(link, during);
      },
      openRecording: (recording) => this.openRun.openRecording(recording),
      newSeed: (seed) => {
        this.openRun.newSeed(seed);
        this.parametersSettled();
      },
      restart: (says) => this.transport.restart(says),
      touched: () => this.openRun.touched(),
      settled: () => this.parametersSettled(),
      step: (change) => this.openRun.step(change),
      name: (label, mergeKey) => this.openRun.undo.nameChange(label, mergeKey),
      save: (name, link) => void this.presets().then((all) => all.saveLink(name, link)),
      setPlaying: (playing) => this.transport.setPlaying(playing),
      waits: () => this.timeStrip.isSeeking || !clock.playing,
      selected: () => this.ask.askedUnit,
      ask: (unit) => this.ask.askUnit(unit),
      guess: (unit, side, told) => this.ask.guess(unit, { side, verdictShown: told }),
      mark: (unit) => this.ask.markUnit(unit),
      compare: (compared) => this.sayProblem(this.skies.compare(compared)),
      inLesson: (key) => this.course.hasControl(key),
    };
  }

  private sayProblem(problem: string | undefined): void {
    if (problem) toast(problem);
  }

  /** Subscribes the page to the events of its parts. */
  private connectParts(): void {
    const { page } = this;
    page.on("leaving", () => this.pointer.dropOrders());
    page.on("arrived", () => this.pointer.holdTargetAgain());
    page.on("moved", () => this.status.updateSoon());
    page.on("changed", () => {
      this.panel.refreshSoon();
      this.transport.showTransport();
    });
    page.on("settled", () => this.legend.showGroups());
    page.on("editing", (editing) => this.editingSwitched(editing));
  }

  setTheme(theme: Theme): void {
    this.pictures?.draw();
    this.stage.setTheme(theme);
    this.ask.recolor();
    this.page.tell("theme", theme);
  }

  private makeAsking(): AskLoader {
    const { core, stage, clock } = this;
    return new AskLoader(core, stage, {
      unitChosen: () => {
        this.store.set("asked", "yes");
        this.showInvitation();
      },
      answerOpens: () => this.panels.isNarrow && this.panels.closeSheet(),
      areClicksTaken: () => this.editBar.pressReceiver !== undefined,
      setSlowMotion: (on) => this.transport.setSlowMotion(on),
      setPlaying: (playing) => this.transport.setPlaying(playing),
      seek: (tick) => this.timeStrip.seekTo(tick),
      editCopy: (group, key) => {
        this.panels.bringView("tune");
        this.panel.editCopy(group, key);
      },
      compare: (unit, behavior) => {
        const problem = this.skies.compareWithout(unit, behavior);
        this.sayProblem(problem);
        if (problem) return;
        this.ask.closeAnswer();
        // The run and its copy are equal until time passes, so the run is played.
        if (!wantsStillness()) this.transport.setPlaying(true);
      },
      clock,
      momentLink: (isRiddle) => shareLinkAt(core, core.ticks(), this.viewText.text(undefined, isRiddle)),
      say: toast,
    });
  }

  /** Builds the parts of the page that take long, with a drawn frame after each. */
  async build(): Promise<void> {
    await nextTask();
    this.gallery.fillShelves();
    await nextTask();
    this.panel.showPanel();
    await nextTask();
    this.panels.measureInsets();
    await nextTask();
  }

  /**
   * Shows the run of `link`, which the core has opened, and starts drawing frames. `step`: key of a course step to
   * open; `opensRun`: whether the step brings its own run, because the address names none.
   */
  start(link: string, step: string, opensRun: boolean): void {
    this.openRun.runOpened(this.core.notices(), link);
    if (step) this.course.showStep(step, opensRun);
    this.makeTab.openWishOf(link);
    if (!opensRun) this.openRun.keepAddressSpelling();
    const frame = (now: number) => {
      this.frameRequest = requestAnimationFrame(frame);
      this.frame(now);
    };
    const updateRunning = () => {
      cancelAnimationFrame(this.frameRequest);
      if (!document.hidden) this.frameRequest = requestAnimationFrame(frame);
    };
    document.addEventListener("visibilitychange", updateRunning);
    updateRunning();
  }

  /** Loads preview pictures and presets when the gallery is first opened. */
  private watchGallery(): void {
    fetchOnApproach(byId("scene-title"), loadPictures);
    this.panels.onToggle("scenes", async (isOpen) => {
      if (!isOpen || this.pictures) return;
      void this.presets();
      const { ScenePictures } = await fetchPart(loadPictures);
      this.pictures ??= new ScenePictures(this.core, this.gallery.cards);
    });
  }

  private frame(now: number): void {
    // After a failure of the core the page stays as it was, behind the dialog that reports it.
    if (this.core.failed) return;
    this.advanceRun(now);
    const ticksEndMs = performance.now();
    this.measureTab.frame(now);
    this.makeTab.frame(now);
    this.course.frame(now);
    this.tracks.frame(now);
    this.ask.frame(now);
    this.panel.frame(now);
    this.overlays.frame(now);
    this.legend.frame();
    this.skies.frame(this.overlays.shownKeys.size > 0);
    this.stage.draw(this.clock.tickFraction);
    this.editBar.frame(now);
    if (this.viewText.hasChanged()) this.openRun.touched();
    const drawEndMs = performance.now();
    this.pictures?.frame();
    this.status.frame(now, drawEndMs - ticksEndMs);
    this.slowLine.frame(now);
  }

  /** Runs the ticks of one frame, or one part of a replay to another tick. */
  private advanceRun(now: number): void {
    if (this.timeStrip.frame(now)) this.clock.passTime(now);
    else this.clock.frame(now);
    this.timeStrip.update(now);
    this.proof.checkState();
    if (!this.openRun.followTime()) return;
    this.panel.refreshSoon();
    this.legend.showGroups();
    // Which step can be undone depends on the tick, so the button is updated after a replay.
    this.editBar.showBar();
  }

  /** Link to the present tick of the run, with the inputs until then and the view. */
  private momentLink(): string {
    const { core } = this;
    return withValue(recordingLink(core.recording(), core.ticks()), "look", this.viewText.text());
  }

  /** Link of the run's scene with its usual settings. */
  private plainLink(): string {
    const key = readValue(this.openRun.workingLink, "scene");
    return this.core.sceneInfo(key)?.link ?? OPENING_LINK;
  }

  private makeOpenRun(): OpenRun {
    return new OpenRun(this.core, {
      runLeaving: () => {
        this.pointer.dropOrders();
        this.editBar.leaveRun();
      },
      resetView: () => {
        this.stage.setAppearance(undefined);
        this.ask.closeAnswer();
        this.stage.camera.fit();
      },
      showRun: (notices, look, promised) => this.showRun(notices, look, promised),
      viewText: () => this.viewText.text(),
      title: () => this.title.own,
      retitle: (title) => this.page.retitle(title),
      courseKey: () => this.course.addressKey,
      restoreStep: (key) => this.course.showStep(key, false),
      restoreView: (look) => {
        this.viewText.showLook(look);
        this.showTitle();
        this.lookMenu.showMenu();
      },
      goToTick: (tick) => this.timeStrip.seekTo(tick),
      runRestored: () => this.runRestored(),
      undoChanged: () => this.editBar.showBar(),
      runFailed: (error) => this.failureDialog.showFailure(error, this.openRun.workingLink),
    });
  }

  /** Updates the page after the core opened a run. `look`: view of the link; `promised`: state hash to check. */
  private showRun(notices: string[], look: string, promised: PromisedState | undefined): void {
    const { core } = this;
    this.proof.expectState(promised);
    this.showInvitation();
    this.clock.reset();
    this.ask.closeAnswer();
    this.gallery.markScene(core.scene());
    this.sceneLine.showSentence();
    this.viewText.showDefaultOverlay();
    this.panel.showPanel();
    this.transport.showTransport();
    this.timeStrip.showStrip();
    this.page.tell("opened");
    this.legend.showGroups();
    this.title.own = "";
    this.panels.measureInsets();
    this.unknownRules = this.findUnknownRules();
    this.showRunNotices(look ? [...notices, ...this.viewText.showLook(look)] : notices);
    this.showTitle();
    this.lookMenu.showMenu();
    if (!core.failed) this.failureDialog.hide();
  }

  /** Shows the run's title in the heading and as the title of the browser's tab. */
  private showTitle(): void {
    const title = this.page.title();
    setText(byId("scene-title").querySelector("span") as HTMLElement, title);
    document.title = title ? `${title} \u00b7 Flockwright` : "Flockwright";
    this.sceneLine.showSentence();
  }

  /** Returns the run's written rules that are no recipes and that this browser has not seen before. */
  private findUnknownRules(): WrittenRule[] {
    const rules = writtenRules(this.core.composition());
    const unknownRules = rules.filter(({ item, recipe }) => !recipe && !this.knownRules().includes(item));
    this.addKnownRules(rules);
    return this.course.isReplacingRun ? [] : unknownRules;
  }

  /** Shows notices about the opened link; before them, names new written rules and offers to show their text. */
  private showRunNotices(notices: readonly string[]): void {
    const [first] = this.unknownRules;
    if (!first) {
      showNotices(notices);
      return;
    }
    const line = newRulesText(this.unknownRules.map(({ label }) => label));
    const showRules = () => {
      this.panels.bringView("tune");
      this.panel.readRule(first.group, first.key);
    };
    const label = this.unknownRules.length > 1 ? "Read them" : "Read it";
    showNotices([line, ...notices], "# things to know about this link.", { label, run: showRules });
  }

  private knownRules(): string[] {
    return this.store.get("rules")?.split(" ").map(decodeText) ?? [];
  }

  private addKnownRules(rules = writtenRules(this.core.composition())): void {
    const knownRules = this.knownRules();
    const newRules = rules.filter(({ item }) => !knownRules.includes(item)).map(({ item }) => item);
    const texts = [...knownRules, ...newRules].slice(-MAX_KNOWN_RULES);
    if (newRules.length > 0) this.store.set("rules", texts.map(encodeURIComponent).join(" "));
  }

  /** Has to be called after a complete change of parameters: makes it an undo step and tells the page's parts. */
  private parametersSettled(): void {
    this.addKnownRules();
    this.openRun.settled();
    this.page.tell("settled");
  }

  /** Updates the page after undo or redo changed values. */
  private runRestored(): void {
    this.page.tell("changed");
    this.parametersSettled();
  }

  private editingSwitched(isEditing: boolean): void {
    if (isEditing) {
      this.ask.closeAnswer();
      this.panels.closeSheet();
    }
    this.stage.camera.showWholeWorld(isEditing);
    this.panels.measureInsets();
  }

  private watchFailures(): void {
    const { core, stage } = this;
    core.guarded.onFailure = (error) => this.failureDialog.showFailure(error, this.openRun.workingLink);
    core.guarded.onSwitchedOff = (observer, error) => {
      console.warn(error);
      showNotices([switchedOffText(observer)]);
    };
    if (core.failed)
      this.failureDialog.showFailure(
        new Error("The simulation did not start with this link."),
        this.openRun.workingLink,
      );
    stage.onLost = (message) => showContext(message);
    stage.onRestored = () => showContext(undefined);
  }

  private watchKeys(): void {
    attachKeyboard(this.core, this.stage, this.panel.weightSwitch, {
      run: this.commandRunner(),
      ruleChanged: () => {
        this.panel.refreshSoon();
        this.parametersSettled();
      },
      say: toast,
      inputIgnored: () => this.timeStrip.explainWait(),
      shortcutsOn: () => this.helpDialog.shortcutsOn,
    });
    // A press on a toolbar button by mouse or finger moves the focus back to the stage, whose keys control the flock.
    // This happens before the button acts, since a dialog returns the focus to the element that had it.
    const freeKeys = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (event.detail > 0 && button?.closest(TOOLBAR_SELECTOR)) byId("stage").focus({ preventScroll: true });
    };
    byId("chrome").addEventListener("click", freeKeys, { capture: true });
  }

  /** Returns the function that carries out the commands of keys. */
  private commandRunner(): (command: PageCommand) => void {
    const { transport, timeStrip, ask, overlays } = this;
    const simpleCommands: Readonly<Record<Exclude<PageCommand["name"], "select" | "overlay">, () => void>> = {
      play: () => transport.togglePlaying(),
      step: () => transport.step(),
      back: () => timeStrip.stepBack(),
      backFive: () => timeStrip.goBackFive(),
      start: () => timeStrip.seekTo(0),
      end: () => timeStrip.seekEnd(),
      restart: () => transport.restart(),
      help: () => this.helpDialog.open(),
      share: () => this.panels.open("share"),
      edit: () => this.editBar.switchByKey(),
      deselect: () => {
        if (this.editBar.cancelLoading() || timeStrip.stopSeeking()) return;
        if (ask.isAsked || !this.skies.close()) ask.closeAnswer();
      },
      overlays: () => overlays.toggleAll(),
      follow: () => ask.toggleFollow(),
      ask: () => this.toggleAnswer(),
    };
    return (command) => {
      if (command.name === "select") ask.askNeighbor(command.step);
      else if (command.name === "overlay") overlays.toggleOverlay(command.key);
      else simpleCommands[command.name]();
    };
  }

  private watchPointer(): PointerControl {
    const host = byId("stage");
    this.showInvitation();
    const onPress = () => {
      this.store.set("dragged", "yes");
      this.showInvitation();
    };
    host.addEventListener("pointerdown", onPress, { once: true });
    // The focus ring is shown only after Tab, not after a click that an arrow key follows.
    host.addEventListener("focus", () => host.toggleAttribute("data-tabbed", host.matches(":focus-visible")));
    return new PointerControl(this.stage, this.core, {
      tap: (x, y, sky) => this.ask.askAtPoint(x, y, sky),
      inputIgnored: () => this.timeStrip.explainWait(),
      pressReceiver: () => this.editBar.pressReceiver ?? this.ask.pressReceiver,
      craft: new CraftDrag(this.core, this.stage, () => this.timeStrip.explainWait()),
    });
  }

  /** Shows a hint about what dragging does in this scene, then one about clicks, each until it was done once. */
  private showInvitation(): void {
    const hint = byId("hint");
    const { heeds } = this.core.scenery();
    const dragHint = (heeds && this.core.sceneInfo()?.drag) || "";
    const canInviteDrag = dragHint !== "" && this.store.get("dragged") !== "yes";
    const canInviteAsking = this.store.get("asked") !== "yes";
    const pressVerb = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
    hint.hidden = !canInviteDrag && !canInviteAsking;
    setText(
      hint,
      canInviteDrag ? dragHint : this.core.substituteNouns(`${pressVerb} a bird to see why it turns.`),
    );
    setText(byId("ask-button"), this.core.substituteNouns("Ask a bird"));
  }

  /**
   * Closes an open answer; else explains a unit whose forces pull in different directions, with the focus in its card.
   */
  private toggleAnswer(): void {
    if (this.ask.isAsked) {
      this.ask.closeAnswer();
      return;
    }
    this.ask.askTornUnit();
    this.ask.focus();
  }

  private startStill(): void {
    if (!wantsStillness()) return;
    this.transport.setPlaying(false);
    byId("still").hidden = false;
    byId("still-play").addEventListener("click", () => {
      this.transport.setPlaying(true);
      byId("stage").focus({ preventScroll: true });
    });
  }
}
