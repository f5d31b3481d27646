/** Loads the core with the query of the address and starts the page, or an embed if the query asks for one. */

import { Core } from "../core";
import { Clock } from "../core/clock";
import { type EmbedMode, embedMode } from "../core/link/embed";
import { namesRun, pageQuery, readValue, withoutKeys } from "../core/link/query";
import type { Theme } from "../stage/palette";
import type { Stage } from "../stage/stage";
import { RunProof } from "../time/proof";
import { publishColors } from "../ui/colors";
import { nextTask } from "../ui/idle";
import { showNotices, toast } from "../ui/notices";
import { fetchPart } from "../ui/part";
import type { Store } from "../ui/store";
import { currentTheme, wantsStillness } from "../ui/theme";
import { OPENING_LINK } from "./first";
import { EMPTY_GROUND, OpeningFlight } from "./flight";
import type { Opening } from "./opening";
import type { Playground } from "./page";

declare global {
  interface Window {
    /** Objects for the browser's console and for tests. */
    flockwright?: { core: Core; stage: Stage; clock: Clock };
  }
}

interface ThemedPage {
  setTheme(theme: Theme): void;
}

export async function startApp(
  askedQuery: string,
  store: Store,
  opens?: Promise<Opening | undefined>,
): Promise<ThemedPage> {
  const query = withoutKeys(askedQuery, "learn") || OPENING_LINK;
  const mode = embedMode(query);
  const shownPage = mode ? await openEmbedPage(query, mode) : await startPage(query, store, opens);
  return {
    setTheme: (next) => {
      publishColors(next);
      shownPage.setTheme(next);
    },
  };
}

async function openEmbedPage(query: string, mode: EmbedMode): Promise<ThemedPage> {
  const core = await Core.load(withoutKeys(query, "embed"));
  publishColors(currentTheme());
  const { startEmbed } = await import("./embed");
  return startEmbed(core, mode);
}

async function startPage(
  query: string,
  store: Store,
  opens: Promise<Opening | undefined> | undefined,
): Promise<Playground> {
  const coreLoading = Core.load(withoutKeys(query, "embed"), fetchPart);
  // A rejection is handled where the promise is awaited below; this only keeps the browser from reporting it before.
  coreLoading.catch(() => {});
  const loadedOpening = await opens;
  // The stage is made while the core loads.
  const flight = loadedOpening?.flight ?? new OpeningFlight(store, EMPTY_GROUND);
  const core = await coreLoading;
  const pageModule = fetchPart(() => import("./page"));
  await loadedOpening?.catchUp(core);
  const { stage, panels } = flight;
  publishColors(currentTheme());
  const proof = new RunProof(core, (text) => showNotices([text]), toast);
  const clock = new Clock((budget) => {
    const finishedTick = core.tickPart(budget);
    if (finishedTick) stage.recordTick();
    proof.checkState();
    return finishedTick;
  });
  clock.playing = !wantsStillness();
  flight.takeCore(core, clock, readValue(query, "look"));
  const { Playground } = await pageModule;
  await nextTask();
  const page = new Playground(core, stage, clock, proof, store, panels);
  page.setTheme(currentTheme());
  await page.build();
  const addressQuery = pageQuery();
  page.start(query, readValue(addressQuery, "learn"), !namesRun(addressQuery));
  flight.handOver();
  window.flockwright = { core, stage, clock };
  return page;
}
