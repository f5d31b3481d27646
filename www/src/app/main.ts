/** Entry of the page: starts the core and, if the address has no query, plays the recorded opening meanwhile. */

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

/** Starts the recorded opening; `undefined` if it could not be loaded, without which the page works as well. */
async function playOpening(): Promise<Opening | undefined> {
  try {
    const loadedOpening = await Opening.load(store);
    startedPage = loadedOpening.flight.stage;
    return loadedOpening;
  } catch {
    return undefined;
  }
}
