import { defineConfig, type Plugin } from "vite";
import { notices } from "./notices.ts";
import { contentSecurityPolicy, embedHeaders, pageHeaders } from "./security.ts";

/** Puts the content security policy into the head of the built index.html, since static hosts send no headers. */
function addPolicyToPage(): Plugin {
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

/** Makes the page fetch core and recorded opening at once (`linked.js`), not after the script that needs them. */
function preloadData(): Plugin {
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
 * Chunks of the page's code with the modules that start them, in the order of loading. A module that several chunks
 * need is in the first of them.
 */
const codeChunks = Object.entries({
  first: /\/app\/main\.ts$|rolldown[\\/]runtime/,
  page: /\/app\/page\.ts$/,
  embed: /\/app\/embed\.ts$/,
  ask: /\/ask\/index\.ts$/,
  futures: /\/panel\/futures\.ts$/,
  skies: /\/ask\/skies\.ts$/,
  edit: /\/panel\/(list|edit\/editor|explain\/index|overlays\/overlay-painter)\.ts$|\/ui\/pictures\.ts$|\/share\/(presets\/index|dialog)\.ts$/,
  learn: /\/learn\/lesson\.ts$/,
  lab: /\/lab\/(make\/view|measure\/view|tracks\/flight)\.ts$|\/panel\/futures-curve\.ts$|\/core\/work\.ts$/,
  film: /\/share\/record\/encoder\.ts$/,
}).map(([name, test], order) => ({ name, test, priority: 10 - order }));

export default defineConfig({
  base: "./",
  plugins: [addPolicyToPage(), preloadData(), notices()],
  build: {
    target: "es2022",
    // Inlined files would be data: URLs in scripts and styles, which need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles are in one file, so that no part of the page can lack its own.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: codeChunks } } },
    reportCompressedSize: true,
  },
  // Workers are ES modules, like the page.
  worker: { format: "es" },
  // The development server injects styles and a WebSocket, which the content security policy would block.
  server: { headers: embedHeaders },
  preview: { headers: pageHeaders },
});
