/** What the course may use of the page. */
import type { Core, ParamId, TextChange, TextId } from "../core";
import type { Store } from "../ui/store";

export interface LearnHost {
  core: Core;
  store: Store;
  /** Opens a run as a step of the history; `during`: once the address of the one before is written. */
  open(link: string, during: () => void): void;
  /** A value moves under the hand; then the change is done. */
  turn(id: ParamId, value: number): number;
  settled(): void;
  /** The run begins anew with the values that are in force. */
  restart(): void;
  /** A text changes, or a written rule of the first group, by its key; what is wrong with it. */
  write(id: TextId, text: string): TextChange;
  rewrite(key: string, text: string): string[];
  /** The address is to say another step, or none. */
  moved(): void;
  /** What covers the stage has changed. */
  covered(): void;
  /** Time stands still, or passes again. */
  hold(still: boolean): void;
  /** A bird that a step asks about has a ring; -1 for none. */
  mark(unit: number): void;
  /** Its answer opens. */
  ask(unit: number): void;
  /** Of whom the listing tells. */
  unit(): number;
  say(text: string): void;
}
