//! Dependencies of a rule on the world and its group, derived from its tree.

use super::tree::{
    Expr, ExprKind, Function, MemberSet, OwnValue, Property, Rule, SetKind, TextMeasure, Thing,
};
use super::words::{
    FOLD_WORDS, FUNCTION_WORDS, LanguageWord, MEASURE_WORDS, OWN_WORDS, PROPERTY_WORDS, SET_WORDS,
    THING_WORDS,
};

/// Things, sets and other inputs on which a rule depends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependencies<'r> {
    /// Things that the rule uses, each once, in the order of [`THING_WORDS`].
    pub used_things: Vec<Thing>,
    /// Things without which the rule does not steer: it uses them without testing whether they
    /// exist.
    pub required_things: Vec<Thing>,
    /// Sets that the rule searches, in the order of the text.
    pub searched_sets: Vec<&'r MemberSet>,
    /// Whether the rule needs the group's view, because it searches the view, tests whether
    /// something is within its angles, or tests for leaders.
    pub needs_view: bool,
    /// Whether the rule uses the steering of the behaviors before it.
    pub uses_steering_so_far: bool,
    /// Whether the rule tests if the unit hunts the target.
    pub tests_hunting: bool,
}

/// Word of the language, and its meaning.
pub type WordMeaning = (&'static str, &'static str);

/// Words in the expressions with their meanings, each once, in the order of the text. `measure`:
/// whether words have the meanings that they have in measures.
fn words_of<'e>(exprs: impl Iterator<Item = &'e Expr>, measure: bool) -> Vec<WordMeaning> {
    fn word_meaning<T: Copy + PartialEq>(
        table: &[LanguageWord<T>],
        element: T,
    ) -> Option<WordMeaning> {
        table.iter().find(|word| word.element == element).map(|word| (word.name, word.doc))
    }
    let of_measures = |name: &str| {
        MEASURE_WORDS.iter().find(|word| word.name == name).map(|word| (word.name, word.doc))
    };
    let field = |field: Property| match field {
        Property::Offset if measure => of_measures("place"),
        field => word_meaning(PROPERTY_WORDS, field),
    };
    let mut words = Vec::new();
    let mut note =
        |word: Option<WordMeaning>| words.extend(word.filter(|word| !words.contains(word)));
    let mut visit = |expr: &Expr| match &expr.kind {
        ExprKind::Own(own) => note(word_meaning(OWN_WORDS, *own)),
        ExprKind::Thing(thing, of) => {
            note(word_meaning(THING_WORDS, thing.without_name()));
            note(field(*of));
        }
        ExprKind::Member(of) => note(field(*of)),
        ExprKind::Call(function, _) | ExprKind::Draw(function, ..) => {
            note(word_meaning(FUNCTION_WORDS, *function))
        }
        ExprKind::Fold(over) => {
            note(word_meaning(FOLD_WORDS, over.fold));
            note(match (&over.set, measure) {
                (set, false) => word_meaning(SET_WORDS, set.kind),
                (MemberSet { radius: Some(_), .. }, _) => of_measures("near"),
                (MemberSet { kind: SetKind::Group, .. }, _) => of_measures("kind"),
                (MemberSet { kind: SetKind::Obstacles, .. }, _) => of_measures("walls"),
                _ => of_measures("all"),
            });
        }
        _ => {}
    };
    exprs.for_each(|expr| expr.walk_exprs(&mut visit));
    words
}

/// Group names in `group("...")`, each once, in the order of the text.
pub fn group_names<'e>(exprs: impl Iterator<Item = &'e Expr>) -> Vec<&'e str> {
    let mut names = Vec::new();
    let mut visit = |expr: &'e Expr| {
        let ExprKind::Fold(over) = &expr.kind else { return };
        let name = over.set.group.as_str();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    };
    exprs.for_each(|expr| expr.walk_exprs(&mut visit));
    names
}

/// Site names in `site("...")`, each once, in the order of the text.
pub fn site_names<'e>(exprs: impl Iterator<Item = &'e Expr>) -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut visit = |expr: &Expr| {
        if let ExprKind::Thing(Thing::Site(name), _) = expr.kind
            && !names.contains(&name.text())
        {
            names.push(name.text());
        }
    };
    exprs.for_each(|expr| expr.walk_exprs(&mut visit));
    names
}

impl TextMeasure {
    /// Top-level expressions of the measure: its named values and its output.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.named_values.iter().map(|named| &named.value).chain([&self.value])
    }

    /// Words that the measure uses, each once, with their meanings.
    pub fn words(&self) -> Vec<WordMeaning> {
        words_of(self.exprs(), true)
    }
}

impl Rule {
    /// Words that the rule uses, each once, with their meanings.
    pub fn words(&self) -> Vec<WordMeaning> {
        words_of(self.exprs(), false)
    }

    /// Derives the dependencies of the rule from its tree.
    pub fn dependencies(&self) -> Dependencies<'_> {
        let mut dependencies = Dependencies::default();
        let mut asked = Vec::new();
        self.walk_exprs(|expr| match &expr.kind {
            ExprKind::Thing(thing, field) => {
                if *field == Property::IsThere {
                    asked.push(*thing);
                }
                if !dependencies.used_things.contains(thing) {
                    dependencies.used_things.push(*thing);
                }
            }
            ExprKind::Own(OwnValue::SoFar) => dependencies.uses_steering_so_far = true,
            ExprKind::Own(OwnValue::Hunts) => dependencies.tests_hunting = true,
            ExprKind::Own(OwnValue::Leads) | ExprKind::Member(Property::Leads) => {
                dependencies.needs_view = true
            }
            ExprKind::Call(
                Function::Seen | Function::Wide | Function::Limited | Function::Narrow,
                _,
            ) => {
                dependencies.needs_view = true;
            }
            ExprKind::Fold(over) => {
                dependencies.needs_view |= over.set.kind == SetKind::View;
                dependencies.searched_sets.push(&over.set);
            }
            _ => {}
        });
        dependencies.used_things.sort();
        dependencies.required_things =
            dependencies.used_things.iter().copied().filter(|one| !asked.contains(one)).collect();
        dependencies
    }
}
