/** Units see across the edges: the offset to the nearest image of a place. */
export function offsetAcrossEdges({ run } /*: Flock */, dx /*: number */, dy /*: number */) /*: Vector */ {
  return { x: dx - run.width * Math.round(dx / run.width), y: dy - run.height * Math.round(dy / run.height) };
}
