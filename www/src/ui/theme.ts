/** Light or dark theme: a person's choice, which is stored, or the system's. */
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

/** Theme in use; `html[data-theme]` holds it. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === "light" ? "light" : "dark";

/** Keeps `html[data-theme]`, the theme button and the drawings (`changed`) in the chosen theme. */
export function attachTheme(store: Store, changed: (theme: Theme) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = byId("theme");
  const label = element("span");
  button.replaceChildren(icon("system"), label);
  let choice = readChoice(store.get("theme"));
  const apply = () => {
    const theme = resolveTheme(choice, system.matches);
    document.documentElement.dataset.theme = theme;
    setText(label, `Theme: ${choice}`);
    setIcon(button, choice);
    changed(theme);
    // Passes the background color of the style sheet to the browser's own bar.
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
  };
  button.addEventListener("click", () => {
    choice = nextChoice(choice);
    store.set("theme", choice);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

/** Whether the system asks for reduced motion; the run then starts paused. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
