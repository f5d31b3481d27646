/** Publishes colors of the stage's palette as CSS variables, such as `--role-0`, for the rest of the page. */
import { leaderRole } from "../stage/darts";
import { palettes, type Theme } from "../stage/palette";

/** Sets the CSS variables to the palette of this theme. */
export function publishColors(theme: Theme): void {
  const palette = palettes[theme];
  const publish = (name: string, colors: readonly string[]) => {
    for (const [place, color] of colors.entries())
      document.documentElement.style.setProperty(`--${name}-${place}`, color);
  };
  publish(
    "role",
    palette.roles.map((color, role) => (role === leaderRole ? palette.leader : color)),
  );
  publish("wheel", palette.wheel);
  publish("ramp", palette.ramp);
  publish("tint", palette.tints);
  publish("pole", palette.poles);
}
