/** Toolbar of the layout editor, with fields for the selected item, as native controls. */
import { element, optionElements, setText } from "../../ui/dom";
import { dragHandle, moveItem, resizeItem, setStart } from "./edits";
import { type EditIcon, editIcon } from "./icons";
import { makeNumberField } from "./number-field";
import type { EditSession } from "./session";
import {
  itemName,
  itemsOf,
  type LayoutSketch,
  partKey,
  pathOf,
  type SketchItem,
  sameItem,
  startOf,
} from "./sketch";
import { TOOLS, type Tool, toolHint, toolsOf } from "./tools";

/** A number of the selected item that can be edited, such as its radius, u. */
interface NumberField {
  label: string;
  /** Short label of the field, where the full one is too long for the row; "" for the second coordinate of a point. */
  short?: string;
  value: number;
  set(sketch: LayoutSketch, value: number): LayoutSketch;
}

export class EditPanel {
  private readonly root: HTMLElement;
  private readonly buttons = new Map<Tool, HTMLButtonElement>();
  private readonly status = element("p.edit-say.note", { role: "status" });
  private readonly objectChoice = element("select.edit-objects", { "aria-label": "Object" });
  private readonly details = element("div.edit-details.across");
  private readonly deleteButton: HTMLButtonElement;
  private readonly ownButton: HTMLButtonElement;
  private readonly toolRow = element("div.edit-row.across", { role: "group", "aria-label": "Editing tools" });
  private readonly secondRow = element("div.edit-row.edit-second.across", this.objectChoice, this.details);
  private readonly resizeObserver = new ResizeObserver(() => this.updateFades());
  private shownState = "";

  constructor(
    private readonly session: EditSession,
    host: HTMLElement,
  ) {
    const { toolRow } = this;
    for (const info of TOOLS) {
      const { tool } = info;
      const [label, hint] = [info.label, toolHint(info, session.isCoarsePointer)].map((text) =>
        session.core.substituteNouns(text),
      ) as [string, string];
      const button = this.makeButton(tool, label, hint, () => session.chooseTool(tool));
      button.dataset.tool = tool;
      this.buttons.set(tool, button);
      toolRow.append(button);
    }
    this.deleteButton = this.makeButton("delete", "Delete", "Delete the selected object (Delete)", () =>
      session.deleteSelected(),
    );
    this.ownButton = this.makeButton("own", "Reset", "Back to the scene\u2019s own layout", () =>
      session.resetLayout(),
    );
    const doneButton = element("button.button.edit-done", { onclick: () => session.leave() }, "Done");
    const moreButtons = session.isSlim ? [] : [this.deleteButton, this.ownButton];
    toolRow.append(element("span.edit-gap.grow"), ...moreButtons, doneButton);
    this.objectChoice.addEventListener("change", () => {
      const item = itemsOf(session.sketch)[Number(this.objectChoice.value)];
      if (session.tool !== "select") session.chooseTool("select");
      session.select(item);
    });
    this.root = element(
      "section#edit-tools.surface",
      { "aria-label": "Edit the layout", "data-slim": session.isSlim || undefined },
      toolRow,
      element("div.edit-lower.column", this.secondRow, this.status),
    );
    host.append(this.root);
    for (const row of [this.toolRow, this.secondRow]) {
      row.addEventListener("scroll", () => this.updateFades(), { passive: true });
      this.resizeObserver.observe(row);
    }
    this.showEdits();
  }

  close(): void {
    this.resizeObserver.disconnect();
    const hadFocus = this.root.contains(document.activeElement);
    this.root.remove();
    if (hadFocus) this.focusCanvas();
  }

  private focusCanvas(): void {
    this.session.stage.host.focus({ preventScroll: true });
  }

  /** Updates the toolbar after tool, selection or layout have changed. */
  showEdits(): void {
    const { session } = this;
    const { sketch, selected, tool } = session;
    const usableTools = toolsOf(sketch, session.isSlim);
    for (const [name, button] of this.buttons) {
      button.hidden = !usableTools.some((other) => other.tool === name);
      button.setAttribute("aria-pressed", String(name === tool));
    }
    const isStart = selected?.kind === "start";
    this.deleteButton.disabled =
      !selected || (isStart && !sketch.editedParts.has(partKey(sketch, "start", selected.group)));
    this.ownButton.disabled = sketch.editedParts.size === 0;
    // Tools for one group or for tiles have choices of their own instead of the list of objects.
    this.objectChoice.hidden = tool === "path" || tool === "start" || tool === "tiles";
    this.listObjects(sketch, selected);
    const hadFocus = this.root.contains(document.activeElement);
    this.showDetails();
    this.showStatus();
    // If the focused button was disabled or removed, the canvas gets the focus, so that keys still work.
    const active = document.activeElement;
    if (hadFocus && (!this.root.contains(active) || active?.matches(":disabled"))) this.focusCanvas();
  }

