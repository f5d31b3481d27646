/** Groups and behaviors as building blocks: what a run is made of, as lists that a person edits while it goes on. */
import type { Core, MemberInfo, ParamInfo } from "../../core";
import type { Editor, Seen } from "../../rule/editor";
import { Listing } from "../../rule/listing";
import { keyOf, writtenRules } from "../../rule/written";
import { byId, element, icon, options } from "../../ui/dom";
import { lazy, NOT_LOADED } from "../../ui/lazy";
import { roleDot } from "../../ui/legend";
import { tidy } from "../../ui/values";
import { type ChangeHooks, Changes } from "./changes";
import { type Member, membersOf, type Tie, ties, tiesTo } from "./members";
import { Picker } from "./picker";
import { attachHandle } from "./sortable";

export interface Slider {
  root: HTMLElement;
  update(info: ParamInfo): void;
}

/** Nobody reads faster than values change so often, ms. */
const PACE = 250;

const loadEditor = lazy(() => import("../../rule/editor"));

/** A written rule's text, as soon as what edits it has been fetched. */
interface Editing {
  root: HTMLElement;
  editor: Editor | undefined;
  /** The key that the rule has by now. */
  key: string;
  /** It is to have the focus. */
  wanted: boolean;
}

export interface ComposerHooks extends ChangeHooks {
  /** The selected unit; -1 for none. */
  selected(): number;
  /** A slider of a parameter, with this id. */
  slider(info: ParamInfo, id: string): Slider;
  /** Shows the parameters of a behavior. */
  reveal(label: string): void;
}

const bodies: Readonly<Record<MemberInfo["body"], string>> = {
  rigid: "Rigid body",
  point: "Point mass",
  particle: "Particle",
  tile: "Tile walker",
};

