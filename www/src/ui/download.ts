/** Downloads of files that the page makes. */
import { element } from "./dom";

/** Starts the download of `content` as a file of this name. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = element("a", { href: url, download: name });
  anchor.click();
  // Some browsers read the URL only after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** File name made of the ASCII letters, digits, "_" and "-" of a text, at most 60 of them. */
export function fileName(stem: string, extension: string): string {
  const plainStem = stem
    .slice(0, 1000)
    .normalize("NFKD")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${plainStem || "flockwright"}.${extension}`;
}
