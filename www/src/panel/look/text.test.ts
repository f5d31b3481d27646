import { describe, expect, test } from "vitest";
import { type Look, lookText, readLook } from "./text";

const full: Look = {
  zoom: 2.5,
  center: { x: 512.3, y: 384 },
  askedUnit: 17,
  isFollowing: true,
  leftOutForce: 2,
  compared: { key: "g1.orientation_width", value: 0.275, from: 120, unit: 17 },
  overlays: new Set(["views", "density"]),
  openTab: "make",
  appearance: { trails: 2, color: "heading", glow: false, size: 1 },
  title: "My reef",
};

describe("the view in a link", () => {
  test("is short, and reads back as itself", () => {
    const text = lookText(full);
    expect(text).toBe("1_z2.5_c512.3-384_u17_f_w2_sg1.orientation--width*0.275*120*17_ovk_tk_d2h01_nMy reef");
    expect(readLook(text)).toEqual({ look: full, notices: [] });
  });

  test("of an older link shows all units without a behavior", () => {
    expect(readLook("1_u17_w2a").look).toEqual({ askedUnit: 17, leftOutInAll: 2 });
  });

  test("is nothing while nothing was changed", () => {
    expect(lookText({})).toBe("");
    expect(lookText({ openTab: "tune" })).toBe("");
  });

  test("tells where nothing is drawn on units though the scene usually has something", () => {
    expect(lookText({ overlays: new Set() })).toBe("1_o");
    expect(readLook("1_o")).toEqual({ look: { overlays: new Set() }, notices: [] });
  });

  test("stays below 67 characters, none of which an address has to escape", () => {
    const longest = lookText({
      zoom: 159.987,
      center: { x: 19_999.96, y: 19_999.96 },
      askedUnit: 499_999,
      isFollowing: true,
      overlays: new Set(["views", "forces", "neighbors", "density", "paths", "potential"]),
      openTab: "measure",
      appearance: { trails: 2, color: "neighbors", glow: true, size: 2 },
    });
    expect(longest.length).toBeLessThan(67);
    expect(new URLSearchParams({ look: longest }).toString()).toBe(`look=${longest}`);
  });

  test.each([
    ["1_zNaN_u5", "zNaN"],
    ["1_z0_u5", "z0"],
    ["1_z-2_u5", "z-2"],
    ["1_c5_u5", "c5"],
    ["1_c1e9-3_u5", "c1e9-3"],
    ["1_c9999999-3_u5", "c9999999-3"],
    ["1_oxyz_u5", "oxyz"],
    ["1_tq_u5", "tq"],
    ["1_d3h01_u5", "d3h01"],
    ["1_d2x01_u5", "d2x01"],
    ["1_f1_u5", "f1"],
    ["1_scohesion*x*3_u5", "scohesion*x*3"],
    ["1_scohesion*1_u5", "scohesion*1"],
    ["1_s*1*3_u5", "s*1*3"],
    ["1_\ud83d\ude00_u5", "\ud83d\ude00"],
    ["1__u5", "\u201c\u201d"],
  ])("%s: the bad part is told, the good one kept", (text, bad) => {
    const { look, notices } = readLook(text);
    expect(look).toEqual({ askedUnit: 5 });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(bad);
  });

  test("of another version is told and read as far as it goes", () => {
    const { look, notices } = readLook("2_z2_q7_u5");
    expect(look).toEqual({ zoom: 2, askedUnit: 5 });
    expect(notices).toHaveLength(2);
  });

  test("of many bad parts three are told, and how many more there are", () => {
    const told = (text: string) => readLook(text).notices.join();
    expect(told("1_x_y_q")).toContain("\u201cx\u201d, \u201cy\u201d, \u201cq\u201d.");
    expect(told("1_x_y_q_j_k")).toContain("\u201cq\u201d and 2 more.");
  });

  test("a flood of noise gives two short sentences", () => {
    const { notices } = readLook("x_".repeat(5000));
    expect(notices).toHaveLength(2);
    expect(notices.join().length).toBeLessThan(300);
  });
});
