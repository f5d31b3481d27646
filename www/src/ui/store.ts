/** Settings that the page remembers in this browser (theme, folded panels), even if storage is refused or full. */
export interface Store {
  get(key: string): string | undefined;
  /** Stores a value; returns false if the browser refused. `inMemory` then keeps the value until the page is closed. */
  set(key: string, value: string, inMemory?: boolean): boolean;
}

const KEY_PREFIX = "flockwright.";

/** Creates a store in the browser's storage. `open` may throw (blocked cookies), and so may any use of the storage. */
export function createStore(open: () => Storage | undefined = () => globalThis.localStorage): Store {
  const session = new Map<string, string>();
  const tryStorage = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open();
      return storage ? use(storage) : undefined;
    } catch {
      return undefined;
    }
  };
  const readKept = (key: string) => tryStorage((storage) => storage.getItem(KEY_PREFIX + key)) ?? undefined;
  return {
    // Values that the browser refused come first; stored ones are read each time, since another tab may change them.
    get: (key) => session.get(key) ?? readKept(key),
    set: (key, value, inMemory = true) => {
      const isKept = tryStorage((storage) => {
        storage.setItem(KEY_PREFIX + key, value);
        return true;
      });
      if (isKept) session.delete(key);
      else if (inMemory) session.set(key, value);
      return isKept ?? false;
    },
  };
}
