/** Security headers that the page needs from its host; the built page also contains the content security policy. */

/** Content security policy for index.html. Compiling WebAssembly needs 'wasm-unsafe-eval'; nothing else is granted. */
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
 * Headers for all files. A cross-origin isolated page can embed only files with both policies, which is safe because no
 * file is secret. nosniff makes browsers insist on the MIME type of the wasm file.
 */
export const embedHeaders = {
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Headers of all files from `./build.sh serve` and in browser tests; their sandboxed frames have an opaque origin. */
export const pageHeaders = {
  ...embedHeaders,
  "Access-Control-Allow-Origin": "*",
  "Content-Security-Policy": contentSecurityPolicy,
};
