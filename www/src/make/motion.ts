/** The button that lets small flocks play or stand still: whoever wants less motion plays them on request. */
import { element, setText } from "../ui/dom";
import type { Theater } from "../ui/living";

export function motionButton(theater: Theater): HTMLButtonElement {
  const button = element("button.button.quiet");
  const tell = () => setText(button, theater.playing ? "Pause" : "Play");
  button.addEventListener("click", () => {
    theater.play(!theater.playing);
    tell();
  });
  tell();
  return button;
}
