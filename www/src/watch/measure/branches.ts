/** The way of a point in a plane of parameter and measure, cut where the parameter turns round. Pure. */
export interface Branch {
  way: "up" | "down";
  points: [number, number][];
}

/** So many points on a branch are enough to be seen. */
const most = 240;

/** Samples in which the parameter stands still belong to no branch; those without a value are left out. */
export function branchesOf(xs: ArrayLike<number>, ys: readonly number[]): Branch[] {
  const branches: Branch[] = [];
  for (let at = 1; at < ys.length; at++) {
    const [before, now] = [xs[at - 1] ?? Number.NaN, xs[at] ?? Number.NaN];
    const [y0, y1] = [ys[at - 1] ?? Number.NaN, ys[at] ?? Number.NaN];
    if (!Number.isFinite(y0 + y1 + before + now) || before === now) continue;
    const way = now > before ? "up" : "down";
    const last = branches.at(-1);
    const goesOn = last?.way === way && last.points.at(-1)?.[0] === before;
    if (last && goesOn) last.points.push([now, y1]);
    else
      branches.push({
        way,
        points: [
          [before, y0],
          [now, y1],
        ],
      });
  }
  return branches.map(({ way, points }) => {
    const stride = Math.ceil(points.length / most);
    return { way, points: points.filter((_, at) => at % stride === 0 || at === points.length - 1) };
  });
}
