import { describe, expect, test } from "vitest";
import { asEmbed, embedMode, embedSnippet } from "./embed";
import { withoutKeys } from "./query";

describe("embed in a link", () => {
  test("1 waits for Play, play starts, and everything else about the link stays", () => {
    expect(embedMode("v=8&scene=flock-wide")).toBeUndefined();
    expect(embedMode("v=8&embed=1")).toBe("wait");
    expect(embedMode("embed")).toBe("wait");
    expect(embedMode("v=8&embed=play&seed=4")).toBe("play");
    expect(embedMode("embed=0")).toBeUndefined();
    expect(embedMode("embedded=1")).toBeUndefined();
    expect(withoutKeys("v=8&embed=1&steps=ahead+50%2C+port+120", "embed")).toBe(
      "v=8&steps=ahead+50%2C+port+120",
    );
    expect(asEmbed("v=8&embed=play&seed=4", "wait")).toBe("v=8&seed=4&embed=1");
  });
});

describe("the snippet", () => {
  test("carries link and title, and nothing in it ends an attribute", () => {
    const text = embedSnippet('https://a.example/?v=8&steps=%22"<b>', 'a "scene" & <more>');
    expect(text).toContain("aspect-ratio: 4 / 3");
    expect(text).toContain("v=8&amp;steps=%22&quot;&lt;b&gt;");
    expect(text).toContain('title="Flockwright: a &quot;scene&quot; &amp; &lt;more&gt;"');
    expect(text.match(/</g)).toHaveLength(2);
  });
});
