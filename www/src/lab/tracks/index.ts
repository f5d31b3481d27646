/** Access to recordings of animals, whose code is fetched when a file of one is first opened. */

import type { Page } from "../../ui/page";
import { fetchPart } from "../../ui/part";
import type { RecordingWish } from "../make/wish";
import type { RecordingView } from "./flight";

/** Endings of the names of files that hold recordings of animals; other files are presets or recordings of runs. */
const RECORDING_FILES = /\.(csv|tsv|txt|dat|npz|npy|ndjson|jsonl|parquet|xml|h5)$/i;

export class RecordingLoader {
  private recordingView: RecordingView | undefined;

  constructor(
    private readonly page: Page,
    /** Opens "Make it" with the wish that a flock resembles the recording. */
    private readonly openLikeWish: (wish: RecordingWish) => void,
  ) {
    page.on("opened", () => this.recordingView?.runOpened());
  }

  /** Returns whether one of the files holds a recording of animals. */
  static isRecording(files: readonly File[]): boolean {
    return files.some(({ name }) => RECORDING_FILES.test(name));
  }

  /** Opens the files as one recording. Rejects with an error whose message can be shown to people. */
  async open(files: readonly File[]): Promise<void> {
    const { RecordingView } = await fetchPart(() => import("./flight"));
    this.recordingView ??= new RecordingView(this.page, this.openLikeWish);
    await this.recordingView.open(files);
  }

  /** Has to be called once per frame (`now` in ms), after the ticks. */
  frame(now: number): void {
    this.recordingView?.frame(now);
  }
}
