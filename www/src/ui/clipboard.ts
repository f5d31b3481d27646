/** Puts text on the clipboard; false where the browser has none or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Why that failed: by http, browsers offer no clipboard. */
export function refusal(): string {
  return isSecureContext
    ? "The browser refused access to the clipboard"
    : "A page opened by http has no clipboard: open it by https";
}
