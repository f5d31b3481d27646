/**
 * Files that come late or never are asked for again and again, after longer and longer waits. One line says what is
 * missing as long as a person waits for it. Nothing gives up, so nothing that was done meanwhile is lost.
 */

/** Wait before the next attempt, ms: the first and the longest. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** Without an answer for this long, ms, the page says what it waits for. */
const SLOW = 3000;

/** What has not come in time, and what a person waits for. */
const late = new Set<string>();
const wanted = new Set<string>();
/** Ends the waits before the next attempts. */
const wake = new EventTarget();

function tell(): void {
  const line = globalThis.document?.querySelector<HTMLElement>("#late");
  if (!line) return;
  const missing = [...late].filter((what) => wanted.has(what));
  line.hidden = missing.length === 0;
  const text = `Not loaded yet: ${missing.join(", ")}. The page keeps trying.`;
  if (missing.length > 0 && line.textContent !== text) line.textContent = text;
}

/** A person waits for it from now on. */
export function want(what: string): void {
  wanted.add(what);
  if (late.has(what)) wake.dispatchEvent(new Event("wake"));
  tell();
}

function rest(ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    wake.addEventListener("wake", () => [clearTimeout(timer), done()], { once: true });
  });
}

function setLate(what: string): void {
  late.add(what);
  tell();
}

/** Something is on its way: it is late after a while, until the returned function says that it has come. */
function expectSoon(what: string): () => void {
  const slow = setTimeout(setLate, SLOW, what);
  return () => {
    clearTimeout(slow);
    late.delete(what);
    tell();
  };
}

/** Loads until that succeeds. `again`: what the browser has kept of an earlier attempt is not to be trusted. */
export async function patiently<T>(what: string, load: (again: boolean) => Promise<T>): Promise<T> {
  const hasCome = expectSoon(what);
  for (let wait = FIRST_WAIT, again = false; ; again = true) {
    try {
      const made = await load(again);
      hasCome();
      return made;
    } catch (error) {
      console.info(`${what}: ${error}`);
      setLate(what);
      await rest(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }
}

/** What the build writes into the page's head: the files of each part, and their hashes. Empty while developing. */
interface Parts {
  parts: Record<string, string[]>;
  hashes: Record<string, string>;
}

/** Files that are here. */
const here = new Set<string>();

let known: Parts | undefined;

function ofPage(): Parts {
  const text = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="parts"]')?.content;
  known ??= text ? (JSON.parse(text) as Parts) : { parts: {}, hashes: {} };
  return known;
}

/**
 * Fetches the files of a part into the browser's cache. Rejects unless all of them are whole and of this version: a module
 * that has failed to load once may fail for as long as the page is open.
 */
async function fetchPart(part: string, again: boolean): Promise<void> {
  const { parts, hashes } = ofPage();
  const fetchFile = async (file: string) => {
    const options = { integrity: hashes[file] ?? "", ...(again && { cache: "reload" as const }) };
    const response = await fetch(new URL(file, document.baseURI), options);
    if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
    await response.arrayBuffer();
    here.add(file);
  };
  await Promise.all((parts[part] ?? []).filter((file) => !here.has(file)).map(fetchFile));
}

const loaders: ((quietly: boolean) => Promise<unknown>)[] = [];

/** Loads a part of the page. */
interface Loader<T> {
  (quietly?: boolean): Promise<T>;
  /** The person no longer waits for it. */
  drop(): void;
}

/**
 * A loader of a part of the page that the first frame does not need. `what`: as a person knows it; `part`: its module below
 * src/. A message says when a part is late, unless it is loaded `quietly`.
 */
export function lazy<T>(what: string, part: string, load: () => Promise<T>): Loader<T> {
  let made: Promise<T> | undefined;
  const loader = (quietly = false) => {
    if (!quietly) want(what);
    made ??= patiently(what, async (again) => {
      await fetchPart(part, again);
      return load();
    });
    return made;
  };
  loaders.push(loader);
  const drop = () => {
    wanted.delete(what);
    tell();
  };
  return Object.assign(loader, { drop });
}

/** An action that takes time: pressed again meanwhile, it is not done twice. */
export function oneAtATime<A extends unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => void {
  let isBusy = false;
  return async (...given) => {
    if (isBusy) return;
    isBusy = true;
    await act(...given).finally(() => (isBusy = false));
  };
}

/** Loads all parts that are still missing, one after the other unless one is late: then all works offline. */
export async function loadAll(): Promise<void> {
  for (const loader of loaders) await Promise.race([loader(true), rest(SLOW)]);
}

/** A part that the page cannot begin without: it is asked for at once, and checked only where that fails. */
export function atOnce<T>(what: string, part: string, load: () => Promise<T>): Promise<T> {
  want(what);
  return patiently(what, async (again) => {
    if (again) await fetchPart(part, again);
    const made = await load();
    for (const file of ofPage().parts[part] ?? []) here.add(file);
    return made;
  });
}

globalThis.addEventListener?.("online", () => wake.dispatchEvent(new Event("wake")));
