/** Keeps the address bar and the history in step with the run. The core writes the link itself. */

/** Shortest time between two writes, ms. Browsers refuse more frequent ones (Safari: 100 writes in 30 s). */
export const WRITE_DELAY_MS = 450;

/** Longest link that is safe everywhere, in characters; chat tools cut addresses near 2,000. */
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

/** Keeps the address bar equal to `link()`, written at most once per `WRITE_DELAY_MS`. */
export class Address {
  private timer: number | undefined;
  private writtenAt = Number.NEGATIVE_INFINITY;
  /** Link of the run that the bar's own spelling opened; the spelling is kept until the run differs. */
  private pendingQuery: string | undefined;

  constructor(
    private readonly link: () => string,
    private readonly host: AddressHost,
  ) {}

  /** Called when the run was opened by the address bar. */
  openedByAddress(): void {
    this.cancelWrite();
    this.pendingQuery = this.link();
  }

  /** Called while something of the link is changing (a slider being dragged); writes once it rests. */
  linkChanging(): void {
    this.schedule(WRITE_DELAY_MS);
  }

  /** Called when a change is complete; writes now, or as soon as the last write is old enough. */
  linkChanged(): void {
    this.schedule(Math.max(0, this.writtenAt + WRITE_DELAY_MS - this.host.now()));
  }

  /** Writes a waiting change, before the page is left. */
  writeNow(): void {
    if (this.timer === undefined) return;
    this.cancelWrite();
    this.write();
  }

  /** Drops a waiting change, because the run is about to be replaced. */
  cancelWrite(): void {
    if (this.timer !== undefined) this.host.clearTimer(this.timer);
    this.timer = undefined;
  }

  /** Makes `change` a new entry of the history; the entry before it keeps its link. */
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

  private schedule(ms: number): void {
    this.cancelWrite();
    if (ms > 0) this.timer = this.host.setTimer(() => this.writeNow(), ms);
    else this.write();
  }

  private write(): void {
    const link = this.link();
    if (link === this.host.current() || link === this.pendingQuery) return;
    this.pendingQuery = undefined;
    this.tryWrite(() => this.host.replace(link));
    this.writtenAt = this.host.now();
  }

  /** A refused write (too many, or a sandboxed frame) keeps the old address; the run continues. */
  private tryWrite(write: () => void): void {
    try {
      write();
    } catch {
      // The next change tries again.
    }
  }
}

/** The page's address with this query and without a fragment. */
export function pageWith(query: string, href: string): string {
  const url = new URL(href);
  url.hash = "";
  url.search = query;
  return url.href;
}

/** The real address bar. */
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
