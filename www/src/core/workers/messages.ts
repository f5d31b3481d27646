/** What the page and its workers say to each other. */

/** By name: what can be asked for, and what is answered. */
export type Orders<All> = { [Name in keyof All]: { ask: unknown; answer: unknown } };

/** How a worker does what it is asked; a string that it throws is its refusal. */
export type Work<All extends Orders<All>> = {
  [Name in keyof All]: (ask: All[Name]["ask"], share: (share: number) => void) => All[Name]["answer"];
};

/** The module of its core comes first. */
export type Order = { module: WebAssembly.Module } | { id: number; name: PropertyKey; ask: unknown };

export type Answer =
  /** How far it is, from 0 to 1. */
  | { id: number; share: number }
  | { id: number; answer: unknown }
  /** A sentence on what is wrong; the worker is sound. */
  | { id: number; refused: string };
