/** Groups of a run as the core takes them back. */
import type { GroupObject, MemberInfo } from "../../pkg/flockwright.js";

/** The groups with their behaviors by key, and written rules by their text. */
export function groupsOf(infos: readonly MemberInfo[]): GroupObject[] {
  return infos.map(({ behaviors, ...rest }) => ({ ...rest, behaviors: behaviors.map(({ item }) => item) }));
}
