// Set before the first paint: an embed has no controls, and of a link the scene is not known yet.
const asked = location.search;
if (/[?&]embed=/.test(asked)) document.documentElement.dataset.embed = "";
else if (asked.length > 1) document.documentElement.dataset.linked = "";
// Without a link, the page plays the recorded opening at once: it is fetched while the script loads.
else if (!location.hash && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const href = document.querySelector('meta[name="opening"]')?.content;
  if (href) {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }));
  }
}
