import { expect, it } from "vitest";
import { timedLink, withoutTime } from "./timed-link";

it("a link without its time starts at the beginning, and says all else as it was spelled", () => {
  expect(withoutTime("v=1&scene=duel&at=600&ev=H.5-3R2s&ob=1_2&at=7")).toBe("v=1&scene=duel&ob=1_2");
  expect(withoutTime("v=1&scene=duel&%61t=600&flat=1")).toBe("v=1&scene=duel&flat=1");
  for (const query of ["scene=duel&at=5", "ev=&scene=duel"]) {
    expect(timedLink(query)).toBe(query);
    expect(timedLink(withoutTime(query))).toBeUndefined();
  }
});
