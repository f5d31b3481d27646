/** A static file server, as plain as any host's: no rewriting, no fallback, the given headers with every file. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

export interface Served {
  url: string;
  close(): Promise<void>;
}

/** Serves `root` below `folder` ("/" or "/some/folder/") on a free port of this machine. */
export async function serve(root: string, folder: string, headers: Record<string, string>): Promise<Served> {
  // Room for links of 100 kB; Node's default ends at 16 kB.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
    const path = (request.url ?? "/").replace(/[?#].*$/s, "");
    const inside = path.startsWith(folder) ? normalize(`/${path.slice(folder.length)}`) : undefined;
    const file = inside && join(root, inside.endsWith("/") ? `${inside}index.html` : inside);
    if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, headers).end("not found");
      return;
    }
    response.writeHead(200, {
      ...headers,
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
