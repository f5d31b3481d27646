/** Writes the link of the run, which the core makes, into the address bar and the browser's history. */

/** Shortest time between two writes of the address, ms. Browsers refuse more frequent ones (Safari: 100 in 30 s). */
export const WRITE_DELAY_MS = 450;

/** Longest query that works everywhere, in characters; chat tools cut addresses near 2,000. */
export const MAX_QUERY_LENGTH = 1500;

export interface AddressHost {
  /** The query in the address bar now, without "?". */
  current(): string;
  replace(query: string): void;
  push(query: string): void;
  now(): number;
  setTimer(run: () => void, ms: number): number;
  clearTimer(handle: number): void;
}

/** Keeps the query in the address bar equal to `link()`, written at most once per `WRITE_DELAY_MS`. */
export class Address {
  private writeTimer: number | undefined;
  private writtenAt = Number.NEGATIVE_INFINITY;
  /**
   * Link of the run that the address bar has opened; while the run has this link, the address stays as it was typed.
   */
  private pendingQuery: string | undefined;

  constructor(
    private readonly link: () => string,
    private readonly host: AddressHost,
  ) {}

  /** Has to be called after the run was opened by the address bar, whose query then stays until the run changes. */
  openedByAddress(): void {
    this.cancelWrite();
    this.pendingQuery = this.link();
  }

  /**
   * Has to be called while the link keeps changing (a slider is dragged); writes `WRITE_DELAY_MS` after the last
   * change.
   */
  linkChanging(): void {
    this.scheduleWrite(WRITE_DELAY_MS);
  }

  /** Has to be called after a complete change of the link; writes now, or `WRITE_DELAY_MS` after the last write. */
  linkChanged(): void {
    this.scheduleWrite(Math.max(0, this.writtenAt + WRITE_DELAY_MS - this.host.now()));
  }

  /** Writes a change of the link that is not written yet, before the page is left. */
  writeNow(): void {
    if (this.writeTimer === undefined) return;
    this.cancelWrite();
    this.write();
  }

  /** Cancels the pending write of a changed link, because the run is about to be replaced. */
  cancelWrite(): void {
    if (this.writeTimer !== undefined) this.host.clearTimer(this.writeTimer);
    this.writeTimer = undefined;
  }

  /**
   * Calls `change` and adds an entry for the new link to the browser's history; the former entry keeps the former link.
   */
  pushEntry(change: () => void): void {
    this.cancelWrite();
    this.write();
    change();
    const link = this.link();
    if (link === this.host.current() || link === this.pendingQuery) return;
    this.pendingQuery = undefined;
    this.tryWrite(() => this.host.push(link));
    this.writtenAt = this.host.now();
  }

  private scheduleWrite(ms: number): void {
    this.cancelWrite();
    if (ms > 0) this.writeTimer = this.host.setTimer(() => this.writeNow(), ms);
    else this.write();
  }

  private write(): void {
    const link = this.link();
    if (link === this.host.current() || link === this.pendingQuery) return;
    this.pendingQuery = undefined;
    this.tryWrite(() => this.host.replace(link));
    this.writtenAt = this.host.now();
  }

  /** Writes the address; if the browser refuses (too many writes, or a sandboxed frame), the former address stays. */
  private tryWrite(write: () => void): void {
    try {
      write();
    } catch {
      // The browser has refused the write; the next change of the link is written again.
    }
  }
}

/** The page's address with this query, without a fragment. */
export function pageWith(query: string, href: string): string {
  const url = new URL(href);
  url.hash = "";
  url.search = query;
  return url.href;
}

/** The browser's address bar, history and timers. */
export function browserAddress(): AddressHost {
  return {
    current: () => location.search.slice(1),
    replace: (query) => history.replaceState(null, "", pageWith(query, location.href)),
    push: (query) => history.pushState(null, "", pageWith(query, location.href)),
    now: () => performance.now(),
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (handle) => window.clearTimeout(handle),
  };
}
