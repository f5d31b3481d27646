//! Dependencies of a rule, derived from its tree.

use super::tree::{Expr, ExprKind, Field, Function, Own, Rule, Set, SetKind, TextMeasure, Thing};
use super::words::{FIELDS, FOLDS, FUNCTIONS, OF_MEASURES, OWN, SETS, THINGS, Word};

/// Inputs that a rule depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependencies<'r> {
    /// Things that it uses, each once, in the order of [`THINGS`].
    pub things: Vec<Thing>,
    /// Things without which it steers nothing: used without asking whether they are there.
    pub wants: Vec<Thing>,
    /// Sets that it searches, in the order of the text.
    pub sets: Vec<&'r Set>,
    /// True if it needs the group's view: searches it, or asks for its angles or for leaders.
    pub view: bool,
    /// True if it uses the steering of the behaviors before it.
    pub so_far: bool,
    /// True if it asks whether the unit hunts the target.
    pub hunts: bool,
}

/// A word of the language with its meaning.
pub type Meaning = (&'static str, &'static str);

/// Words of expressions, each once, in the order of the text. `measure`: with their meanings in
/// measures.
fn words_of<'e>(exprs: impl Iterator<Item = &'e Expr>, measure: bool) -> Vec<Meaning> {
    fn meaning<T: Copy + PartialEq>(table: &[Word<T>], element: T) -> Option<Meaning> {
        table.iter().find(|word| word.element == element).map(|word| (word.name, word.doc))
    }
    let of_measures = |name: &str| {
        OF_MEASURES.iter().find(|word| word.name == name).map(|word| (word.name, word.doc))
    };
    let field = |field: Field| match field {
        Field::Offset if measure => of_measures("place"),
        field => meaning(FIELDS, field),
    };
    let mut words = Vec::new();
    let mut note = |word: Option<Meaning>| words.extend(word.filter(|word| !words.contains(word)));
    let mut visit = |expr: &Expr| match &expr.kind {
        ExprKind::Own(own) => note(meaning(OWN, *own)),
        ExprKind::Thing(thing, of) => {
            note(meaning(THINGS, *thing));
            note(field(*of));
        }
        ExprKind::Member(of) => note(field(*of)),
        ExprKind::Call(function, _) | ExprKind::Draw(function, ..) => {
            note(meaning(FUNCTIONS, *function))
        }
        ExprKind::Fold(over) => {
            note(meaning(FOLDS, over.fold));
            note(match (&over.set, measure) {
                (set, false) => meaning(SETS, set.kind),
                (Set { radius: Some(_), .. }, _) => of_measures("near"),
                (Set { kind: SetKind::Group, .. }, _) => of_measures("kind"),
                (Set { kind: SetKind::Obstacles, .. }, _) => of_measures("walls"),
                _ => of_measures("all"),
            });
        }
        _ => {}
    };
    exprs.for_each(|expr| expr.walk(&mut visit));
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
    exprs.for_each(|expr| expr.walk(&mut visit));
    names
}

impl TextMeasure {
    /// All top-level expressions: named values and the measure itself.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.lets.iter().map(|named| &named.value).chain([&self.be])
    }

    /// Words used in the measure, each once, with their meanings.
    pub fn words(&self) -> Vec<Meaning> {
        words_of(self.exprs(), true)
    }
}

impl Rule {
    /// Words used in the rule, each once, with their meanings.
    pub fn words(&self) -> Vec<Meaning> {
        words_of(self.exprs(), false)
    }

    /// Derives the dependencies from the tree.
    pub fn dependencies(&self) -> Dependencies<'_> {
        let mut dependencies = Dependencies::default();
        let mut asked = Vec::new();
        self.walk(|expr| match &expr.kind {
            ExprKind::Thing(thing, field) => {
                if *field == Field::There {
                    asked.push(*thing);
                }
                if !dependencies.things.contains(thing) {
                    dependencies.things.push(*thing);
                }
            }
            ExprKind::Own(Own::SoFar) => dependencies.so_far = true,
            ExprKind::Own(Own::Hunts) => dependencies.hunts = true,
            ExprKind::Own(Own::Leads) | ExprKind::Member(Field::Leads) => dependencies.view = true,
            ExprKind::Call(
                Function::Seen | Function::Wide | Function::Limited | Function::Narrow,
                _,
            ) => {
                dependencies.view = true;
            }
            ExprKind::Fold(over) => {
                dependencies.view |= over.set.kind == SetKind::View;
                dependencies.sets.push(&over.set);
            }
            _ => {}
        });
        // Things in the order of the table.
        let found = std::mem::take(&mut dependencies.things);
        dependencies.things =
            THINGS.iter().map(|word| word.element).filter(|one| found.contains(one)).collect();
        dependencies.wants =
            dependencies.things.iter().copied().filter(|one| !asked.contains(one)).collect();
        dependencies
    }
}
