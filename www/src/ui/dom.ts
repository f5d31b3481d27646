/** The few helpers with which the page's modules build and find elements. Text goes in as text, never as HTML. */

/** The element of index.html with this id. A missing one is a mistake in the page, so it throws. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}`);
  return found as T;
}

type Listeners = { [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => void };
/** `true` sets an empty attribute, `false` and `undefined` leave it out; `onclick` and the like listen. */
interface Attributes extends Listeners {
  [name: string]: string | number | boolean | undefined | ((event: never) => void);
}
/** What is false or empty is left out. */
type Child = Node | string | false | undefined;
type Content = [Attributes, ...Child[]] | Child[];
type TagOf<S> = S extends `${infer Tag}#${string}` | `${infer Tag}.${string}` ? TagOf<Tag> : S;
type HtmlTag<S> = TagOf<S> & keyof HTMLElementTagNameMap;
type SvgTag<S> = TagOf<S> & keyof SVGElementTagNameMap;

/** A new element as a selector says, such as `button#go.button.primary`. A button sends no form unless its type says so. */
export function element<S extends string>(
  selector: HtmlTag<S> extends never ? never : S,
  ...content: Content
): HTMLElementTagNameMap[HtmlTag<S>] {
  const [tag, ...names] = selector.split(/(?=[#.])/);
  const made = document.createElement(tag as HtmlTag<S>);
  if (tag === "button") set(made, "type", tag);
  return filled(made, names, content);
}

/** A new SVG element, in the same way. */
export function svg<S extends string>(
  selector: SvgTag<S> extends never ? never : S,
  ...content: Content
): SVGElementTagNameMap[SvgTag<S>] {
  const [tag, ...names] = selector.split(/(?=[#.])/);
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag as SvgTag<S>), names, content);
}

/** What a select offers, by value and text. */
export const options = (all: readonly (readonly [value: string | number, text: string])[]) =>
  all.map(([value, text]) => element("option", { value }, text));

function filled<E extends Element>(made: E, names: readonly string[], content: Content): E {
  for (const name of names) {
    if (name.startsWith("#")) made.id = name.slice(1);
    else made.classList.add(name.slice(1));
  }
  for (const part of content) {
    if (!part) continue;
    if (typeof part === "string" || part instanceof Node) made.append(part);
    else for (const [name, value] of Object.entries(part)) set(made, name, value);
  }
  return made;
}

function set(made: Element, name: string, value: Attributes[string]): void {
  if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
  else if (value !== undefined && value !== false)
    made.setAttribute(name, value === true ? "" : String(value));
}

/** A symbol of the sprite in index.html, as decoration: the control around it carries the name. */
export function icon(name: string): SVGSVGElement {
  return svg("svg.icon", { "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}

/** A button with no more than an icon; `kinds`: further classes. */
export function iconButton(
  symbol: string,
  label: string,
  onclick: () => void,
  kinds = "",
): HTMLButtonElement {
  const look = { class: `icon-button ${kinds}`, "aria-label": label, onclick };
  return element("button", look, icon(symbol));
}

/** A dialog at the end of the page, below its title and what closes it; `closedby` as HTML has it. */
export function makeDialog(key: string, closedby: "any" | "closerequest", ...content: HTMLElement[]) {
  const title = element("h2", { id: `${key}-title`, tabindex: -1 });
  const close = iconButton("close", "Close", () => dialog.close());
  const dialog = element(
    "dialog",
    { id: `${key}-dialog`, "aria-labelledby": title.id, closedby },
    element("header.panel-head.across.firm.tall.tight", title, close),
    ...content,
  );
  document.body.append(dialog);
  return { dialog, title };
}

/** Points the icon inside `host` at another symbol. */
export function setIcon(host: Element, name: string): void {
  host.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

/** Writes text only when it differs, so that an unchanged status costs no layout. */
export function setText(host: Element, text: string): void {
  if (host.textContent !== text) host.textContent = text;
}
