/** Recordings of animals: loaded when a file of tracks is first dropped. */
import { fetchPart } from "../../ui/part";
import type { Flight } from "./flight";
import type { TracksHost } from "./host";

export type { LikeWish } from "./host";

/** How files of recordings end: tables, arrays, lines of JSON. All else is, or is not, one of the page's own. */
const RECORDINGS = /\.(csv|tsv|txt|dat|npz|npy|ndjson|jsonl|parquet|xml|h5)$/i;

export class Tracks {
  private flight: Flight | undefined;
  private readonly watchers: ((open: boolean) => void)[] = [];
  private isOpen = false;

  constructor(private readonly host: TracksHost) {}

  /** Whether these files are those of a recording rather than the page's own. */
  static takes(files: readonly File[]): boolean {
    return files.some(({ name }) => RECORDINGS.test(name));
  }

  /** Rejects with a sentence. */
  async open(files: readonly File[]): Promise<void> {
    const { Flight } = await fetchPart(() => import("./flight"));
    this.flight ??= new Flight(this.host, (open) => {
      this.isOpen = open;
      for (const watcher of this.watchers) watcher(open);
    });
    await this.flight.open(files);
  }

  /** Calls back now where a recording is open, and whenever one is opened or closed. */
  watch(changed: (open: boolean) => void): void {
    this.watchers.push(changed);
    if (this.isOpen) changed(true);
  }

  /** Another run is shown. */
  opened(): void {
    this.flight?.ran();
  }

  /** Once per frame, after the ticks. */
  frame(now: number): void {
    this.flight?.frame(now);
  }
}
