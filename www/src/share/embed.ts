/** A snippet that puts the run into another page. */

import { pageWith } from "../core/link/address";
import { asEmbed, type EmbedSize, parseExtent, snippet } from "../core/link/embed";
import { withLook } from "../panel/look/text";
import { element, icon, options } from "../ui/dom";
import { action, copyFrom, outputArea } from "./dialog/elements";
import type { ShareSection } from "./dialog/section";

/** What the switch for the view says. */
const LOOK_LABEL = "Open with the view as it is now";

const SIZES: readonly { label: string; size: EmbedSize | undefined }[] = [
  { label: "As wide as the text around it", size: { ratio: "4 / 3" } },
  { label: "Small, 400 \u00d7 300", size: { width: 400, height: 300 } },
  { label: "Medium, 640 \u00d7 480", size: { width: 640, height: 480 } },
  { label: "Large, 960 \u00d7 720", size: { width: 960, height: 720 } },
  { label: "Your own size", size: undefined },
];

export const embedSection: ShareSection = {
  key: "embed",
  title: "Embed",
  build(host) {
    const choice = element("select#share-size", ...options(SIZES.map(({ label }, at) => [at, label])));
    const extent = (id: string, value: number) =>
      element("input", { id, type: "text", inputmode: "numeric", value, maxlength: 5, autocomplete: "off" });
    const width = extent("share-width", 800);
    const height = extent("share-height", 450);
    const own = element(
      "div.share-pair.across.hints",
      { hidden: true },
      element("label", { for: "share-width" }, "Width"),
      width,
      element("label", { for: "share-height" }, "Height"),
      height,
      element("span", "px"),
    );
    const starts = element("input#share-starts", { type: "checkbox" });
    const looks = element("input#share-embed-look", { type: "checkbox" });
    looks.checked = true;
    const looksLine = element("label.switch-line", looks, LOOK_LABEL);
    const { row, field } = outputArea("share-snippet", "Paste this into the HTML of your page", 4);
    field.setAttribute("wrap", "soft");
    const preview = element(
      "a.button",
      { target: "_blank", rel: "noopener" },
      icon("open"),
      element("span", "Preview"),
    );
    const size = (): EmbedSize | undefined => {
      const fixed = SIZES[Number(choice.value)]?.size;
      if (fixed) return fixed;
      const [w, h] = [width, height].map((input) => {
        const value = parseExtent(input.value);
        if (value === undefined) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
        return value;
      });
      return w && h ? { width: w, height: h } : undefined;
    };
    const show = () => {
      own.hidden = SIZES[Number(choice.value)]?.size !== undefined;
      const room = size();
      if (!room) {
        host.say("Width and height must be whole numbers from 80 to 8000.");
        return;
      }
      host.say("");
      const look = host.look();
      looksLine.hidden = look === "";
      const link = looks.checked ? withLook(host.link(), look) : host.link();
      const href = pageWith(asEmbed(link, starts.checked ? "play" : "wait"), location.href);
      const scene = host.core.scenes.find(({ key }) => key === host.core.scene());
      field.value = snippet(href, scene?.title ?? "a flock", room);
      preview.href = href;
    };
    for (const input of [choice, width, height, starts, looks]) input.addEventListener("input", show);
    const body = element(
      "div",
      element("div.share-field.stack", element("label", { for: "share-size" }, "Size"), choice, own),
      element("label.switch-line", starts, "Start playing automatically"),
      looksLine,
      row,
      element(
        "div.actions",
        action("copy", "Copy snippet", () => void copyFrom(field, "Snippet", host.say), true),
        preview,
      ),
    );
    return { body, show };
  },
};
