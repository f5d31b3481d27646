/** Draws captions onto saved pictures and videos. */
import { currentTheme } from "../../ui/theme";

/** Draws a caption at the bottom of a canvas. `share`: letter size in min(width / 32, height / 18), at least 14 px. */
export function drawCaption(canvas: HTMLCanvasElement, caption: string, share = 1): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  const size = Math.round(Math.max(14, share * Math.min(width / 32, height / 18)));
  context.font = `500 ${size}px system-ui, sans-serif`;
  const lines = wrapCaption(caption, 0.86 * width, (text) => context.measureText(text).width);
  const boxHeight = (lines.length + 1.2) * size * 1.35;
  const isDark = currentTheme() === "dark";
  context.fillStyle = isDark ? "#0e1220e6" : "#fcfcf7eb";
  context.fillRect(0, height - boxHeight, width, boxHeight);
  context.fillStyle = isDark ? "#e8ecf5" : "#1b2233";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [index, line] of lines.entries())
    context.fillText(line, width / 2, height - boxHeight + (index + 1.1) * size * 1.35);
}

/** Breaks a text at spaces into lines at most `most` wide (by `widthOf`); a longer word has a line of its own. */
function wrapCaption(text: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longerLine = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longerLine) <= most) lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}
