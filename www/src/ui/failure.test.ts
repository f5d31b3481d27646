import { expect, test } from "vitest";
import { detailOf, failureText, switchedOffText } from "./failure";

test("the details show the cause, shortened", () => {
  const cause = new Error("panicked at src/world.rs:10: index out of bounds");
  cause.stack = `${cause.message}\n${Array.from({ length: 200 }, (_, i) => `at wasm-function[${i}]`).join("\n")}`;
  const detail = detailOf(new Error("The simulation core stopped", { cause }));
  expect(detail.split("\n")[0]).toBe(cause.message);
  expect(detail.split("\n").length).toBe(12);
});

test("an error without a stack still says its message", () => {
  const error = new Error("gone");
  error.stack = "";
  expect(detailOf(error)).toBe("gone");
});

test("a stop that comes back is told apart from the first", () => {
  expect(failureText(true)).not.toBe(failureText(false));
});

test("a stop of one that looks on says who it was, and that the run goes on", () => {
  expect(switchedOffText("diagnosis")).toMatch(/^Diagnosis .* is switched off .* The run goes on\.$/);
});
