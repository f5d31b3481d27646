/** The link itself: what it carries, how long it is, and what may be added to it. */

import { pageWith, SAFE_LENGTH } from "../../link/address";
import { withLook } from "../../look/text";
import { element, setText } from "../../ui/dom";
import { action, copyFrom, outputArea } from "../dialog/elements";
import type { LinkOption, ShareSection } from "../dialog/section";
import { DONE_LABEL, doneOption, momentOption, saveRecording } from "./recording-parts";

/** What is looked at: the same as "Copy link" and the address bar say. */
const lookOption: LinkOption = {
  key: "look",
  usual: true,
  label: () => LOOK_LABEL,
  offered: (host) => host.look() !== "",
  add: (link, host) => withLook(link, host.look()),
};

/** In the order in which they are applied. */
const linkOptions: LinkOption[] = [doneOption, momentOption, lookOption];

/** What the switch for the view says, here and for embeds. */
export const LOOK_LABEL = "Open with the view as it is now: camera, selected unit, overlays";

/** What people see who open the link. */
const SAME_LABEL = "Anyone who opens this link sees the same flock, tick by tick";
const PLAIN_LABEL = `This link starts from these settings, without what you did in the run. \u201c${DONE_LABEL}\u201d adds that`;

/** What a link of this length means to the person who sends it. */
function lengthText(length: number): string {
  const count = length.toLocaleString("en-US");
  return length <= SAFE_LENGTH
    ? `${count} characters: short enough for any chat or email.`
    : `${count} characters: some chat apps cut off links this long. Send a file instead.`;
}

export const linkSection: ShareSection = {
  key: "link",
  title: "Link",
  build(host) {
    const { row, field, heading } = outputArea("share-link", SAME_LABEL, 3);
    field.setAttribute("wrap", "soft");
    const length = element("p#share-link-length.hints", { role: "status" });
    const file = action("download", "Save as a file", () => saveRecording(host));
    const options = element("div.share-options");
    const switches = new Map<LinkOption, HTMLInputElement>();
    const chosen = new Map<string, boolean>();
    let tick = 0;
    const write = () => {
      let link = host.link();
      let whole = host.core.recorded() === 0;
      for (const [option, input] of switches) {
        if (!input.checked) continue;
        link = option.add(link, host, tick);
        whole ||= option.carriesDone === true;
      }
      setText(heading, whole ? SAME_LABEL : PLAIN_LABEL);
      field.value = pageWith(link, location.href);
      setText(length, lengthText(field.value.length));
      file.hidden = field.value.length <= SAFE_LENGTH;
    };
    const show = () => {
      tick = host.core.ticks();
      for (const [{ key }, { checked }] of switches) chosen.set(key, checked);
      switches.clear();
      options.replaceChildren();
      for (const option of linkOptions.filter((one) => one.offered(host))) {
        const input = element("input", { type: "checkbox", id: `share-${option.key}` });
        input.checked = chosen.get(option.key) ?? option.usual === true;
        input.addEventListener("change", write);
        switches.set(option, input);
        options.append(element("label.switch-line", input, option.label(host, tick)));
      }
      write();
    };
    const actions = element(
      "div.actions",
      action("link", "Copy link", () => void copyFrom(field, "Link", host.say), true),
      file,
    );
    if (typeof navigator.share === "function")
      actions.append(action("share", "Send\u2026", () => void send()));
    const send = async () => {
      try {
        await navigator.share({ title: document.title, url: field.value });
      } catch {
        // Closing the system's own sheet is no failure.
      }
    };
    return { body: element("div", row, length, options, actions), show };
  },
};
