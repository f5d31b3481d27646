/** The address bar and the history follow the run. The link itself comes from the core alone. */

/** Browsers (Safari: 100 writes in 30 s) refuse an address bar that changes too often. */
export const QUIET_MS = 450;

/** Chat tools cut addresses near 2,000 characters: this is safe everywhere. */
export const SAFE_LENGTH = 1500;

export interface AddressHost {
  /** The query in the address bar now, without "?". */
  current(): string;
  replace(query: string): void;
  push(query: string): void;
  now(): number;
  later(run: () => void, ms: number): number;
  cancel(handle: number): void;
}

/** Keeps the address bar equal to `link()`, written at most once per `QUIET_MS`. */
export class Address {
  private timer: number | undefined;
  private written = Number.NEGATIVE_INFINITY;
  /** What the bar means as someone wrote it: it stays so until the run is another. */
  private meant: string | undefined;

  constructor(
    private readonly link: () => string,
    private readonly host: AddressHost,
  ) {}

  /** The run was opened by what the bar says. */
  opened(): void {
    this.drop();
    this.meant = this.link();
  }

  /** Something of the link moves (a slider under the finger): write once it rests. */
  touched(): void {
    this.schedule(QUIET_MS);
  }

  /** A change is done (the finger left): write now, or as soon as the last write is old enough. */
  settled(): void {
    this.schedule(Math.max(0, this.written + QUIET_MS - this.host.now()));
  }

  /** Writes what is waiting, so that nothing is lost when the page goes away. */
  flush(): void {
    if (this.timer === undefined) return;
    this.drop();
    this.write();
  }

  /** Forgets what is waiting: the run is about to be replaced by another link. */
  drop(): void {
    if (this.timer !== undefined) this.host.cancel(this.timer);
    this.timer = undefined;
  }

  /** Makes `change` a step of its own in the history: the entry before it keeps the link as it was. */
  step(change: () => void): void {
    this.drop();
    this.write();
    change();
    const link = this.link();
    if (link === this.host.current() || link === this.meant) return;
    this.meant = undefined;
    this.guard(() => this.host.push(link));
    this.written = this.host.now();
  }

  private schedule(ms: number): void {
    this.drop();
    if (ms > 0) this.timer = this.host.later(() => this.flush(), ms);
    else this.write();
  }

  private write(): void {
    const link = this.link();
    if (link === this.host.current() || link === this.meant) return;
    this.meant = undefined;
    this.guard(() => this.host.replace(link));
    this.written = this.host.now();
  }

  /** A refused write (too many, or a sandboxed frame) leaves the old address: the run goes on. */
  private guard(write: () => void): void {
    try {
      write();
    } catch {
      // The next change tries again.
    }
  }
}

/** The page's own address with this query and without a fragment. */
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
    later: (run, ms) => window.setTimeout(run, ms),
    cancel: (handle) => window.clearTimeout(handle),
  };
}
