/** Of those that a unit sees, only the nearest count: a topological neighborhood. */
export function nearestOnly(seen /*: Seen[] */, most /*: number */) /*: Seen[] */ {
  return seen.sort((a, b) => a.d2 - b.d2).slice(0, most);
}
