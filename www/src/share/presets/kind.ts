/** What a kind of file is, and what it may use of the page. */
import type { Core, Recording } from "../../core";
import type { Fields } from "../files/json-file";
import type { PresetLibrary } from "./library";

export interface FileHost {
  readonly core: Core;
  readonly library: PresetLibrary;
  /** Replaces the shown run. */
  open(link: string): void;
  /** Replaces the shown run by a recorded one; says why it cannot, and changes nothing then. */
  openRecording(recording: Recording): string | undefined;
}

export interface FileKind {
  /** What the file says that it is. */
  format: string;
  /** Opens it and says what happened. Throws a FileError, and has changed nothing then, where something is wrong. */
  open(file: Fields, host: FileHost): string;
}
