/** Chooses among the core's recipes (ready-made rules), and holds the text of a new rule. */
import type { RecipeInfo } from "../../core";
import { matchesWords } from "../../ui/values";

export const NEW_RULE_TEXT = `rule own "My rule"
# Turns to the right: change it into yours.
steer right * 0.5
`;

/** Keys of the recipes that are offered as examples for a new rule: each changes any flock visibly. */
const EXAMPLES = ["milling", "crowded", "gap_seeking"];

/** Recipes of `EXAMPLES`, without those whose keys are taken by the group's behaviors. */
export const exampleRules = (recipes: readonly RecipeInfo[], taken: readonly string[]): RecipeInfo[] =>
  EXAMPLES.filter((key) => !taken.includes(key)).flatMap(
    (key) => recipes.find((one) => one.key === key) ?? [],
  );

/** Recipes that match a search, without those whose keys are taken by the group's behaviors. */
export const recipesFor = (
  recipes: readonly RecipeInfo[],
  search: string,
  takenKeys: readonly string[],
): RecipeInfo[] =>
  recipes.filter(
    ({ key, label, says, words }) =>
      !takenKeys.includes(key) && matchesWords(`${label} ${says} ${words}`, search, true),
  );

/** Rule text with `number` as the value of its first parameter, if the number is in the parameter's range. */
export function withFirstParam(text: string, number: string | undefined): string {
  return text.replace(
    /^(param \w+ = )[\d.]+( in ([-\d.]+?)\.\.([\d.]+))/m,
    (whole, head, range, low, high) => {
      const value = Number(number);
      return number !== undefined && value >= Number(low) && value <= Number(high)
        ? `${head}${value}${range}`
        : whole;
    },
  );
}
