/** Printing the page: WebGL keeps a picture only until it is shown, so it is drawn again for the paper. */
import type { Stage } from "./stage";

export function attachPrinting(stage: Stage): void {
  window.addEventListener("beforeprint", () => {
    stage.invalidate();
    stage.draw();
  });
}
