/** What a diagram says, in words: its axes, and a text for people who cannot see it. */
import type { ResponseInfo } from "../../core";
import type { Chart } from "./chart";

const things: Record<ResponseInfo["to"], string> = {
  neighbor: "a neighbor",
  course: "a neighbor",
  ahead: "a unit ahead",
  target: "the target",
  goal: "the goal",
  obstacle: "an obstacle",
  leader: "the leader",
  menace: "a menace",
  node: "the node",
  rudder: "",
  throttle: "",
  nothing: "",
};

const readings: Record<ResponseInfo["reads"], string> = {
  side: "force to the right",
  away: "push away",
  toward: "pull toward it",
  along: "force forward",
  thrust: "thrust",
  speed: "speed in u/s",
  turn: "turn rate in °/s",
  force: "force that acts",
};

/** The title of the upright axis. */
export function readingText({ reads }: ResponseInfo): string {
  return readings[reads];
}

/** The title of the other axis. */
export function axisText({ over, to, reads }: ResponseInfo): string {
  switch (over) {
    case "distance":
      return `distance to ${things[to]}, bodies`;
    case "angle":
      return to === "course" ? "a neighbor's course, to the right" : `bearing of ${things[to]}`;
    case "time":
      if (to === "rudder") return "seconds, right key held";
      if (to === "throttle") return "seconds, throttle opening";
      return reads === "speed"
        ? "seconds from rest"
        : reads === "turn"
          ? "seconds, all force to one side"
          : "seconds";
    case "speed":
      return "speed, u/s";
    case "force":
      return "force requested";
  }
}

/** A place on the axis. */
export function placeText(over: ResponseInfo["over"], value: number): string {
  if (over !== "angle") return numberText(value);
  const degrees = Math.round((value * 180) / Math.PI);
  return `${degrees < 0 ? "\u2212" : ""}${Math.abs(degrees)}°`;
}

export function numberText(value: number): string {
  const size = Math.abs(value);
  const text = size >= 99.5 ? Math.round(size).toLocaleString("en-US") : String(Number(size.toPrecision(3)));
  return (value < 0 && Number(text.replace(",", "")) !== 0 ? "\u2212" : "") + text;
}

/** A sentence or two with what the picture shows. */
export function chartText(response: ResponseInfo, chart: Chart): string {
  const { over, reads, xs, now, base, marks } = response;
  const unit = over === "distance" ? " bodies" : over === "time" ? " s" : "";
  const at = (x: number) => placeText(over, x) + unit;
  const [first, last, end] = [xs[0] ?? 0, xs.at(-1) ?? 0, now.length - 1];
  const value = (index: number) => numberText(now[index] ?? 0);
  const axis = axisText(response).replace(", bodies", "").replace(", u/s", "");
  const title = `${readings[reads]} (up) over ${axis} (across)`;
  const parts = [`${title}: ${value(0)} at ${at(first)}, ${value(end)} at ${at(last)}.`];
  let most = 0;
  for (const [index, y] of now.entries()) if (Math.abs(y) > Math.abs(now[most] ?? 0)) most = index;
  const size = (index: number) => Math.abs(now[index] ?? 0);
  if (size(most) > 1.02 * Math.max(size(0), size(end))) {
    parts.push(`Largest: ${value(most)} at ${at(xs[most] ?? 0)}.`);
  }
  if (chart.balance) {
    parts.push(`Pushes when closer than ${chart.balance.value.toFixed(1)} bodies, pulls beyond that.`);
  }
  if (marks.length > 0) parts.push(`Marked at ${marks.map(at).join(" and ")}.`);
  if (base.length > 0) parts.push("The thin line is the curve at the scene's own value.");
  const text = parts.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where the selected unit is: pairs of place and value, the nearest first. */
export function pointsText({ over, to }: ResponseInfo, points: readonly number[], unit: number): string {
  const count = points.length / 2;
  if (unit < 0) return "Select a unit to see it here.";
  if (count === 0) return `Unit ${unit}: nothing acts on it now.`;
  const place = placeText(over, points[0] ?? 0) + (over === "distance" ? " bodies" : "");
  const first = `${numberText(points[1] ?? 0)} at ${place}`;
  if (count === 1) return `Unit ${unit} now: ${first}.`;
  const others = to === "obstacle" ? "obstacles" : "neighbors";
  return `Unit ${unit} now: ${count} ${others}, each on its own; the nearest ${first}.`;
}

/** Whether a selected unit has a place on it at all. */
export function hasPoints({ over, to }: ResponseInfo): boolean {
  return over !== "time" && to !== "ahead";
}
