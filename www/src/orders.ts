/** Where a tap on the ground means something: it leaves a place that units go to, or are put at. */
import { preyRole } from "./canvas/darts";
import type { Core } from "./core";

export function takesOrders(core: Core): boolean {
  return core.destinations().length > 0 || hasPreyOnTiles(core);
}

/** Prey on tiles stays where it was put. */
function hasPreyOnTiles(core: Core): boolean {
  if (!core.scenery().tiles) return false;
  return core.groups().some(({ role, count }) => role === preyRole && count > 0);
}
