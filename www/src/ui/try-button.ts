/** Try: the changes that a scene invites to, made and taken back by one button; the line above it tells of them. */
import type { Core } from "../core";
import { byId, setText } from "./dom";

export class TryButton {
  private readonly button = byId("try") as HTMLButtonElement;
  private readonly line = byId("scene-line");

  constructor(
    private readonly core: Core,
    /** Makes a change that can be undone. */
    change: (make: () => void) => void,
  ) {
    this.button.addEventListener("click", () => {
      const on = !core.tried();
      change(() => core.tryIt(on));
      this.show(on);
    });
  }

  /** Shows what there is to try, or that it has been done. */
  show(tried = this.core.tried()): void {
    const key = this.core.scene();
    const scene = this.core.scenes.find((candidate) => candidate.key === key);
    this.button.hidden = !scene?.tries;
    setText(this.button, tried ? "As it was" : "Try it");
    this.button.title = tried ? "Takes it back to what the scene has" : (scene?.try ?? "");
    setText(this.line, (tried ? scene?.try : scene?.see) ?? "");
  }
}
