/** Playback controls: play and pause, step forward, restart, speed and seed. */

import { byId, element, setIcon } from "../ui/dom";
import type { Page } from "../ui/page";

const SPEED_CHOICES = [0.1, 0.25, 0.5, 1, 2, 4, 8];
const SLOW_SPEED = 0.25;

/** Parses a seed, a whole number from 0 to 2^32 - 1; `undefined` for any other text. */
function parseSeed(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return undefined;
  const seed = Number(trimmed);
  return seed <= 0xffff_ffff ? seed : undefined;
}

export class Transport {
  private readonly playButton = byId<HTMLButtonElement>("play");
  /** Speed (multiple of real time) to restore after slow motion; `undefined` if slow motion has not changed it. */
  private speedBefore: number | undefined;
  private readonly speedChoice = byId<HTMLSelectElement>("speed");
  private readonly seedField = byId<HTMLInputElement>("seed");

  constructor(private readonly page: Page) {
    const { clock } = page;
    this.playButton.addEventListener("click", () => this.togglePlaying());
    byId("step").addEventListener("click", () => this.step());
    byId("restart").addEventListener("click", () => this.restart());
    byId("dice").addEventListener("click", () => this.applySeed(randomSeed()));
    for (const speed of SPEED_CHOICES)
      this.speedChoice.append(element("option", { value: String(speed) }, `${speed}\u00d7`));
    this.speedChoice.addEventListener("change", () => {
      this.setSpeed(Number(this.speedChoice.value));
      // After a choice by mouse the stage gets the focus, so that keys control the flock again.
      if (!this.speedChoice.matches(":focus-visible")) byId("stage").focus({ preventScroll: true });
    });
    this.seedField.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.showSeed();
      if (event.key !== "Enter") return;
      // `blur` applies the typed seed and returns the keys from the field to the flock.
      if (parseSeed(this.seedField.value) !== undefined) return this.seedField.blur();
      this.seedField.setAttribute("aria-invalid", "true");
      this.page.say("A seed is a whole number from 0 to 4294967295");
    });
    this.seedField.addEventListener("blur", () => this.commitSeed());
    this.seedField.addEventListener("input", () => this.seedField.removeAttribute("aria-invalid"));
    this.setSpeed(clock.speed);
    this.showPlaying();
  }

  /** Shows the seed of the run that was just opened, and tells other parts of the page that the tick has changed. */
  showTransport(): void {
    this.showSeed();
    this.page.tell("moved");
  }

  togglePlaying(): void {
    this.setPlaying(!this.page.clock.playing);
  }

  setPlaying(isPlaying: boolean): void {
    this.page.clock.playing = isPlaying;
    this.page.tell("moved");
    this.showPlaying();
  }

  step(): void {
    if (this.page.clock.playing) this.setPlaying(false);
    if (this.page.core.seekGoal() !== undefined) return;
    this.page.clock.runOneTick();
    this.page.tell("moved");
  }

  restart(says = "Back at tick 0"): void {
    this.leaveRun();
    this.page.core.restart();
    this.page.tell("moved");
    this.page.say(says);
  }

  /** Releases held input and drops the clock's unfinished tick and queued single steps, before the run restarts. */
  private leaveRun(): void {
    this.page.tell("leaving");
    this.page.clock.passTime(performance.now());
  }

  /** Slows the run to `SLOW_SPEED`, or restores its former speed unless the person has chosen another meanwhile. */
  setSlowMotion(on: boolean): void {
    if (on && this.page.clock.speed > SLOW_SPEED) {
      this.speedBefore = this.page.clock.speed;
      this.setSpeed(SLOW_SPEED);
    } else if (!on && this.speedBefore !== undefined) {
      if (this.page.clock.speed === SLOW_SPEED) this.setSpeed(this.speedBefore);
      this.speedBefore = undefined;
    }
  }

  private showPlaying(): void {
    const { playing } = this.page.clock;
    this.playButton.setAttribute("aria-pressed", String(playing));
    setIcon(this.playButton, playing ? "pause" : "play");
    if (playing) byId("still").hidden = true;
  }

  private setSpeed(speed: number): void {
    this.page.clock.speed = speed;
    this.speedChoice.value = String(speed);
  }

  private showSeed(): void {
    this.seedField.value = String(this.page.core.seed());
    this.seedField.removeAttribute("aria-invalid");
  }

  private commitSeed(): void {
    const seed = parseSeed(this.seedField.value);
    if (seed === undefined || seed === this.page.core.seed()) this.showSeed();
    else this.applySeed(seed);
  }

  private applySeed(seed: number): void {
    this.leaveRun();
    this.page.newSeed(seed);
    this.showTransport();
  }
}

/** Random seed from 0 to 999,999, short enough to pass on. */
function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
}
