/** What the page remembers in this browser (theme, folded panels). Storage may be refused or full: then it forgets. */
export interface Store {
  get(key: string): string | undefined;
  /** The keys that begin so, in no order. */
  keys(prefix: string): string[];
  /** False where the browser did not keep it: it is then remembered until the page is closed. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
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
    keys: (prefix) => {
      const all = guard((storage) =>
        Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "").flatMap((key) =>
          key.startsWith(PREFIX + prefix) ? key.slice(PREFIX.length) : [],
        ),
      );
      return [...new Set([...(all ?? []), ...[...session.keys()].filter((key) => key.startsWith(prefix))])];
    },
    set: (key, value) => {
      const kept = guard((storage) => {
        storage.setItem(PREFIX + key, value);
        return true;
      });
      if (kept) session.delete(key);
      else session.set(key, value);
      return kept ?? false;
    },
    remove: (key) => {
      session.delete(key);
      guard((storage) => storage.removeItem(PREFIX + key));
    },
  };
}
