import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
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

/**
 * Writes into the built page which files each part is made of that is loaded on demand, and the hash of each: see
 * `src/core/late`. Also the scripts that are fetched from the start have theirs: the browser runs none that is not whole.
 */
function partsInPage(): Plugin {
  let root = "";
  return {
    name: "flockwright-parts-in-page",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    writeBundle({ dir = "" }, bundle) {
      const hashOf = (file: string) =>
        `sha256-${createHash("sha256")
          .update(readFileSync(join(dir, file)))
          .digest("base64")}`;
      const all = Object.values(bundle);
      const workers = all.filter(({ type, fileName }) => type === "asset" && fileName.endsWith(".js"));
      const parts: Record<string, string[]> = {};
      for (const entry of all) {
        if (entry.type !== "chunk" || entry.isEntry) continue;
        // A chunk that others share may hold what is loaded on demand without being a part of its own.
        const modules = new Set(
          entry.moduleIds.filter((id) => this.getModuleInfo(id)?.dynamicImporters.length),
        );
        if (entry.isDynamicEntry && entry.facadeModuleId) modules.add(entry.facadeModuleId);
        if (modules.size === 0) continue;
        const files = new Set<string>();
        const follow = (name: string) => {
          const file = bundle[name];
          if (files.has(name) || file?.type !== "chunk" || file.isEntry) return;
          files.add(name);
          for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
          for (const { fileName } of workers)
            if (file.code.includes(fileName.replace("assets/", ""))) files.add(fileName);
          file.imports.forEach(follow);
        };
        follow(entry.fileName);
        for (const id of modules)
          parts[relative(join(root, "src"), id).replace(/(\/index)?\.ts$/, "")] = [...files];
      }
      const hashes = Object.fromEntries(
        [...new Set(Object.values(parts).flat())].map((file) => [file, hashOf(file)]),
      );
      const page = join(dir, "index.html");
      const html = readFileSync(page, "utf8").replace(
        /<(?:link rel="modulepreload"|script type="module")[^>]*(?:href|src)="\.\/([^"]+\.js)"/g,
        (tag, file) => `${tag} integrity="${hashOf(file)}"`,
      );
      const meta = `<meta name="parts" content='${JSON.stringify({ parts, hashes })}'>\n  </head>`;
      writeFileSync(
        page,
        html.replace("</head>", () => meta),
      );
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [policyInPage(), flockAtOnce(), notices(), partsInPage()],
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
  server: { headers: embedHeaders },
  preview: { headers: pageHeaders },
});
