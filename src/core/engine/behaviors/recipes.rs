//! Recipes: rules that ship with the project as texts for people to start from.
//!
//! A recipe has a key like any behavior. In a group, a recipe is a written rule with that key, so
//! that a person can change its text, and links contain the whole text.

use super::{REGISTRY, RuleBehavior, behavior_from_key, rule};
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use std::sync::OnceLock;

/// Texts of all recipes, separated by empty lines: fields (`name: value`), then the rule's text.
const RECIPE_TEXTS: &str = include_str!("recipes.txt");

/// Rule that ships with the project as a text to start from, with a run that shows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recipe {
    /// Key of the recipe's rule.
    pub key: &'static str,
    /// Text of the recipe's rule.
    pub text: &'static str,
    /// Additional words by which a search finds the recipe.
    pub words: &'static str,
    /// Link of a run that shows the recipe after the recipe was added to the group `group`.
    pub link: &'static str,
    /// Key of the group in the run `link` to which the recipe is added; empty for the first group.
    pub group: &'static str,
    /// Key of the behavior in the group `group` that the recipe replaces; empty for none.
    pub replaced_behavior: &'static str,
}

impl Recipe {
    fn parse_recipe(paragraph: &'static str) -> Self {
        let (fields, text) = paragraph.split_at(paragraph.find("\nrule ").map_or(0, |at| at + 1));
        let field = |name: &str| {
            let mut values =
                fields.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            values.next().unwrap_or_default()
        };
        let key = text.split_whitespace().nth(1).unwrap_or_default();
        let [words, link, group, instead] = ["words", "link", "group", "instead"].map(field);
        Self { key, text, words, link, group, replaced_behavior: instead }
    }

    /// Label of the recipe's rule.
    pub fn label(&self) -> &'static str {
        self.text.split('"').nth(1).unwrap_or(self.key)
    }

    /// Sentence that says what the recipe does.
    pub fn sentence(&self) -> String {
        let comments = self.text.lines().skip(1).map_while(|line| line.strip_prefix("# "));
        comments.collect::<Vec<_>>().join(" ")
    }
}

/// All recipes, in the order in which lists show them.
pub fn recipes() -> &'static [Recipe] {
    static RECIPES: OnceLock<Vec<Recipe>> = OnceLock::new();
    let paragraph = |text: &'static str| {
        text.strip_suffix('\n').filter(|rest| rest.ends_with('\n')).unwrap_or(text)
    };
    RECIPES.get_or_init(|| {
        RECIPE_TEXTS.split_inclusive("\n\n").map(paragraph).map(Recipe::parse_recipe).collect()
    })
}

/// Behavior compiled from the text of the recipe with this key; `None` if there is no such recipe.
///
/// ```
/// use flockwright::{Group, Role, recipe};
///
/// let squad = Group::point("squad", "Squad", Role::Regular, 12);
/// let squad = squad.with(recipe("offset_pursuit").expect("the recipe exists"));
/// assert!(recipe("offset_pursiut").is_none());
/// ```
pub fn recipe(key: &str) -> Option<RuleBehavior> {
    rule(recipe_text(key)?).ok()
}

/// Rule text of the recipe with this key; `None` if there is no such recipe.
pub fn recipe_text(key: &str) -> Option<&'static str> {
    recipes().iter().find(|recipe| recipe.key == key).map(|recipe| recipe.text)
}

/// Error sentence for a key that no recipe has; it suggests the most similar key.
pub fn unknown_recipe(key: &str) -> String {
    if behavior_from_key(key).is_some() {
        let key = quote(key);
        return format!(
            "{key} is no recipe but a behavior: name it among the behaviors of a group."
        );
    }
    let guess = did_you_mean(key, recipes().iter().map(|recipe| recipe.key));
    format!("There is no recipe {}.{guess}", quote(key))
}

/// Error sentence for a key without a behavior or recipe; it suggests the most similar key.
pub fn unknown_behavior(key: &str) -> String {
    let built_in = REGISTRY.iter().map(|make| make().key());
    let guess = did_you_mean(key, built_in.chain(recipes().iter().map(|recipe| recipe.key)));
    format!("There is no behavior {}.{guess}", quote(key))
}
