/** Code that the first frame does not need, loaded on demand or when the page is idle: then all works offline. */

/** What the page says when a part cannot be loaded. */
export const NOT_LOADED = "This part of the page could not be loaded. Check the connection, then try again.";

const known: (() => Promise<unknown>)[] = [];

/** A loader that fetches once; after a failure the next call tries again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  const loader = () => {
    made ??= load().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  known.push(loader);
  return loader;
}

/** Loads what is still missing, one part after another. A part that fails is loaded when it is needed. */
export async function loadAll(): Promise<void> {
  for (const loader of known) await loader().catch(() => {});
}

/** Calls back when the page is idle, or after `ms` at the latest. */
export function whenIdle(run: () => void, ms = 3000): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => run(), { timeout: ms });
  else setTimeout(run, Math.min(ms, 200));
}

/** Between two parts of what would take long at once, the page draws and answers. */
export const pause = () => new Promise<void>((done) => setTimeout(done));
