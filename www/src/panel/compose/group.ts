/** Controls for a group as a whole: name, role, body, view, start area, relations, Duplicate and Remove. */
import type { Core, MemberInfo } from "../../core";
import { groupsOf } from "../../core/groups";
import { upperFirst } from "../../core/nouns";
import { element, optionElements } from "../../ui/dom";
import { type KeyedItem, KeyedList } from "../../ui/keyed";
import { MAX_GROUP_NAME_LENGTH } from "../../ui/legend";
import type { GroupChanges } from "./changes";
import { type Member, RELATIONS, type Relation, relationsTo } from "./members";

const BODY_LABELS: Readonly<Record<MemberInfo["body"], string>> = {
  rigid: "Rigid body",
  point: "Point mass",
  particle: "Particle",
  tile: "Tile walker",
};

/** Radius of the start area "In the middle", as a share of half the world's smaller side. */
const CENTRAL_RADIUS = 0.3;

interface GroupChoice {
  key: string;
  label: string;
  options: (readonly [string, string])[];
  value: string;
  choose(value: string): void;
}

export class GroupView {
  readonly root = element("div.stack");
  private readonly choices: KeyedList<GroupChoice>;
  private member: MemberInfo | undefined;
  private readonly nameField = element("input", {
    type: "text",
    maxLength: MAX_GROUP_NAME_LENGTH,
    spellcheck: false,
  });
  private readonly copyButton: HTMLButtonElement;
  private readonly removeButton: HTMLButtonElement;

  constructor(
    private readonly core: Core,
    private readonly changes: GroupChanges,
    /** Called with the key of a duplicated group, or with undefined after a removal or a refused duplication. */
    made: (group: string | undefined) => void,
  ) {
    const list = element("div.kind-choices");
    this.choices = new KeyedList(list, choiceView);
    this.copyButton = element("button.button.quiet", "Duplicate");
    this.removeButton = element("button.button.quiet", "Remove");
    this.copyButton.addEventListener(
      "click",
      () => this.member && made(changes.duplicateGroup(this.member.key)),
    );
    this.removeButton.addEventListener("click", () => {
      if (!this.member) return;
      changes.removeGroup(this.member);
      made(undefined);
    });
    this.nameField.addEventListener("change", () => {
      if (!this.member) return;
      changes.renameGroup(this.member.key, this.nameField.value);
      this.nameField.value = this.member.label;
    });
    // Enter leaves the field: while it has the focus, Ctrl+Z would only undo typed letters.
    this.nameField.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      list.querySelector("select")?.focus();
    });
    const nameLabel = element("label.stack", element("span.remark", "Name"), this.nameField);
    this.root.append(nameLabel, list, element("div.flow.part-acts", this.copyButton, this.removeButton));
  }

  showMember(info: MemberInfo): void {
    // The field is refilled only if the label has changed, so that letters being typed stay.
    if (info.label !== this.member?.label) this.nameField.value = info.label;
    this.member = info;
    this.copyButton.hidden = info.role === "player";
    this.copyButton.setAttribute("aria-label", `Duplicate ${info.label}`);
    this.removeButton.setAttribute("aria-label", `Remove ${info.label}`);
    this.choices.showValues([...this.kindChoices(info), ...this.relationChoices(info)]);
  }

  private kindChoices(info: MemberInfo): GroupChoice[] {
    const { changes } = this;
    const { key } = info;
    const roles = [...new Set([...this.core.roles, info.role])];
    const bodies = (Object.keys(BODY_LABELS) as MemberInfo["body"][]).filter(
      (body) => (body === "tile") === (info.body === "tile"),
    );
    const changeMember = (label: string, part: Partial<Member>) =>
      changes.changeGroup(label, key, (member) => ({ ...member, ...part }));
    const allChoices: GroupChoice[] = [
      {
        ...{ key: `role ${key}`, label: "Role", value: info.role },
        options: roles.map((role) => [role, upperFirst(role)]),
        choose: (role) => changeMember(`role ${role}`, { role: role as Member["role"] }),
      },
      {
        ...{ key: `body ${key}`, label: "Moves as", value: info.body },
        options: bodies.map((body) => [body, BODY_LABELS[body]]),
        choose: (body) => changeMember(BODY_LABELS[body as Member["body"]], { body: body as Member["body"] }),
      },
    ];
    const view = changes.paramOfGroup(key, "view");
    if (view)
      allChoices.push({
        ...{ key: `view ${key}`, label: "View", value: String(view.value) },
        options: view.choices.map(({ label }, at) => [String(at), label]),
        choose: (at) => changes.setParam(`${info.label}: view`, view, Number(at)),
      });
    const start = changes.paramOfGroup(key, "start_radius");
    if (start) {
      const value = String(Number(start.value.toFixed(3)));
      const options: [string, string][] = [
        ["0", info.main ? "As in the scene" : "Anywhere"],
        [String(CENTRAL_RADIUS), "In the middle"],
      ];
      if (!options.some(([one]) => one === value)) options.push([value, `In the middle, ${value}`]);
      allChoices.push({
        ...{ key: `start ${key}`, label: "Start area", value, options },
        choose: (radius) => changes.setParam(`${info.label}: start`, start, Number(radius)),
      });
    }
    return allChoices;
  }

  private relationChoices(info: MemberInfo): GroupChoice[] {
    const member = groupsOf([info])[0] as Member;
    const otherGroups = this.core.composition().filter(({ key }) => key !== info.key);
    return otherGroups.map((other) => {
      const ownTies = relationsTo(member, other.key);
      const tieTexts = RELATIONS.filter(({ key }) => ownTies.includes(key)).map(({ menuText }) => menuText);
      const options: [string, string][] = [
        ["", "no tie"],
        ...RELATIONS.map(({ key, menuText }): [string, string] => [key, menuText]),
      ];
      if (ownTies.length > 1) options.push([ownTies.join(), tieTexts.join(", ")]);
      return {
        ...{
          key: `tie ${info.key} ${other.key}`,
          label: `To ${other.label}`,
          value: ownTies.join(),
          options,
        },
        choose: (wanted) =>
          this.changes.setRelations(info, other, wanted.split(",").filter(Boolean) as Relation[]),
      };
    });
  }
}

function choiceView(first: GroupChoice): KeyedItem<GroupChoice> {
  let now = first;
  let shown = "";
  const id = `compose-${first.key.replaceAll(" ", "-")}`;
  const select = element("select", { id, onchange: () => now.choose(select.value) });
  const root = element("div.stack", element("label.remark", { for: id }, first.label), select);
  const update = (choice: GroupChoice) => {
    now = choice;
    const optionsKey = JSON.stringify(choice.options);
    if (optionsKey !== shown) select.replaceChildren(...optionElements(choice.options));
    shown = optionsKey;
    select.value = choice.value;
  };
  return { root, update };
}
