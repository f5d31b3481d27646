/** Two runs inside another page, on one clock: side by side, in a narrow frame one above the other. */
import type { Theme } from "../canvas/palette";
import type { Core } from "../core";
import type { EmbedMode } from "../link/embed";
import { lastValue } from "../link/query";
import { Pair } from "../make/pair";
import { byId } from "../ui/dom";
import { wantsStillness } from "../ui/theme";
import { BAR, Bar } from "./embed-bar";

/** `link` is that of one run and says which is the `other`; `core` has opened none. */
export function startPairEmbed(core: Core, link: string, other: string, mode: EmbedMode, theme: Theme) {
  document.documentElement.dataset.embed = "";
  const [width, height] = [innerWidth, Math.max(80, innerHeight - BAR)];
  const size = width > height ? { width: width / 2, height } : { width, height: height / 2 };
  const pair = new Pair(core, [link, other], size, false);
  const { theater, problem } = pair;
  const bar = new Bar(core.scenes, lastValue(pair.links[0] ?? "", "scene"), link);
  theater.setTheme(theme);
  pair.root.id = "embed-pair";
  pair.root.dataset.below = String(width <= height);
  byId("stage").replaceWith(pair.root);
  document.body.append(...bar.parts);
  const setPlaying = (playing: boolean) => {
    theater.play(playing);
    bar.show(playing);
  };
  pair.root.addEventListener("pointerdown", () => bar.pressed(), { once: true });
  bar.onToggle(() => setPlaying(!theater.playing));
  if (problem) bar.fail(problem);
  else setPlaying(mode === "play" && !wantsStillness());
  return { setTheme: (next: Theme) => theater.setTheme(next) };
}
