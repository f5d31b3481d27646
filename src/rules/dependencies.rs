//! What a rule depends on, read off its tree.

use super::tree::{Field, Function, Op, Own, Rule, Set, SetKind, Thing};
use super::words::{FIELDS, FUNCTIONS, OWN, SETS, THINGS, name_of};

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

impl Rule {
    /// The words for what it asks of itself, of things and of units, each once.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        self.walk(|expr| {
            let word = match &expr.is {
                Op::Own(own) => name_of(OWN, *own),
                Op::Thing(thing, _) => name_of(THINGS, *thing),
                Op::Member(field) => name_of(FIELDS, *field),
                Op::Call(function, _) => name_of(FUNCTIONS, *function),
                Op::Fold(over) => name_of(SETS, over.set.kind),
                _ => return,
            };
            if !words.contains(&word) {
                words.push(word);
            }
        });
        words
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
