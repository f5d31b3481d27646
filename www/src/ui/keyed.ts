/**
 * A list of elements by key. An element is kept as long as its key exists, so that nothing is rebuilt while a person
 * types, drags or reads in it.
 */

export interface KeyedItem<T> {
  root: HTMLElement;
  update(value: T): void;
}

export class KeyedList<T extends { key: string }> {
  private readonly items = new Map<string, KeyedItem<T>>();

  constructor(
    private readonly host: HTMLElement,
    private readonly makeItem: (value: T) => KeyedItem<T>,
  ) {}

  get(key: string): KeyedItem<T> | undefined {
    return this.items.get(key);
  }

  showValues(values: readonly T[]): void {
    const valuesByKey = new Map(values.map((value) => [value.key, value]));
    for (const [key, { root }] of this.items) {
      if (valuesByKey.has(key)) continue;
      root.remove();
      this.items.delete(key);
    }
    for (const [key, value] of valuesByKey) {
      const item = this.items.get(key) ?? this.makeItem(value);
      this.items.set(key, item);
      item.update(value);
    }
    this.orderElements([...valuesByKey.keys()].flatMap((key) => this.items.get(key)?.root ?? []));
  }

  /** Puts the elements in this order without moving the one that has the focus; the others are inserted around it. */
  private orderElements(roots: readonly HTMLElement[]): void {
    const { host } = this;
    const inUse = roots.findIndex(
      (root) => root.parentElement === host && root.contains(document.activeElement),
    );
    const pivot = Math.max(inUse, 0);
    const pivotRoot = roots[pivot];
    if (!pivotRoot) return;
    if (pivotRoot.parentElement !== host) host.append(pivotRoot);
    for (let at = pivot - 1; at >= 0; at--) {
      const [root, next] = [roots[at], roots[at + 1]];
      if (root && next?.previousElementSibling !== root) next?.before(root);
    }
    for (let at = pivot + 1; at < roots.length; at++) {
      const [root, before] = [roots[at], roots[at - 1]];
      if (root && before?.nextElementSibling !== root) before?.after(root);
    }
  }
}
