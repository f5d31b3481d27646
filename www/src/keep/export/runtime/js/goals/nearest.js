/** The nearest unit of another role that is noticed. */
export function nearestOther(unit /*: Unit */, flock /*: Flock */) /*: Target | null */ {
  if (flock.pointer && unit.group.heedsPointer) return flock.pointer;
  let nearest /*: Unit | null */ = null;
  let least = Number.POSITIVE_INFINITY;
  flock.search(unit.x, unit.y, unit.group.notice * unit.length, (other, _dx, _dy, d2) => {
    if (other.group.role === unit.group.role || d2 >= least) return;
    least = d2;
    nearest = other;
  });
  return nearest;
}
