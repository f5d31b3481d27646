/** Loads parts of the page on demand. A failure is shown once, with "Try again" and "Reload". */

import { byId } from "./dom";
import { placeMessage } from "./notices";

/** Returns the address for "Reload": this page with the open run. */
let reloadAddress = (): string => location.href;

export function setReloadAddress(href: () => string): void {
  reloadAddress = href;
}

/** Pending while the message is shown; resolves with "Try again". */
let pendingRetry: Promise<void> | undefined;

function askToRetry(): Promise<void> {
  const line = byId("missing");
  placeMessage(line);
  pendingRetry ??= new Promise((done) => {
    line.hidden = false;
    byId("missing-again").onclick = () => {
      line.hidden = true;
      pendingRetry = undefined;
      done();
    };
    byId("missing-reload").onclick = () => {
      const href = reloadAddress();
      if (href === location.href) location.reload();
      else location.assign(href);
    };
  });
  return pendingRetry;
}

/**
 * Loads a part with `import()`. If that fails (no connection, or the files are gone after a deployment), the message is
 * shown and the returned promise waits for "Try again".
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.info(`A part of the page did not come: ${error}`);
      await askToRetry();
    }
  }
}

/** Loads a part when its button is approached by pointer or focus. */
export function fetchOnApproach(button: HTMLElement, load: () => Promise<unknown>): void {
  // A failure is reported when the button is pressed.
  const fetch = () => void load().catch(() => {});
  for (const approach of ["pointerenter", "focusin", "pointerdown"])
    button.addEventListener(approach, fetch, { once: true });
}

/** An action that takes time: pressed again meanwhile, it is not done twice. */
export function ignoreWhileBusy<A extends unknown[]>(
  act: (...given: A) => Promise<void>,
): (...given: A) => void {
  let isBusy = false;
  return async (...given) => {
    if (isBusy) return;
    isBusy = true;
    await act(...given).finally(() => (isBusy = false));
  };
}
