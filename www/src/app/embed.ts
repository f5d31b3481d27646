/**
 * A run inside another page: canvas, Play and a link to the playground. It draws in Canvas 2D, so that a page with many
 * embeds needs no WebGL context (browsers drop the oldest above 16), and rests while it is out of sight.
 */
import type { Core } from "../core";
import { Clock } from "../core/clock";
import type { EmbedMode } from "../core/link/embed";
import { askedFor, readValue, without, withValue } from "../core/link/query";
import { timedLink } from "../core/link/timed";
import { attachPointer } from "../panel/input/pointer";
import { readLook } from "../panel/look/text";
import { Overlays } from "../panel/overlays";
import { Stage } from "../stage/stage";
import { wayText } from "../time/strip-math";
import { byId } from "../ui/dom";
import { currentTheme, wantsStillness } from "../ui/theme";
import { Asking } from "./asking";
import { BAR, Bar } from "./embed-bar";
import { ViewText } from "./view-text";

/** Time per frame for replaying to the tick at which a link starts, ms. */
const SEARCH_BUDGET = 12;
/** Replays shorter than this show no progress, ms. */
const SILENT_MS = 250;
/** Accessible name of the canvas. Space is the only shortcut in an embed. */
const LABEL = "The flock. While it plays, drag anywhere: it hunts you. Space plays and pauses.";

export function startEmbed(core: Core, mode: EmbedMode): Stage {
  const host = byId("stage");
  document.documentElement.dataset.embed = "";
  host.setAttribute("aria-label", LABEL);
  const stage = new Stage(host, core, { backend: "canvas2d" });
  stage.setTheme(currentTheme());
  stage.setInsets({ top: 0, left: 0, right: 0, bottom: BAR });
  const clock = new Clock((budget) => core.tickPart(budget));
  clock.playing = false;
  window.flockwright = { core, stage, clock };
  const bar = new Bar(core.sceneInfo(), readLook(readValue(askedFor(), "look")).look.title, openLink(core));
  document.body.append(...bar.parts);

  const setPlaying = (playing: boolean) => {
    clock.playing = playing;
    // A paused embed scrolls with the surrounding page; a playing one uses touches to set the target.
    host.style.touchAction = playing ? "none" : "auto";
    bar.showPlaying(playing);
  };
  host.addEventListener("pointerdown", () => bar.pressed(), { once: true });
  const way = new Way(core, bar);
  const toggle = () => {
    // A press during the replay ends it there, paused.
    setPlaying(!way.stop() && !clock.playing);
  };
  bar.onToggle(toggle);
  host.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) toggle();
  });
  core.guarded.onFailure = () => bar.fail();
  if (core.failed) bar.fail();

  // The wheel scrolls the surrounding page; with Ctrl it zooms.
  window.addEventListener("wheel", (event) => !event.ctrlKey && event.stopImmediatePropagation(), {
    capture: true,
  });
  attachPointer(stage, core);
  const look = readValue(askedFor(), "look");
  let viewText: ((now: number) => void) | undefined;
  // A link can start at a later tick; the replay to it comes first.
  const go = (now: number) => {
    if (way.frame(now)) clock.rest(now);
    else clock.frame(now);
  };
  runWhileSeen(host, (now) => {
    if (!core.failed) go(now);
    if (look) viewText ??= openLook(core, stage, look);
    viewText?.(now);
    stage.draw(clock.fraction);
  });
  setPlaying(mode === "play" && !wantsStillness());
  return stage;
}

/**
 * Shows the view of a link, ignoring what is invalid. Returns a function to call once per frame, which keeps following
 * the unit of the link.
 */
function openLook(core: Core, stage: Stage, look: string): (now: number) => void {
  const say = () => {};
  const ask = new Asking(core, stage, { slow: () => {}, say });
  const overlays = new Overlays(core, stage, say);
  const viewText = new ViewText({ core, stage, ask, overlays, title: { own: "" } });
  viewText.opened();
  viewText.showLook(look);
  return (now) => {
    ask.frame(now);
    overlays.frame(now);
  };
}

/** Calls `frame` for each animation frame while the document is visible and the embed is in sight. */
function runWhileSeen(host: HTMLElement, frame: (now: number) => void): void {
  let request = 0;
  let seen = true;
  const step = (now: number) => {
    request = requestAnimationFrame(step);
    frame(now);
  };
  const follow = () => {
    cancelAnimationFrame(request);
    const running = seen && !document.hidden;
    host.dataset.resting = String(!running);
    if (running) request = requestAnimationFrame(step);
  };
  document.addEventListener("visibilitychange", follow);
  new IntersectionObserver((entries) => {
    seen = entries.at(-1)?.isIntersecting ?? true;
    follow();
  }).observe(host);
  follow();
}

/** The replay to the tick at which a link starts. A long one shows its progress and can be left. */
class Way {
  private since: number | undefined;
  private from = 0;
  private shown = false;

  constructor(
    private readonly core: Core,
    private readonly bar: Bar,
  ) {}

  /** Continues for one frame; returns false if there is nothing to replay. */
  frame(now: number): boolean {
    const { core } = this;
    const goal = core.seekGoal();
    if (goal === undefined) return false;
    if (this.since === undefined) [this.since, this.from] = [now, core.ticks()];
    const there = core.seekPart(SEARCH_BUDGET);
    this.shown = !there && now - this.since > SILENT_MS;
    if (this.shown) this.bar.search(wayText(this.from, core.ticks(), goal));
    else this.bar.search(undefined);
    return true;
  }

  /** Stops at the current tick; returns false if no progress is shown. */
  stop(): boolean {
    if (!this.shown) return false;
    this.shown = false;
    this.core.stopSeeking();
    this.bar.search(undefined);
    return true;
  }
}

/** Link of the run with its inputs, its start tick and the view; after a failure, the query that was opened. */
function openLink(core: Core): string {
  const query = askedFor();
  const run = timedLink(core) ?? core.link();
  return run ? withValue(run, "look", readValue(query, "look")) : without(query, "embed");
}