/** A share of the world's half extent: where a crowd starts that starts in the middle. */
const middle = 0.3;

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export class Composer {
  readonly changes: Changes;
  private readonly host = byId("compose");
  /** What is shown, without the numbers that sliders move. */
  private shown = "";
  private infos: readonly MemberInfo[] = [];
  private counts = new Map<number, Slider>();
  /** Groups that the person has folded or unfolded. */
  private readonly folds = new Map<string, boolean>();
  /** The group that is offered behaviors. */
  private picking: string | undefined;
  private picker: Picker | undefined;
  /** Behaviors whose sentence is open. */
  private readonly told = new Set<string>();
  /** Editors of written rules: one that is typed in stays as it is. */
  private readonly editors = new Map<string, Editing>();
  /** Rules that are shown, by group and key. */
  private readonly listings = new Map<string, Listing>();
  private nextAt = 0;

  constructor(
    private readonly core: Core,
    private readonly hooks: ComposerHooks,
  ) {
    this.changes = new Changes(core, hooks);
  }

  /** Another run is open. */
  forget(): void {
    this.changes.forget();
    this.folds.clear();
    this.told.clear();
    this.editors.clear();
    this.picking = undefined;
    // What somebody wrote is there to be read.
    for (const { group, key } of writtenRules(this.core.composition())) this.told.add(`${group}/${key}`);
  }

  /** A behavior of a group becomes a rule of one's own, and its editor opens. */
  editCopy(group: string, key: string): void {
    const own = this.changes.copyRule(group, key);
    if (own) this.openRule(group, own);
  }

  /** Shows the text of a written rule. */
  readRule(group: string, key: string): void {
    this.unfoldRule(group, key);
    const name = this.host.querySelector<HTMLElement>(`[data-focus="${CSS.escape(`name ${group}/${key}`)}"]`);
    name?.focus({ preventScroll: true });
    name?.scrollIntoView({ block: "start" });
  }

  private openRule(group: string, key: string): void {
    this.unfoldRule(group, key);
    const editing = this.editors.get(`${group}/${key}`);
    if (!editing) return;
    editing.wanted = true;
    this.bringUp(editing);
  }

  private unfoldRule(group: string, key: string): void {
    this.picking = undefined;
    this.folds.set(group, true);
    this.told.add(`${group}/${key}`);
    this.again();
  }

  private bringUp({ root, editor, wanted }: Editing): void {
    if (!wanted || !editor) return;
    root.closest(".part")?.scrollIntoView({ block: "nearest" });
    editor.focus();
  }

  /** Once per frame: what the lines of open rules come to. */
  frame(now: number): void {
    if (now < this.nextAt || this.editors.size === 0) return;
    this.nextAt = now + PACE;
    if (this.host.offsetParent === null) return;
    for (const { root, editor } of this.editors.values()) if (root.isConnected) editor?.frame();
  }

  /** Shows the run as it is now. */
  update(params: readonly ParamInfo[]): void {
    this.changes.params = params;
    if (this.host.hidden) return;
    this.infos = this.core.composition();
    const values = this.infos.map((info) => [
      info.behaviors.map(({ weight }) => this.changes.value(weight) === 0),
      this.changes.own(info.key, "view")?.value,
      this.changes.own(info.key, "start_radius")?.value,
    ]);
    const shown = JSON.stringify([this.infos, values, this.picking, [...this.told], [...this.folds]]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.build();
    }
    for (const info of params) this.counts.get(info.id)?.update(info);
    // Texts have the values of their parameters in them.
    for (const [id, listing] of this.listings) listing.show(this.textOf(id) ?? "");
    for (const [id, { root, editor }] of this.editors) {
      const text = root.isConnected ? this.textOf(id) : undefined;
      if (text !== undefined) editor?.show(text);
    }
  }

  /** The text of a rule, by group and key. */
  private textOf(id: string): string | undefined {
    const [group = "", key = ""] = id.split("/");
    return this.changes.ruleText(group, key);
  }

  private again(): void {
    this.update(this.changes.params);
  }

  private build(): void {
    const focus = (document.activeElement as HTMLElement | null)?.dataset.focus;
    const had = focus !== undefined && this.host.contains(document.activeElement);
    this.counts = new Map();
    this.picker?.end();
    this.picker = undefined;
    this.listings.clear();
    const add = element(
      "button.button",
      { "data-focus": "+", onclick: () => this.unfold(this.changes.addGroup()) },
      icon("plus"),
      "Group",
    );
    const members = this.infos.map((info, index) => this.buildMember(info, index));
    this.hold(true);
    this.host.replaceChildren(...members, add);
    if (had) {
      const again = this.host.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`);
      (again ?? add).focus({ preventScroll: true });
    }
    this.hold(false);
  }

  private hold(held: boolean): void {
    for (const { editor } of this.editors.values()) if (editor) editor.held = held;
  }

  private buildMember(info: MemberInfo, index: number): HTMLElement {
    const { key, label } = info;
    const role = this.core.groups()[index]?.role ?? 0;
    const open = this.folds.get(key) ?? (index === 0 || this.infos.length <= 2);
    const bodyId = `member-${key}`;
    const count = this.changes.own(key, "count");
    const fold = element(
      "button.member-fold",
      { "aria-expanded": String(open), "aria-controls": bodyId, "data-focus": `fold ${key}` },
      icon("chevron"),
      roleDot(role),
      element("span.title", label),
    );
    fold.addEventListener("click", () => {
      this.folds.set(key, !open);
      this.again();
    });
    const head = element("div.member-head", element("h3", fold));
    if (info.role !== "player")
      head.append(this.button("copy", `Duplicate ${label}`, () => this.unfold(this.changes.duplicate(key))));
    head.append(this.button("trash", `Remove ${label}`, () => this.changes.remove(info)));
    const body = element("div.member-body.stack", { id: bodyId, hidden: !open });
    if (open) {
      body.append(this.buildPipeline(info), ...this.buildAdd(info), this.buildKind(info));
      if (this.infos.length > 1) body.append(this.buildTies(info));
      if (count) {
        const row = this.hooks.slider(tidy(count), `count-${key}`);
        this.counts.set(count.id, row);
        body.prepend(row.root);
      }
    }
    return element("section.member.framed", { "data-group": key, "aria-label": label }, head, body);
  }

  private button(name: string, label: string, act: () => void, pressed?: boolean): HTMLButtonElement {
    return element(
      "button.icon-button.small",
      {
        "aria-label": label,
        title: label,
        "data-focus": label,
        "aria-pressed": pressed === undefined ? undefined : String(pressed),
        onclick: act,
      },
      icon(name),
    );
  }

  private buildPipeline(info: MemberInfo): HTMLElement {
    const { behaviors, label } = info;
    if (behaviors.length === 0) {
      return element("p.empty", "Nothing steers them yet: they go on as they are.");
    }
    return element(
      "ol.pipeline",
      { "aria-label": `Behaviors of ${label}, in order` },
      ...behaviors.map((_, index) => this.buildBehavior(info, index)),
    );
  }

  private buildBehavior(info: MemberInfo, index: number): HTMLElement {
    const { behaviors } = info;
    const behavior = behaviors[index] as MemberInfo["behaviors"][number];
    const { key, label, weight } = behavior;
    const place = `${index + 1} of ${behaviors.length}`;
    const id = `${info.key}/${key}`;
    const muted = weight >= 0 && this.changes.value(weight) === 0;
    const item = element("li", { class: muted ? "part muted" : "part", "data-behavior": key });
    const grip = element(
      "button.icon-button.small.grip",
      {
        "aria-label": `Move ${label}, ${place}: arrow keys`,
        title: "Drag, or press the arrow keys",
        "data-focus": `grip ${id}`,
      },
      icon("grip"),
    );
    attachHandle(grip, item, { moved: (from, to) => this.changes.move(info, from, to) });
    const told = this.told.has(id);
    const name = element(
      "button.part-name.cut",
      {
        "aria-expanded": String(told),
        "aria-controls": `about-${info.key}-${key}`,
        "data-focus": `name ${id}`,
      },
      label,
    );
    name.addEventListener("click", () => {
      if (!this.told.delete(id)) this.told.add(id);
      this.again();
    });
    item.append(grip, name);
    if (weight >= 0) {
      const alone = behaviors.length > 1;
      if (alone)
        item.append(
          this.button(
            "solo",
            `Solo ${label}`,
            () => this.changes.solo(info, index),
            this.changes.isSolo(info, index),
          ),
        );
      item.append(
        this.button(muted ? "muted" : "sound", `Mute ${label}`, () => this.changes.mute(info, index), muted),
      );
    }
    item.append(
      this.button("close", `Remove ${label}`, () => this.drop(info, index)),
      this.buildAbout(info, key, told),
    );
    return item;
  }

  private buildAbout(info: MemberInfo, key: string, told: boolean): HTMLElement {
    const about = element("div.part-about", { id: `about-${info.key}-${key}`, hidden: !told });
    const choice = this.core.catalog.find((one) => one.key === key);
    if (!told) return about;
    if (!choice) {
      about.append(this.editorOf(info.key, key));
      return about;
    }
    const more = element(
      "button.button.quiet",
      { onclick: () => this.hooks.reveal(choice.label) },
      "Its parameters",
    );
    about.append(element("p", choice.says));
    const text = this.changes.ruleText(info.key, key);
    if (text !== undefined) {
      const listing = new Listing(this.core);
      listing.show(text);
      this.listings.set(`${info.key}/${key}`, listing);
      const copy = element(
        "button.button.quiet",
        { "data-focus": `edit ${info.key}/${key}`, onclick: () => this.editCopy(info.key, key) },
        "Edit a copy",
      );
      about.append(listing.root, copy);
    }
    about.append(element("p.source", choice.source), more);
    return about;
  }

  /** The editor of a written rule, with the text that is in force. */
  private editorOf(group: string, key: string): HTMLElement {
    const id = `${group}/${key}`;
    const known = this.editors.get(id);
    if (known) return known.root;
    const root = element("div.rule-host");
    const editing: Editing = { root, editor: undefined, key, wanted: false };
    this.editors.set(id, editing);
    loadEditor().then(
      ({ Editor }) => {
        editing.editor = new Editor(
          this.core,
          `rule-${group}-${key}`,
          this.textOf(`${group}/${editing.key}`) ?? "",
          {
            run: (typed) => this.retype(group, editing, typed),
            turn: (name, value) => this.changes.turnParam(group, editing.key, name, value),
            settle: () => this.changes.typed(group, editing.key),
            see: () => this.see(group, editing.key),
          },
        );
        root.replaceChildren(editing.editor.root);
        this.bringUp(editing);
      },
      () => root.replaceChildren(element("p.empty", NOT_LOADED)),
    );
    return root;
  }

  /** Another text of a written rule, which may have another key. */
  private retype(group: string, editing: Editing, typed: string): string[] {
    const wrong = this.changes.retype(group, editing.key, typed);
    const named = keyOf(typed) || "own";
    if (wrong.length > 0 || named === editing.key) return wrong;
    const [before, now] = [`${group}/${editing.key}`, `${group}/${named}`];
    this.editors.delete(before);
    this.editors.set(now, editing);
    this.told.delete(before);
    this.told.add(now);
    editing.key = named;
    this.again();
    return wrong;
  }

  /** What a rule comes to for the selected unit, or for one of its group. */
  private see(group: string, key: string): Seen | undefined {
    const own = this.core.groups().find((one) => one.key === group);
    if (!own || own.count === 0) return undefined;
    const selected = this.hooks.selected();
    const isOwn = selected >= own.start && selected < own.start + own.count;
    const unit = isOwn ? selected : own.start;
    const values = this.core.ruleValues(unit, key);
    const { hx, hy } = this.core.views();
    return values && { unit, values, heading: [hx[unit] ?? 1, hy[unit] ?? 0] };
  }

  private buildAdd({ key, label }: MemberInfo): HTMLElement[] {
    const open = this.picking === key;
    const id = `picker-${key}`;
    const button = element(
      "button.button.quiet.add",
      {
        "aria-expanded": String(open),
        "aria-controls": id,
        "data-focus": `add ${key}`,
        "aria-label": `Add a behavior to ${label}`,
      },
      icon("plus"),
      "Behavior",
    );
    const toggle = () => {
      this.picking = open ? undefined : key;
      this.again();
    };
    button.addEventListener("click", toggle);
    if (!open) return [button, element("div", { id, hidden: true })];
    const member = this.changes.members().find((one) => one.key === key);
    if (!member) return [button];
    this.picker = new Picker(
      id,
      label,
      this.core,
      member,
      {
        pick: (behavior) => this.changes.add(key, behavior),
        write: (text) => {
          const own = this.changes.write(key, text);
          if (own) this.openRule(key, own);
        },
        close: () => {
          toggle();
          this.host.querySelector<HTMLElement>(`[data-focus="add ${CSS.escape(key)}"]`)?.focus();
        },
      },
      this.infos.find((info) => info.key === key)?.behaviors.map((one) => one.key),
    );
    return [button, this.picker.root];
  }

  /** What it is: role, body, view and start. */
  private buildKind(info: MemberInfo): HTMLElement {
    const { key } = info;
    const roles = [...new Set([...this.core.roles, info.role])];
    const kinds = (Object.keys(bodies) as MemberInfo["body"][]).filter(
      (body) => (body === "tile") === (info.body === "tile"),
    );
    const grid = element(
      "div.kind",
      this.choice(
        `role ${key}`,
        "Role",
        roles.map((role) => [role, capital(role)]),
        info.role,
        (role) =>
          this.changes.change(`role ${role}`, key, (member) => ({ ...member, role: role as Member["role"] })),
      ),
      this.choice(
        `body ${key}`,
        "Body",
        kinds.map((body) => [body, bodies[body]]),
        info.body,
        (body) =>
          this.changes.change(bodies[body as Member["body"]], key, (member) => ({
            ...member,
            body: body as Member["body"],
          })),
      ),
    );
    const view = this.changes.own(key, "view");
    if (view) {
      const options = view.choices.map(({ label }, at): [string, string] => [String(at), label]);
      grid.append(
        this.choice(`view ${key}`, "View", options, String(view.value), (at) =>
          this.changes.set(`${info.label}: view`, view, Number(at)),
        ),
      );
    }
    const start = this.changes.own(key, "start_radius");
    if (start) {
      const options: [string, string][] = [
        ["0", info.main ? "As in the scene" : "Anywhere"],
        [String(middle), "In the middle"],
      ];
      const value = String(Number(start.value.toFixed(3)));
      if (!options.some(([one]) => one === value)) options.push([value, `In the middle, ${value}`]);
      grid.append(
        this.choice(`start ${key}`, "Start", options, value, (radius) =>
          this.changes.set(`${info.label}: start`, start, Number(radius)),
        ),
      );
    }
    return grid;
  }

  private buildTies(info: MemberInfo): HTMLElement {
    const member = membersOf([info])[0] as Member;
    const rows = this.infos
      .filter(({ key }) => key !== info.key)
      .map((other) => {
        const own = tiesTo(member, other.key);
        const said = (keys: readonly Tie[]) =>
          ties.filter(({ key }) => keys.includes(key)).map(({ says }) => says);
        const options: [string, string][] = [
          ["", "no tie"],
          ...ties.map(({ key, says }): [string, string] => [key, says]),
        ];
        if (own.length > 1) options.push([own.join(), said(own).join(", ")]);
        return this.choice(
          `tie ${info.key} ${other.key}`,
          `To ${other.label}`,
          options,
          own.join(),
          (wanted) => this.changes.tie(info, other, wanted.split(",").filter(Boolean) as Tie[]),
        );
      });
    return element(
      "div.kind.ties",
      { role: "group", "aria-label": `What others are to ${info.label}` },
      ...rows,
    );
  }

  private choice(
    id: string,
    label: string,
    offered: readonly (readonly [string, string])[],
    value: string,
    chosen: (value: string) => void,
  ): HTMLElement {
    const safe = `compose-${id.replaceAll(" ", "-")}`;
    const select = element(
      "select",
      { id: safe, "data-focus": id, onchange: () => chosen(select.value) },
      ...options(offered),
    );
    select.value = value;
    return element("div.kind-one.stack", element("label", { for: safe }, label), select);
  }

  /** Shows a group that is new. */
  private unfold(group: string | undefined): void {
    if (group === undefined) return;
    this.folds.set(group, true);
    this.again();
    const fold = this.host.querySelector<HTMLElement>(`[data-focus="fold ${CSS.escape(group)}"]`);
    fold?.focus({ preventScroll: true });
    fold?.closest("section")?.scrollIntoView({ block: "nearest" });
  }

  private drop(info: MemberInfo, index: number): void {
    this.changes.drop(info, index);
    // The next one's button is where this one's was.
    const parts = this.host.querySelectorAll<HTMLElement>(
      `[data-group="${CSS.escape(info.key)}"] .part > [data-focus^="Remove"]`,
    );
    const next = parts[Math.min(index, parts.length - 1)];
    (next ?? this.host.querySelector<HTMLElement>(`[data-focus="add ${CSS.escape(info.key)}"]`))?.focus();
  }
}
