/** Values as links and files write them: exact, in plain letters, without units. */

/** The shortest decimal that reads back as the same 32-bit float. */
export function f32Text(value: number): string {
  const wanted = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(wanted.toPrecision(digits));
    if (Math.fround(short) === wanted) return plain(short);
  }
  return plain(wanted);
}

/** Without an exponent, which not every language reads the same way. */
function plain(value: number): string {
  const text = String(value);
  return /e/.test(text) ? value.toFixed(20).replace(/0+$/, "").replace(/\.$/, "") : text;
}
