/** The button for the full screen, where the browser has one. */
import { byId } from "./dom";
import { toast } from "./notices";

export function attachFullscreen(): void {
  const button = byId("fullscreen");
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => void toggleFullscreen());
  document.addEventListener("fullscreenchange", () => {
    const name = document.fullscreenElement ? "Leave full screen" : "Full screen";
    button.setAttribute("aria-label", name);
    button.title = `${name} (F)`;
  });
}

export async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    toast("This browser does not allow full screen here");
  }
}
