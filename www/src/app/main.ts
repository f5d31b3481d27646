/** Starts the core; for an empty address, plays the recorded opening meanwhile. */

import { pageQuery } from "../core/link/query";
import type { Theme } from "../stage/palette";
import { showUnavailable } from "../ui/failure";
import { guardInput } from "../ui/guards";
import { createStore } from "../ui/store";
import { attachTheme, currentTheme, wantsStillness } from "../ui/theme";
import { OPENING_LINK } from "./first";
import { Opening } from "./opening";
import { startApp } from "./start";

guardInput();
const store = createStore();
let startedPage: { setTheme(theme: Theme): void } | undefined;
attachTheme(store, (next) => startedPage?.setTheme(next));

const askedQuery = pageQuery();
const opening = askedQuery || wantsStillness() ? undefined : playOpening();
startApp(askedQuery || OPENING_LINK, store, opening)
  .then((page) => {
    startedPage = page;
    page.setTheme(currentTheme());
  })
  .catch(async (error) => {
    (await opening)?.flight.stopFrames();
    showUnavailable(error);
  });

/** Plays the recorded opening if the address is empty. If it cannot be loaded, the page continues without it. */
async function playOpening(): Promise<Opening | undefined> {
  try {
    const loadedOpening = await Opening.load(store);
    startedPage = loadedOpening.flight.stage;
    return loadedOpening;
  } catch {
    return undefined;
  }
}
