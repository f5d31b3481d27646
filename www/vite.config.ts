import { defineConfig, type Plugin } from "vite";
import { notices } from "./notices.ts";
import { contentSecurityPolicy, isolationHeaders, pageHeaders } from "./security.ts";

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

/** The core is fetched from the start, not after the script that asks for it, but what shows the opening goes first. */
function coreAtOnce(): Plugin {
  return {
    name: "flockwright-core-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /flockwright_bg-[^/]*\.wasm$/.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", href: `./${file}`, as: "fetch", crossorigin: "", fetchpriority: "low" },
            injectTo: "head",
          })),
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [policyInPage(), coreAtOnce(), notices()],
  build: {
    target: "es2022",
    // Nothing is inlined: data: URLs in scripts and styles would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  // Workers are modules, as the page is.
  worker: { format: "es" },
  // The development server injects styles and a socket, which the strict policy would refuse.
  server: { headers: isolationHeaders },
  preview: { headers: pageHeaders },
});
