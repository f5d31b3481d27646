import { afterEach, beforeEach, expect, test, vi } from "vitest";

let part: typeof import("./part");
let elements: Record<string, { hidden?: boolean; onclick?: () => void; contains?: () => boolean }>;
const place = { href: "https://host/a/?seed=2", reload: vi.fn(), assign: vi.fn() };

beforeEach(async () => {
  vi.resetModules();
  part = await import("./part");
  vi.spyOn(console, "info").mockImplementation(() => {});
  elements = {
    missing: { hidden: true },
    "missing-again": {},
    "missing-reload": {},
    messages: { contains: () => true },
  };
  vi.stubGlobal("document", { getElementById: (id: string) => elements[id], querySelector: () => null });
  vi.stubGlobal("location", place);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what fails is said, and what waits for it comes with Try again", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("HTTP 404")).mockResolvedValue(7);
  const other = vi.fn().mockRejectedValueOnce(new Error("HTTP 404")).mockResolvedValue(8);
  const both = Promise.all([part.fetchPart(load), part.fetchPart(other)]);
  await expect.poll(() => elements.missing?.hidden).toBe(false);
  await new Promise((done) => setTimeout(done, 20));
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  elements["missing-again"]?.onclick?.();
  expect(await both).toEqual([7, 8]);
  expect(elements.missing?.hidden).toBe(true);
});

test("Reload takes the run along", async () => {
  void part.fetchPart(() => Promise.reject(new Error("HTTP 404")));
  await expect.poll(() => elements.missing?.hidden).toBe(false);
  elements["missing-reload"]?.onclick?.();
  expect(place.reload).toHaveBeenCalledOnce();
  part.setReloadAddress(() => "https://host/a/?seed=2&at=70");
  elements["missing-reload"]?.onclick?.();
  expect(place.assign).toHaveBeenCalledWith("https://host/a/?seed=2&at=70");
});

test("a part is fetched when its button is approached, in any way, and nothing is said of a failure", async () => {
  const load = vi.fn().mockRejectedValue(new Error("HTTP 404"));
  for (const approach of ["pointerenter", "focusin", "pointerdown"]) {
    const button = new EventTarget() as HTMLElement;
    part.fetchOnApproach(button, load);
    button.dispatchEvent(new Event(approach));
    button.dispatchEvent(new Event(approach));
  }
  expect(load).toHaveBeenCalledTimes(3);
  expect(elements.missing?.hidden).toBe(true);
});
