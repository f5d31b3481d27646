/** Units see plain distances: nothing across an edge. */
export function plainOffset(_flock /*: Flock */, dx /*: number */, dy /*: number */) /*: Vector */ {
  return { x: dx, y: dy };
}
