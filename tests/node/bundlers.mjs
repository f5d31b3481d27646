/**
 * Usage: bundlers.mjs PROJECT CHROMIUM. In a folder where npm has installed the package, three, pixi.js, webpack, webpack-cli
 * and esbuild: bundles a program for Node by esbuild as CommonJS and as a module, builds a page by each bundler and the examples
 * by Vite, and runs the pages in Chromium. Bundles and pages print what the program prints in Node; the examples advance, and
 * their pictures are kept.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [project, executablePath] = process.argv.slice(2);
const www = fileURLToPath(new URL("../../www", import.meta.url));
const { chromium } = await import(join(www, "node_modules/playwright-core/index.mjs"));
const bin = (name) => join(project, "node_modules/.bin", name);
const run = (program, args, cwd = project) =>
  execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
const put = (path, text) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const page = (script) =>
  `<!doctype html><style>body { margin: 0 }</style><p></p><script type="module" src="${script}"></script>`;

const PLAN = `{ groups: { birds: { body: "rigid", count: 50, behaviors: ["cohesion", "alignment"], values: { view: "wide" } } } }`;
const PROGRAM = `import { build, load } from "flockwright";
  await load();
  const flock = build(${PLAN});
  flock.step(0.1);
  console.log(flock.hash);`;
// No top-level await: not every target has it.
const MAIN = `import { build, inWorker, load } from "flockwright";
  const plan = ${PLAN};
  const run = async () => {
    await load();
    const flock = build(plan);
    flock.step(0.1);
    const other = await inWorker(plan);
    await other.step(0.1);
    document.querySelector("p").textContent = [flock.hash, await other.call("hash")].join(" ");
  };
  run();`;

const failures = [];
function expectEqual(name, found, wanted) {
  console.log(name, found);
  if (found !== wanted) failures.push(`${name}: “${found}”, not “${wanted}”`);
}

put("said.mjs", PROGRAM);
put("main.js", MAIN);
const said = execFileSync("node", ["said.mjs"], {
  cwd: project,
  encoding: "utf8",
}).trim();

// Bundles for Node: beside node_modules they find the core and the worker; elsewhere they need the bytes of the core.
const IN_NODE = `import { readFile } from "node:fs/promises";
  import { build, inWorker, load } from "flockwright";
  const plan = ${PLAN};
  const run = async () => {
    const [core] = process.argv.slice(2);
    if (core === "none") {
      try {
        build(plan);
      } catch (why) {
        console.log(why.message);
      }
      return;
    }
    if (core) await load(await readFile(core));
    const flock = build(plan);
    flock.step(0.1);
    console.log(flock.hash);
    if (core) return;
    const other = await inWorker(plan);
    await other.step(0.1);
    console.log(await other.call("hash"));
    other.free();
  };
  run();`;
put("node.js", IN_NODE);
const elsewhere = mkdtempSync(join(tmpdir(), "flockwright-bundle-"));
const core = join(project, "node_modules/flockwright/pkg-npm/npm_bg.wasm");
const printed = (folder, file, ...args) => {
  const node = spawnSync("node", [join(folder, file), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return `${node.stdout}${node.stderr}`.trim().split("\n").join(" ");
};
for (const [format, file] of [
  ["cjs", "node.cjs"],
  ["esm", "node.mjs"],
]) {
  run(bin("esbuild"), [
    "node.js",
    "--bundle",
    "--platform=node",
    `--format=${format}`,
    `--outfile=bundled/${file}`,
  ]);
  copyFileSync(join(project, "bundled", file), join(elsewhere, file));
  expectEqual(`${format} beside node_modules`, printed(join(project, "bundled"), file), `${said} ${said}`);
  expectEqual(`${format} elsewhere with load(bytes)`, printed(elsewhere, file, core), said);
  const without = printed(elsewhere, file, "none");
  const advice =
    "flockwright/core.wasm is not beside this program: install flockwright beside it, or call load()";
  expectEqual(`${format} elsewhere`, without.slice(0, advice.length), advice);
}
rmSync(elsewhere, { recursive: true });
const vite = (from) =>
  run(join(www, "node_modules/.bin/vite"), ["build", "--base=./", "--logLevel=error"], join(project, from));
put("vite/index.html", page("../main.js"));
vite("vite");
run(bin("webpack"), ["--mode=production", "--entry=./main.js", "--output-path=webpack/dist"]);
put("webpack/dist/index.html", page("main.js"));
const worker = "worker=node_modules/flockwright/dist/worker.js";
run(bin("esbuild"), [
  "main.js",
  worker,
  "--bundle",
  "--format=esm",
  "--outdir=esbuild/dist/js",
  "--log-level=error",
]);
put("esbuild/dist/index.html", page("js/main.js"));
mkdirSync(join(project, "esbuild/dist/pkg-npm"), { recursive: true });
copyFileSync(
  join(project, "node_modules/flockwright/pkg-npm/npm_bg.wasm"),
  join(project, "esbuild/dist/pkg-npm/npm_bg.wasm"),
);
for (const name of ["three", "pixi"]) {
  put(`${name}/main.js`, readFileSync(join(project, `node_modules/flockwright/examples/${name}.js`), "utf8"));
  put(`${name}/index.html`, page("./main.js"));
  vite(name);
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};
const server = createServer(({ url }, answer) => {
  const file = join(project, url.endsWith("/") ? `${url}index.html` : url);
  answer.writeHead(existsSync(file) ? 200 : 404, {
    "content-type": TYPES[extname(file)] ?? "text/plain",
  });
  answer.end(existsSync(file) ? readFileSync(file) : "");
});
await new Promise((done) => server.listen(0, "localhost", done));
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
});
for (const name of ["vite", "webpack", "esbuild", "three", "pixi"]) {
  const tried = await browser.newPage({
    viewport: { width: 900, height: 600 },
  });
  tried.on("pageerror", (error) => failures.push(`${name}: ${error}`));
  await tried.goto(`http://localhost:${server.address().port}/${name}/dist/`);
  const goes = () =>
    globalThis.flock ? String(globalThis.flock.ticks > 60) : document.querySelector("p").textContent;
  const wanted = name === "three" || name === "pixi" ? "true" : `${said} ${said}`;
  await tried
    .waitForFunction(`(${goes})() === ${JSON.stringify(wanted)}`, null, {
      timeout: 60_000,
    })
    .catch(async () => {
      failures.push(`${name}: “${await tried.evaluate(goes)}”, not “${wanted}”`);
    });
  if (wanted === "true") await tried.screenshot({ path: join(project, `${name}.png`) });
  console.log(name, await tried.evaluate(goes));
  await tried.close();
}
await browser.close();
server.close();
if (failures.length > 0) throw new Error(failures.join("\n"));
