/** Light or dark theme: the one that a person chose, which is stored, or that of the system. */
import type { Theme } from "../stage/palette";
import { byId, element, icon, setIcon, setText } from "./dom";
import type { Store } from "./store";

type ThemeChoice = "system" | Theme;

const CHOICE_ORDER: readonly ThemeChoice[] = ["system", "dark", "light"];

function readChoice(text: string | undefined): ThemeChoice {
  return CHOICE_ORDER.find((choice) => choice === text) ?? "system";
}

function nextChoice(choice: ThemeChoice): ThemeChoice {
  return CHOICE_ORDER[(CHOICE_ORDER.indexOf(choice) + 1) % CHOICE_ORDER.length] ?? "system";
}

function resolveTheme(choice: ThemeChoice, systemIsDark: boolean): Theme {
  if (choice !== "system") return choice;
  return systemIsDark ? "dark" : "light";
}

/** Theme in use, as in `html[data-theme]`. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === "light" ? "light" : "dark";

/** Applies the theme to `html[data-theme]`, to its button and, by `changed`, to drawings; the button changes it. */
export function attachTheme(store: Store, changed: (theme: Theme) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = byId("theme");
  const label = element("span");
  button.replaceChildren(icon("system"), label);
  let choice = readChoice(store.get("theme"));
  const applyTheme = () => {
    const theme = resolveTheme(choice, system.matches);
    document.documentElement.dataset.theme = theme;
    setText(label, `Theme: ${choice}`);
    setIcon(button, choice);
    changed(theme);
    // The browser colors its own bar like the background of the page.
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
  };
  button.addEventListener("click", () => {
    choice = nextChoice(choice);
    store.set("theme", choice);
    applyTheme();
  });
  system.addEventListener("change", applyTheme);
  applyTheme();
}

/** Whether the system asks for reduced motion; the run then starts paused. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
