/** The sections of the share dialog, in the order of its tabs. */
import { linkSection } from "./link";
import type { ShareSection } from "./section";

export const SECTIONS: readonly ShareSection[] = [linkSection];
