/** Recordings of animals: loaded when a file of tracks is first dropped. */

import type { Page } from "../../ui/page";
import { fetchPart } from "../../ui/part";
import type { RecordingWish } from "../make/wish";
import type { RecordingView } from "./flight";

/** Endings of files of recordings; other files are the page's own. */
const RECORDING_FILES = /\.(csv|tsv|txt|dat|npz|npy|ndjson|jsonl|parquet|xml|h5)$/i;

export class RecordingLoader {
  private recordingView: RecordingView | undefined;

  constructor(
    private readonly page: Page,
    /** Opens "Make it" with a wish for a flock like the recording. */
    private readonly openLikeWish: (wish: RecordingWish) => void,
  ) {
    page.on("opened", () => this.recordingView?.runOpened());
  }

  /** Whether these files are those of a recording rather than the page's own. */
  static isRecording(files: readonly File[]): boolean {
    return files.some(({ name }) => RECORDING_FILES.test(name));
  }

  /** Opens the files as one recording. If that fails, rejects with an error whose message can be shown as it is. */
  async open(files: readonly File[]): Promise<void> {
    const { RecordingView } = await fetchPart(() => import("./flight"));
    this.recordingView ??= new RecordingView(this.page, this.openLikeWish);
    await this.recordingView.open(files);
  }

  /** Once per frame, after the ticks. */
  frame(now: number): void {
    this.recordingView?.frame(now);
  }
}
