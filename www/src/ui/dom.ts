/** The few helpers with which the page's modules build and find elements. Text goes in as text, never as HTML. */

/** The element of index.html with this id. A missing one is a mistake in the page, so it throws. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}`);
  return found as T;
}

/** A new element with attributes (`true` sets an empty one, `false` and `undefined` leave it out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** A button that sends no form. */
export const newButton = (
  attributes: Record<string, string | number | boolean | undefined>,
  ...children: (Node | string)[]
): HTMLButtonElement => element("button", { type: "button", ...attributes }, ...children);

const SVG = "http://www.w3.org/2000/svg";

/** A new SVG element with attributes. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** A symbol of the sprite in index.html, as decoration: the control around it carries the name. */
export function icon(name: string): SVGSVGElement {
  const drawing = svg("svg", { class: "icon", "aria-hidden": "true" });
  drawing.append(svg("use", { href: `#icon-${name}` }));
  return drawing;
}

/** Points the icon inside `host` at another symbol. */
export function setIcon(host: Element, name: string): void {
  host.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

/** Writes text only when it differs, so that an unchanged status costs no layout. */
export function setText(host: Element, text: string): void {
  if (host.textContent !== text) host.textContent = text;
}
