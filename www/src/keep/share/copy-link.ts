/** The button "Copy link", and the field to copy from by hand where the browser refuses its clipboard. */

import { pageWith, SAFE_LENGTH } from "../../link/address";
import { settingsText } from "../../time/strip-math";
import { copyText } from "../../ui/clipboard";
import { byId, setIcon, setText } from "../../ui/dom";

/** For how long the button says that it is done, ms. */
const SAID = 2000;

/** What the copied link opens. */
function copiedText(leftOut: number): string {
  if (leftOut === 0) return "Link copied: it opens this exact flock";
  return `Link copied: ${settingsText(leftOut)}. The button next to it can include that`;
}

export interface CopyLinkHooks {
  link(): string;
  /** How many inputs of the run the link leaves out. */
  leftOut(): number;
  say(text: string): void;
}

export function attachCopyLink({ link, leftOut, say }: CopyLinkHooks): void {
  const button = byId<HTMLButtonElement>("copy-link");
  const label = button.querySelector("span");
  const fallback = byId("link-fallback");
  const field = byId<HTMLInputElement>("link-text");
  let timer = 0;
  button.addEventListener("click", async () => {
    const href = pageWith(link(), location.href);
    const copied = await copyText(href, navigator.clipboard);
    fallback.hidden = copied;
    if (!copied) {
      field.value = href;
      field.focus();
      field.select();
      return;
    }
    window.clearTimeout(timer);
    if (label) setText(label, "Copied!");
    setIcon(button, "check");
    const count = href.length.toLocaleString("en-US");
    say(
      href.length > SAFE_LENGTH
        ? `Link copied: at ${count} characters, some chat apps cut it off. The button next to it can save a file instead`
        : copiedText(leftOut()),
    );
    timer = window.setTimeout(() => {
      if (label) setText(label, "Copy link");
      setIcon(button, "link");
    }, SAID);
  });
  const close = () => {
    fallback.hidden = true;
    button.focus();
  };
  byId("link-close").addEventListener("click", close);
  fallback.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  // What it says may not be so any longer, once something else is done.
  fallback.addEventListener("focusout", ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && fallback.contains(relatedTarget);
    if (!inside && document.hasFocus()) fallback.hidden = true;
  });
  field.addEventListener("focus", () => field.select());
}
