//! Written measures: texts in the language of rules, evaluated over all units. Some are built in;
//! others are declared by users or belong to a run.
//!
//! Goals, plots, plans and files refer to measures by index, so the process has one list of keys.
//! The text of a key is the run's own, which a [`Meter`](super::Meter) of the run holds; for a run
//! without one, it is the text that was [declared](super::declare_measure) for all runs.

use super::cells::SortedCells;
use super::measure::{Measure, ValueRange};
use super::{mean, measured_units};
use crate::expression::{ExprValue, apply_binary, evaluate};
use flockwright::engine::world::World;
use flockwright::rules::MAX_LINES;
use flockwright::rules::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, MemberSet, OwnValue, Property,
    RuleParamKind, SetKind, TextMeasure, Thing, ValueType,
};
use flockwright::session::run::Run;
use glam::{DVec2, Vec2};
use std::cell::{Cell, RefCell};
use std::sync::{LazyLock, PoisonError, RwLock};

/// Texts of the built-in written measures, whose keys no other measure can have.
const BUILT_IN_TEXTS: [&str; 2] =
    [include_str!("texts/door_flow.measure"), include_str!("texts/penned.measure")];

/// Maximum number of keys of written measures in a process, besides the built-in ones.
const MAX_DECLARED: usize = 64;

/// Maximum number of written measures in a process, with the built-in ones.
pub(super) const MAX_TEXT_MEASURES: usize = BUILT_IN_TEXTS.len() + MAX_DECLARED;

/// Maximum number of units visited by the searches in one evaluation; beyond it the value is NaN.
const MAX_VISITS: usize = 20_000_000;

struct DeclaredText {
    measure: &'static Measure,
    declared_range: Option<[f32; 2]>,
    /// Text for runs without their own text for this key; `None` if only runs define it.
    shared_text: Option<TextMeasure>,
}

/// All written measures of the process; those of [`BUILT_IN_TEXTS`] come first.
static DECLARED: LazyLock<RwLock<Vec<DeclaredText>>> = LazyLock::new(|| {
    let declared = |text: &&str| {
        let text_measure = TextMeasure::parse(text).expect("a text of the lab");
        let (measure, range) =
            (describe_text(&text_measure, text, false), text_measure.value_range);
        DeclaredText { measure, declared_range: range, shared_text: Some(text_measure) }
    };
    RwLock::new(BUILT_IN_TEXTS.iter().map(declared).collect())
});

fn read_declared<R>(of: impl FnOnce(&[DeclaredText]) -> R) -> R {
    of(&DECLARED.read().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn declared_measures() -> Vec<&'static Measure> {
    read_declared(|all| all.iter().map(|one| one.measure).collect())
}

/// Index of the written measure with this key in [`DECLARED`].
pub(super) fn index_of_key(key: &str) -> Option<usize> {
    read_declared(|all| all.iter().position(|one| one.measure.key == key))
}

/// Written measure at an index of [`DECLARED`].
pub(super) fn measure_at(index: usize) -> &'static Measure {
    read_declared(|all| all[index].measure)
}

/// Range that the text of a written measure declares; all numbers if it declares none.
pub(super) fn range_of_key(key: &str) -> (f64, f64) {
    let said = read_declared(|all| all.iter().find(|one| one.measure.key == key)?.declared_range);
    said.map_or((f64::NEG_INFINITY, f64::INFINITY), |[low, high]| (low.into(), high.into()))
}

/// Declares a written measure for all runs. `is_taken`: whether a Rust-defined measure has the key.
pub(super) fn declare_text(
    text: &str,
    is_taken: fn(&str) -> bool,
) -> Result<&'static Measure, String> {
    let text_measure = TextMeasure::parse(text).map_err(|error| format!("{error}."))?;
    let measure = add_or_update_key(&text_measure, text, is_taken)?;
    let mut all = DECLARED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(one) = all.iter_mut().find(|one| one.measure.key == text_measure.key) {
        one.shared_text = Some(text_measure);
    }
    Ok(measure)
}

/// Names of columns that every table of samples has, so that no measure can have them as keys.
const RESERVED_COLUMNS: [&str; 4] = ["tick", "frame", "time", "time_s"];

