/** Converts descriptions of groups into the objects that `setGroups` takes. */
import type { GroupObject, MemberInfo } from "../../pkg/flockwright.js";

/** Returns the groups of a run, in which a behavior is given by its key, or by its text if it is a written rule. */
export function groupsOf(infos: readonly MemberInfo[]): GroupObject[] {
  return infos.map(({ behaviors, ...rest }) => ({ ...rest, behaviors: behaviors.map(({ item }) => item) }));
}
