/** The crowds that helpers share. */

const crowd = (count, side) =>
  `scene=flock-wide&wide_radius_factor=10&leaders=off&target=nobody&player.count=0&count=${count}&width=${side}&height=${side}`;

/** As dense as the bench has them, however many: spread out with 12 neighbors each, and a clump of 300. */
export const spread = (count) => crowd(count, Number((6472.1 * Math.sqrt(count / 100_000)).toFixed(1)));
export const clump = (count) =>
  `${crowd(count, Number((2506.6 * Math.sqrt(count / 20_000)).toFixed(1)))}&start_radius=0.2257`;

export const links = { spread: spread(100_000), large: spread(200_000), clump: clump(20_000) };
