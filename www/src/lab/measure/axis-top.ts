/** Upper end of an axis for values up to `high`: the next round number, whole if `isWhole`; 1 if not `high > 0`. */
export function axisTop(high: number, isWhole: boolean): number {
  if (!(high > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(high));
  const top = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= high) ?? 10;
  const rounded = Number((top * unit).toPrecision(6));
  return isWhole ? Math.max(1, Math.ceil(rounded)) : rounded;
}
