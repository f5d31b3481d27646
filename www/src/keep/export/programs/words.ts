/** What programs of all languages say in their comments. */
import { f32Text } from "../../../link/value";
import type { ExportValue } from "../model";
import type { Plan, PlanGroup } from "../plan";

/** What stands above everything. `page`: the address at which the run opens again. */
export function header({ run, games }: Plan, page: string, isCore = false): string[] {
  return [
    `Flockwright: ${run.scene.title}, seed ${run.seed}. The run of the playground as a program.`,
    `This run: ${page}`,
    `Source of the scene: ${run.scene.source}`,
    "",
    "One tick is 1/60 s; keep it, the numbers were tuned for it. First all units steer by the state of the last tick, " +
      "then all of them move. u is a world unit, s a second, L the length of a unit; x points right, y down, headings " +
      "grow clockwise.",
    isCore
      ? "It computes with 32-bit floats, as the playground does: every bit is the same."
      : "The playground computes with 32-bit floats. This program moves as it does for some seconds; then single units are " +
        "elsewhere, and the flock as a whole does the same.",
    ...(isCore ? [] : games),
  ];
}

const KINDS = { rigid: "rigid bodies", point: "point masses", particle: "particles" } as const;

/** What stands above the constants of a group. */
export function about({ label, body, behaviors, idle }: PlanGroup): string[] {
  const order = behaviors.length > 0 ? ` Forces in their order: ${behaviors.join(", ")}.` : "";
  return [`${label}: ${KINDS[body]}.${order}`, ...(idle.length > 0 ? [`Left out: ${idle.join(", ")}.`] : [])];
}

/** What stands above a constant. */
export function constantLines(value: ExportValue): string[] {
  const unit = value.unit ? ` [${value.unit}]` : "";
  return [`${value.label}${unit}: ${value.doc}${limits(value)}`];
}

function limits(value: ExportValue): string {
  if (value.kind === "float" || value.kind === "int")
    return ` From ${f32Text(value.min)} to ${f32Text(value.max)}.`;
  return value.kind === "text" && value.options.length > 0 ? ` One of ${value.options.join(", ")}.` : "";
}
