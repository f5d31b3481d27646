/** The line that says that a change in the past has replaced what came after, and offers that again. */
import type { Core } from "../core";
import { byId, element, icon } from "../ui/dom";
import { tickText } from "./strip-math";

export interface ReplacedHooks {
  /** The present run is about to give way to the one before. */
  leaving(): void;
  brought(): void;
}

export class ReplacedLine {
  private readonly text = element("p", { role: "status" });
  private readonly root = element(
    "section#replaced.surface.line",
    { "aria-label": "Replaced run", hidden: true },
    element("div.line-body", this.text),
  );
  /** Replacements that the line has told of. */
  private told = 0;

  constructor(
    private readonly core: Core,
    hooks: ReplacedHooks,
  ) {
    const back = element("button#bring-back.button", "Bring it back");
    const close = element("button.icon-button", { "aria-label": "Dismiss this line" }, icon("close"));
    this.root.append(back, close);
    byId("toast").before(this.root);
    back.addEventListener("click", () => {
      hooks.leaving();
      this.core.bringBack();
      this.hide();
      hooks.brought();
    });
    close.addEventListener("click", () => this.hide());
  }

  /** Shows itself when something was replaced since the last look. */
  look(): void {
    const count = this.core.replacements();
    if (count === this.told) return;
    this.told = count;
    const at = this.core.replacedAt();
    if (at === undefined) {
      this.root.hidden = true;
      return;
    }
    this.text.textContent =
      this.core.ticks() < at || this.core.end() < at
        ? `This is a new run. The one before it reached tick ${tickText(at)}.`
        : `Your change replaced what came after tick ${tickText(at)}.`;
    this.root.hidden = false;
    this.root.scrollIntoView({ block: "nearest" });
  }

  private hide(): void {
    const focused = this.root.contains(document.activeElement);
    this.root.hidden = true;
    if (focused) byId("stage").focus({ preventScroll: true });
  }
}
