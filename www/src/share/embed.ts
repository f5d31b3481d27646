/** Section of the share dialog with the HTML that embeds the run in another page. */

import { pageWith } from "../core/link/address";
import { asEmbed, embedSnippet } from "../core/link/embed";
import { withValue } from "../core/link/query";
import { element, icon } from "../ui/dom";
import { actionButton, copyableText, copyField } from "./dialog/elements";
import type { ShareSection } from "./dialog/section";

export const embedSection: ShareSection = {
  key: "embed",
  build(host) {
    const startsBox = element("input#share-starts", { type: "checkbox" });
    const includeLook = element("input#share-embed-look", { type: "checkbox" });
    includeLook.checked = true;
    const looksLine = element("label.switch-line.across", includeLook, "Open with the view as it is now");
    const { row, field } = copyableText("share-snippet", "Paste this into the HTML of your page", 4);
    field.setAttribute("wrap", "soft");
    const preview = element(
      "a.button",
      { target: "_blank", rel: "noopener" },
      icon("open"),
      element("span", "Preview"),
    );
    const showSnippet = () => {
      const look = host.look();
      looksLine.hidden = look === "";
      const link = includeLook.checked ? withValue(host.link(), "look", look) : host.link();
      const href = pageWith(asEmbed(link, startsBox.checked ? "play" : "wait"), location.href);
      field.value = embedSnippet(href, host.title() || "a flock");
      preview.href = href;
    };
    for (const input of [startsBox, includeLook]) input.addEventListener("input", showSnippet);
    const body = element(
      "div",
      element("label.switch-line.across", startsBox, "Start playing automatically"),
      looksLine,
      row,
      element(
        "div.actions",
        actionButton("copy", "Copy snippet", () => void copyField(field, "Snippet", host.say), true),
        preview,
      ),
    );
    return { body, showSection: showSnippet };
  },
};
