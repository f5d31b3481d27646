/** Prints exercise sheets for steps of the course, with room for answers, and the solutions on a page of their own. */
import type { CoreCourse } from "../core/course";
import { element } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { nextTask } from "../ui/idle";
import type { CourseStep } from "./step";

/** Time after which a browser that has not begun to print counts as one that does not print, ms. */
const PRINT_START_MS = 1500;

/** Style for printing that hides the rest of the page. */
const PRINT_STYLE =
  "html, body { overflow: visible; height: auto; color: #000; background: #fff } body > :not(#sheets) { display: none }";

/** Prints exercise sheets, or saves them as a file if the browser does not print. `pageUrl`: for links. */
export async function printSheets(
  course: CoreCourse,
  steps: readonly CourseStep[],
  pageUrl: string,
  say: (text: string) => void,
): Promise<void> {
  let [head, sheets, answers] = ["", "", ""];
  for (const { file } of steps) {
    const [start = "", sheet = "", answer = ""] = course.sheetParts(file, pageUrl);
    head = start;
    sheets += sheet;
    answers += answer;
    await nextTask();
  }
  const pagesHtml = `${sheets}<section><h1>For the teacher</h1>${answers}</section>`;
  const css = /<style>([\s\S]*?)<\/style>/.exec(head)?.[1] ?? "";
  const style = new CSSStyleSheet();
  style.replaceSync(`@media screen { #sheets { display: none } } @media print { ${css} ${PRINT_STYLE} }`);
  const parsedPages = new DOMParser().parseFromString(pagesHtml, "text/html");
  const host = element("div#sheets", ...parsedPages.body.children);
  document.body.append(host);
  document.adoptedStyleSheets.push(style);
  const printingBegan = new Promise<boolean>((done) => {
    addEventListener("beforeprint", () => done(true), { once: true });
    setTimeout(() => done(false), PRINT_START_MS);
  });
  const close = () => {
    host.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
  addEventListener("afterprint", close, { once: true });
  window.print?.();
  if (await printingBegan) return;
  close();
  const name = fileName("flockwright-sheets", "html");
  download(name, new Blob([head, pagesHtml], { type: "text/html" }));
  say(`Nothing prints here: the sheets are saved as ${name}`);
}
