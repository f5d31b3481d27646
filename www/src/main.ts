/** Puts the page together: loads the core with the link, wires the controls to it and draws one frame after another. */

import { BenchDialog } from "./bench-dialog";
import type { Theme } from "./canvas/palette";
import { Stage } from "./canvas/stage";
import { Clock } from "./clock";
import { attachCopyLink } from "./copy-link";
import { Core, type Recording } from "./core";
import { byId } from "./dom";
import { EditBar } from "./edit/bar";
import { embedMode, withoutEmbed } from "./embed-link";
import { attachContextLine, FailureDialog, showContext, showUnavailable } from "./failure";
import { Help } from "./help";
import { Inspector } from "./inspector";
import { attachKeyboard } from "./keyboard";
import { Layout } from "./layout";
import { loadAll, whenIdle } from "./lazy";
import { publishColors, showLegend } from "./legend";
import { Looking } from "./look/look";
import { lookOf, withLook, withoutLook } from "./look/text";
import { Onlooker } from "./measure/onlooker";
import { attachNotices, showNotices, toast } from "./notices";
import { Overlays } from "./overlays";
import { Panel } from "./panel";
import { attachPointer, type Pointer } from "./pointer";
import { attachPresets } from "./presets-loader";
import { Gallery, plainLink } from "./scenes";
import { Address, browserAddress } from "./share";
import { attachShare } from "./share-button";
import { StatusLine } from "./status";
import { createStore, type Store } from "./store";
import { attachTheme, wantsStillness } from "./theme";
import { RunProof } from "./time/proof";
import { ReplacedLine } from "./time/replaced";
import { TimeStrip } from "./time/strip";
import { OpenedLink, type TimedLink } from "./time/timed-link";
import { Transport } from "./transport";
import { type Snapshot, Undo } from "./undo";

declare global {
  interface Window {
    /** For the console and the browser tests. */
    flockwright?: { core: Core; stage: Stage; clock: Clock };
  }
}

/** Whose buttons do something at once: who has pressed one is done with it. */
const TOOLBARS =
  "#brand, #gallery, #transport, #run, #copy-link, #tabs, #side-tabs, #edit-bar, #edit-tools, .collapse";

const store = createStore();
let stage: Stage | undefined;
let inspector: Inspector | undefined;
let edit: EditBar | undefined;
let theme: Theme = "dark";
attachTheme(store, (next) => {
  theme = next;
  publishColors(next);
  stage?.setTheme(next);
  inspector?.setTheme(next);
  edit?.setTheme(next);
});

const query = location.search.slice(1);
Core.load(withoutEmbed(query))
  .then(async (core) => {
    const mode = embedMode(query);
    if (mode) stage = (await import("./embed")).startEmbed(core, mode, theme);
    else start(core);
  })
  .catch(showUnavailable);

function start(core: Core): void {
  const canvas = new Stage(byId("stage"), core);
  stage = canvas;
  // From here on nothing asks for sizes until all is built: the page is laid out once.
  byId("chrome").hidden = false;
  canvas.setTheme(theme);
  const proof = new RunProof(core, (text) => showNotices([text]));
  const clock = new Clock((budget) => {
    const done = core.tickPart(budget);
    proof.look();
    return done;
  });
  window.flockwright = { core, stage: canvas, clock };

  const page = new Page(core, canvas, clock, proof, store);
  page.opened(core.notices(), query);
  page.run();
  whenIdle(loadAll);
}

