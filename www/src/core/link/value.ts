/** Values as links and files write them: exact, in plain letters, without units. */
import type { ParamInfo } from "..";

/** A value as it stands in a link: a number, `on` or `off`, or the key of a choice. */
export function linkValue({ kind, choices }: Pick<ParamInfo, "kind" | "choices">, value: number): string {
  if (kind === "bool") return value === 0 ? "off" : "on";
  return (kind === "choice" && choices[value]?.key) || f32Text(value);
}

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
