/** The run for a game: constants, running code, an asset, or one file that plays. */

import { pageWith } from "../../link/address";
import { element, options, setText } from "../../ui/dom";
import { download, fileName } from "../../ui/download";
import { lazy } from "../../ui/lazy";
import { action, copyFrom, outputArea } from "../dialog/elements";
import type { ShareHost, ShareSection } from "../dialog/section";
import { parametersJson } from "../export/json";
import { LANGUAGES } from "../export/languages";
import { readRun } from "../export/model";
import { zipOf } from "../files/zip";

type Kind = "constants" | "program" | "asset" | "html";

interface Format {
  key: string;
  label: string;
  /** `page`: the address at which the run opens again. Throws an Error where the run has no such form. */
  write(host: ShareHost, page: string): Written;
}

interface Written {
  text: string;
  /** The name of its file. */
  file: string;
  /** What one can do with it, step by step. */
  steps: readonly string[];
  /** What to know before. */
  warning?: string;
  /** Where it is a folder: its files by their paths. */
  files?: ReadonlyMap<string, string> | undefined;
}

const KINDS: readonly { key: Kind; label: string }[] = [
  { key: "constants", label: "Constants" },
  { key: "program", label: "Running code" },
  { key: "asset", label: "Asset for an engine" },
  { key: "html", label: "HTML file that plays" },
];

const CONSTANTS: readonly Format[] = [
  ...LANGUAGES,
  { key: "json", label: "JSON", extension: "json", write: parametersJson },
].map(({ key, label, extension, write }) => ({
  key,
  label,
  write({ core }, page) {
    const file = fileName(`flockwright-${core.scene()}`, extension);
    return { text: write(readRun(core), page), file, steps: [] };
  },
}));

/** Programs are a large part of the page that few ask for. */
const loadPrograms = lazy(() => import("../export/programs"));

async function formatsOf(kind: Kind): Promise<readonly Format[]> {
  if (kind === "constants") return CONSTANTS;
  const { PROGRAMS, planOf, warning, whyNot } = await loadPrograms();
  return PROGRAMS.filter((program) => program.kind === kind).map((program) => ({
    key: program.key,
    label: program.label,
    write({ core }, page) {
      const reason = whyNot(core);
      if (reason) throw new Error(reason);
      const plan = planOf(core);
      return {
        text: program.write(plan, page),
        file: program.file(plan.run),
        steps: program.steps(plan.run),
        warning: warning(program, plan),
        files: program.files?.(plan, page),
      };
    },
  }));
}

export const codeSection: ShareSection = {
  key: "code",
  title: "Code",
  build(host) {
    const kinds = element("select#share-kind", ...options(KINDS.map(({ key, label }) => [key, label])));
    kinds.value = KINDS.find(({ key }) => key === host.store.get("code-kind"))?.key ?? "constants";
    const choice = element("select#share-language");
    const { row, field } = outputArea("share-code", "The run as code", 12);
    const hint = element("p.hints");
    let formats: readonly Format[] = [];
    let wanted = 0;
    let file = "";
    let files: Written["files"];

    const format = () => formats.find(({ key }) => key === choice.value) ?? formats[0];
    const show = () => {
      const chosen = format();
      if (!chosen) return;
      try {
        const written = chosen.write(host, pageWith(host.link(), location.href));
        field.value = written.text;
        ({ file, files } = written);
        const steps = written.steps.map((step, at) => `${at + 1}. ${step}`).join(" ");
        setText(
          hint,
          [written.warning, steps].filter(Boolean).join(" ") ||
            "The numbers as you tuned them, with what each means and how they work together.",
        );
      } catch (error) {
        field.value = "";
        setText(hint, error instanceof Error ? error.message : String(error));
      }
      field.scrollTop = field.scrollLeft = 0;
    };
    const offer = async () => {
      const turn = ++wanted;
      const offered = await formatsOf(kinds.value as Kind);
      // Somebody has chosen another kind meanwhile.
      if (turn !== wanted) return;
      formats = offered;
      choice.replaceChildren(...options(formats.map(({ key, label }) => [key, label])));
      const before = formats.find(({ key }) => key === host.store.get("language"));
      choice.value = (before ?? formats[0])?.key ?? "";
      show();
    };
    kinds.addEventListener("change", () => {
      host.store.set("code-kind", kinds.value);
      void offer();
    });
    choice.addEventListener("change", () => {
      host.store.set("language", choice.value);
      show();
    });
    const save = () => {
      if (field.value === "") return;
      const text = new Blob([field.value], { type: "text/plain;charset=utf-8" });
      download(file, files ? zipOf(files) : text);
      host.say(`Saved as ${file}`);
    };
    const body = element(
      "div",
      hint,
      element("div.share-field.stack", element("label", { for: "share-kind" }, "As"), kinds),
      element("div.share-field.stack", element("label", { for: "share-language" }, "Language"), choice),
      row,
      element(
        "div.actions",
        action("copy", "Copy code", () => void copyFrom(field, "Code", host.say), true),
        action("download", "Download", save),
      ),
    );
    void offer();
    return { body, show };
  },
};
