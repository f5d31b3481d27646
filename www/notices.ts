/** Vite plugin that writes the license page: the notices of all packages and crates whose code the built page has. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Name of the license page's file, beside index.html. */
export const noticesFile = "licenses.html";

interface Notice {
  /** Name and version of the package. */
  name: string;
  /** License expression of the package, such as "MIT OR Apache-2.0". */
  license: string;
  /** URL of the package's source code. */
  source: string;
  text: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = join(root, "www/node_modules");
const read = (...path: string[]): string => readFileSync(join(...path), "utf8").trim();

/** Name of the file into which Vite writes the licenses of the bundled packages; it is read and then removed. */
const bundledLicensesFile = "licenses.json";

interface Package {
  name: string;
  version: string;
  license: string;
  repository: string | { url: string };
}

function packageNotice(name: string, text: string): Notice {
  const { version, license, repository }: Package = JSON.parse(read(packages, name, "package.json"));
  const url = typeof repository === "string" ? repository : repository.url;
  return { name: `${name} ${version}`, license, source: url.replace(/^git\+|\.git$/g, ""), text };
}

/** Notices of Vite and Rolldown, a few lines of which are in every bundle; without those of their own dependencies. */
const bundlerNotices = (): Notice[] => [
  packageNotice("vite", read(packages, "vite/LICENSE.md").split("\n# Licenses of bundled")[0]?.trim() ?? ""),
  packageNotice("rolldown", read(packages, "rolldown/LICENSE")),
];

interface Crate {
  id: string;
  name: string;
  version: string;
  license: string;
  repository: string;
  /** Registry or repository from which the crate comes; null for the crates of this project. */
  source: string | null;
  manifest_path: string;
  targets: { kind: string[] }[];
}

interface CargoMetadata {
  packages: Crate[];
  resolve: {
    nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[];
  };
}

/** Crates of others in the wasm files: all dependencies of the two cores, without macros and build scripts. */
function linkedCrates(): Crate[] {
  const target = ["--filter-platform", "wasm32-unknown-unknown"];
  const metadata = execFileSync("cargo", ["metadata", "--locked", "--format-version", "1", ...target], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { packages, resolve }: CargoMetadata = JSON.parse(metadata);
  const isMacro = ({ targets }: Crate) => targets.some(({ kind }) => kind.includes("proc-macro"));
  const macros = new Set(packages.filter(isMacro).map(({ id }) => id));
  const cores = packages.filter(({ name }) => name === "flockwright-wasm" || name === "flockwright-work");
  const linked = new Set(cores.map(({ id }) => id));
  // A set can grow while it is iterated; the loop then also visits the new elements.
  for (const id of linked)
    for (const { pkg, dep_kinds } of resolve.nodes.find((node) => node.id === id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null) && !macros.has(pkg)) linked.add(pkg);
  return packages.filter(({ id, source }) => linked.has(id) && source !== null);
}

/** Notice with the license files of a crate; if a crate offers several licenses, with that of MIT. */
function crateNotice({ name, version, license, repository, manifest_path }: Crate): Notice {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const chosen = files.some((file) => /mit/i.test(file))
    ? files.filter((file) => !/apache|zlib|copying/i.test(file))
    : files;
  if (chosen.length === 0) throw new Error(`the crate ${name} has no file with its license`);
  const text = chosen.map((file) => read(folder, file)).join("\n\n");
  return { name: `${name} ${version}`, license, source: repository, text };
}

/** Notice of the Rust standard library, which is in every wasm file but is no dependency in Cargo.toml. */
const standardLibraryNotice = (): Notice => ({
  name: `The Rust standard library (${execFileSync("rustc", ["--version"], { encoding: "utf8" }).trim()})`,
  license: "MIT OR Apache-2.0, its tables of characters Unicode-3.0",
  source: "https://github.com/rust-lang/rust",
  text: `Copyright (c) The Rust Project Developers (see https://thanks.rust-lang.org), and the authors of compiler_builtins,
dlmalloc and hashbrown. The tables of characters: Copyright (c) 1991-2024 Unicode, Inc.
The texts of these licenses stand above: MIT with Flockwright's own, Unicode-3.0 with unicode-ident.`,
});

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** HTML of the license page. `own`: the project's own licenses. Notices with equal texts share one copy of the text. */
export function noticesPage(own: string, notices: Notice[]): string {
  const byText = new Map<string, Notice[]>();
  for (const notice of notices) byText.set(notice.text, [...(byText.get(notice.text) ?? []), notice]);
  const sections = [...byText].map(([text, those]) => {
    const heads = those.map(({ name, license, source }) => {
      const from = `<a href="${escaped(source)}">${escaped(source)}</a>`;
      return `<h2>${escaped(name)}</h2>\n<p>${escaped(license)}. Source code: ${from}</p>`;
    });
    return `${heads.join("\n")}\n<pre>${escaped(text)}</pre>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Licenses of Flockwright and everything in it</title>
<h1>Licenses</h1>
<p>Flockwright is licensed under MIT or Apache 2.0, at your choice.</p>
<pre>${escaped(own)}</pre>
<p>This page and its WebAssembly file contain the work of others:</p>
${sections.join("\n")}
</html>
`;
}

export function notices(): Plugin {
  return {
    name: "flockwright-notices",
    apply: "build",
    config: () => ({ build: { license: { fileName: bundledLicensesFile } } }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const found = bundle[bundledLicensesFile];
        if (found?.type !== "asset") throw new Error("Vite has not listed the licenses of the bundle");
        delete bundle[bundledLicensesFile];
        const inBundle: { name: string; text: string }[] = JSON.parse(String(found.source));
        const all = [
          ...inBundle.map(({ name, text }) => packageNotice(name, text)),
          ...bundlerNotices(),
          ...linkedCrates().map(crateNotice),
          standardLibraryNotice(),
        ];
        const own = `${read(root, "LICENSE-MIT")}\n\n\n${read(root, "LICENSE-APACHE")}`;
        this.emitFile({ type: "asset", fileName: noticesFile, source: noticesPage(own, all) });
      },
    },
  };
}
