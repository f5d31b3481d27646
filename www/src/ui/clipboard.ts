/** Copies text to the clipboard; returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Message after `copyText` failed; browsers offer no clipboard to pages opened by http. */
export function copyFailureText(): string {
  return isSecureContext
    ? "The browser refused access to the clipboard"
    : "A page opened by http has no clipboard: open it by https";
}
