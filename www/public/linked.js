// Before anything is drawn: an embed has no controls, and the scene of a link is not known yet.
const asked = location.search;
if (/[?&]embed=/.test(asked)) document.documentElement.dataset.embed = "";
else if (asked.length > 1) document.documentElement.dataset.linked = "";
// What is recorded of the opening is played at once, where nothing is asked for: it is fetched beside the script.
else if (!location.hash && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const href = document.querySelector('meta[name="opening"]')?.content;
  if (href) {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }));
  }
}
