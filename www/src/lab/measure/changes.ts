/** What was changed of a run and when: the marks on the time axis. */
import type { ParamInfo, TextInfo } from "../../core";
import { linkValue } from "../../core/link/value";
import type { EditInfo } from "../../core/watch";
import { valueText } from "../../ui/values";

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

type Values = ReadonlyMap<string, Value>;

interface Moment {
  tick: number;
  values: Values;
}

/** A run where it stands, for a look at what was changed in it. */
export interface Seen {
  tick: number;
  /** The link that it began with. */
  start: string;
  params: readonly ParamInfo[];
  texts: readonly TextInfo[];
  /** What is recorded of changes from one tick to another, both included. */
  edits(first: number, last: number): readonly EditInfo[];
}

export class Changes {
  readonly list: Change[] = [];
  /** The link that the run began with. */
  private start: string | undefined;
  /** Where watching began, and what was in force there. */
  private base: Moment | undefined;
  /** The same at the last look. */
  private last: Moment = { tick: 0, values: new Map() };

  /**
   * Lists what was changed since the last call, each at the tick at which it came in: one frame may be many ticks of a
   * replay, and a jump any number. After a jump back, inputs up to there are listed again; a value that returns to what it
   * was is no change.
   */
  look(run: Seen): void {
    if (run.start !== this.start) this.begin();
    const { base, last } = this;
    const now = { tick: run.tick, values: valuesOf(run) };
    this.start = run.start;
    this.last = now;
    if (!base || now.tick < base.tick) {
      this.cut(now.tick);
      this.base = now;
    } else if (now.tick < last.tick) {
      this.cut(base.tick);
      this.tell(run, base, now.values);
    } else {
      this.tell(run, last, now.values);
    }
  }

  private tell(run: Seen, since: Moment, now: Values): void {
    const values = new Map(since.values);
    const take = (tick: number, key: string, to: Value) => {
      const from = values.get(key);
      if (from && from.exact !== to.exact) this.note({ tick, key, label: to.label, from, to });
      values.set(key, to);
    };
    const infos = new Map(run.params.map((info) => [info.key, info]));
    for (const { tick, key, value, text } of run.edits(since.tick, run.tick)) {
      const label = now.get(key)?.label ?? "";
      const info = infos.get(key);
      if (info && value !== undefined) take(tick, key, { label, ...readingOf(info, value) });
      else if (text !== undefined) take(tick, key, { label, text, exact: text });
    }
    for (const [key, value] of now) take(run.tick, key, value);
  }

  /** The values in force are known. */
  get begun(): boolean {
    return this.base !== undefined;
  }

  /** Another run: its values are no changes. */
  begin(): void {
    this.list.length = 0;
    this.forget();
  }

  /** Ends observation: the next call starts from the values that it finds. */
  forget(): void {
    this.base = undefined;
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

function valuesOf({ params, texts }: Seen): Values {
  const values = new Map<string, Value>();
  for (const info of params) values.set(info.key, { label: named(info), ...readingOf(info, info.value) });
  for (const info of texts) values.set(info.key, { label: named(info), text: info.value, exact: info.value });
  return values;
}

function readingOf(info: ParamInfo, value: number): Reading {
  return { text: valueText(info, value), exact: linkValue(info, value) };
}

/** "Separation", or "Interceptors: Separation" where the key has a group before it. */
function named({ key, label, scopeLabel }: Pick<ParamInfo, "key" | "label" | "scopeLabel">): string {
  return key.includes(".") ? `${scopeLabel}: ${label}` : label;
}

export function changeText({ label, from, to }: Change): string {
  return `${label} ${from.text} \u2192 ${to.text}`;
}
