import { afterEach, beforeEach, expect, test, vi } from "vitest";

let late: typeof import(".");
let line: { hidden: boolean; textContent: string };
let files: Record<string, () => Response | Promise<Response>>;
const asked: { file: string; cache: unknown }[] = [];

beforeEach(async () => {
  vi.resetModules();
  late = await import(".");
  vi.useFakeTimers();
  vi.spyOn(console, "info").mockImplementation(() => {});
  line = { hidden: true, textContent: "" };
  files = {};
  asked.length = 0;
  const parts = { parts: { "lab/make/view": ["assets/view.js", "assets/view.css"] }, hashes: {} };
  vi.stubGlobal("document", {
    baseURI: "https://host/a/",
    querySelector: (what: string) => (what === "#late" ? line : { content: JSON.stringify(parts) }),
  });
  vi.stubGlobal("fetch", async (url: URL, { cache }: RequestInit) => {
    const file = url.href.replace("https://host/a/", "");
    asked.push({ file, cache });
    return files[file]?.() ?? new Response("");
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what fails is loaded again after longer and longer waits, and told until it has come", async () => {
  late.want("the thing");
  const times: number[] = [];
  const begun = Date.now();
  const load = async (again: boolean) => {
    expect(again).toBe(times.length > 0);
    times.push(Date.now() - begun);
    if (times.length < 8) throw new Error("HTTP 404");
    return 7;
  };
  const coming = late.patiently("the thing", load);
  await vi.advanceTimersByTimeAsync(0);
  expect(line).toEqual({ hidden: false, textContent: "Not loaded yet: the thing. The page keeps trying." });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await coming).toBe(7);
  expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000, 60_000]);
  expect(line.hidden).toBe(true);
});

test("what takes long is told before it fails, or comes", async () => {
  late.want("the slow thing");
  const coming = late.patiently("the slow thing", () => new Promise((done) => setTimeout(done, 5000)));
  await vi.advanceTimersByTimeAsync(2900);
  expect(line.hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(line.hidden).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await coming;
  expect(line.hidden).toBe(true);
});

test("what is loaded beforehand is told, and asked for at once, only when a person waits for it", async () => {
  const load = late.lazy("Make it", "lab/make/view", async () => "view");
  files["assets/view.js"] = () => new Response("", { status: 404 });
  void load(true);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(line.hidden).toBe(true);
  const before = asked.length;
  const coming = load();
  await vi.advanceTimersByTimeAsync(0);
  expect(line.textContent).toContain("Make it");
  expect(asked.length).toBeGreaterThan(before);
  files = {};
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await coming).toBe("view");
  expect(line.hidden).toBe(true);
});

test("a part is run only when all its files have come, the second time past the browser's cache", async () => {
  const run = vi.fn(async () => "view");
  const load = late.lazy("Make it", "lab/make/view", run);
  files["assets/view.css"] = () => Promise.reject(new TypeError("Failed to fetch"));
  const coming = load();
  await vi.advanceTimersByTimeAsync(500);
  expect(run).toHaveBeenCalledTimes(0);
  files = {};
  await vi.advanceTimersByTimeAsync(1000);
  expect(await coming).toBe("view");
  expect(asked).toEqual([
    { file: "assets/view.js", cache: undefined },
    { file: "assets/view.css", cache: undefined },
    { file: "assets/view.css", cache: "reload" },
  ]);
});
