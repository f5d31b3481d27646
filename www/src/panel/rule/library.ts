/** Search in the core's recipes, and the text of a new rule. */
import type { RecipeInfo } from "../../core";
import { matchesWords } from "../../ui/values";

export const NEW_RULE_TEXT = `rule own "My rule"
# Turns to the right: change it into yours.
steer right * 0.5
`;

/** Keys of the recipes that a new rule offers as examples: each changes any flock visibly. */
const EXAMPLES = ["milling", "crowded", "gap_seeking"];

/** The examples for a new rule, without those whose keys the group has already. */
export const exampleRules = (recipes: readonly RecipeInfo[], taken: readonly string[]): RecipeInfo[] =>
  EXAMPLES.filter((key) => !taken.includes(key)).flatMap(
    (key) => recipes.find((one) => one.key === key) ?? [],
  );

/** The recipes that these words name or describe, without those whose keys the group has already. */
export const recipesFor = (
  recipes: readonly RecipeInfo[],
  search: string,
  taken: readonly string[],
): RecipeInfo[] =>
  recipes.filter(
    ({ key, label, says, words }) =>
      !taken.includes(key) && matchesWords(`${label} ${says} ${words}`, search, true),
  );

/** Text of a rule with a number as the value of its first parameter, if the parameter's range has it. */
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
