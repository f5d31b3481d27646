/** What a second thread gives, on the same run side by side, in Node and, where CHROMIUM names one, in Chromium. */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { openPage } from "./chromium.mjs";
import { begin, clump, gain, links, present, spread } from "./crew.mjs";

const ROUNDS = 60;
/** From crowds that are not worth sharing on. */
const SIZES = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const compiled = new WebAssembly.Module(
  readFileSync(new URL("../../www/pkg-cores/flockwright_bg.wasm", import.meta.url)),
);

function tell(where, what, { same, together, alone, ratio }) {
  if (!same) throw new Error(`${where}, ${what}: the runs differ`);
  const times = `${alone.toFixed(2)} ms alone, ${together.toFixed(2)} ms with one helper`;
  console.log(`  ${where}, ${what}: ${times}, ${ratio.toFixed(2)}x`);
}

const crew = begin(compiled, 1);
const helper = new Worker(new URL("../../www/pkg-cores/helper.js", import.meta.url), {
  workerData: { ...crew, number: 0 },
});
await present(1);
for (const what of ["spread", "clump"]) tell("Node", what, gain(links[what], ROUNDS));
for (const count of SIZES) {
  const [apart, dense] = [spread, clump].map((link) => gain(link(count), 3 * ROUNDS).ratio.toFixed(2));
  console.log(`  Node, ${count} units: spread ${apart}x, clump ${dense}x`);
}
await helper.terminate();

if (process.env.CHROMIUM) {
  const { page, close } = await openPage(process.env.CHROMIUM);
  await page.evaluate(() => window.crew.come(1));
  for (const what of ["spread", "clump"]) {
    const got = await page.evaluate(
      ([what, rounds]) => window.crew.gain(window.crew.links[what], rounds),
      [what, ROUNDS],
    );
    tell("Chromium", what, got);
  }
  await close();
}
