/** Converts descriptions of groups into the objects that `setGroups` takes. */
import type { GroupObject, MemberInfo } from "../../pkg/flockwright.js";

/** The groups with their behaviors by key, and written rules by their text. */
export function groupsOf(infos: readonly MemberInfo[]): GroupObject[] {
  return infos.map(({ behaviors, ...rest }) => ({ ...rest, behaviors: behaviors.map(({ item }) => item) }));
}
