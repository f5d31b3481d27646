/** Rule of an unfolded behavior: a listing, or the editor of a written rule. */
import { element } from "../../ui/dom";
import type { Page } from "../../ui/page";
import { RuleEditor, type UnitTrace } from "../rule/editor";
import { exampleRules, NEW_RULE_TEXT } from "../rule/library";
import { RuleListing } from "../rule/listing";
import { keyOfRule } from "../rule/written";
import type { GroupChanges } from "./changes";

/** Shortest time between two updates of the values, ms: more often, they could not be read. */
const UPDATE_INTERVAL = 250;

export class RuleView {
  readonly root = element("div");
  private editor: RuleEditor | undefined;
  private listing: RuleListing | undefined;
  private nextUpdate = 0;

  constructor(
    private readonly page: Page,
    private readonly changes: GroupChanges,
    isWritten: boolean,
    /** Called with the new key after the rule was renamed in its text. */
    private readonly keyChanged: (key: string) => void,
    private group: string,
    private key: string,
  ) {
    if (isWritten) this.openEditor();
  }

  /** Whether the listing of a built-in rule is shown, not the editor of a written one. */
  get isListed(): boolean {
    return this.listing !== undefined && !this.listing.root.hidden;
  }

  /** Shows the present rule text of a group's behavior. */
  showRule(group: string, key: string): void {
    this.group = group;
    this.key = key;
    const text = this.changes.ruleText(group, key);
    if (this.editor && text !== undefined) this.editor.showRuleText(text);
    if (this.editor || text === undefined || !this.page.core.catalog.some((one) => one.key === key)) return;
    if (!this.listing) {
      this.listing = new RuleListing(this.page.core);
      this.root.append(this.listing.root);
    }
    this.listing.showRuleText(text);
  }

  /** Has to be called once per frame: updates the values in the editor. */
  frame(now: number): void {
    if (!this.editor || now < this.nextUpdate || this.root.getClientRects().length === 0) return;
    this.nextUpdate = now + UPDATE_INTERVAL;
    this.editor.frame();
  }

  focus(): void {
    this.root.closest(".part")?.scrollIntoView({ block: "nearest" });
    this.editor?.focus();
  }

  private openEditor(): void {
    const id = `rule-${this.group}-${this.key}`;
    this.editor = new RuleEditor(this.page.core, id, this.changes.ruleText(this.group, this.key) ?? "", {
      runRule: (typed) => this.replaceText(typed),
      setParam: (name, value) => this.changes.setRuleParam(this.group, this.key, name, value),
      editEnded: () => this.changes.endTyping(this.group, this.key),
      traceOfSelected: () => this.selectedTrace(),
    });
    this.root.replaceChildren(this.makeExamples(this.editor), this.editor.root);
  }

  /** Buttons that replace the text of a new rule by an example; hidden once the text is edited. */
  private makeExamples(editor: RuleEditor): HTMLElement {
    const { core } = this.page;
    const present = core.composition().find(({ key }) => key === this.group)?.behaviors ?? [];
    const examples = exampleRules(
      core.recipes,
      present.map(({ key }) => key),
    );
    const buttons = examples.map(({ label, says, text }) =>
      element("button.button.quiet", { title: says, onclick: () => editor.startFrom(text) }, label),
    );
    const root = element("div.rule-line.flow.note", "Start from an example:", ...buttons);
    root.hidden = this.changes.ruleText(this.group, this.key) !== NEW_RULE_TEXT;
    editor.root.addEventListener("input", () => {
      root.hidden = true;
    });
    return root;
  }

  /** Applies a typed text, which may rename the rule and so change its key; returns the errors. */
  private replaceText(typed: string): string[] {
    const problems = this.changes.replaceRule(this.group, this.key, typed);
    const newKey = keyOfRule(typed) || "own";
    if (problems.length === 0 && newKey !== this.key) {
      this.key = newKey;
      this.keyChanged(newKey);
    }
    return problems;
  }

  /**
   * Rule values of the selected unit if it is in the rule's group, else of the group's first unit; undefined if none.
   */
  private selectedTrace(): UnitTrace | undefined {
    const ownGroup = this.page.core.groups().find((one) => one.key === this.group);
    if (!ownGroup || ownGroup.count === 0) return undefined;
    const selectedUnit = this.page.selected();
    const isOwn = selectedUnit >= ownGroup.start && selectedUnit < ownGroup.start + ownGroup.count;
    const unit = isOwn ? selectedUnit : ownGroup.start;
    const values = this.page.core.ruleValues(unit, this.key);
    const { hx, hy } = this.page.core.views();
    return values && { unit, values, heading: [hx[unit] ?? 1, hy[unit] ?? 0] };
  }
}