/// Adds the key of a written measure to [`DECLARED`], or updates the description of a known key.
pub(super) fn add_or_update_key(
    text_measure: &TextMeasure,
    text: &str,
    is_taken: fn(&str) -> bool,
) -> Result<&'static Measure, String> {
    let text = text.trim();
    let taken =
        || format!("There is a measure “{}” already: choose another key.", text_measure.key);
    if is_taken(&text_measure.key) {
        return Err(taken());
    }
    if RESERVED_COLUMNS.contains(&text_measure.key.as_str()) {
        return Err(format!(
            "Every series has a column “{}”: choose another key.",
            text_measure.key
        ));
    }
    let mut all = DECLARED.write().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().position(|one| one.measure.key == text_measure.key);
    if let Some(known) = known.filter(|known| all[*known].measure.definition == text) {
        return Ok(all[known].measure);
    }
    if known.is_some_and(|known| known < BUILT_IN_TEXTS.len()) {
        return Err(taken());
    }
    if known.is_none() && all.len() == MAX_TEXT_MEASURES {
        return Err(format!(
            "There are {MAX_DECLARED} measures of one's own already. A new one needs a new process, or the key \
             of one of them."
        ));
    }
    let measure = describe_text(text_measure, text, true);
    match known {
        Some(known) => {
            all[known].measure = measure;
            all[known].declared_range = text_measure.value_range;
        }
        None => all.push(DeclaredText {
            measure,
            declared_range: text_measure.value_range,
            shared_text: None,
        }),
    }
    Ok(measure)
}

/// Description of a written measure, whose meaning is the text's first comment.
fn describe_text(text_measure: &TextMeasure, text: &str, plotted: bool) -> &'static Measure {
    // Memory is leaked on purpose: descriptions are `'static`, and users declare few measures.
    let leak = |text: &str| -> &'static str { Box::leak(text.trim().to_string().into_boxed_str()) };
    let doc = text.lines().find_map(|line| line.strip_prefix('#'));
    Box::leak(Box::new(Measure {
        key: leak(&text_measure.key),
        label: leak(&text_measure.label),
        unit: leak(&text_measure.unit),
        value_range: ValueRange::Number,
        description: leak(doc.unwrap_or("A measure of one's own.")),
        definition: leak(text),
        source: "",
        is_plotted: plotted,
        compute: |_| f64::NAN,
    }))
}

/// Values of all written measures in the order of [`DECLARED`]; NaN where the run has no text.
pub(super) fn fill_values(world: &World, carried: &[TextMeasure], values: &mut [f64]) {
    read_declared(|all| {
        for (at, (value, one)) in values.iter_mut().zip(all).enumerate() {
            *value = text_for_run(at, one, carried)
                .map_or(f64::NAN, |text_measure| evaluate_measure(text_measure, world));
        }
    });
}

/// Value of a written measure; `None` if the run has no text. `carried`: the run's own texts.
pub(super) fn value_of_key(key: &str, world: &World, carried: &[TextMeasure]) -> Option<f64> {
    read_declared(|all| {
        let (at, one) = all.iter().enumerate().find(|(_, one)| one.measure.key == key)?;
        text_for_run(at, one, carried).map(|text_measure| evaluate_measure(text_measure, world))
    })
}

/// The run's own text for the key at this index, unless built in; else the shared one.
fn text_for_run<'a>(
    index: usize,
    declared: &'a DeclaredText,
    run_texts: &'a [TextMeasure],
) -> Option<&'a TextMeasure> {
    let own = run_texts.iter().filter(|_| index >= BUILT_IN_TEXTS.len());
    own.into_iter()
        .find(|text_measure| text_measure.key == declared.measure.key)
        .or(declared.shared_text.as_ref())
}

/// Whether every run has the measure: it is built in or was declared for all runs.
pub fn is_in_all_runs(measure: &Measure) -> bool {
    let is_shared =
        |one: &DeclaredText| one.measure.key == measure.key && one.shared_text.is_some();
    measure.value_range != ValueRange::Number || read_declared(|all| all.iter().any(is_shared))
}

