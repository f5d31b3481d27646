/** Script of a Web Worker that `inWorker` starts: runs a flock for it. */

import { load } from "./load.js";
import { answer, type Request } from "./serve.js";

export type { Answer, Frame, Request } from "./serve.js";

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  await load().catch(() => undefined);
  postMessage(answer(data));
});
