/** Play, step both ways, restart, speed and seed. */

import { fastestSpeed, slowestSpeed } from "../core/clock";
import { byId, setIcon, setText } from "../ui/dom";
import type { Page } from "../ui/page";

const POSITIONS = 120;
const SPAN = fastestSpeed / slowestSpeed;
/** Speeds that the slider holds on to, so that 1x is easy to find again. */
const NOTCHES = [0.1, 0.25, 0.5, 1, 2, 4, 8];
const NOTCH_WIDTH = 1.5;
const SLOW = 0.25;

/** Slider position (0..120) of a speed, on a logarithmic scale. */
export function speedToPosition(speed: number): number {
  return (POSITIONS * Math.log(speed / slowestSpeed)) / Math.log(SPAN);
}

/** The speed at a slider position, two significant digits, held by the notches. */
export function positionToSpeed(position: number): number {
  const notch = NOTCHES.find((speed) => Math.abs(speedToPosition(speed) - position) <= NOTCH_WIDTH);
  if (notch !== undefined) return notch;
  return Number((slowestSpeed * SPAN ** (position / POSITIONS)).toPrecision(2));
}

/** A typed seed: a whole number of 32 bits, or undefined. */
export function parseSeed(text: string): number | undefined {
  const bare = text.trim();
  if (!/^\d{1,10}$/.test(bare)) return undefined;
  const seed = Number(bare);
  return seed <= 0xffff_ffff ? seed : undefined;
}

export class Transport {
  private readonly play = byId<HTMLButtonElement>("play");
  /** The speed before slow motion. */
  private before: number | undefined;
  private readonly speed = byId<HTMLInputElement>("speed");
  private readonly seed = byId<HTMLInputElement>("seed");

  constructor(private readonly page: Page) {
    const { clock } = page;
    this.play.addEventListener("click", () => this.toggle());
    byId("step").addEventListener("click", () => this.step());
    byId("restart").addEventListener("click", () => this.restart());
    byId("dice").addEventListener("click", () => this.applySeed(randomSeed()));
    Object.assign(this.speed, { min: "0", max: String(POSITIONS), step: "any" });
    this.speed.addEventListener("input", () => this.setSpeed(positionToSpeed(Number(this.speed.value))));
    this.speed.addEventListener("keydown", (event) => this.speedKey(event));
    this.seed.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.showSeed();
      if (event.key !== "Enter") return;
      // The keys are the flock's again; what was typed takes effect as the field loses the focus.
      if (parseSeed(this.seed.value) !== undefined) return this.seed.blur();
      this.seed.setAttribute("aria-invalid", "true");
      this.page.say("A seed is a whole number from 0 to 4294967295");
    });
    this.seed.addEventListener("blur", () => this.commitSeed());
    this.seed.addEventListener("input", () => this.seed.removeAttribute("aria-invalid"));
    this.setSpeed(clock.speed);
    this.showPlaying();
  }

  /** Shows the run that is open now. */
  showTransport(): void {
    this.showSeed();
    this.page.tell("moved");
  }

  toggle(): void {
    this.setPlaying(!this.page.clock.playing);
  }

  setPlaying(playing: boolean): void {
    this.page.clock.playing = playing;
    this.page.tell("moved");
    this.showPlaying();
  }

  step(): void {
    if (this.page.clock.playing) this.setPlaying(false);
    if (this.page.core.seekGoal() !== undefined) return;
    this.page.clock.step();
    this.page.tell("moved");
  }

  restart(says = "Back at tick 0"): void {
    this.leave();
    this.page.core.restart();
    this.page.tell("moved");
    this.page.say(says);
  }

  /** The run starts over: a tick that is under way, and steps that wait for it, are of the one before. */
  private leave(): void {
    this.page.tell("leaving");
    this.page.clock.rest(performance.now());
  }

  /** Slow motion for as long as something is watched; a speed that the person has chosen meanwhile stays. */
  slow(on: boolean): void {
    if (on && this.page.clock.speed > SLOW) {
      this.before = this.page.clock.speed;
      this.setSpeed(SLOW);
    } else if (!on && this.before !== undefined) {
      if (this.page.clock.speed === SLOW) this.setSpeed(this.before);
      this.before = undefined;
    }
  }

  private showPlaying(): void {
    const { playing } = this.page.clock;
    this.play.setAttribute("aria-pressed", String(playing));
    setIcon(this.play, playing ? "pause" : "play");
    if (playing) byId("still").hidden = true;
  }

  private setSpeed(speed: number): void {
    this.page.clock.speed = speed;
    const text = `${speed}\u00d7`;
    this.speed.value = String(speedToPosition(speed));
    this.speed.setAttribute("aria-valuetext", text);
    this.speed.style.setProperty("--fill", (speedToPosition(speed) / POSITIONS).toFixed(4));
    this.speed.style.setProperty("--home", (speedToPosition(1) / POSITIONS).toFixed(4));
    setText(byId("speed-value"), text);
  }

  /** Arrow keys go from notch to notch. */
  private speedKey(event: KeyboardEvent): void {
    const up = event.key === "ArrowRight" || event.key === "ArrowUp";
    const down = event.key === "ArrowLeft" || event.key === "ArrowDown";
    if (!up && !down) return;
    event.preventDefault();
    const now = this.page.clock.speed;
    const next = up
      ? NOTCHES.find((speed) => speed > now * 1.01)
      : NOTCHES.findLast((speed) => speed < now * 0.99);
    if (next !== undefined) this.setSpeed(next);
  }

  private showSeed(): void {
    this.seed.value = String(this.page.core.seed());
    this.seed.removeAttribute("aria-invalid");
  }

  private commitSeed(): void {
    const seed = parseSeed(this.seed.value);
    if (seed === undefined || seed === this.page.core.seed()) this.showSeed();
    else this.applySeed(seed);
  }

  private applySeed(seed: number): void {
    this.leave();
    this.page.newSeed(seed);
    this.showTransport();
  }
}

/** Six digits, which a person can pass on. */
function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
}