/// Whether a run has the measure, as its own text or as one of all runs.
pub fn run_has_measure(run: &Run, measure: &Measure) -> bool {
    is_in_all_runs(measure)
        || run.written_measures().iter().any(|one| one.measure.key == measure.key)
}

fn evaluate_measure(text_measure: &TextMeasure, world: &World) -> f64 {
    if measured_units(world).next().is_none() {
        return f64::NAN;
    }
    let mut evaluation = MeasureEvaluation {
        text_measure,
        world,
        line_values: [ExprValue::Scalar(f64::NAN); MAX_LINES],
        sorted_units: RefCell::new(None),
        visited_members: Cell::new(0),
    };
    for (at, named) in text_measure.named_values.iter().enumerate() {
        evaluation.line_values[at] = evaluation.value(&named.value, None, None);
    }
    let value = evaluation.value(&text_measure.value, None, None).number();
    if evaluation.visited_members.get() > MAX_VISITS || !value.is_finite() {
        f64::NAN
    } else {
        value
    }
}

/// Member of a set that an aggregate of a measure's text runs over.
#[derive(Clone, Copy)]
enum SetMember {
    Unit(usize),
    /// Position of an end of a wall, u.
    WallEnd(Vec2),
}

/// Evaluation of one written measure in a world. Only a search around a unit allocates.
struct MeasureEvaluation<'a> {
    text_measure: &'a TextMeasure,
    world: &'a World,
    line_values: [ExprValue; MAX_LINES],
    /// Ids of all measured units, and their positions sorted into cells; filled by the first search
    /// around a unit.
    sorted_units: RefCell<Option<(Vec<usize>, SortedCells)>>,
    visited_members: Cell<usize>,
}

