/** What the page remembers in this browser (theme, folded panels). Storage may be refused or full: then it forgets. */
export interface Store {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
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
  return {
    get: (key) => session.get(key) ?? guard((storage) => storage.getItem(PREFIX + key)) ?? undefined,
    set: (key, value) => {
      session.set(key, value);
      guard((storage) => storage.setItem(PREFIX + key, value));
    },
  };
}
