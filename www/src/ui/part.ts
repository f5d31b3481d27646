/** Parts of the page that are fetched when they are wanted. One that does not come is said, with two ways on. */

import { byId } from "./dom";
import { placeMessage } from "./notices";

/** Where "Reload" leads: to this page, with the run that is open. */
let reloads = (): string => location.href;

export function reloadsAt(href: () => string): void {
  reloads = href;
}

/** Pending while the page says that something has not come; resolves with "Try again". */
let answered: Promise<void> | undefined;

function askAgain(): Promise<void> {
  const line = byId("missing");
  placeMessage(line);
  answered ??= new Promise((done) => {
    line.hidden = false;
    byId("missing-again").onclick = () => {
      line.hidden = true;
      answered = undefined;
      done();
    };
    byId("missing-reload").onclick = () => {
      const href = reloads();
      if (href === location.href) location.reload();
      else location.assign(href);
    };
  });
  return answered;
}

/**
 * Loads a part, with `import()`. Where that fails (no connection; or the page has been deployed anew, and its files of
 * before are gone) the person is asked: what was to be done with the part waits for it.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.info(`A part of the page did not come: ${error}`);
      await askAgain();
    }
  }
}

/** Fetches a part as soon as a person points at what opens it, or comes to it with the Tab key. */
export function fetchOnApproach(button: HTMLElement, load: () => Promise<unknown>): void {
  // Whoever presses it hears of a failure.
  const fetch = () => void load().catch(() => {});
  for (const approach of ["pointerenter", "focusin", "pointerdown"])
    button.addEventListener(approach, fetch, { once: true });
}

/** An action that takes time: pressed again meanwhile, it is not done twice. */
export function oneAtATime<A extends unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => void {
  let isBusy = false;
  return async (...given) => {
    if (isBusy) return;
    isBusy = true;
    await act(...given).finally(() => (isBusy = false));
  };
}
