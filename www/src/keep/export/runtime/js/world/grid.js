/** The cell that a place lies in, by its number along one side; what is outside the world is at its edge. */
function cellAt(place /*: number */, extent /*: number */, many /*: number */) /*: number */ {
  const at = Math.floor((place / extent) * many);
  return at > 0 ? Math.min(at, many - 1) : 0;
}

/** Sorts the units into square cells, for searches that look at a few cells only. */
function sortIntoGrid(flock /*: Flock */) /*: Grid */ {
  const { width, height, cell } = flock.run;
  const columns = Math.max(Math.floor(width / cell), 1);
  const rows = Math.max(Math.floor(height / cell), 1);
  const cells /*: Unit[][] */ = Array.from({ length: columns * rows }, () => []);
  for (const unit of flock.crowd) {
    cells[cellAt(unit.y, height, rows) * columns + cellAt(unit.x, width, columns)].push(unit);
  }
  return { columns, rows, cells };
}

/** The cells from one place to another, each once; across the edges where units see across them. */
function cellsBetween(
  low /*: number */,
  high /*: number */,
  extent /*: number */,
  many /*: number */,
  across /*: boolean */,
) /*: number[] */ {
  let first = Math.floor((low / extent) * many);
  let last = Math.floor((high / extent) * many);
  if (!across || !(last - first < many)) {
    first = across ? 0 : cellAt(low, extent, many);
    last = across ? many - 1 : cellAt(high, extent, many);
  }
  const found = [];
  for (let at = first; at <= last; at++) found.push(((at % many) + many) % many);
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
  flock.grid ??= sortIntoGrid(flock);
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
