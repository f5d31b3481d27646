/** Nine small flocks to choose from: what each does, how well it meets the wish, and what it changes. */
import type { Theme } from "../canvas/palette";
import type { ParamInfo } from "../core";
import type { StudyCandidate, StudyChange } from "../core/study";
import type { MeasureInfo } from "../core/watch";
import { element, icon, setText } from "../ui/dom";
import { Theater } from "../ui/living";
import type { MakeHost } from "./host";
import { motionButton } from "./motion";
import { type Band, holds } from "./wish";

/** As many changes are told as matter most. */
const TOLD = 3;

const CHOICE = "They differ in what they do. Press one, and it is your run; Undo takes that back.";
const ALONG = "Your run follows while it goes on. Press one, and it begins anew with its value.";

/** What a candidate does more, or less, than the others on show: by measure. */
const WORDS: Readonly<Record<string, readonly [more: string, less: string]>> = {
  polarization: ["aligned", "mixed"],
  milling: ["circling", "straight"],
  spacing: ["loose", "tight"],
  largest_flock: ["together", "scattered"],
  mean_speed: ["fast", "slow"],
};

/** The two things that set each row apart from all of them, in a word each; of `values` by measure. */
export function wordsFor(all: readonly Readonly<Record<string, number>>[]): string[] {
  const keys = Object.keys(WORDS);
  const stats = keys.map((key) => {
    const values = all.map((one) => one[key] ?? Number.NaN).filter(Number.isFinite);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
    // What differs by less than a twentieth is no difference that one sees.
    return { mean, sd: Math.max(Math.sqrt(variance), 0.05 * Math.abs(mean), 1e-9) };
  });
  return all.map((one) => {
    const offs = keys.map((key, at) => {
      const off = ((one[key] ?? Number.NaN) - (stats[at]?.mean ?? 0)) / (stats[at]?.sd ?? 1);
      return { key, off: Number.isFinite(off) ? off : 0 };
    });
    const most = offs.sort((a, b) => Math.abs(b.off) - Math.abs(a.off)).slice(0, 2);
    const words = most
      .filter(({ off }) => Math.abs(off) > 0.6)
      .map(({ key, off }) => WORDS[key]?.[off > 0 ? 0 : 1]);
    return words.join(", ") || "in between";
  });
}

/** "Alignment" and "9.3", with an arrow for where it went. */
function changeParts(
  { key, from, to }: StudyChange,
  params: readonly ParamInfo[],
): [label: string, value: string] {
  const label = params.find((info) => info.key === key)?.label ?? key;
  const [before, after] = [Number(from), Number(to)];
  const arrow = Number.isNaN(after) ? "\u2192" : after > before ? "\u2191" : after < before ? "\u2193" : "=";
  const value = Number.isNaN(after) ? to : String(Number(after.toPrecision(3)));
  return [label, `${arrow} ${value}`];
}

export const changeText = (change: StudyChange, params: readonly ParamInfo[]) =>
  changeParts(change, params).join(" ");

export class Candidates {
  readonly root = element("section#candidates", { "aria-label": "Candidates", hidden: true });
  readonly list = element("ol");
  private readonly title = element("h3");
  /** What goes along the flocks, where they differ in one parameter. */
  private readonly along = element("div.along");
  private readonly status = element("p.note", { role: "status" });
  private readonly more = element("button.button", "More like these");
  private readonly surprise = element("button.button", "Surprise me");
  private readonly theater: Theater;
  private shown: StudyCandidate[] = [];
  private readonly pinned = new Set<number>();

  constructor(
    private readonly host: MakeHost,
    playing: boolean,
    private readonly hooks: {
      breed(parents: number[]): void;
      surprise(): void;
      compare(link: string): void;
    },
  ) {
    this.theater = new Theater(host.core, playing);
    this.more.addEventListener("click", () => hooks.breed([...this.pinned]));
    this.surprise.addEventListener("click", () => hooks.surprise());
    const head = element("div.make-head.across", this.title, motionButton(this.theater));
    const key = [
      ["check", "keep for the next nine"],
      ["plus", "more like it"],
      ["beside", "beside your run"],
      ["download", "save"],
    ].map(([name = "", words = ""]) => element("li", { class: `${name} across` }, icon(name), words));
    // Each button has a name of its own: this is for those who see them.
    const legend = element("ul.tools-key.flow.hints", { "aria-hidden": "true" }, ...key);
    this.root.append(
      head,
      this.status,
      this.along,
      this.list,
      legend,
      element("div.actions.breed", this.more, this.surprise),
    );
  }

