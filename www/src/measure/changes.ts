/** What was changed of a run and when: the marks on the time axis. */
import type { ParamInfo, TextInfo } from "../core";
import { linkValue } from "../link-value";
import { valueText } from "../values";

export interface Change {
  tick: number;
  /** Key of the parameter in links. */
  key: string;
  label: string;
  from: Reading;
  to: Reading;
}

/** Changes of one parameter within this many ticks are one: a slider goes through many values. */
const together = 60;
const mostKept = 256;

/** A value in two spellings. */
export interface Reading {
  /** As a person reads it: rounded, with its unit. */
  text: string;
  /** As a link writes it. */
  exact: string;
}

interface Value extends Reading {
  label: string;
}

export class Changes {
  readonly list: Change[] = [];
  private known: Map<string, Value> | undefined;

  /** Compares the values in force with the last ones; true where something was changed. */
  look(tick: number, params: readonly ParamInfo[], texts: readonly TextInfo[]): boolean {
    const now = new Map<string, Value>();
    for (const info of params) {
      const { key, value } = info;
      now.set(key, { label: named(info), text: valueText(info, value), exact: linkValue(info, value) });
    }
    for (const info of texts) {
      const { key, value } = info;
      now.set(key, { label: named(info), text: value, exact: value });
    }
    const before = this.known;
    this.known = now;
    let changed = false;
    if (!before) return changed;
    for (const [key, to] of now) {
      const from = before.get(key);
      if (!from || from.exact === to.exact) continue;
      this.note({ tick, key, label: to.label, from, to });
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
      if (last.from.exact === last.to.exact) this.list.splice(index, 1);
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
  return `${label} ${from.text} \u2192 ${to.text}`;
}
