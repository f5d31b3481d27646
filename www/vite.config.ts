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

/** What a link's flock flies by is fetched from the start, not after the script that asks for it. */
function flockAtOnce(): Plugin {
  return {
    name: "flockwright-flock-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const start = Object.values(bundle).find((file) => file.type === "chunk" && file.name === "start");
        const scripts = new Set<string>();
        const follow = (name: string) => {
          const file = bundle[name];
          if (file?.type !== "chunk" || file.isEntry || scripts.has(name)) return;
          scripts.add(name);
          file.imports.forEach(follow);
        };
        follow(start?.fileName ?? "");
        const core = Object.keys(bundle).filter((file) => /flockwright_bg-[^/]*\.wasm$/.test(file));
        const link = (attrs: Record<string, string>) => ({ tag: "link", attrs, injectTo: "head" as const });
        // The core first: where connections are few, what comes last waits for one.
        return [
          ...core.map((file) =>
            link({ rel: "preload", href: `./${file}`, as: "fetch", crossorigin: "", fetchpriority: "low" }),
          ),
          ...[...scripts].map((file) => link({ rel: "modulepreload", crossorigin: "", href: `./${file}` })),
        ];
      },
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [policyInPage(), flockAtOnce(), notices()],
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
