/** What the share dialog shows, one at a time: the menu chooses. */

import type { ShareSection } from "../dialog/section";
import { mediaSection } from "../record/section";
import { codeSection } from "./code";
import { embedSection } from "./embed";
import { fileSection } from "./file";

export const SECTIONS: readonly ShareSection[] = [mediaSection, codeSection, embedSection, fileSection];
