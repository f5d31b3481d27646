/** Checks of arguments for the core. Each returns the value, or throws a TypeError that names the argument. */

/** Largest seed, handle and index that the core accepts. */
const MAX_COUNT = 2 ** 32 - 1;

const shownValue = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, 40);
};

function throwWrongValue(name: string, wanted: string, value: unknown): never {
  throw new TypeError(`${name} is to be ${wanted}, not ${shownValue(value)}.`);
}

/** Returns `value` if it is a finite number. */
export function checkNumber(name: string, value: unknown): number {
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : throwWrongValue(name, "a finite number", value);
}

/** Returns `value` if it is a whole number from 0 to `most`. */
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

/** Returns `value` if it is an object and no array. */
export function checkObject<T extends object>(name: string, value: T): T {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return throwWrongValue(name, "an object", value);
}

/** Returns the result of `check` for each element of `value`, if it is an array; element 2 is called "name[2]". */
export function checkList<T, U>(name: string, value: readonly T[], check: (name: string, one: T) => U): U[] {
  if (!Array.isArray(value)) return throwWrongValue(name, "an array", value);
  return (value as readonly T[]).map((one, at) => check(`${name}[${at}]`, one));
}
