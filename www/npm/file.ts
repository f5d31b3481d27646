/** Script of an HTML file that plays a run without a server: unpacks the core in the file and shows the run. */
import { load } from "./load.js";
import { FlockView } from "./view.js";

const { textContent: packed, dataset } = document.querySelector<HTMLElement>("#core") ?? document.body;
const bytes = Uint8Array.from(atob(packed ?? ""), (c) => c.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
void new Response(unpacked)
  .arrayBuffer()
  .then((core) => load(core))
  .then(() => {
    const view = new FlockView();
    view.link = dataset.link ?? "";
    document.body.append(view);
  });
