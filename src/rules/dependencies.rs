//! Dependencies of a rule, derived from its tree.

use super::tree::{
    Expr, ExprKind, Function, OwnValue, Property, Rule, Set, SetKind, TextMeasure, Thing,
};
use super::words::{
    FOLD_WORDS, FUNCTION_WORDS, LanguageWord, MEASURE_WORDS, OWN_WORDS, PROPERTY_WORDS, SET_WORDS,
    THING_WORDS,
};

/// Inputs that a rule depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependencies<'r> {
    /// Things that it uses, each once, in the order of [`THING_WORDS`].
    pub things: Vec<Thing>,
    /// Things without which it steers nothing: used without asking whether they are there.
    pub required_things: Vec<Thing>,
    /// Sets that it searches, in the order of the text.
    pub searched_sets: Vec<&'r Set>,
    /// True if it needs the group's view: searches it, or asks for its angles or for leaders.
    pub needs_view: bool,
    /// True if it uses the steering of the behaviors before it.
    pub uses_steering_so_far: bool,
    /// True if it asks whether the unit hunts the target.
    pub asks_hunting: bool,
}

/// A word of the language with its meaning.
pub type WordMeaning = (&'static str, &'static str);

/// Words of expressions, each once, in the order of the text. `measure`: with their meanings in
/// measures.
fn words_of<'e>(exprs: impl Iterator<Item = &'e Expr>, measure: bool) -> Vec<WordMeaning> {
    fn meaning<T: Copy + PartialEq>(table: &[LanguageWord<T>], element: T) -> Option<WordMeaning> {
        table.iter().find(|word| word.element == element).map(|word| (word.name, word.doc))
    }
    let of_measures = |name: &str| {
        MEASURE_WORDS.iter().find(|word| word.name == name).map(|word| (word.name, word.doc))
    };
    let field = |field: Property| match field {
        Property::Offset if measure => of_measures("place"),
        field => meaning(PROPERTY_WORDS, field),
    };
    let mut words = Vec::new();
    let mut note =
        |word: Option<WordMeaning>| words.extend(word.filter(|word| !words.contains(word)));
    let mut visit = |expr: &Expr| match &expr.kind {
        ExprKind::Own(own) => note(meaning(OWN_WORDS, *own)),
        ExprKind::Thing(thing, of) => {
            note(meaning(THING_WORDS, thing.without_name()));
            note(field(*of));
        }
        ExprKind::Member(of) => note(field(*of)),
        ExprKind::Call(function, _) | ExprKind::Draw(function, ..) => {
            note(meaning(FUNCTION_WORDS, *function))
        }
        ExprKind::Fold(over) => {
            note(meaning(FOLD_WORDS, over.fold));
            note(match (&over.set, measure) {
                (set, false) => meaning(SET_WORDS, set.kind),
                (Set { radius: Some(_), .. }, _) => of_measures("near"),
                (Set { kind: SetKind::Group, .. }, _) => of_measures("kind"),
                (Set { kind: SetKind::Obstacles, .. }, _) => of_measures("walls"),
                _ => of_measures("all"),
            });
        }
        _ => {}
    };
    exprs.for_each(|expr| expr.walk_exprs(&mut visit));
    words
}

/// Names in `group("...")`, each once, in the order of the text.
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

/// Names in `site("...")`, each once, in the order of the text.
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
    /// All top-level expressions: named values and the measure itself.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.lets.iter().map(|named| &named.value).chain([&self.value])
    }

    /// Words used in the measure, each once, with their meanings.
    pub fn words(&self) -> Vec<WordMeaning> {
        words_of(self.exprs(), true)
    }
}

impl Rule {
    /// Words used in the rule, each once, with their meanings.
    pub fn words(&self) -> Vec<WordMeaning> {
        words_of(self.exprs(), false)
    }

    /// Derives the dependencies from the tree.
    pub fn dependencies(&self) -> Dependencies<'_> {
        let mut dependencies = Dependencies::default();
        let mut asked = Vec::new();
        self.walk_exprs(|expr| match &expr.kind {
            ExprKind::Thing(thing, field) => {
                if *field == Property::IsThere {
                    asked.push(*thing);
                }
                if !dependencies.things.contains(thing) {
                    dependencies.things.push(*thing);
                }
            }
            ExprKind::Own(OwnValue::SoFar) => dependencies.uses_steering_so_far = true,
            ExprKind::Own(OwnValue::Hunts) => dependencies.asks_hunting = true,
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
        dependencies.things.sort();
        dependencies.required_things =
            dependencies.things.iter().copied().filter(|one| !asked.contains(one)).collect();
        dependencies
    }
}
