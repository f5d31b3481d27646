/** Work for which the page finds time between frames. */

/** Calls back when the page is idle, or after `ms` at the latest. */
export function whenIdle(run: () => void, ms = 3000): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => run(), { timeout: ms });
  else setTimeout(run, Math.min(ms, 200));
}

/** Between two parts of what would take long at once, the page draws and answers. */
export const pause = () => new Promise<void>((done) => setTimeout(done));
