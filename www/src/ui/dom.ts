/** Helpers that build and find elements. Text is always inserted as text, never as HTML. */

/** Returns the element of index.html with this id; throws if it is missing. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}`);
  return found as T;
}

type ElementListeners = {
  [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => void;
};
/**
 * Attributes and listeners of a new element: `true` sets an empty attribute, `false` and `undefined` leave it out,
 * functions such as `onclick` listen.
 */
interface Attributes extends ElementListeners {
  [name: string]: string | number | boolean | undefined | ((event: never) => void);
}
/** Child of a new element; `false`, `undefined` and "" add nothing. */
type ElementChild = Node | string | false | undefined;
type ElementContent = [Attributes, ...ElementChild[]] | ElementChild[];
type TagOf<S> = S extends `${infer Tag}#${string}` | `${infer Tag}.${string}` ? TagOf<Tag> : S;
type HtmlTag<S> = TagOf<S> & keyof HTMLElementTagNameMap;
type SvgTag<S> = TagOf<S> & keyof SVGElementTagNameMap;

/** Creates an element from a selector such as `button#go.primary`. A button has the type "button" by default. */
export function element<S extends string>(
  selector: HtmlTag<S> extends never ? never : S,
  ...content: ElementContent
): HTMLElementTagNameMap[HtmlTag<S>] {
  const [tag, ...names] = selector.split(/(?=[#.])/);
  const newElement = document.createElement(tag as HtmlTag<S>);
  if (tag === "button") setAttribute(newElement, "type", tag);
  return fillElement(newElement, names, content);
}

/** Creates an SVG element from a selector, as `element` does for HTML. */
export function svg<S extends string>(
  selector: SvgTag<S> extends never ? never : S,
  ...content: ElementContent
): SVGElementTagNameMap[SvgTag<S>] {
  const [tag, ...names] = selector.split(/(?=[#.])/);
  return fillElement(
    document.createElementNS("http://www.w3.org/2000/svg", tag as SvgTag<S>),
    names,
    content,
  );
}

/** Creates an option element for each pair of value and text. */
export const optionElements = (all: readonly (readonly [value: string | number, text: string])[]) =>
  all.map(([value, text]) => element("option", { value }, text));

function fillElement<E extends Element>(made: E, names: readonly string[], content: ElementContent): E {
  for (const name of names) {
    if (name.startsWith("#")) made.id = name.slice(1);
    else made.classList.add(name.slice(1));
  }
  for (const part of content) {
    if (!part) continue;
    if (typeof part === "string" || part instanceof Node) made.append(part);
    else for (const [name, value] of Object.entries(part)) setAttribute(made, name, value);
  }
  return made;
}

function setAttribute(made: Element, name: string, value: Attributes[string]): void {
  if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
  else if (value !== undefined && value !== false)
    made.setAttribute(name, value === true ? "" : String(value));
}

/** Creates a symbol of the sprite in index.html, hidden from screen readers: the control around it has the name. */
export function icon(name: string): SVGSVGElement {
  return svg("svg.icon", { "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}

/** Creates a button that shows only an icon; `label`: its name for screen readers, `kinds`: further CSS classes. */
export function iconButton(
  symbol: string,
  label: string,
  onclick: () => void,
  kinds = "",
): HTMLButtonElement {
  const attributes = { class: `icon-button ${kinds}`, "aria-label": label, onclick };
  return element("button", attributes, icon(symbol));
}

/** Appends a dialog with a title and a close button. `key`: prefix of its ids; `closedby`: the HTML attribute. */
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

/** Shows another symbol in the icon inside `host`. */
export function setIcon(host: Element, name: string): void {
  host.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

/** Sets a text only if it differs, since a write would cost a layout. */
export function setText(host: Element, text: string): void {
  if (host.textContent !== text) host.textContent = text;
}
