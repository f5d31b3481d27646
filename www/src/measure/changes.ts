/** What was changed of a run and when: the marks on the time axis. */
import type { ParamInfo, TextInfo } from "../core";
import { valueText } from "../values";

export interface Change {
  tick: number;
  /** Key of the parameter in links. */
  key: string;
  label: string;
  from: string;
  to: string;
}

/** Changes of one parameter within this many ticks are one: a slider goes through many values. */
const together = 60;
const mostKept = 256;

interface Value {
  label: string;
  text: string;
}

export class Changes {
  readonly list: Change[] = [];
  private known: Map<string, Value> | undefined;

  /** Compares the values in force with the last ones; true where something was changed. */
  look(tick: number, params: readonly ParamInfo[], texts: readonly TextInfo[]): boolean {
    const now = new Map<string, Value>();
    for (const info of params) now.set(info.key, { label: named(info), text: valueText(info, info.value) });
    for (const info of texts) now.set(info.key, { label: named(info), text: info.value });
    const before = this.known;
    this.known = now;
    let changed = false;
    if (!before) return changed;
    for (const [key, { label, text }] of now) {
      const old = before.get(key);
      if (!old || old.text === text) continue;
      this.note({ tick, key, label, from: old.text, to: text });
      changed = true;
    }
    return changed;
  }

  /** The values in force are known. */
  get begun(): boolean {
    return this.known !== undefined;
  }

  /** Another run: its values are no changes. */
  begin(): void {
    this.list.length = 0;
    this.forget();
  }

  /** Nobody watches from now on: the next look starts from the values that it finds. */
  forget(): void {
    this.known = undefined;
  }

  /** Forgets what is after this tick. */
  cut(tick: number): void {
    while ((this.list.at(-1)?.tick ?? 0) > tick) this.list.pop();
  }

  private note(change: Change): void {
    this.cut(change.tick);
    const index = this.list.findLastIndex(({ key }) => key === change.key);
    const last = this.list[index];
    if (last && change.tick - last.tick <= together) {
      last.to = change.to;
      if (last.from === last.to) this.list.splice(index, 1);
      return;
    }
    this.list.push(change);
    if (this.list.length > mostKept) this.list.shift();
  }
}

/** "Separation", or "Interceptors: Separation" where the key has a group before it. */
function named({ key, label, scopeLabel }: Pick<ParamInfo, "key" | "label" | "scopeLabel">): string {
  return key.includes(".") ? `${scopeLabel}: ${label}` : label;
}

export function changeText({ label, from, to }: Change): string {
  return `${label} ${from} \u2192 ${to}`;
}
