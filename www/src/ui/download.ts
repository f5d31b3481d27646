/** Files that the page hands to the browser. */
import { element } from "./dom";

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = element("a", { href: url, download: name });
  anchor.click();
  // Some browsers read the address a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name of plain letters: what a person typed may hold anything. */
export function fileName(stem: string, extension: string): string {
  const plain = stem
    .slice(0, 1000)
    .normalize("NFKD")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${plain || "flockwright"}.${extension}`;
}
