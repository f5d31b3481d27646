import { afterEach, expect, test, vi } from "vitest";
import { askForCore, choose, chosen, fetchArtifact, helpersFor, type Surroundings } from "./artifact";

const all: Surroundings = { offered: "https://host/core/", isolated: true, processors: 8, workers: true };

test("shared memory is taken where all that it needs is there", () => {
  expect(choose(all)).toEqual({ shared: "https://host/core/" });
});

test("the usual core is taken where anything is missing, and says what", () => {
  const why = (less: Partial<Surroundings>) => {
    const choice = choose({ ...all, ...less });
    expect(choice.shared).toBeUndefined();
    return choice.why;
  };
  expect(why({ offered: undefined })).toContain("built for one");
  expect(why({ isolated: false })).toContain("isolate");
  expect(why({ workers: false })).toContain("no workers");
  expect(why({ processors: 1 })).toContain("tells of one");
  expect(why({ processors: undefined })).toContain("tells of one");
  // What the page's builder can change comes first.
  expect(why({ offered: undefined, isolated: false })).toContain("built for one");
});

test("there is a helper per processor besides the page's own, and no more than have room", () => {
  expect([undefined, 1, 2, 8, 16, 128].map(helpersFor)).toEqual([0, 0, 1, 7, 15, 15]);
});

/** A page on a host that isolates it; what it fetches is noted. */
function page(offered: string | undefined): string[] {
  const fetched: string[] = [];
  vi.stubGlobal("document", {
    baseURI: "https://host/a/",
    querySelector: () => offered && { content: offered },
  });
  vi.stubGlobal("crossOriginIsolated", true);
  vi.stubGlobal("Worker", class {});
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  vi.stubGlobal("fetch", async (file: string) => {
    fetched.push(file);
    return new Response("");
  });
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what the head names is asked for at once, and only once", async () => {
  const fetched = page("./core-1/");
  askForCore();
  expect(chosen()).toEqual({ shared: "https://host/a/core-1/" });
  await fetchArtifact(chosen());
  expect(fetched).toEqual(["https://host/a/core-1/flockwright_bg.wasm"]);
  // A second try asks again.
  await fetchArtifact(chosen());
  expect(fetched.length).toBe(2);
});

test("where another one is taken in the end, that one is fetched", async () => {
  const fetched = page("./core-1/");
  askForCore();
  await fetchArtifact({});
  expect(fetched[1]).toMatch(/flockwright_bg\.wasm$/);
  expect(fetched[1]).not.toBe(fetched[0]);
});

test("where the head names none, it has asked for the usual one itself", () => {
  const fetched = page(undefined);
  askForCore();
  expect(fetched).toEqual([]);
});
