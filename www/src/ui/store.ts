/** What the page remembers in this browser (theme, folded panels). Storage may be refused or full: then it forgets. */
export interface Store {
  get(key: string): string | undefined;
  /** What the browser itself keeps: neither forgotten when the page is closed, nor known to this tab alone. */
  kept(key: string): string | undefined;
  /** False where the browser did not keep it: it is then remembered until the page is closed. */
  set(key: string, value: string): boolean;
}

const PREFIX = "flockwright.";

/** A store over the browser's storage. `open` may throw (blocked cookies), and so may every later call. */
export function createStore(open: () => Storage | undefined = () => globalThis.localStorage): Store {
  const session = new Map<string, string>();
  const guard = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open();
      return storage ? use(storage) : undefined;
    } catch {
      return undefined;
    }
  };
  const kept = (key: string) => guard((storage) => storage.getItem(PREFIX + key)) ?? undefined;
  return {
    // What could not be kept comes first; the rest may have been changed by another tab.
    get: (key) => session.get(key) ?? kept(key),
    kept,
    set: (key, value) => {
      const kept = guard((storage) => {
        storage.setItem(PREFIX + key, value);
        return true;
      });
      if (kept) session.delete(key);
      else session.set(key, value);
      return kept ?? false;
    },
  };
}
