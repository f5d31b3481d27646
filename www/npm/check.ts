/** Checks of arguments before they reach the core: each throws a sentence that names the argument. */

/** The greatest seed, handle and index of the core. */
export const MAX_COUNT = 2 ** 32 - 1;

const shownValue = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, 40);
};

function throwWrongValue(name: string, wanted: string, value: unknown): never {
  throw new TypeError(`${name} is to be ${wanted}, not ${shownValue(value)}.`);
}

/** A finite number. */
export function checkNumber(name: string, value: unknown): number {
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : throwWrongValue(name, "a finite number", value);
}

/** A whole number from 0 to a limit. */
export function checkCount(name: string, value: unknown, most = MAX_COUNT): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  return throwWrongValue(name, `a whole number from 0 to ${most}`, value);
}

export function checkText(name: string, value: unknown): string {
  return typeof value === "string" ? value : throwWrongValue(name, "a text", value);
}

export function checkBoolean(name: string, value: unknown): boolean {
  return typeof value === "boolean" ? value : throwWrongValue(name, "true or false", value);
}

/** An object with properties. */
export function checkObject<T extends object>(name: string, value: T): T {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return throwWrongValue(name, "an object", value);
}

/** An array, each element of which is checked by `check`. */
export function checkList<T, U>(name: string, value: readonly T[], check: (name: string, one: T) => U): U[] {
  if (!Array.isArray(value)) return throwWrongValue(name, "an array", value);
  return (value as readonly T[]).map((one, at) => check(`${name}[${at}]`, one));
}
