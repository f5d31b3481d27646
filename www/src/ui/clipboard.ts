/** Puts text on the clipboard; false where the browser has none or refuses. */
export async function copyText(text: string, clipboard: Clipboard | undefined): Promise<boolean> {
  try {
    if (!clipboard) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
