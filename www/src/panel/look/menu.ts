/** The Look menu: trails, colors, size and glow, chosen by native controls. */
import { upperFirst } from "../../core/nouns";
import { type Appearance, COLORINGS } from "../../stage/appearance";
import type { Stage } from "../../stage/stage";
import { byId, element } from "../../ui/dom";

interface LookChoice {
  value: string;
  label: string;
  title: string;
}

const TRAIL_CHOICES: readonly LookChoice[] = [
  { value: "0", label: "Off", title: "No trails" },
  { value: "1", label: "Short", title: "Where all were in the last half second" },
  { value: "2", label: "Long", title: "Where all were in the last second and a half" },
];

const COLOR_TITLES = {
  role: "What each is: each role in a color of its own",
  heading: "Where it heads: those that fly the same way look the same",
  speed: "How fast it is",
  group: "The group that it belongs to",
  neighbors: "How crowded it is around it",
} as const;

const COLOR_CHOICES: readonly LookChoice[] = COLORINGS.map((value) => ({
  value,
  label: upperFirst(value),
  title: COLOR_TITLES[value],
}));

const SIZE_CHOICES: readonly LookChoice[] = [
  { value: "0", label: "Small", title: "Smaller than usual" },
  { value: "1", label: "Usual", title: "As usual" },
  { value: "2", label: "Large", title: "Larger than usual" },
];

export class LookMenu {
  private readonly glowBox = element("input#look-glow", { type: "checkbox" });
  private readonly radios: HTMLInputElement[] = [];
  private readonly usualButton = byId("look-usual");

  constructor(
    private readonly stage: Stage,
    /** Called after each change of the appearance. */
    private readonly appearanceChanged: () => void,
  ) {
    this.usualButton.addEventListener("click", () => this.setAppearance(undefined));
    this.glowBox.addEventListener("change", () => this.setAppearance({ glow: this.glowBox.checked }));
    byId("look-body").append(
      this.choiceGroup("trails", "Trails", TRAIL_CHOICES),
      this.choiceGroup("color", "Color by", COLOR_CHOICES),
      this.choiceGroup("size", "Bird size", SIZE_CHOICES),
      element(
        "label.across.apart.tall",
        { for: "look-glow", title: "Light around each, which adds up to density" },
        "Glow and density",
        this.glowBox,
      ),
    );
    this.showMenu();
  }

  /** Shows in the controls the appearance that the stage has now. */
  showMenu(): void {
    const { trails, color, glow, size } = this.stage.appearance;
    const values: Record<string, string> = { trails: String(trails), color, size: String(size) };
    for (const radio of this.radios) radio.checked = values[radio.name.replace("look-", "")] === radio.value;
    this.glowBox.checked = glow;
    this.usualButton.classList.toggle("idle", this.stage.chosenAppearance === undefined);
  }

  private choiceGroup(
    name: "trails" | "color" | "size",
    title: string,
    choices: readonly LookChoice[],
  ): HTMLElement {
    const chips = choices.map(({ value, label, title: hint }) => {
      const radio = element("input.unseen", { type: "radio", name: `look-${name}`, value });
      radio.addEventListener("change", () =>
        this.setAppearance({ [name]: name === "color" ? value : Number(value) } as Partial<Appearance>),
      );
      this.radios.push(radio);
      return element("label.chip", { title: hint }, radio, element("span", label));
    });
    return element("fieldset.chips", element("legend", title), element("div.flow", ...chips));
  }

  private setAppearance(part: Partial<Appearance> | undefined): void {
    this.stage.setAppearance(part && { ...this.stage.appearance, ...part });
    this.showMenu();
    this.appearanceChanged();
  }
}
