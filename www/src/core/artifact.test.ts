import { expect, test } from "vitest";
import { choose, helpersFor, type Surroundings } from "./artifact";

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
  expect(why({ offered: undefined })).toContain("built without");
  expect(why({ isolated: false })).toContain("isolate");
  expect(why({ workers: false })).toContain("no workers");
  expect(why({ processors: 1 })).toContain("tells of one");
  expect(why({ processors: undefined })).toContain("tells of one");
  // What the page's builder can change comes first.
  expect(why({ offered: undefined, isolated: false })).toContain("built without");
});

test("there is a helper per processor besides the page's own, and no more than have room", () => {
  expect([undefined, 1, 2, 8, 16, 128].map(helpersFor)).toEqual([0, 0, 1, 7, 15, 15]);
});
