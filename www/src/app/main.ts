/** Plays the opening that is recorded, where the address asks for nothing else, and starts all that needs the core. */

import type { Theme } from "../canvas/palette";
import { askForCore } from "../core/artifact";
import { showUnavailable } from "../ui/failure";
import { createStore } from "../ui/store";
import { attachTheme, wantsStillness } from "../ui/theme";
import { OPENING_LINK, Opening } from "./opening";

const store = createStore();
let theme: Theme = "dark";
let shown: { setTheme(theme: Theme): void } | undefined;
attachTheme(store, (next) => {
  theme = next;
  shown?.setTheme(next);
});

const query = location.search.slice(1);
// Asked for before the opening takes its time.
askForCore();
const starting = import("./start");
const opening = query || wantsStillness() ? undefined : new Opening(store, theme);
shown = opening?.stage;
starting
  .then(({ start }) => start(query || OPENING_LINK, store, theme, opening))
  .then((page) => {
    shown = page;
    page.setTheme(theme);
  })
  .catch((error) => {
    opening?.stop();
    showUnavailable(error);
  });