  /** Marks rows that are wider than the toolbar, so that their end is faded out. */
  private updateFades(): void {
    for (const row of [this.toolRow, this.secondRow]) {
      row.dataset.more = String(row.scrollWidth - row.clientWidth - row.scrollLeft > 4);
    }
  }

  /** Shows a sentence under the tools; by default about the selected item or the tool. */
  showStatus(text = this.session.hintText()): void {
    setText(this.status, text);
  }

  private listObjects(sketch: LayoutSketch, selected: SketchItem | undefined): void {
    const items = itemsOf(sketch);
    const names = items.map((item) => itemName(sketch, item));
    const knownNames = [...this.objectChoice.options].slice(1).map(({ text }) => text);
    if (names.join() !== knownNames.join()) {
      const placeholder = [-1, items.length > 0 ? "Select\u2026" : "Nothing yet"] as const;
      this.objectChoice.replaceChildren(
        ...optionElements([placeholder, ...names.map((name, at) => [at, name] as const)]),
      );
    }
    this.objectChoice.value = String(items.findIndex((item) => sameItem(item, selected)));
  }

  /** Rebuilds the fields of the selected item, or the choices of the tool, if they have changed. */
  private showDetails(): void {
    const { session } = this;
    const parts: HTMLElement[] = [];
    if (session.tool === "path" || session.tool === "start") parts.push(...this.groupChoices());
    if (session.tool === "tiles") parts.push(...this.makeTileCount());
    const fields = session.selected ? this.fieldsOf(session.selected) : [];
    const site = session.selected?.kind === "site" ? session.sketch.sites[session.selected.index] : undefined;
    if (site) parts.push(withLabel("Name", this.nameField(site.name)));
    const fieldsKey = JSON.stringify([
      session.tool,
      session.chosenGroup,
      session.startAreaShape,
      session.startsNewPath,
      session.selected,
      fields,
      site?.name,
      parts.map(({ outerHTML }) => outerHTML),
    ]);
    if (fieldsKey === this.shownState) return;
    this.shownState = fieldsKey;
    // After the rebuilding, the field with the same label gets the focus back.
    const active = document.activeElement;
    const name = this.details.contains(active) ? active?.getAttribute("aria-label") : undefined;
    this.details.replaceChildren(...parts, ...this.fieldsFor(fields));
    if (name) this.details.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)?.focus();
    this.updateFades();
  }

  private fieldsOf(item: SketchItem): NumberField[] {
    const { sketch, layout } = this.session;
    const place = this.session.itemPosition(item);
    if (!place) return [];
    if (item.kind === "wall") return this.wallFields(item);
    const fields: NumberField[] = [
      { label: "X", value: place.x, set: (now, x) => moveItem(now, item, { x, y: place.y }) },
      { label: "Y", value: place.y, set: (now, y) => moveItem(now, item, { x: place.x, y }) },
    ];
    if (item.kind === "obstacle") {
      const { radius = 0 } = sketch.obstacles[item.index] ?? {};
      const set = (now: LayoutSketch, value: number) => resizeItem(now, item, value - radius, layout.radii);
      fields.push({ label: "Radius", value: radius, set });
    }
    const start = item.kind === "start" ? startOf(sketch, item.group) : undefined;
    if (start && item.kind === "start") {
      for (const [label, short, key] of [
        ["Radius", "Radius", "radius"],
        ["Width", "W", "width"],
        ["Height", "H", "height"],
      ] as const) {
        const value = start[key];
        if (value === undefined) continue;
        fields.push({
          label,
          short,
          value,
          set: (now, to) => setStart(now, item.group, { ...start, [key]: to })[0],
        });
      }
    }
    return fields;
  }

  private wallFields(item: SketchItem & { kind: "wall" }): NumberField[] {
    const { sketch, layout } = this.session;
    const wall = sketch.walls[item.index];
    if (!wall) return [];
    const { from, to, radius } = wall;
    const dragEnd = (handle: "from" | "to", x: number, y: number) => (now: LayoutSketch) =>
      dragHandle(now, item, handle, { x, y }, layout.radii);
    return [
      { label: "From X", short: "From", value: from.x, set: (now, x) => dragEnd("from", x, from.y)(now) },
      { label: "From Y", short: "", value: from.y, set: (now, y) => dragEnd("from", from.x, y)(now) },
      { label: "To X", short: "to", value: to.x, set: (now, x) => dragEnd("to", x, to.y)(now) },
      { label: "To Y", short: "", value: to.y, set: (now, y) => dragEnd("to", to.x, y)(now) },
      {
        label: "Thickness",
        value: 2 * radius,
        set: (now, value) => resizeItem(now, item, value - 2 * radius, layout.radii),
      },
    ];
  }

  /** Elements of fields; a field with an empty short label is put beside the one before. */
  private fieldsFor(fields: readonly NumberField[]): HTMLElement[] {
    const fieldElements: HTMLElement[] = [];
    for (const field of fields) {
      const fieldElement = this.fieldFor(field);
      const previousElement = field.short === "" ? fieldElements.pop() : undefined;
      fieldElements.push(
        previousElement ? element("div.across.tight", previousElement, fieldElement) : fieldElement,
      );
    }
    return fieldElements;
  }

  private fieldFor({ label, short = label, value, set }: NumberField): HTMLElement {
    const { session } = this;
    const { width, height } = session.sketch;
    const input = makeNumberField(label, value, Math.max(width, height), (wanted) => {
      const item = session.selected;
      if (!item || wanted === undefined) return this.refillDetails();
      session.commit(set(session.sketch, wanted), `${itemName(session.sketch, item)}: ${label}`, "", item);
      // If the layout has not accepted the value, the field shows the old one again.
      this.refillDetails();
    });
    return withLabel(short, input);
  }

  /** Field for the name of the selected site. */
  private nameField(name: string): HTMLInputElement {
    const rename = () => {
      this.session.renameSite(field.value);
      // If the site cannot have this name, the field shows the old one again.
      this.refillDetails();
    };
    const field = element("input.edit-name", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": "Name",
      value: name,
      onchange: rename,
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || field.value === name) return;
      event.preventDefault();
      field.value = name;
      field.select();
    });
    return field;
  }

  focusName(): void {
    const field = this.details.querySelector<HTMLInputElement>(".edit-name");
    field?.focus();
    field?.select();
  }

  private refillDetails(): void {
    this.shownState = "";
    this.showEdits();
  }

  /** Choice of the group whose path or start area is edited, and that group's related parameters. */
  private groupChoices(): HTMLElement[] {
    const { session } = this;
    const { sketch, layout, tool, chosenGroup } = session;
    const groups = tool === "path" ? sketch.paths : layout.starts;
    const fieldElements: HTMLElement[] = [];
    if (groups.length > 1) {
      const names = groups.map((one) => [one.group, one.label] as const);
      fieldElements.push(this.makeChoice("Group", names, chosenGroup, (value) => session.chooseGroup(value)));
    }
    if (tool === "path") {
      fieldElements.push(...this.pathChoices());
    } else {
      const shapes = Object.entries({ disk: "Disk", rectangle: "Rectangle" });
      const set = (value: string) => session.setStartAreaShape(value === "disk" ? "disk" : "rectangle");
      fieldElements.push(this.makeChoice("Shape", shapes, session.startAreaShape, set), ...this.countField());
    }
    return fieldElements;
  }

  private pathChoices(): HTMLElement[] {
    const { session } = this;
    const fieldElements: HTMLElement[] = [];
    const key = session.paramKey(session.chosenGroup, "at_end");
    const info = session.core.params().find((param) => param.key === key);
    if (info) {
      const endOptions = info.choices.map(({ label }, index) => [String(index), label] as const);
      const set = (value: string) => session.setParam(key, Number(value));
      fieldElements.push(this.makeChoice("At the end", endOptions, String(info.value), set));
    }
    const attributes = {
      "aria-pressed": String(session.startsNewPath),
      title: "The next tap starts a new path",
      disabled: (pathOf(session.sketch, session.chosenGroup)?.nodes.length ?? 0) === 0,
      onclick: () => {
        session.startsNewPath = !session.startsNewPath;
        session.select(undefined);
        this.focusCanvas();
      },
    };
    return [...fieldElements, element("button.button.quiet", attributes, "New path")];
  }

  private makeTileCount(): HTMLElement[] {
    const count = this.session.sketch.tiles?.blocked.size ?? 0;
    const freeButton = element(
      "button.button.quiet",
      { disabled: count === 0, onclick: () => this.session.freeTiles() },
      "Free all",
    );
    const text = count === 0 ? "No tiles blocked" : count === 1 ? "1 tile blocked" : `${count} tiles blocked`;
    return [element("span.edit-count.note", text), freeButton];
  }

  private countField(): HTMLElement[] {
    const { session } = this;
    const key = session.paramKey(session.chosenGroup, "count");
    const info = session.core.params().find((param) => param.key === key);
    if (!info) return [];
    const input = makeNumberField("How many", info.value, info.max, (count) => {
      if (count !== undefined)
        session.setParam(key, Math.min(info.max, Math.max(info.min, Math.round(count))));
      this.refillDetails();
    });
    return [withLabel("How many", input)];
  }

  private makeChoice(
    label: string,
    offered: readonly (readonly [value: string, text: string])[],
    value: string,
    chosen: (value: string) => void,
  ): HTMLElement {
    const onchange = () => {
      chosen(select.value);
      this.refillDetails();
    };
    const select = element("select", { "aria-label": label, onchange }, ...optionElements(offered));
    select.value = value;
    return withLabel(label, select);
  }

  private makeButton(name: EditIcon, label: string, title: string, onclick: () => void): HTMLButtonElement {
    return element(
      "button.edit-button.center.tall.hints",
      { title, onclick },
      editIcon(name),
      element("span", label),
    );
  }
}

/** Puts a control behind a visible label. */
function withLabel(text: string, control: HTMLElement): HTMLElement {
  const textSpan = text && element("span", { "aria-hidden": "true" }, text);
  return element("label.edit-field.across.note", textSpan, control);
}
