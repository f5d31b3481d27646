/** Loads the core with the link of the address bar and starts the page, or the embed that the link asks for. */

import type { Theme } from "../canvas/palette";
import { attachPrinting } from "../canvas/print";
import { Stage } from "../canvas/stage";
import { Core } from "../core";
import { Clock } from "../core/clock";
import { withAll } from "../core/load";
import { embedMode, withoutEmbed } from "../link/embed";
import { learnOf, withoutLearn } from "../link/learn";
import { lastValue } from "../link/query";
import { RunProof } from "../time/proof";
import { byId } from "../ui/dom";
import { loadAll, whenIdle } from "../ui/lazy";
import { publishColors } from "../ui/legend";
import { showNotices } from "../ui/notices";
import { Panels } from "../ui/panels";
import type { Store } from "../ui/store";
import { OPENING_LINK } from "./first";
import type { Opening } from "./opening";
import { Page } from "./page";

declare global {
  interface Window {
    /** For the console and the browser tests. */
    flockwright?: { core: Core; stage: Stage; clock: Clock };
  }
}

interface Shown {
  setTheme(theme: Theme): void;
}

export async function start(
  asked: string,
  store: Store,
  theme: Theme,
  opens?: Promise<Opening | undefined>,
): Promise<Shown> {
  const query = withoutLearn(asked) || OPENING_LINK;
  // A pair has two runs of its own, and none besides.
  const core = await Core.load(pairOf(query) ? undefined : withoutEmbed(query));
  const opening = await opens;
  await opening?.meet(core);
  const shown = await show(core, query, store, theme, opening);
  return {
    setTheme: (next) => {
      publishColors(next);
      shown.setTheme(next);
    },
  };
}

/** The other run of an embed that shows two. */
const pairOf = (query: string) => (embedMode(query) ? lastValue(query, "ab") : undefined);

async function show(
  core: Core,
  query: string,
  store: Store,
  theme: Theme,
  opening: Opening | undefined,
): Promise<Shown> {
  const mode = embedMode(query);
  const other = pairOf(query);
  if (!mode) return startPage(core, query, store, theme, opening);
  publishColors(theme);
  // Either link may need all of the core.
  if (other)
    return (await withAll(import("./embed-pair"))).startPairEmbed(
      core,
      withoutEmbed(query),
      other,
      mode,
      theme,
    );
  return (await import("./embed")).startEmbed(core, mode, theme);
}

function startPage(core: Core, query: string, store: Store, theme: Theme, opening?: Opening): Page {
  const stage = opening?.stage ?? new Stage(byId("stage"), core);
  opening?.handOver(core);
  // From here on nothing asks for sizes until all is built: the page is laid out once.
  byId("chrome").hidden = false;
  publishColors(theme);
  stage.setTheme(theme);
  attachPrinting(stage);
  const proof = new RunProof(core, (text) => showNotices([text]));
  const clock = new Clock((budget) => {
    const done = core.tickPart(budget);
    if (done) stage.noteTick();
    proof.look();
    return done;
  });
  window.flockwright = { core, stage, clock };
  const panels = opening?.panels ?? new Panels(store, (insets) => stage.setInsets(insets));
  const page = new Page(core, stage, clock, proof, store, panels);
  page.setTheme(theme);
  const bare = location.search.slice(1);
  page.start(query, learnOf(bare), withoutLearn(bare) === "");
  whenIdle(() => void core.complete().then(loadAll, loadAll));
  return page;
}
