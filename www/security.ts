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
 * Cross-origin isolation makes shared memory, and so threads, possible; nosniff holds the wasm file to its MIME type.
 * The resource policy lets pages embed this one that are isolated themselves: nothing here is secret.
 */
export const isolationHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** What `./build.sh serve` and the browser tests send with every file; sandboxed frames have no origin of their own. */
export const pageHeaders = {
  ...isolationHeaders,
  "Access-Control-Allow-Origin": "*",
  "Content-Security-Policy": contentSecurityPolicy,
};