class Page {
  private readonly address: Address;
  private readonly layout: Layout;
  private readonly gallery: Gallery;
  private readonly panel: Panel;
  private readonly transport: Transport;
  private readonly time: TimeStrip;
  private readonly replaced: ReplacedLine;
  private readonly inspector: Inspector;
  private readonly overlays: Overlays;
  private readonly looking: Looking;
  private readonly status: StatusLine;
  private readonly onlooker: Onlooker;
  private readonly help: Help;
  private readonly failure: FailureDialog;
  private readonly undo: Undo;
  private readonly edit: EditBar;
  private readonly pointer: Pointer;
  private readonly openShare: (section?: string) => void;
  /** The link of the run while it was sound: what a restart after a failure opens. */
  private goodLink: string;
  private readonly timed: OpenedLink;
  private replayed = 0;
  private frameRequest = 0;
  /** The run stands still although it plays: something else is measured. */
  private held = false;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
    private readonly clock: Clock,
    private readonly proof: RunProof,
    private readonly store: Store,
  ) {
    this.goodLink = core.link() || location.search.slice(1);
    this.timed = new OpenedLink(core);
    this.timed.opened();
    this.address = new Address(() => this.fullLink(), browserAddress());
    this.layout = new Layout(store, (insets) => stage.setInsets(insets));
    this.gallery = new Gallery(core.scenes, (key) => this.openAsStep(plainLink(key)));
    const changes = { touched: () => this.touched(), settled: () => this.settled(), say: toast };
    this.panel = new Panel(core, stage, store, {
      ...changes,
      step: (change) => this.step(change),
      selected: () => this.inspector.selected,
    });
    this.inspector = new Inspector(core, stage, { selected: () => this.layout.bring("why"), say: toast });
    this.inspector.setTheme(theme);
    this.overlays = new Overlays(core, stage, {
      say: toast,
      selected: () => this.inspector.selected,
    });
    inspector = this.inspector;
    this.looking = new Looking({
      core,
      stage,
      inspector: this.inspector,
      overlays: this.overlays,
      layout: this.layout,
    });
    this.status = new StatusLine(core, clock, { measured: (load) => this.panel.showLoad(load) });
    this.time = new TimeStrip(core, {
      moved: () => this.status.soon(),
      setPlaying: (playing) => this.transport.setPlaying(playing),
      say: toast,
    });
    this.replaced = new ReplacedLine(core, () => {
      this.transport.show();
      this.settled();
    });
    this.transport = new Transport(core, clock, {
      stepBack: () => this.time.stepBack(),
      changed: () => this.status.soon(),
      seedChanged: () => this.settled(),
      say: toast,
    });
    this.undo = new Undo(core, {
      open: (snapshot) => this.openAgain(snapshot),
      restored: () => this.restored(),
      changed: () => this.edit?.show(),
      say: toast,
    });
    this.edit = new EditBar(core, stage, this.undo, {
      settled: () => this.restored(),
      say: toast,
      switched: (editing) => {
        if (editing) {
          this.inspector.clear();
          this.layout.closeSheet();
        }
        this.layout.measure();
      },
    });
    this.edit.setTheme(theme);
    edit = this.edit;
    this.help = new Help(core, store);
    this.failure = new FailureDialog({
      restart: () => this.open(this.goodLink),
      plain: () => this.open(plainLink(new URLSearchParams(this.goodLink).get("scene") ?? "")),
    });
    this.onlooker = new Onlooker({
      core,
      stage,
      store,
      layout: this.layout,
      link: () => core.link() || this.goodLink,
      change: (id, value) => {
        core.set(id, value);
        this.panel.refreshSoon();
        this.settled();
      },
      inspect: (unit) => {
        this.inspector.select(unit);
        this.layout.bring("why");
      },
      say: toast,
    });
    attachNotices();
    attachContextLine();
    this.watchFailures();
    this.watchKeys();
    this.pointer = this.watchPointer();
    this.watchHistory();
    attachCopyLink({ link: () => this.fullLink(), leftOut: () => this.leftOut(), say: toast });
    this.watchFullscreen();
    this.offerBench();
    const sharing = {
      core,
      stage,
      clock,
      store,
      link: () => core.link() || this.goodLink,
      look: () => this.looking.text(),
      open: (link: string) => this.openAsStep(link),
      openRecording: (recording: Recording) => this.openRecording(recording),
      waits: () => this.held || !clock.playing,
      setPlaying: (playing: boolean) => this.transport.setPlaying(playing),
      say: toast,
    };
    const presets = attachPresets({ ...sharing, gallery: this.gallery });
    this.openShare = attachShare({ ...sharing, presets });
    this.startStill();
  }

  /** Shows the run that the core has just opened, as its link says. */
  opened(notices: string[], link: string, file?: Recording): void {
    this.proof.expect(file);
    this.invite();
    this.clock.reset();
    this.inspector.clear();
    this.gallery.show(this.core.scene());
    this.panel.show();
    this.transport.show();
    this.time.show();
    this.onlooker.opened();
    showLegend(this.core.groups());
    const title = this.core.scenes.find((scene) => scene.key === this.core.scene())?.title;
    document.title = title ? `${title} \u00b7 Flockwright` : "Flockwright";
    this.layout.measure();
    this.gallery.reveal();
    const look = lookOf(link);
    showNotices(look ? [...notices, ...this.looking.show(look)] : notices);
    this.address.settled();
    if (!this.core.failed) {
      this.goodLink = this.core.link();
      this.failure.hide();
    }
    this.undo.opened();
  }

  /** What the address bar says, and "Copy link": the run, when it starts, and what is looked at. */
  private fullLink(): string {
    return withLook(this.timed.text() ?? (this.core.link() || this.goodLink), this.looking.text());
  }

  /** How many inputs of the run that link leaves out: one that says more of time has the very same ones. */
  private leftOut(): number {
    return this.timed.text() === undefined ? this.core.recorded() : 0;
  }

  run(): void {
    const frame = (now: number) => {
      this.frameRequest = requestAnimationFrame(frame);
      if (!this.core.failed && !this.held) this.go(now);
      const ticked = performance.now();
      this.onlooker.frame(now);
      this.inspector.frame(now);
      this.panel.frame(now);
      this.overlays.frame(now);
      this.stage.draw(this.clock.fraction);
      this.edit.frame();
      if (this.looking.changed()) this.address.touched();
      this.status.frame(now, performance.now() - ticked);
    };
    const follow = () => {
      cancelAnimationFrame(this.frameRequest);
      if (!document.hidden) this.frameRequest = requestAnimationFrame(frame);
    };
    document.addEventListener("visibilitychange", follow);
    follow();
  }

  /** Ticks, or the way to another tick. */
  private go(now: number): void {
    if (this.time.frame(now)) this.clock.rest(now);
    else this.clock.frame(now);
    this.time.update(now);
    this.proof.look();
    this.replaced.look();
    if (this.timed.changed()) this.address.touched();
    // A replay or a jump has other parameters, and may have another crowd.
    if (this.core.replayed === this.replayed) return;
    this.replayed = this.core.replayed;
    this.undo.rebase();
    this.panel.refreshSoon();
    this.address.touched();
    showLegend(this.core.groups());
  }

  private open(link: string): void {
    this.address.drop();
    this.leave();
    const notices = this.core.open(link);
    this.timed.opened();
    this.opened(notices, link);
    if (this.core.failed) this.failure.show(new Error("The simulation did not start again."), this.goodLink);
  }

  /** The run is about to be replaced by another. */
  private leave(): void {
    this.pointer.leave();
    this.undo.leave(this.timed.current);
  }

  /** Opens another run, and leaves the one before in the history. */
  private openAsStep(link: string): void {
    let notices: string[] = [];
    this.address.step(() => {
      this.leave();
      notices = this.core.open(link);
      this.timed.opened();
      this.lookAnew();
    });
    this.opened(notices, link);
  }

  /** `opening`: the link that had opened this very run before. */
  private openRecording(recording: Recording, opening?: TimedLink): string | undefined {
    let problem: string | undefined;
    this.address.step(() => {
      this.leave();
      problem = this.core.openRecording(recording);
      if (problem) return;
      this.timed.reopened(opening);
      this.lookAnew();
    });
    if (problem) return problem;
    this.opened([], "", recording);
    return undefined;
  }

  /** Opens a run that was left: with what was done in it, and where it stood. */
  private openAgain({ link, left }: Snapshot): void {
    if (left && this.openRecording(left.recording, left.opened) === undefined) this.time.go(left.tick);
    else this.openAsStep(link);
  }

  /** Another run is seen whole, and nobody in it is selected. */
  private lookAnew(): void {
    this.inspector.clear();
    this.stage.camera.fit();
  }

  /** A change of many values, as a step of its own in the history. */
  private step(change: () => void): void {
    this.address.step(change);
    this.undo.note();
  }

  /** Something besides the panel has changed values: they are shown anew. */
  private restored(): void {
    this.panel.refreshSoon();
    this.transport.show();
    this.settled();
  }

  private touched(): void {
    this.address.touched();
  }

  private settled(): void {
    this.address.settled();
    if (!this.core.failed) this.goodLink = this.core.link();
    showLegend(this.core.groups());
    this.undo.note();
  }

  private watchFailures(): void {
    this.core.onFailure = (error) => this.failure.show(error, this.goodLink);
    if (this.core.failed)
      this.failure.show(new Error("The simulation did not start with this link."), this.goodLink);
    this.stage.onLost = (message) => showContext(message);
    this.stage.onRestored = () => showContext(undefined);
  }

  private watchKeys(): void {
    attachKeyboard(this.core, this.stage, {
      run: (command) => {
        if (command.name === "play") this.transport.toggle();
        if (command.name === "step") this.transport.step();
        if (command.name === "back") this.time.stepBack();
        if (command.name === "start") this.time.toStart();
        if (command.name === "end") this.time.toEnd();
        if (command.name === "restart") this.transport.restart();
        if (command.name === "help") this.help.open();
        if (command.name === "share") this.openShare();
        if (command.name === "edit") void this.edit.switch();
        if (command.name === "fullscreen") void toggleFullscreen();
        if (command.name === "select") this.inspector.move(command.step);
        if (command.name === "deselect" && !this.time.stop()) this.inspector.clear();
        if (command.name === "overlay") this.overlays.toggle(command.key);
        if (command.name === "overlays") this.overlays.toggleAll();
        if (command.name === "follow") this.inspector.toggleFollow();
      },
      ruleChanged: () => {
        this.panel.refreshSoon();
        this.settled();
      },
      say: toast,
      shortcutsOn: () => this.help.shortcutsOn,
    });
    // After a press with mouse or finger the keys belong to the flock again; the Tab key's focus stays where it is.
    byId("chrome").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (event.detail > 0 && button?.closest(TOOLBARS)) byId("stage").focus({ preventScroll: true });
    });
  }

  private watchPointer(): Pointer {
    const host = byId("stage");
    this.invite();
    const seen = (event: PointerEvent) => {
      if (event.buttons !== 1) return;
      this.store.set("dragged", "yes");
      this.invite();
      host.removeEventListener("pointermove", seen);
    };
    host.addEventListener("pointermove", seen);
    return attachPointer(this.stage, this.core, {
      tap: (x, y) => this.inspector.tap(x, y),
      take: () => this.edit.take,
    });
  }

  /** Says what dragging does in this scene, to who has never dragged. */
  private invite(): void {
    const hint = byId("hint");
    const key = this.core.scene();
    const text = this.core.scenes.find((scene) => scene.key === key)?.drag ?? "";
    hint.hidden = text === "" || this.store.get("dragged") === "yes";
    const line = hint.querySelector("p");
    if (line) line.textContent = text;
  }

  private watchHistory(): void {
    window.addEventListener("popstate", () => {
      this.address.drop();
      const link = location.search.slice(1);
      const run = this.timed.text() ?? this.core.link();
      if (withoutLook(link) !== withoutLook(run)) this.open(link);
      const look = lookOf(link);
      if (look !== this.looking.text()) this.looking.show(look);
    });
    window.addEventListener("pagehide", () => this.address.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.address.flush();
    });
  }

  private watchFullscreen(): void {
    const button = byId("fullscreen");
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => void toggleFullscreen());
  }

  private offerBench(): void {
    new BenchDialog({
      open: (link) => this.core.sideRun(link),
      hold: () => {
        this.held = true;
      },
      resume: () => {
        this.held = false;
      },
      say: toast,
    });
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

async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    toast("This browser does not allow full screen here");
  }
}
