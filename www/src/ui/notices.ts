/** A notice that a person dismisses, and short messages ("toasts") that disappear by themselves. */
import { byId, element, setText } from "./dom";
import { plainText } from "./plain";

/** Largest number of lines in a notice's list; further ones are only counted. */
const MAX_LINES = 30;
/** Largest length of a notice's line, in characters; a hostile link may contain any text. */
const MAX_LINE_CHARS = 160;

const LINK_PARTS = "# parts of this link were left out or limited.";

interface NoticeText {
  line: string;
  moreLines: string[];
}

function shorten(message: string): string {
  const text = plainText(message);
  const chars = [...text];
  return chars.length <= MAX_LINE_CHARS ? text : `${chars.slice(0, MAX_LINE_CHARS - 1).join("")}\u2026`;
}

/** Returns one notice as it is, several as the sentence `many` (# is their number) with a list; `undefined` for []. */
export function summarize(notices: readonly string[], many = LINK_PARTS): NoticeText | undefined {
  const [first] = notices;
  if (first === undefined) return undefined;
  if (notices.length === 1) return { line: shorten(first), moreLines: [] };
  const lines = notices.slice(0, MAX_LINES).map(shorten);
  if (notices.length > MAX_LINES) lines.push(`and ${notices.length - MAX_LINES} more`);
  return { line: many.replace("#", String(notices.length)), moreLines: lines };
}

/** Additional button of a notice: its label, and the action after a press. */
interface NoticeAction {
  label: string;
  run(): void;
}

/** Moves a message into the open dialog, which makes all else inert, until it closes; otherwise to #messages. */
export function placeMessage(line: HTMLElement): void {
  const dialog = document.querySelector("dialog[open]");
  const messageList = byId("messages");
  if (dialog) {
    dialog.append(line);
    dialog.addEventListener("close", () => messageList.prepend(line), { once: true });
  } else if (!messageList.contains(line)) messageList.prepend(line);
}

/** Opens a dialog, and hides the shown notice, which is about an earlier event. */
export function showDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  showNotices([]);
  dialog.showModal();
}

let shownAction: NoticeAction | undefined;

/** Shows what a link or file left out; [] hides the notice. `many`: see `summarize`; `then`: additional button. */
export function showNotices(notices: readonly string[], many?: string, then?: NoticeAction): void {
  const text = summarize(notices, many);
  shownAction = then;
  byId("notice-act").hidden = !then;
  setText(byId("notice-act"), then?.label ?? "");
  byId("notice").hidden = text === undefined;
  if (text) placeMessage(byId("notice"));
  setText(byId("notice-text"), text?.line ?? "");
  const details = byId<HTMLDetailsElement>("notice-more");
  details.hidden = !text || text.moreLines.length === 0;
  details.open = false;
  details.querySelector("ul")?.replaceChildren(...(text?.moreLines ?? []).map((line) => element("li", line)));
}

export function attachNotices(): void {
  const closeNotice = () => {
    showNotices([]);
    byId("stage").focus({ preventScroll: true });
  };
  byId("notice-close").addEventListener("click", closeNotice);
  byId("notice-act").addEventListener("click", () => {
    const action = shownAction;
    closeNotice();
    action?.run();
  });
}

let toastTimer = 0;

/** Time for noticing and reading a text, ms; slow readers manage about 17 characters a second. */
export function timeToRead(text: string): number {
  return Math.max(2400, 1200 + 60 * text.length);
}

/** Shows a short message for as long as reading it takes; screen readers announce it. */
export function toast(message: string): void {
  const text = plainText(message);
  const host = byId("toast");
  setText(host, text);
  host.classList.add("shown");
  window.clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => {
    host.classList.remove("shown");
    toastTimer = window.setTimeout(() => setText(host, ""), 300);
  }, timeToRead(text));
}
