/** A search among few units: everyone is looked at. */
export function searchEveryone(
  flock /*: Flock */,
  x /*: number */,
  y /*: number */,
  radius /*: number */,
  visit /*: Visit */,
) /*: void */ {
  for (const other of flock.crowd) {
    const { x: dx, y: dy } = flock.run.offset(flock, other.x - x, other.y - y);
    const d2 = dx * dx + dy * dy;
    if (d2 <= radius * radius) visit(other, dx, dy, d2);
  }
}
