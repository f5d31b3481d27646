/** The run as one file that plays by itself: opened from disk, it asks nobody for anything. */
import type { Plan } from "../plan";
import page from "../runtime/html/page.html?raw";
import player from "../runtime/html/player.js?raw";
import { javascript } from "./javascript";

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Without comments and imports: whoever wants to read the program exports that. */
const bare = (code: string) =>
  code
    .replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/^import .*\n/gm, "")
    .replace(/^export /gm, "")
    .replace(/\n\n+/g, "\n");

export function htmlFile(plan: Plan, link: string): string {
  // No text of the program may end its element.
  const script = (bare(javascript(plan, link)) + bare(player)).replace(/<(?=\/|!|script)/gi, "\\x3c");
  const words: Readonly<Record<string, string>> = {
    TITLE: escaped(plan.run.scene.title),
    PAGE: escaped(link),
    SCRIPT: script,
  };
  return page.replace(/TITLE|PAGE|SCRIPT/g, (word) => words[word] ?? word);
}
