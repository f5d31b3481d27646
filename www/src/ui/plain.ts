/** Makes text of other people (in links, files and names) safe to show on one line. */

/** Line breaks, control characters and marks that change the direction of text. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Invisible characters, except those that join letters and emoji. */
const UNDRAWN_CHARACTERS = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** Combining marks on one letter beyond the first four; no language needs more. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** A visible character: no space, no blank braille pattern, no mark without a letter. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\p{C}\u2800]/u;

/** Returns the text on one line, without invisible characters, direction marks and piles of combining marks. */
export function plainText(text: string): string {
  return text.replace(LINE_BREAKS, " ").replace(UNDRAWN_CHARACTERS, "").replace(PILED_MARKS, "$1");
}

/** Message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a text has a visible character. */
export const isVisibleText = (text: string): boolean => VISIBLE_CHARACTER.test(text);

/** Longest name of a preset or title of a run, in characters. */
export const MAX_NAME_LENGTH = 60;
/** Largest number of characters read of a name; normalizing takes the square of the number of combining marks. */
const MAX_READ_LENGTH = 16 * MAX_NAME_LENGTH;

/** A name on one line, with single spaces, without characters that hide or turn text; "" if nothing is visible. */
export function cleanName(text: string): string {
  const plain = plainText(text.slice(0, MAX_READ_LENGTH).normalize("NFC")).replace(/\s+/g, " ").trim();
  const name = [...plain].slice(0, MAX_NAME_LENGTH).join("").trim();
  return isVisibleText(name) ? name : "";
}
