import { expect, test } from "vitest";
import { lazy, loadAll } from "./lazy";

test("a part is fetched once, and again after a failure", async () => {
  let calls = 0;
  const part = lazy(async () => {
    calls++;
    if (calls === 1) throw new Error("offline");
    return "here";
  });
  await expect(part()).rejects.toThrow("offline");
  expect(await part()).toBe("here");
  expect(await part()).toBe("here");
  expect(calls).toBe(2);
});

test("all parts are fetched ahead, and a missing one keeps none of the others away", async () => {
  const fetched: string[] = [];
  lazy(async () => {
    fetched.push("first");
    throw new Error("offline");
  });
  const second = lazy(async () => fetched.push("second"));
  await loadAll();
  expect(fetched).toEqual(["first", "second"]);
  await second();
  expect(fetched).toHaveLength(2);
});