impl MeasureEvaluation<'_> {
    /// Value of an expression. `center_id`: unit from which offsets are measured, if any; `member`:
    /// current member of a set.
    fn value(&self, expr: &Expr, center_id: Option<usize>, member: Option<SetMember>) -> ExprValue {
        evaluate(expr, &|leaf| self.leaf_value(leaf, center_id, member))
    }

    fn leaf_value(
        &self,
        expr: &Expr,
        center_id: Option<usize>,
        member: Option<SetMember>,
    ) -> ExprValue {
        use ExprValue::{Condition, Scalar, Vector};
        match &expr.kind {
            ExprKind::Number(number) => Scalar((*number).into()),
            ExprKind::Param(at) => Scalar(match &self.text_measure.params[*at].kind {
                RuleParamKind::Number { value, .. } => (*value).into(),
                RuleParamKind::Choice { value, .. } => *value as f64,
            }),
            ExprKind::Is(at, option) => Condition(matches!(
                &self.text_measure.params[*at].kind,
                RuleParamKind::Choice { value, .. } if value == option
            )),
            ExprKind::Let(at) => self.line_values[*at],
            ExprKind::Own(own) => self.own_value(*own, center_id),
            ExprKind::Thing(thing, field) => self.thing_value(*thing, *field),
            ExprKind::Member(field) => match member {
                Some(SetMember::Unit(id)) => self.property_of_unit(*field, id, center_id),
                Some(SetMember::WallEnd(place)) => Vector(place.as_dvec2()),
                None => Scalar(f64::NAN),
            },
            ExprKind::Fold(aggregate) => self.fold_set(aggregate, member),
            _ => Scalar(f64::NAN),
        }
    }

    /// Value of a word that needs no set: time, a constant, or a property of the unit `center_id`.
    /// Without such a unit, the only property is the body length, as the mean over all measured
    /// units.
    fn own_value(&self, own: OwnValue, center_id: Option<usize>) -> ExprValue {
        let field = match own {
            OwnValue::Time => return ExprValue::Scalar(self.world.ticks() as f64 / 60.0),
            OwnValue::Left => return ExprValue::Scalar(-1.0),
            OwnValue::Right => return ExprValue::Scalar(1.0),
            OwnValue::Degree => return ExprValue::Scalar(std::f64::consts::PI / 180.0),
            OwnValue::Length => Property::Length,
            OwnValue::Velocity => Property::Velocity,
            OwnValue::Speed => Property::Speed,
            OwnValue::Heading => Property::Heading,
            OwnValue::Leads => Property::Leads,
            _ => Property::Offset,
        };
        if let Some(id) = center_id {
            return self.property_of_unit(field, id, None);
        }
        let lengths = &self.world.agents().length;
        ExprValue::Scalar(mean(measured_units(self.world).map(|id| f64::from(lengths[id]))))
    }

    fn property_of_unit(&self, field: Property, id: usize, center_id: Option<usize>) -> ExprValue {
        let agents = self.world.agents();
        let offset = || match center_id {
            None => agents.position(id).as_dvec2(),
            Some(from) => self
                .world
                .space()
                .offset_between(agents.position(from), agents.position(id))
                .as_dvec2(),
        };
        match field {
            Property::Offset => ExprValue::Vector(offset()),
            Property::Distance => ExprValue::Scalar(offset().length()),
            Property::Direction => ExprValue::Vector(offset().normalize_or_zero()),
            Property::Velocity => ExprValue::Vector(agents.velocity(id).as_dvec2()),
            Property::Speed => ExprValue::Scalar(agents.velocity(id).as_dvec2().length()),
            Property::Heading => ExprValue::Vector(agents.forward(id).as_dvec2()),
            Property::Length => ExprValue::Scalar(agents.length[id].into()),
            Property::Leads => ExprValue::Condition(self.world.is_leader(id)),
            Property::IsThere | Property::IsLast => ExprValue::Condition(true),
            Property::Radius => ExprValue::Scalar(f64::NAN),
        }
    }

    /// Position, velocity or presence of a goal or target: that of the first group that has one.
    fn thing_value(&self, thing: Thing, field: Property) -> ExprValue {
        let groups = self.world.groups().iter().enumerate();
        let spot = groups.filter(|(_, group)| !group.ids.is_empty()).find_map(|(index, group)| {
            let scope = self.world.scope(index);
            match thing {
                Thing::Goal => scope.goal_spot(group.ids.start),
                _ => scope.hunted_target,
            }
        });
        let of =
            |part: Option<Vec2>| ExprValue::Vector(part.map_or(DVec2::NAN, |part| part.as_dvec2()));
        match field {
            Property::IsThere => ExprValue::Condition(spot.is_some()),
            Property::Velocity => of(spot.map(|spot| spot.velocity)),
            _ => of(spot.map(|spot| spot.position)),
        }
    }

    /// Value of an aggregate; NaN if its set does not exist. `center`: member around which a set
    /// with a radius is searched.
    fn fold_set(&self, aggregate: &Aggregate, center: Option<SetMember>) -> ExprValue {
        let center_id = match (&aggregate.set.radius, center) {
            (Some(_), Some(SetMember::Unit(center))) => Some(center),
            (Some(_), _) => return ExprValue::Scalar(f64::NAN),
            (None, _) => None,
        };
        let mut state = FoldState::new(aggregate);
        let exists = self.visit_members(&aggregate.set, center_id, |member| {
            if !state.is_any {
                self.fold_member(aggregate, center_id, member, &mut state);
            }
        });
        if exists { state.result(aggregate) } else { ExprValue::Scalar(f64::NAN) }
    }

    /// Calls `visit` for each member of a set; returns whether the set exists. `center_id`: center
    /// of a set with a radius.
    fn visit_members(
        &self,
        set: &MemberSet,
        center_id: Option<usize>,
        mut visit: impl FnMut(SetMember),
    ) -> bool {
        if let (Some(radius), Some(center)) = (&set.radius, center_id) {
            let radius = self.value(radius, Some(center), None).number() as f32;
            self.units_around(center, radius).into_iter().for_each(|id| visit(SetMember::Unit(id)));
        } else if set.kind == SetKind::Obstacles {
            let ends = self.world.walls().iter().flat_map(|wall| [wall.from, wall.to]);
            ends.for_each(|end| visit(SetMember::WallEnd(end)));
        } else if set.group.is_empty() {
            measured_units(self.world).for_each(|id| visit(SetMember::Unit(id)));
        } else {
            // An unknown group name gives NaN, so that it differs from a group without units.
            let Ok(group) = self.world.group(&set.group) else { return false };
            self.world.groups()[group].ids.clone().for_each(|id| visit(SetMember::Unit(id)));
        }
        true
    }

    /// Adds a member of the set to a fold, if it meets the fold's condition.
    fn fold_member(
        &self,
        aggregate: &Aggregate,
        center_id: Option<usize>,
        member: SetMember,
        state: &mut FoldState,
    ) {
        let of = |expr: &Expr| self.value(expr, center_id, Some(member));
        if aggregate.member_condition.as_ref().is_some_and(|condition| !of(condition).is_true()) {
            return;
        }
        state.count += 1;
        let value = || aggregate.value.as_ref().map_or(ExprValue::Condition(true), of);
        match aggregate.fold {
            FoldFunction::Count => {}
            FoldFunction::Any => state.is_any = value().is_true(),
            FoldFunction::Sum | FoldFunction::Mean => {
                state.sum = apply_binary(BinaryOp::Add, state.sum, value());
            }
            FoldFunction::Least | FoldFunction::Most => {
                let is_least = aggregate.fold == FoldFunction::Least;
                if let Some(rank) = &aggregate.rank {
                    let rank = of(rank).number();
                    state.choose_lower(if is_least { rank } else { -rank }, value);
                } else {
                    let choose = if is_least { f64::min } else { f64::max };
                    let value = value().number();
                    state.extremum = Some(state.extremum.map_or(value, |one| choose(one, value)));
                }
            }
            FoldFunction::Nearest | FoldFunction::AnyOf => {
                if let SetMember::Unit(id) = member {
                    let away = self.property_of_unit(Property::Distance, id, center_id).number();
                    state.choose_lower(away, value);
                }
            }
        }
    }

    /// Ids of the other measured units within a radius (u) of a unit, ascending.
    fn units_around(&self, center: usize, radius: f32) -> Vec<usize> {
        let mut found = Vec::new();
        if !radius.is_finite() || radius < 0.0 || self.visited_members.get() > MAX_VISITS {
            return found;
        }
        let mut near = self.sorted_units.borrow_mut();
        let place = |id: usize| self.world.agents().position(id);
        let (all, cells) = near.get_or_insert_with(|| {
            let all: Vec<usize> = measured_units(self.world).collect();
            let places: Vec<Vec2> = all.iter().map(|id| place(*id)).collect();
            let mut cells = SortedCells::default();
            cells.sort_points(&places, self.world.space(), radius);
            (all, cells)
        });
        cells.visit_near(place(center), radius, |slot, d2| {
            self.visited_members.set(self.visited_members.get() + 1);
            let id = all[cells.point_of[slot] as usize];
            if id != center && d2 <= radius * radius {
                found.push(id);
            }
        });
        found.sort_unstable();
        found
    }
}

