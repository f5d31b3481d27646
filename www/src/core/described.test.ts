import { expect, it } from "vitest";
import type { ParamInfo, PerParam } from "../../pkg/flockwright.js";
import { ParamDescriptions } from "./described";

function fake(...values: number[]) {
  const infos = () =>
    values.map(
      (value, id) =>
        ({
          id,
          label: `p${id}`,
          doc: "Of birds.",
          choices: [],
          value,
          visible: true,
        }) as unknown as ParamInfo,
    );
  const read = { params: 0 };
  const run = {
    groups: () => [],
    listing: () => 0,
    params() {
      read.params++;
      return infos();
    },
    values: () => Float32Array.from(values),
    visibility: () => Uint8Array.from(values, (value) => Number(value !== 9)),
  };
  return { run, values, read };
}

it("descriptions are read once, and only what has changed is another object", () => {
  const { run, values, read } = fake(1, 2, 3);
  const descriptions = new ParamDescriptions();
  const before = descriptions.params(run);
  values[1] = 5;
  values[2] = 9;
  const after = descriptions.params(run);
  expect(after.map(({ value, visible }) => [value, visible])).toEqual([
    [1, true],
    [5, true],
    [9, false],
  ]);
  expect(after[0]).toBe(before[0]);
  expect(before[1]?.value).toBe(2);
  expect(read.params).toBe(1);
});

it("they are read again for another run, and when parameters come or go", () => {
  const { run, read } = fake(1);
  const descriptions = new ParamDescriptions();
  descriptions.params(run);
  descriptions.params({ ...run, listing: () => 1 });
  expect(read.params).toBe(2);
  const other = fake(7);
  expect(descriptions.params(other.run)[0]?.value).toBe(7);
});

it("a place in a list is not taken for an id", () => {
  const values = Float32Array.from([4]) as unknown as PerParam;
  // @ts-expect-error: the types check refuses it, and this line where that is no longer so.
  expect(values[0]).toBe(4);
});
