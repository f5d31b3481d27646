/** Sorts the units into square cells, for searches that look at a few cells only. */
function sortIntoGrid(flock /*: Flock */) /*: Grid */ {
  const { width, height, cell } = flock.run;
  const columns = Math.max(Math.floor(width / cell), 1);
  const rows = Math.max(Math.floor(height / cell), 1);
  const cells /*: Unit[][] */ = Array.from({ length: columns * rows }, () => []);
  for (const unit of flock.crowd) {
    const column = Math.min(Math.floor((unit.x / width) * columns), columns - 1);
    const row = Math.min(Math.floor((unit.y / height) * rows), rows - 1);
    cells[row * columns + column].push(unit);
  }
  return { tick: flock.ticks, units: flock.crowd, columns, rows, cells };
}

/** The cells from one place to another, each once; across the edges where units see across them. */
function cellsBetween(
  low /*: number */,
  high /*: number */,
  extent /*: number */,
  many /*: number */,
  across /*: boolean */,
) /*: number[] */ {
  const size = extent / many;
  let first = Math.floor(low / size);
  let last = Math.floor(high / size);
  if (!across || !(last - first < many)) {
    first = across ? 0 : Math.min(Math.max(first, 0), many - 1);
    last = across ? many - 1 : Math.min(Math.max(last, 0), many - 1);
  }
  const found = [];
  for (let at = first; at <= last; at++) found.push((at + many) % many);
  return found;
}

/** A search among many units: only the cells around are looked at. */
export function searchGrid(
  flock /*: Flock */,
  x /*: number */,
  y /*: number */,
  radius /*: number */,
  visit /*: Visit */,
) /*: void */ {
  const { width, height, seeAcross, offset } = flock.run;
  if (flock.grid?.tick !== flock.ticks || flock.grid.units !== flock.crowd) flock.grid = sortIntoGrid(flock);
  const { columns, rows, cells } = flock.grid;
  const across = cellsBetween(x - radius, x + radius, width, columns, seeAcross);
  for (const row of cellsBetween(y - radius, y + radius, height, rows, seeAcross)) {
    for (const column of across) {
      for (const other of cells[row * columns + column]) {
        const { x: dx, y: dy } = offset(flock, other.x - x, other.y - y);
        const d2 = dx * dx + dy * dy;
        if (d2 <= radius * radius) visit(other, dx, dy, d2);
      }
    }
  }
}
