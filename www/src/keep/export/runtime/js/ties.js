/** Whether units of a group take no notice of those of another. */
export function ignores(group /*: Group */, other /*: Group */) /*: boolean */ {
  return group.ignores?.includes(other.key) ?? false;
}

/** Whether the units of another group are flockmates: those of its role, and those that it is told to flock with. */
export function areMates(group /*: Group */, other /*: Group */) /*: boolean */ {
  return (group.role === other.role || group.flocks?.includes(other.key) === true) && !ignores(group, other);
}
