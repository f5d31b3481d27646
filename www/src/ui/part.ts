/** Loads modules of the page on demand. If loading fails, a message offers "Try again" and "Reload". */

import { byId } from "./dom";
import { placeMessage } from "./notices";

/** Returns the address that "Reload" opens: this page with the open run. */
let reloadAddress = (): string => location.href;

export function setReloadAddress(href: () => string): void {
  reloadAddress = href;
}

/** Promise that "Try again" resolves; `undefined` while no message is shown. */
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

/** Loads a module by `import()`. After a failure (offline, files replaced), shows the message until "Try again". */
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

/** Loads a module as soon as the pointer or the focus comes to the button that needs it. */
export function fetchOnApproach(button: HTMLElement, load: () => Promise<unknown>): void {
  // A failure is not reported here, since pressing the button loads the module again.
  const startLoading = () => void load().catch(() => {});
  for (const approach of ["pointerenter", "focusin", "pointerdown"])
    button.addEventListener(approach, startLoading, { once: true });
}

/** Wraps an action that takes time: a call while the action is still running does nothing. */
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
