const MASK = (1n << 64n) - 1n;
const MULTIPLIER = 6364136223846793005n;
const INCREMENT = 11634580027462260723n;

/** The finalizer of SplitMix64 (Steele, Lea & Flood 2014). */
function scramble(value /*: bigint */) /*: bigint */ {
  let z = (value + 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** The output of PCG32 (O'Neill 2014): the high bits of a state, turned by its highest ones. */
function output(state /*: bigint */) /*: number */ {
  const word = Number((((state >> 18n) ^ state) >> 27n) & 0xffffffffn);
  const turn = Number(state >> 59n);
  return ((word >>> turn) | (word << (-turn & 31))) >>> 0;
}

/**
 * Random numbers from 0 to 1, the same as the playground draws: one stream per purpose, unit and tick, so that
 * drawing from one never shifts another. Purposes: 1 places, 3 wandering, 4 top speeds, 5 roaming,
 * 9 noise, 10 unrest.
 */
export function randomStream(
  seed /*: number */,
  purpose /*: number */,
  a /*: number */,
  b /*: number */,
) /*: () => number */ {
  let expander = scramble(
    scramble(scramble(BigInt(seed) ^ (BigInt(purpose) << 56n)) ^ BigInt(a)) ^ BigInt.asUintN(64, BigInt(b)),
  );
  const expand = () => {
    expander = (expander * MULTIPLIER + INCREMENT) & MASK;
    return BigInt(output(expander));
  };
  const first = expand() | (expand() << 32n);
  const increment = expand() | (expand() << 32n) | 1n;
  let state = (first + increment) & MASK;
  const step = () => {
    const before = state;
    state = (state * MULTIPLIER + increment) & MASK;
    return before;
  };
  step();
  return () => (output(step()) >>> 8) / 16777216;
}
