import { defineConfig, type Plugin } from "vite";
import { notices } from "./notices.ts";
import { contentSecurityPolicy, embedHeaders, pageHeaders } from "./security.ts";

/** Puts the policy into the built index.html, first in its head, so that it holds on static hosts that send no headers. */
function policyInPage(): Plugin {
  return {
    name: "flockwright-policy-in-page",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** The core is fetched from the start, not after the script that asks for it; so is the recorded opening (`linked.js`). */
function dataAtOnce(): Plugin {
  return {
    name: "flockwright-data-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const file = (name: RegExp) => `./${Object.keys(bundle).find((one) => name.test(one))}`;
        const core = { href: file(/flockwright_bg-[^/]*\.wasm$/), as: "fetch", fetchpriority: "low" };
        const opening = { name: "opening", content: file(/opening-[^/]*\.json$/) };
        return [
          { tag: "link", attrs: { rel: "preload", ...core, crossorigin: "" }, injectTo: "head" },
          { tag: "meta", attrs: opening, injectTo: "head-prepend" },
        ];
      },
    },
  };
}

/**
 * The page's scripts: what the flock flies by, the page around it, and what is fetched when it is wanted. A file is in the
 * first of them that needs it.
 */
const scripts = Object.entries({
  first: /\/app\/main\.ts$|rolldown[\\/]runtime/,
  page: /\/app\/page\.ts$/,
  embed: /\/app\/embed\.ts$/,
  ask: /\/ask\/index\.ts$/,
  futures: /\/panel\/futures\.ts$/,
  skies: /\/ask\/skies\.ts$/,
  edit: /\/panel\/(list|edit\/editor|explain\/index|overlays\/overlay-painter)\.ts$|\/ui\/pictures\.ts$|\/share\/(presets|dialog)\/index\.ts$|\/share\/dialog\.ts$/,
  learn: /\/learn\/lesson\.ts$/,
  lab: /\/lab\/(make\/view|measure\/view|tracks\/flight)\.ts$|\/panel\/futures-curve\.ts$|\/core\/work\.ts$/,
  film: /\/share\/record\/encoder\.ts$/,
}).map(([name, test], order) => ({ name, test, priority: 10 - order }));

export default defineConfig({
  base: "./",
  plugins: [policyInPage(), dataAtOnce(), notices()],
  build: {
    target: "es2022",
    // Nothing is inlined: data: URLs in scripts and styles would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet: a part has no file of styles besides, which could be missing.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: scripts } } },
    reportCompressedSize: true,
  },
  // Workers are modules, as the page is.
  worker: { format: "es" },
  // The development server injects styles and a socket, which the strict policy would refuse.
  server: { headers: embedHeaders },
  preview: { headers: pageHeaders },
});
