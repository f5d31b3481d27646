/**
 * A run inside another page: canvas, Play button and a link to the full page. It draws in Canvas 2D, because browsers
 * drop the oldest of more than 16 WebGL contexts, and does nothing while it is out of sight.
 */
import type { Core } from "../core";
import { Clock } from "../core/clock";
import type { EmbedMode } from "../core/link/embed";
import { pageQuery, readValue, withoutKeys, withValue } from "../core/link/query";
import { timedLink } from "../core/link/timed";
import { PointerControl } from "../panel/input/pointer";
import { readLook } from "../panel/look/text";
import { OverlayMenu } from "../panel/overlays";
import { Stage } from "../stage/stage";
import { seekText } from "../time/strip-math";
import { byId } from "../ui/dom";
import { currentTheme, wantsStillness } from "../ui/theme";
import { AskLoader } from "./asking";
import { BAR_HEIGHT, EmbedBar } from "./embed-bar";
import { ViewText } from "./view-text";

/** Time per frame for the replay to the tick at which the link starts, ms. */
const SEEK_BUDGET = 12;
/** Time for which a replay runs before its progress is shown, ms. */
const PROGRESS_DELAY_MS = 250;
/** Accessible name of the canvas. Space is the only shortcut in an embed. */
const CANVAS_LABEL = "The flock. While it plays, drag anywhere: it hunts that place. Space plays and pauses.";

export function startEmbed(core: Core, mode: EmbedMode): Stage {
  const host = byId("stage");
  document.documentElement.dataset.embed = "";
  host.setAttribute("aria-label", CANVAS_LABEL);
  const stage = new Stage(host, core, { backend: "canvas2d" });
  stage.setTheme(currentTheme());
  stage.setInsets({ top: 0, left: 0, right: 0, bottom: BAR_HEIGHT });
  const clock = new Clock((budget) => core.tickPart(budget));
  clock.playing = false;
  window.flockwright = { core, stage, clock };
  const bar = new EmbedBar(
    core.sceneInfo(),
    readLook(readValue(pageQuery(), "look")).look.title,
    openLink(core),
  );
  document.body.append(...bar.barParts);

  const setPlaying = (isPlaying: boolean) => {
    clock.playing = isPlaying;
    // Touches on a paused embed scroll the surrounding page; while it plays, they set the target of the units.
    host.style.touchAction = isPlaying ? "none" : "auto";
    bar.showPlaying(isPlaying);
  };
  host.addEventListener("pointerdown", () => bar.hideHint());
  const seekProgress = new SeekProgress(core, bar);
  const togglePlaying = () => {
    // A press during the replay stops it at its present tick and leaves the run paused.
    setPlaying(!seekProgress.stop() && !clock.playing);
  };
  bar.onToggle(togglePlaying);
  host.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) togglePlaying();
  });
  core.guarded.onFailure = () => bar.showFailure();
  if (core.failed) bar.showFailure();

  // The wheel scrolls the surrounding page; with Ctrl, it zooms the embed.
  window.addEventListener("wheel", (event) => !event.ctrlKey && event.stopImmediatePropagation(), {
    capture: true,
  });
  const lookText = readValue(pageQuery(), "look");
  let openedLook: OpenedLook | undefined;
  new PointerControl(stage, core, { pressReceiver: () => openedLook?.ask.pressReceiver });
  // The replay to the tick at which the link starts comes first; the clock's ticks follow after it.
  const advanceRun = (now: number) => {
    if (seekProgress.frame(now)) clock.passTime(now);
    else clock.frame(now);
  };
  runWhileSeen(host, (now) => {
    if (!core.failed) advanceRun(now);
    if (lookText && !openedLook) {
      const say = (text: string) => bar.showText(text);
      const ask = new AskLoader(core, stage, { setSlowMotion: () => {}, clock, setPlaying, say });
      openedLook = openLook(core, stage, ask, lookText);
    }
    openedLook?.frame(now);
    stage.draw(clock.tickFraction);
  });
  setPlaying(mode === "play" && !wantsStillness());
  return stage;
}

interface OpenedLook {
  ask: AskLoader;
  /** Updates the answer about a bird and the overlays; has to be called once per frame (`now` in ms). */
  frame(now: number): void;
}

/** Shows the view of a link in an embed; parts of the text that are invalid are left out. */
function openLook(core: Core, stage: Stage, ask: AskLoader, look: string): OpenedLook {
  const overlays = new OverlayMenu(core, stage, () => {});
  const viewText = new ViewText({ core, stage, ask, overlays, title: { own: "" } });
  viewText.showDefaultOverlay();
  viewText.showLook(look);
  return {
    ask,
    frame: (now) => {
      ask.frame(now);
      overlays.frame(now);
    },
  };
}

/** Calls `frame` at each animation frame while the document is visible and `host` is in the window. */
function runWhileSeen(host: HTMLElement, frame: (now: number) => void): void {
  let request = 0;
  let isSeen = true;
  const drawNextFrame = (now: number) => {
    request = requestAnimationFrame(drawNextFrame);
    frame(now);
  };
  const updateRunning = () => {
    cancelAnimationFrame(request);
    const shouldRun = isSeen && !document.hidden;
    host.dataset.resting = String(!shouldRun);
    if (shouldRun) request = requestAnimationFrame(drawNextFrame);
  };
  document.addEventListener("visibilitychange", updateRunning);
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true;
    updateRunning();
  }).observe(host);
  updateRunning();
}

/** The replay to the tick at which the link of an embed starts; a long one shows its progress and can be stopped. */
class SeekProgress {
  private startTime: number | undefined;
  private startTick = 0;
  private isShown = false;

  constructor(
    private readonly core: Core,
    private readonly bar: EmbedBar,
  ) {}

  /** Continues the replay for one frame; returns false if there is none. */
  frame(now: number): boolean {
    const { core } = this;
    const goal = core.seekGoal();
    if (goal === undefined) return false;
    if (this.startTime === undefined) [this.startTime, this.startTick] = [now, core.ticks()];
    const hasArrived = core.seekPart(SEEK_BUDGET);
    this.isShown = !hasArrived && now - this.startTime > PROGRESS_DELAY_MS;
    if (this.isShown) this.bar.showSeekProgress(seekText(this.startTick, core.ticks(), goal));
    else this.bar.showSeekProgress(undefined);
    return true;
  }

  /** Stops the replay at its present tick; returns false if no progress is shown. */
  stop(): boolean {
    if (!this.isShown) return false;
    this.isShown = false;
    this.core.stopSeeking();
    this.bar.showSeekProgress(undefined);
    return true;
  }
}

/** Link to the full page with inputs, tick and view of the run; after a failure of the core, the query of the embed. */
function openLink(core: Core): string {
  const query = pageQuery();
  const run = timedLink(core) ?? core.link();
  return run ? withValue(run, "look", readValue(query, "look")) : withoutKeys(query, "embed");
}
