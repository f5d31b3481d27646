/** The sections of the share dialog, in the order of its tabs. */

import type { ShareSection } from "../dialog/section";
import { mediaSection } from "../record/section";
import { codeSection } from "./code";
import { embedSection } from "./embed";
import { fileSection } from "./file";
import { linkSection } from "./link";

export const SECTIONS: readonly ShareSection[] = [
  linkSection,
  embedSection,
  codeSection,
  mediaSection,
  fileSection,
];
