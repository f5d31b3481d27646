/**
 * Which of the core's two artifacts runs on the page: the usual one, or the one whose memory workers share. The page names
 * the second in its head where it was built with it; it needs a host that isolates the page.
 */

export interface Surroundings {
  /** The folder of the artifact with shared memory, where there is one. */
  offered: string | undefined;
  isolated: boolean;
  /** The number that the browser reports. */
  processors: number | undefined;
  workers: boolean;
}

export interface Choice {
  /** The folder of the artifact with shared memory; undefined for the usual one. */
  shared?: string;
  /** Why it is the usual one. */
  why?: string;
}

/** Each helper has a stack of its own, 1 MB, and looks for work between the passes of a tick. */
const MOST_HELPERS = 15;

/** One per processor less one, which is the page's. */
export function helpersFor(processors: number | undefined): number {
  return Math.min(MOST_HELPERS, Math.max(1, processors ?? 1) - 1);
}

export function choose({ offered, isolated, processors, workers }: Surroundings): Choice {
  if (!offered) return { why: "this page was built for one processor" };
  if (!isolated) return { why: "its host does not isolate the page, which shared memory needs" };
  if (!workers) return { why: "this browser has no workers" };
  if (helpersFor(processors) === 0) return { why: "the browser tells of one" };
  return { shared: offered };
}

/** On this page. */
export function chosen(): Choice {
  return choose({
    offered: offered(),
    isolated: globalThis.crossOriginIsolated === true,
    processors: globalThis.navigator?.hardwareConcurrency,
    workers: typeof Worker === "function",
  });
}

function offered(): string | undefined {
  const name = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="shared-core"]')?.content;
  return name && new URL(name, document.baseURI).href;
}

const usual = new URL("../../pkg/flockwright_bg.wasm", import.meta.url);

const fileOf = ({ shared }: Choice) => (shared ? new URL("flockwright_bg.wasm", shared) : usual).href;

let asked: { file: string; response: Promise<Response> } | undefined;

/** Asks for the file already, behind what shows the opening. Where only one can be meant, the page's head has asked. */
export function askForCore(): void {
  if (!offered()) return;
  const file = fileOf(chosen());
  const response = fetch(file, { priority: "low" });
  // A failure is handled where it is awaited.
  response.catch(() => {});
  asked = { file, response };
}

/** The file of an artifact; `again`: past what the browser has kept of it. */
export function fetchArtifact(choice: Choice, again = false): Promise<Response> {
  const file = fileOf(choice);
  const early = asked;
  asked = undefined;
  if (early?.file === file && !again) return early.response;
  return fetch(file, again ? { cache: "reload" } : {});
}