  setTheme(theme: Theme): void {
    this.theater.setTheme(theme);
  }

  /** Whether this is the link of one of those on show. */
  has(link: string): boolean {
    return this.shown.some((one) => one.link === link);
  }

  /** Marks the one that is the run now. */
  mark(link: string): void {
    for (const [at, card] of [...this.list.children].entries()) {
      const current = this.shown[at]?.link === link;
      card.classList.toggle("current", current);
      card.querySelector(".candidate")?.setAttribute("aria-pressed", String(current));
    }
  }

  clear(): void {
    this.theater.clear();
    this.shown = [];
    this.pinned.clear();
    this.list.replaceChildren();
    this.along.replaceChildren();
    this.root.hidden = true;
  }

  /** The next are being tried. */
  wait(): void {
    this.root.hidden = false;
    for (const button of [this.more, this.surprise]) button.disabled = true;
    setText(this.title, "Choose one");
    setText(this.status, "Trying candidates \u2026");
  }

  tried(count: number, of: number): void {
    setText(this.status, `Trying candidates: ${count} of ${of}`);
  }

  show(
    candidates: StudyCandidate[],
    bands: readonly Band[],
    measures: readonly MeasureInfo[],
    params: readonly ParamInfo[],
    along?: HTMLElement,
  ): void {
    this.root.hidden = false;
    this.root.dataset.kind = along ? "along" : "generation";
    this.along.replaceChildren(...(along ? [along] : []));
    setText(this.title, along ? "Drag through them" : "Choose one");
    this.pinned.clear();
    this.shown = candidates;
    const values = candidates.map(({ means }) =>
      Object.fromEntries(measures.map(({ key }, at) => [key, means[at] ?? Number.NaN])),
    );
    const words = wordsFor(values);
    const pictures = this.theater.show(candidates.map(({ link }) => link));
    const cards = candidates.map((candidate, at) => {
      const met = bands.filter((band) => holds(band, values[at]?.[band.measure] ?? Number.NaN)).length;
      return this.card(
        at,
        candidate,
        { words: words[at] ?? "", met, of: bands.length, params, along: !!along },
        pictures[at],
      );
    });
    this.list.replaceChildren(...cards);
    for (const button of [this.more, this.surprise]) button.disabled = false;
    this.tellPins();
    setText(this.status, along ? ALONG : CHOICE);
  }

  private card(
    at: number,
    candidate: StudyCandidate,
    about: { words: string; met: number; of: number; params: readonly ParamInfo[]; along: boolean },
    picture: HTMLCanvasElement | undefined,
  ): HTMLElement {
    const changes = candidate.changes.slice(0, TOLD).map((change) => {
      const [label, value] = changeParts(change, about.params);
      // What all of them change is said above them.
      const name = element(about.along ? "span.unseen" : "span.cut", label);
      return element("span.change", name, ` ${value}`);
    });
    const meets = about.of > 0 ? `meets ${about.met} of ${about.of}` : "";
    const match = element("span.match.hints", { "data-whole": String(about.met === about.of) }, meets);
    const button = element(
      "button.candidate.framed",
      { "aria-pressed": "false", "data-candidate": at, onclick: () => this.host.open(candidate.link) },
      picture,
      element("span.candidate-words", `${at + 1}. ${about.words}`),
      meets && match,
      ...(changes.length > 0 ? changes : [element("span.change", "As it is now")]),
    );
    const pin = this.tool("check", `Keep candidate ${at + 1} for the next nine`, () => {
      if (this.pinned.has(at)) this.pinned.delete(at);
      else this.pinned.add(at);
      pin.setAttribute("aria-pressed", String(this.pinned.has(at)));
      this.tellPins();
    });
    pin.setAttribute("aria-pressed", "false");
    pin.classList.add("pin");
    const like = this.tool("plus", `More like candidate ${at + 1}`, () => this.hooks.breed([at]));
    like.classList.add("like");
    const beside = this.tool("beside", `Candidate ${at + 1} beside your run`, () =>
      this.hooks.compare(candidate.link),
    );
    const save = this.tool("download", `Save candidate ${at + 1} as a preset`, () =>
      this.host.save(about.words.replace(", ", " and "), candidate.link),
    );
    return element("li", button, element("div.candidate-tools.apart", pin, like, beside, save));
  }

  private tool(name: string, label: string, press: () => void): HTMLButtonElement {
    const look = { title: label, "aria-label": label, onclick: press };
    return element("button.icon-button.small", look, icon(name));
  }

  private tellPins(): void {
    const count = this.pinned.size;
    setText(this.more, count > 0 ? `More like these ${count}` : "More of all");
  }
}