/// Values of a fold (an aggregate over a set) after some members of the set.
struct FoldState {
    count: usize,
    /// Whether a member has met the condition of `any`.
    is_any: bool,
    /// Sum of the members' values.
    sum: ExprValue,
    /// Least or greatest of the members' values so far, for `least` and `most` without a rank.
    extremum: Option<f64>,
    /// Lowest rank so far and its member's value, for folds that choose a member.
    chosen: (f64, ExprValue),
}

impl FoldState {
    fn new(aggregate: &Aggregate) -> Self {
        let is_vector = aggregate.value.as_ref().is_some_and(|value| value.ty == ValueType::Vector);
        let zero = if is_vector { ExprValue::Vector(DVec2::ZERO) } else { ExprValue::Scalar(0.0) };
        Self { count: 0, is_any: false, sum: zero, extremum: None, chosen: (f64::INFINITY, zero) }
    }

    /// Chooses a member if its rank is lower than that of the chosen one.
    fn choose_lower(&mut self, rank: f64, value: impl Fn() -> ExprValue) {
        if rank < self.chosen.0 {
            self.chosen = (rank, value());
        }
    }

    /// Result of the fold; 0, the zero vector or `false` without members.
    fn result(self, aggregate: &Aggregate) -> ExprValue {
        match aggregate.fold {
            FoldFunction::Count => ExprValue::Scalar(self.count as f64),
            FoldFunction::Any => ExprValue::Condition(self.is_any),
            FoldFunction::Sum => self.sum,
            FoldFunction::Mean => {
                let share = 1.0 / self.count.max(1) as f64;
                apply_binary(BinaryOp::Multiply, self.sum, ExprValue::Scalar(share))
            }
            FoldFunction::Least | FoldFunction::Most if aggregate.rank.is_none() => {
                ExprValue::Scalar(self.extremum.unwrap_or(0.0))
            }
            FoldFunction::Least
            | FoldFunction::Most
            | FoldFunction::Nearest
            | FoldFunction::AnyOf => self.chosen.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::measures::{
        Meter, SampleSeries, declare_measure, declare_measures_of, polarization,
    };

    #[test]
    fn a_line_of_text_is_what_the_built_in_measure_is() {
        let mut run = Run::open("scene=flock-limited&count=60").0;
        (0..60).for_each(|_| run.world.tick());
        let sample = Meter::exact().measure_all(&run.world);
        let (speed, nearest) = (sample.get("mean_speed"), sample.get("nearest_neighbor"));
        let overlaps = sample.get("overlaps");
        for (line, wanted) in [
            ("length(mean(i in all: unit(i.velocity)))", f64::from(polarization(&run.world))),
            ("mean(i in all: i.speed)", speed),
            ("mean(i in all: nearest(j in near(i, 1000): j.distance))", nearest),
            ("sum(i in all: count(j in near(i, L) where j.distance < i.length)) / 2", overlaps),
            ("count(i in kind(\"boids\"))", 60.0),
            ("most(i in all: length(i.place - i.place))", 0.0),
        ] {
            let text_measure = TextMeasure::parse(&format!("measure own\nbe {line}")).expect(line);
            let found = evaluate_measure(&text_measure, &run.world);
            assert!((found - wanted).abs() < 1e-4 * wanted.max(1.0), "{line}: {found}, {wanted}");
        }
        for line in [
            "count(i in kind(\"boid\"))",
            "length(mean(i in kind(\"boid\"): i.heading))",
            "dot(unit(mean(i in kind(\"boid\"): i.heading)), vec(1, 0))",
        ] {
            let text_measure = TextMeasure::parse(&format!("measure own\nbe {line}")).expect(line);
            assert!(
                evaluate_measure(&text_measure, &run.world).is_nan(),
                "{line}: no group is called so"
            );
        }
    }

    #[test]
    fn the_texts_of_the_lab_count_who_stands_at_a_door_and_in_a_pen() {
        let door = |link: &str| {
            let mut run = Run::open(link).0;
            (0..900).for_each(|_| run.world.tick());
            let sample = Meter::exact().measure_all(&run.world);
            (run, sample.get("door_flow"), sample.get("penned"))
        };
        for width in [15.0, 40.0] {
            let (run, flow, penned) = door(&format!("scene=queue-door&door_width={width}"));
            let gap = width + 6.0;
            let passing = |id: &usize| {
                let off = run.world.agents().position(*id) - Vec2::new(200.0, 180.0);
                off.x.abs() < 0.5 * gap && off.y.abs() < gap
            };
            let speeds = measured_units(&run.world).filter(passing);
            let speed: f32 = speeds.map(|id| run.world.agents().velocity(id).y).sum();
            let wanted = f64::from(speed.abs() / (2.0 * gap));
            assert!(wanted > 0.1 && (flow / wanted - 1.0).abs() < 1e-6, "{flow}, {wanted}");
            assert_eq!(penned, 0.0, "no one is in a wall");
        }
        let (run, flow, penned) = door("scene=empty&count=90&wa=100-100-500-100-3_500-400");
        let inside = |id: &usize| {
            let place = run.world.agents().position(*id);
            place.clamp(Vec2::splat(100.0), Vec2::new(500.0, 400.0)) == place
        };
        let wanted = measured_units(&run.world).filter(inside).count() as f64 / 90.0;
        assert!(flow.is_nan() && penned == wanted && penned > 0.0, "{penned}, {wanted}");
        let (.., penned) = door("scene=empty&count=9");
        assert!(penned.is_nan(), "there are no walls: {penned}");
        let error = declare_measure("measure penned\nbe 1").expect_err("its key is taken");
        assert!(error.contains("already"), "{error}");
        let mut cheat = Run::open("scene=empty&count=9").0;
        cheat.add_measure("measure penned\nbe 1").expect("a measure");
        let sample = Meter::exact().with_own_measures(&cheat).measure_all(&cheat.world);
        assert!(sample.get("penned").is_nan(), "a run cannot say otherwise");
    }

    #[test]
    fn a_text_that_makes_no_sense_says_where() {
        for (text, why) in [
            ("", "a measure has a name"),
            ("measure a", "'be' is missing"),
            ("measure a\nbe count(i in view)", "all, kind"),
            ("measure a\nbe speed", "'speed' is of one unit"),
            ("measure a\nbe mean(i in all: count(j in near(k, 5)))", "around 'i'"),
            ("measure a\nbe mean(i in all: i.distance)", "'i' has no 'distance'"),
            ("measure a\nbe mean(i in all: i.heading)", "should be a number"),
            ("measure a\nbe random(0, 1)", "'random' is of one unit"),
            ("measure a\nbe any_of(i in all: i.speed)", "draws no unit"),
            ("measure a\nbe 1 in 2..1", "from the least to the largest"),
            ("measure a\nbe mean(w in walls: length(w.velocity))", "'w' has no 'velocity'"),
            ("measure a\nbe mean(i in all: count(w in walls))", "here should be near(i, R)"),
            ("measure a\nsteer 1", "begins with 'measure', 'param', 'be'"),
        ] {
            let error = TextMeasure::parse(text).expect_err(text).to_string();
            assert!(error.contains(why), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_link_carries_a_measure_and_runs_as_without() {
        let text = "measure along \"Along the goal\"\nbe mean(i in all: dot(i.heading, unit(goal.place \
                    - i.place))) in -1..1";
        let mut run = Run::open("scene=rts-group").0;
        let before = run.world.hash();
        run.add_measure(text).expect("a measure");
        let (again, notices) = Run::open(&run.link());
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(
            (again.written_measures()[0].source_text.as_str(), again.world.hash()),
            (text, before)
        );
        declare_measures_of(&again).expect("a measure");
        let along = Meter::exact().with_own_measures(&again).measure_all(&again.world).get("along");
        assert!((-1.0..=1.0).contains(&along), "{along}");
        assert_eq!(Measure::find("along").map(Measure::value_limits), Some((-1.0, 1.0)));
        let notices = Run::open("scene=duel&measures=Rzzzz").1;
        assert!(notices[0].contains("A measure of the link was ignored"), "{notices:?}");
    }

    #[test]
    fn each_run_has_its_own_text_of_a_key_and_runs_need_no_more_keys_than_they_carry() {
        let run_with_measure = |text: &str| {
            let mut run = Run::open("scene=flock-limited&count=20").0;
            run.add_measure(text).expect("a measure");
            declare_measures_of(&run).expect("room");
            run
        };
        let [one, two] = ["measure twin\nbe 1", "measure twin\nbe 2"].map(run_with_measure);
        let others: Vec<Run> =
            (0..12).map(|k| run_with_measure(&format!("measure other_{k}\nbe {k}"))).collect();
        let of = |run: &Run, key: &str| {
            Meter::exact().with_own_measures(run).measure_all(&run.world).get(key)
        };
        assert_eq!((of(&one, "twin"), of(&two, "twin")), (1.0, 2.0));
        assert!(others.iter().all(|run| of(run, "twin").is_nan()));
        assert_eq!(of(&others[11], "other_11"), 11.0);
        let twin = Measure::find("twin").expect("a key");
        assert!(
            run_has_measure(&one, twin)
                && !run_has_measure(&others[0], twin)
                && !is_in_all_runs(twin)
        );

        // The run's own text takes precedence over the declared one.
        declare_measure("measure twin\nbe 3").expect("a measure");
        assert_eq!((of(&one, "twin"), of(&others[0], "twin")), (1.0, 3.0));
        let mut series = SampleSeries::for_run(&two);
        series.sample_if_due(&two.world);
        assert_eq!(series.take_samples().next().expect("a sample").get("twin"), 2.0);
    }
}
