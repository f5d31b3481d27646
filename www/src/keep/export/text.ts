/** What all languages share: the words of the header, the words above a constant, and names. */

import { f32Text } from "../../link/value";
import type { ExportGroup, ExportValue, GameExport } from "./model";

const WIDTH = 100;

/** One line of plain text: what it holds can end no comment and begin no code. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll("*/", "* /");
}

/** Comment lines with a prefix, wrapped at words. */
export function comment(prefix: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    wrap(oneLine(line), WIDTH - prefix.length - 1).map((part) => `${prefix} ${part}`.trimEnd()),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  lines.push(line);
  return lines;
}

/** What stands above everything. `page` is the address at which the run opens again. */
export function header(run: GameExport, page: string): string[] {
  return [
    `Flockwright: ${run.scene.title}, seed ${run.seed}. Parameters as tuned in the playground.`,
    `This run: ${page}`,
    `Source of the scene: ${run.scene.source}`,
    "",
    "One tick is 1/60 s. First all units steer by the state of the last tick, then all of them move.",
    "Units: u is a world unit, s a second, L the length of a unit, \u00d7 a plain factor (a behavior's weight).",
    "All numbers are 32-bit floats. Computing with them in this order moves units as the playground does for some ticks; then " +
      "single units are elsewhere, and the flock as a whole does the same. Keep 1/60 s.",
    "Behaviors whose weight is 0 do nothing. Parameters without effect under the current choices are left out.",
    "",
    "In the formulas, x is to the right and y down, and angles grow clockwise, to starboard. What stands above a value names " +
      "its symbol. The others:",
    `${[...run.symbols].map(([symbol, means]) => `${symbol}: ${means}`).join("; ")}.`,
  ];
}

/** What stands above a group. */
export function groupLines(group: ExportGroup): string[] {
  if (group.body === "world") return ["The world: its size, its edges and what is in it."];
  const order = group.behaviors.map(({ key }) => key).join(", ");
  return [`${group.label}: ${group.body}.`, ...(order ? [`Order: ${order}.`] : []), ...group.motion];
}

/** What stands above a constant: meaning, unit, formula, range and source. */
export function valueLines(value: ExportValue): string[] {
  const unit = value.unit ? ` [${value.unit}]` : "";
  const lines = [`${value.label}${unit}. ${value.doc}`];
  lines.push(`${value.symbol}: ${value.formula}`);
  lines.push(`${rangeText(value)} Source: ${value.source}.`.trim());
  return lines;
}

function rangeText(value: ExportValue): string {
  const base = value.changed ? ` The scene's own value: ${shown(value.base)}.` : "";
  if (value.kind === "float" || value.kind === "int")
    return `From ${f32Text(value.min)} to ${f32Text(value.max)}.${base}`;
  if (value.kind === "text" && value.options.length > 0) return `One of ${value.options.join(", ")}.${base}`;
  return base.trim();
}

function shown(value: number | boolean | string): string {
  return typeof value === "number" ? f32Text(value) : String(value);
}

/** A float literal that has a decimal point. */
export function decimal(value: number): string {
  const text = f32Text(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** Quotes and escapes that Rust, C#, GDScript and JavaScript read the same way. */
export function quoted(text: string): string {
  const safe = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return `"${safe.replace(/[\\"]/g, "\\$&")}"`;
}

const words = (key: string) => key.split(/[^A-Za-z0-9]+/).filter(Boolean);

export const upperSnake = (key: string) => named(words(key).join("_").toUpperCase());
export const lowerSnake = (key: string) => named(words(key).join("_").toLowerCase());
export const pascal = (key: string) =>
  named(
    words(key)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(""),
  );
export const camel = (key: string) => {
  const name = pascal(key);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Tells a run from all others of a project: its scene, and some letters of its link (FNV-1a). */
export function uniqueKey({ scene, link }: GameExport): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < link.length; at++) hash = Math.imul(hash ^ link.charCodeAt(at), 0x01000193);
  return `${scene.key}-${(hash >>> 0).toString(16).padStart(8, "0").slice(0, 6)}`;
}

/** The name of a run's class, in languages in which all of a project share one space of names. */
export const typeName = (run: GameExport) => `Flockwright${pascal(uniqueKey(run))}`;

/** A name begins with a letter. */
function named(text: string): string {
  return /^[A-Za-z]/.test(text) ? text : `P${text}`;
}
