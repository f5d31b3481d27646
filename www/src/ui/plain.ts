/** Text of others (links, files, names) as it may stand within a line of the page. */

/** What ends a line, or turns the direction of the text around it. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What is not drawn, without what joins letters and emoji. */
const UNDRAWN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** Marks pile up on their letter: no language needs more than these few. */
const PILES = /(\p{M}{4})\p{M}+/gu;
/** Something that is drawn: no space, no blank pattern of braille, no mark without a letter. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\p{C}\u2800]/u;

/** The text on one line, without what hides, turns or piles up; nothing else is changed. */
export function plainText(text: string): string {
  return text.replace(BREAKS, " ").replace(UNDRAWN, "").replace(PILES, "$1");
}

/** What went wrong, as it was said. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a person sees anything of it. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** Longest name of a preset or title of a run, in characters. */
export const LONGEST_NAME = 60;
/** Only the beginning of a longer text is read: normalizing takes the square of the number of combining marks. */
const LONGEST_TEXT = 16 * LONGEST_NAME;

/** A name on one line, with single spaces and without characters that hide or turn text; "" if nothing of it is visible. */
export function cleanName(text: string): string {
  const plain = plainText(text.slice(0, LONGEST_TEXT).normalize("NFC")).replace(/\s+/g, " ").trim();
  const name = [...plain].slice(0, LONGEST_NAME).join("").trim();
  return isSeen(name) ? name : "";
}
