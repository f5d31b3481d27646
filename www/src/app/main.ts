/** Loads the core with the link of the address bar and starts the page, or the embed that the link asks for. */

import type { Theme } from "../canvas/palette";
import { attachPrinting } from "../canvas/print";
import { Stage } from "../canvas/stage";
import { Core } from "../core";
import { Clock } from "../core/clock";
import { embedMode, withoutEmbed } from "../link/embed";
import { lastValue } from "../link/query";
import { RunProof } from "../time/proof";
import { byId } from "../ui/dom";
import { showUnavailable } from "../ui/failure";
import { loadAll, whenIdle } from "../ui/lazy";
import { publishColors } from "../ui/legend";
import { showNotices } from "../ui/notices";
import { createStore } from "../ui/store";
import { attachTheme } from "../ui/theme";
import { OPENING_LINK, Page } from "./page";

declare global {
  interface Window {
    /** For the console and the browser tests. */
    flockwright?: { core: Core; stage: Stage; clock: Clock };
  }
}

const store = createStore();
let theme: Theme = "dark";
let shown: { setTheme(theme: Theme): void } | undefined;
attachTheme(store, (next) => {
  theme = next;
  publishColors(next);
  shown?.setTheme(next);
});

const query = location.search.slice(1) || OPENING_LINK;
Core.load(withoutEmbed(query))
  .then(async (core) => {
    const mode = embedMode(query);
    const other = lastValue(query, "ab");
    if (!mode) shown = startPage(core);
    else if (other) shown = (await import("./embed-pair")).startPairEmbed(core, other, mode, theme);
    else shown = (await import("./embed")).startEmbed(core, mode, theme);
  })
  .catch(showUnavailable);

function startPage(core: Core): Page {
  const stage = new Stage(byId("stage"), core);
  // From here on nothing asks for sizes until all is built: the page is laid out once.
  byId("chrome").hidden = false;
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
  const page = new Page(core, stage, clock, proof, store);
  page.setTheme(theme);
  page.start(query);
  whenIdle(loadAll);
  return page;
}
