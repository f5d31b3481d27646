/** Every header that the page wants from its host; the built page carries the policy itself, too. */

/** The policy as index.html can carry it. Compiling WebAssembly needs its own permission; nothing else is granted. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Pages that are cross-origin isolated embed only what sends both policies: nothing here is secret. nosniff holds the wasm
 * file to its MIME type.
 */
export const embedHeaders = {
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** What `./build.sh serve` and the browser tests send with every file; sandboxed frames have no origin of their own. */
export const pageHeaders = {
  ...embedHeaders,
  "Access-Control-Allow-Origin": "*",
  "Content-Security-Policy": contentSecurityPolicy,
};
