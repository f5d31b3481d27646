/** What the share dialog shows, one at a time: the menu chooses. */

import { codeSection } from "./code";
import type { ShareSection } from "./dialog/section";
import { embedSection } from "./embed";
import { fileSection } from "./file";
import { mediaSection } from "./record/section";

export const SECTIONS: readonly ShareSection[] = [mediaSection, codeSection, embedSection, fileSection];
