/**
 * Usage: bundlers.mjs PROJECT CHROMIUM. In a folder where npm has installed the package, three, pixi.js, webpack, webpack-cli
 * and esbuild: builds a page by each bundler as it comes, and the examples by Vite, and runs them in Chromium. The pages say
 * what Node says; the examples go on, and are kept as pictures.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
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

put("said.mjs", PROGRAM);
put("main.js", MAIN);
const said = execFileSync("node", ["said.mjs"], { cwd: project, encoding: "utf8" }).trim();
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

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(({ url }, answer) => {
  const file = join(project, url.endsWith("/") ? `${url}index.html` : url);
  answer.writeHead(existsSync(file) ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "text/plain" });
  answer.end(existsSync(file) ? readFileSync(file) : "");
});
await new Promise((done) => server.listen(0, "localhost", done));
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
});
const failures = [];
for (const name of ["vite", "webpack", "esbuild", "three", "pixi"]) {
  const tried = await browser.newPage({ viewport: { width: 900, height: 600 } });
  tried.on("pageerror", (error) => failures.push(`${name}: ${error}`));
  await tried.goto(`http://localhost:${server.address().port}/${name}/dist/`);
  const goes = () =>
    globalThis.flock ? String(globalThis.flock.ticks > 60) : document.querySelector("p").textContent;
  const wanted = name === "three" || name === "pixi" ? "true" : `${said} ${said}`;
  await tried
    .waitForFunction(`(${goes})() === ${JSON.stringify(wanted)}`, null, { timeout: 60_000 })
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
