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

export default defineConfig({
  base: "./",
  plugins: [policyInPage(), notices()],
  build: {
    target: "es2022",
    // Nothing is inlined: data: URLs in scripts and styles would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  // The development server injects styles and a socket, which the strict policy would refuse.
  server: { headers: isolationHeaders },
  preview: { headers: pageHeaders },
});
