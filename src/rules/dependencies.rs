//! What a rule depends on, read off its tree.

use super::tree::{Expr, Field, Function, Gauge, Op, Own, Rule, Set, SetKind, Thing};
use super::words::{FIELDS, FOLDS, FUNCTIONS, OF_MEASURES, OWN, SETS, THINGS, Word};

/// What a rule depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependencies<'r> {
    /// The things that it uses, in their order, each once.
    pub things: Vec<Thing>,
    /// Those of them without which it steers nothing: it does not ask whether they are there.
    pub wants: Vec<Thing>,
    /// The sets that it looks at, in the order of the text.
    pub sets: Vec<&'r Set>,
    /// It needs the group's view: looks at those in it, or asks for its angles or for leaders.
    pub view: bool,
    /// It asks what the behaviors before have steered.
    pub so_far: bool,
    /// It asks who hunts the target.
    pub hunts: bool,
}

/// A word of the language, and what it means.
pub type Meaning = (&'static str, &'static str);

/// In the order in which a reader meets what is computed; `measure`: as measures have it.
fn words_of<'e>(exprs: impl Iterator<Item = &'e Expr>, measure: bool) -> Vec<Meaning> {
    fn meaning<T: Copy + PartialEq>(table: &[Word<T>], is: T) -> Option<Meaning> {
        table.iter().find(|word| word.is == is).map(|word| (word.name, word.doc))
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
    let mut visit = |expr: &Expr| match &expr.is {
        Op::Own(own) => note(meaning(OWN, *own)),
        Op::Thing(thing, of) => {
            note(meaning(THINGS, *thing));
            note(field(*of));
        }
        Op::Member(of) => note(field(*of)),
        Op::Call(function, _) | Op::Draw(function, ..) => note(meaning(FUNCTIONS, *function)),
        Op::Fold(over) => {
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

impl Gauge {
    /// The words that it is made of, each once, with what they mean.
    pub fn words(&self) -> Vec<Meaning> {
        words_of(self.lets.iter().map(|named| &named.value).chain([&self.be]), true)
    }
}

impl Rule {
    /// The words that it is made of, each once, with what they mean.
    pub fn words(&self) -> Vec<Meaning> {
        words_of(self.exprs(), false)
    }

    /// What it depends on.
    pub fn dependencies(&self) -> Dependencies<'_> {
        let mut dependencies = Dependencies::default();
        let mut asked = Vec::new();
        self.walk(|expr| match &expr.is {
            Op::Thing(thing, field) => {
                if *field == Field::There {
                    asked.push(*thing);
                }
                if !dependencies.things.contains(thing) {
                    dependencies.things.push(*thing);
                }
            }
            Op::Own(Own::SoFar) => dependencies.so_far = true,
            Op::Own(Own::Hunts) => dependencies.hunts = true,
            Op::Own(Own::Leads) | Op::Member(Field::Leads) => dependencies.view = true,
            Op::Call(Function::Seen | Function::Wide | Function::Limited | Function::Narrow, _) => {
                dependencies.view = true;
            }
            Op::Fold(over) => {
                dependencies.view |= over.set.kind == SetKind::View;
                dependencies.sets.push(&over.set);
            }
            _ => {}
        });
        // In their order.
        let found = std::mem::take(&mut dependencies.things);
        dependencies.things =
            THINGS.iter().map(|word| word.is).filter(|one| found.contains(one)).collect();
        dependencies.wants =
            dependencies.things.iter().copied().filter(|one| !asked.contains(one)).collect();
        dependencies
    }
}
