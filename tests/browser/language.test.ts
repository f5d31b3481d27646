/** Who is asked, read about, shared and counted is called what the scene calls it. */
import { expect } from "vitest";
import { row, showList, test } from "./fixture";

for (const [scene, one, many] of [
  ["zombie-horde", "zombie", "zombies"],
  ["queue-door", "walker", "walkers"],
  ["school-orbit", "fish", "fish"],
  ["leaders-pincer", "bird", "birds"],
] as const)
  test(`in ${scene} a ${one} is asked, shared and read about`, async ({ open }) => {
    const { page } = await open(`scene=${scene}&at=120&look=1_u3`);
    await page.locator(".ask-sides").waitFor();
    const answer = page.locator("#ask");
    const capital = one.charAt(0).toUpperCase() + one.slice(1);
    expect(await answer.textContent()).toContain(`${capital} 3`);
    expect(await answer.getByRole("button", { name: `Share this ${one}` }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await showList(page);
    // The help of a parameter of the group speaks of its members.
    await (await row(page, "count")).getByRole("button", { name: "About How many" }).click();
    await expect
      .poll(() => page.locator("#controls").textContent())
      .toContain(`Number of ${many} in this group.`);
    const shown = await page.locator("body").evaluate((body) => (body as HTMLElement).innerText);
    expect(shown).not.toMatch(/\b(units?|boids?|togetherness)\b/i);
    if (one !== "bird") expect(shown).not.toMatch(/\bbirds?\b/i);
  });
