/** View of what a group is: name, role, body, start, and relations to other groups. */
import type { Core, MemberInfo } from "../../core";
import { groupsOf } from "../../core/groups";
import { element, options } from "../../ui/dom";
import { type Item, KeyedList } from "../../ui/keyed";
import { LONGEST_NAME } from "../../ui/legend";
import type { Changes } from "./changes";
import { type Member, type Tie, ties, tiesTo } from "./members";

const bodies: Readonly<Record<MemberInfo["body"], string>> = {
  rigid: "Rigid body",
  point: "Point mass",
  particle: "Particle",
  tile: "Tile walker",
};

/** Radius of the start area in the middle, as a share of half the world's size. */
const middle = 0.3;

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

interface Choice {
  key: string;
  label: string;
  offered: (readonly [string, string])[];
  value: string;
  chosen(value: string): void;
}

export class KindView {
  readonly root = element("div.stack");
  private readonly choices: KeyedList<Choice>;
  private member: MemberInfo | undefined;
  private readonly name = element("input", { type: "text", maxLength: LONGEST_NAME, spellcheck: false });
  private readonly copy: HTMLButtonElement;
  private readonly remove: HTMLButtonElement;

  constructor(
    private readonly core: Core,
    private readonly changes: Changes,
    /** Called with the key of a new group, or without a key when a group was removed. */
    made: (group: string | undefined) => void,
  ) {
    const list = element("div.kind-choices");
    this.choices = new KeyedList(list, choiceView);
    this.copy = element("button.button.quiet", "Duplicate");
    this.remove = element("button.button.quiet", "Remove");
    this.copy.addEventListener("click", () => this.member && made(changes.duplicate(this.member.key)));
    this.remove.addEventListener("click", () => {
      if (!this.member) return;
      changes.remove(this.member);
      made(undefined);
    });
    this.name.addEventListener("change", () => {
      if (!this.member) return;
      changes.rename(this.member.key, this.name.value);
      this.name.value = this.member.label;
    });
    // In a text field, Ctrl+Z would undo letters.
    this.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      list.querySelector("select")?.focus();
    });
    const named = element("label.stack", element("span.remark", "Name"), this.name);
    this.root.append(named, list, element("div.flow.part-acts", this.copy, this.remove));
  }

  showMember(info: MemberInfo): void {
    // Typed letters stay until the name has changed.
    if (info.label !== this.member?.label) this.name.value = info.label;
    this.member = info;
    this.copy.hidden = info.role === "player";
    this.copy.setAttribute("aria-label", `Duplicate ${info.label}`);
    this.remove.setAttribute("aria-label", `Remove ${info.label}`);
    this.choices.showValues([...this.kinds(info), ...this.ties(info)]);
  }

  private kinds(info: MemberInfo): Choice[] {
    const { changes } = this;
    const { key } = info;
    const roles = [...new Set([...this.core.roles, info.role])];
    const kinds = (Object.keys(bodies) as MemberInfo["body"][]).filter(
      (body) => (body === "tile") === (info.body === "tile"),
    );
    const change = (label: string, part: Partial<Member>) =>
      changes.change(label, key, (member) => ({ ...member, ...part }));
    const allChoices: Choice[] = [
      {
        ...{ key: `role ${key}`, label: "Role", value: info.role },
        offered: roles.map((role) => [role, capital(role)]),
        chosen: (role) => change(`role ${role}`, { role: role as Member["role"] }),
      },
      {
        ...{ key: `body ${key}`, label: "Moves as", value: info.body },
        offered: kinds.map((body) => [body, bodies[body]]),
        chosen: (body) => change(bodies[body as Member["body"]], { body: body as Member["body"] }),
      },
    ];
    const view = changes.own(key, "view");
    if (view)
      allChoices.push({
        ...{ key: `view ${key}`, label: "View", value: String(view.value) },
        offered: view.choices.map(({ label }, at) => [String(at), label]),
        chosen: (at) => changes.set(`${info.label}: view`, view, Number(at)),
      });
    const start = changes.own(key, "start_radius");
    if (start) {
      const value = String(Number(start.value.toFixed(3)));
      const offered: [string, string][] = [
        ["0", info.main ? "As in the scene" : "Anywhere"],
        [String(middle), "In the middle"],
      ];
      if (!offered.some(([one]) => one === value)) offered.push([value, `In the middle, ${value}`]);
      allChoices.push({
        ...{ key: `start ${key}`, label: "Start area", value, offered },
        chosen: (radius) => changes.set(`${info.label}: start`, start, Number(radius)),
      });
    }
    return allChoices;
  }

  private ties(info: MemberInfo): Choice[] {
    const member = groupsOf([info])[0] as Member;
    const others = this.core.composition().filter(({ key }) => key !== info.key);
    return others.map((other) => {
      const ownTies = tiesTo(member, other.key);
      const tieTexts = ties.filter(({ key }) => ownTies.includes(key)).map(({ says }) => says);
      const offered: [string, string][] = [
        ["", "no tie"],
        ...ties.map(({ key, says }): [string, string] => [key, says]),
      ];
      if (ownTies.length > 1) offered.push([ownTies.join(), tieTexts.join(", ")]);
      return {
        ...{
          key: `tie ${info.key} ${other.key}`,
          label: `To ${other.label}`,
          value: ownTies.join(),
          offered,
        },
        chosen: (wanted) => this.changes.tie(info, other, wanted.split(",").filter(Boolean) as Tie[]),
      };
    });
  }
}

function choiceView(first: Choice): Item<Choice> {
  let now = first;
  let shown = "";
  const id = `compose-${first.key.replaceAll(" ", "-")}`;
  const select = element("select", { id, onchange: () => now.chosen(select.value) });
  const root = element("div.stack", element("label.remark", { for: id }, first.label), select);
  const update = (choice: Choice) => {
    now = choice;
    const offered = JSON.stringify(choice.offered);
    if (offered !== shown) select.replaceChildren(...options(choice.offered));
    shown = offered;
    select.value = choice.value;
  };
  return { root, update };
}
