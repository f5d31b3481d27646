//! Goals of the units: the place or the moving object that a unit heads for or flees from.

use crate::engine::agents::{Spot, remove_ids};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::layout::Site;
use crate::rules::tree::SiteName;
use crate::schema::{ParamSpec, TextSpec};
use crate::{choices, coded, params};
use glam::Vec2;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

choices! {
    /// Kinds of goals that the units of a group can have.
    pub enum GoalKind {
        Target = "target", "The target", "The dragged pointer, else the scene's target.";
        Place = "place", "A place", "One place for the whole group.";
        Roam = "roam", "Random places", "A place of its own for each, and a new one after each arrival.";
        Nearest = "nearest", "The nearest other", "The nearest one of another role.";
        Between = "between", "To and fro", "The place and the one opposite, across the middle of the world, in turn: when the middle of the group is there.";
        Middle = "middle", "The middle of the others", "Where those of other roles are many: the middle of all that are noticed, the near ones counting more.";
        Site = "site", "A site", "A named place of the layout, which the editor shows as a flag.";
    }
}

params! {
    /// Goal of the units of a group. Behaviors such as seek, arrive and pursue head for the goal;
    /// flee and evade flee from it.
    pub struct Goal in "Goal" {
        goal: GoalKind = ParamSpec::choice("Goal", GoalKind::CHOICES, 0)
            .formula("goal", "x_g = \"place of\" goal")
            .doc("What the birds of the group head for, or run from.")
            .source("Understanding Steering Behaviors, parts 1 to 5").fills_goal_sites();
        goal_x: f32 = ParamSpec::float("Place, across", "× width", 0.5, [0.0, 1.0], 0.01)
            .formula("X", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's width.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place", "between"])]);
        goal_y: f32 = ParamSpec::float("Place, down", "× height", 0.5, [0.0, 1.0], 0.01)
            .formula("Y", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's height.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place", "between"])]);
        notice: f32 = ParamSpec::float("Notice", "× L", 400.0, [1.0, 1000.0], 1.0).logarithmic()
            .formula("k_not", "x_g = \"nearest with\" d ≤ k_not·L")
            .doc("Others farther away than this many lengths are not noticed.")
            .source("Ours").when(&[("goal", &["nearest", "middle"])]);
        heeds_pointer: bool = ParamSpec::switch("Heeds the pointer", true)
            .formula("heeds", "x_g = \"pointer, if held and\" heeds")
            .doc("While the pointer is held, it is the goal; birds that go to places still go \
                  there after it is released.")
            .source("Understanding Steering Behaviors, part 1: the mouse is the target")
            .when(&[("goal", &["place", "roam", "nearest", "between", "middle", "site"])]);
    }
    texts {
        goal_site: GoalSite = TextSpec {
            label: "Site",
            symbol: "site",
            formula: "x_g = \"place of\" site",
            doc: "Name of the site that the group goes to: one of the layout’s sites, at first the \
                  first one.",
            source: "Ours",
            is_site: true,
            when: &[("goal", &["site"])],
            ..TextSpec::EMPTY
        };
    }
}

/// Name of the site that is the goal of a group; the layout need not have a site of this name.
/// Empty until a site is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalSite(SiteName);

impl FromStr for GoalSite {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "" => Ok(Self::default()),
            name => Ok(Self(SiteName::new(&Site::checked_name(name)?))),
        }
    }
}

impl fmt::Display for GoalSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text())
    }
}

/// Goals that units have chosen, and orders that the pointer has given to groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitGoals {
    /// Goal that each unit has chosen, by id: its roaming destination, or the position and velocity
    /// of the other units that it heads for. Empty if no group has goals.
    goals_by_id: Vec<Option<Spot>>,
    /// Order of each group, by group index: the place to which the pointer has sent the group.
    pointed_places: Vec<Option<PointedPlace>>,
    /// Whether each group is on its way to the second of the two places between which it
    /// alternates, by group index; `false` for groups that do not alternate.
    is_heading_for_second: Vec<bool>,
}

/// Goals that the units choose for the tick that is being computed. They are dropped if the tick is
/// aborted.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChosenGoals {
    /// Goal that each unit has chosen for this tick, by id.
    chosen_spots: Vec<Option<Spot>>,
    /// Whether all units have chosen their goals for this tick.
    is_complete: bool,
}

/// Order of a group: the place `place` (u) to which the pointer has sent it. `replaced_place`: the
/// place in the group's parameters when the order was given, as shares of the world's size; the
/// order is void once the parameters name another place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PointedPlace {
    place: Vec2,
    replaced_place: Vec2,
}

coded!(PointedPlace { place, replaced_place });

impl Goal {
    /// Place that the parameters name, as shares of the world's width and height.
    fn place_share(&self) -> Vec2 {
        Vec2::new(self.goal_x, self.goal_y)
    }

    /// Position of the site that the parameters name, u; `None` if there is no such site.
    pub(crate) fn site(&self, sites: &[Site]) -> Option<Vec2> {
        let name = self.goal_site.0.text();
        sites.iter().find(|site| site.is_named(name)).map(|site| site.place)
    }

    /// Copy of the parameters with the name of the site as the layout spells it. If the goal is a
    /// site but none is named, the copy names the first site.
    pub(crate) fn with_known_site(mut self, sites: &[Site]) -> Self {
        let name = self.goal_site.0.text();
        let is_open = self.goal == GoalKind::Site && name.is_empty();
        let known = sites.iter().find(|site| is_open || site.is_named(name));
        if let Some(site) = known.filter(|site| site.name != name) {
            self.goal_site = GoalSite(SiteName::new(&site.name));
        }
        self
    }

    /// Whether each unit of the group chooses a goal of its own.
    pub(crate) fn is_chosen_by_each(&self) -> bool {
        matches!(self.goal, GoalKind::Roam | GoalKind::Nearest | GoalKind::Middle)
    }
}

impl UnitGoals {
    /// Creates the state without goals, for this number of units and groups.
    pub fn for_units(units: usize, groups: usize) -> Self {
        Self {
            goals_by_id: vec![None; units],
            pointed_places: vec![None; groups],
            is_heading_for_second: vec![false; groups],
        }
    }

    /// Copies the pointer's orders of another state; does nothing if the number of groups differs.
    pub fn copy_orders(&mut self, others: &Self) {
        if others.pointed_places.len() == self.pointed_places.len() {
            self.pointed_places.clone_from(&others.pointed_places);
            self.is_heading_for_second.clone_from(&others.is_heading_for_second);
        }
    }

    /// Copies the goals of the units `kept` in another state to the units from the id `first` on.
    pub fn copy_units_from(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        if !self.goals_by_id.is_empty() && !others.goals_by_id.is_empty() {
            self.goals_by_id[first..first + kept.len()].copy_from_slice(&others.goals_by_id[kept]);
        }
    }

    /// Writes or reads the goals and orders, for this number of units.
    pub fn encode_or_decode(&mut self, codec: &mut StateCodec, units: usize) {
        let mut group_has_goals = !self.goals_by_id.is_empty();
        group_has_goals.encode_or_decode(codec);
        if codec.is_reading() {
            self.goals_by_id.resize(if group_has_goals { units } else { 0 }, None);
        }
        self.goals_by_id[..].encode_or_decode(codec);
        self.pointed_places[..].encode_or_decode(codec);
        self.is_heading_for_second[..].encode_or_decode(codec);
    }

    /// Heap memory of the goals and orders, bytes.
    pub fn heap_bytes(&self) -> usize {
        self.goals_by_id.len() * size_of::<Option<Spot>>()
            + self.pointed_places.len() * size_of::<Option<PointedPlace>>()
    }

    /// Clears the goal of a unit, so that the unit chooses a new one.
    pub fn forget_goal(&mut self, id: usize) {
        if let Some(goal) = self.goals_by_id.get_mut(id) {
            *goal = None;
        }
    }

    /// Exchanges the goals of two units, whose ids are exchanged.
    pub fn swap(&mut self, a: usize, b: usize) {
        if !self.goals_by_id.is_empty() {
            self.goals_by_id.swap(a, b);
        }
    }

    /// Inserts a new unit without a goal at its id, if a group has goals.
    pub fn insert(&mut self, id: usize, group_has_goals: bool) {
        if group_has_goals {
            self.goals_by_id.insert(id, None);
        }
    }

    /// Removes the goals of the units with these ids.
    pub fn remove(&mut self, ids: &[usize]) {
        if !self.goals_by_id.is_empty() {
            remove_ids(&mut self.goals_by_id, ids);
        }
    }

    /// Clears all orders. Groups that alternate between two places then head for the first one.
    pub fn forget_orders(&mut self) {
        self.pointed_places.fill(None);
        self.is_heading_for_second.fill(false);
    }

    /// Position and velocity of the goal that a unit has chosen; `None` if it has chosen none.
    pub fn spot(&self, id: usize) -> Option<Spot> {
        self.goals_by_id.get(id).copied().flatten()
    }

    /// Place to which the pointer has sent a group, u; `None` without an order, or if the group's
    /// parameters have named another place since.
    pub fn ordered_place(&self, group: usize, goal: &Goal) -> Option<Vec2> {
        self.pointed_places[group]
            .filter(|order| order.replaced_place == goal.place_share())
            .map(|order| order.place)
    }

    /// Place to which a group with a goal of the kind `Place` or `Between` goes without an order of
    /// the pointer, as shares of the world's width and height.
    pub fn destination_share(&self, group: usize, goal: &Goal) -> Vec2 {
        match goal.goal {
            GoalKind::Between if self.is_heading_for_second[group] => {
                Vec2::ONE - goal.place_share()
            }
            _ => goal.place_share(),
        }
    }

    /// Records that a group that alternates between two places has arrived. If it followed an
    /// order, the order is cleared; otherwise the group turns around.
    pub fn record_arrival(&mut self, group: usize) {
        if self.pointed_places[group].take().is_none() {
            self.is_heading_for_second[group] = !self.is_heading_for_second[group];
        }
    }

    /// Copies the goals that these units have chosen for this tick to `goals_by_id`.
    pub fn store_goals(&mut self, ids: Range<usize>, chosen: &ChosenGoals) {
        self.goals_by_id[ids.clone()].copy_from_slice(&chosen.chosen_spots[ids]);
    }

    /// Records the order of the pointer, if it is held, for a group whose units have these ids;
    /// drops an order that changed parameters have made void.
    pub fn record_order(
        &mut self,
        group: usize,
        ids: Range<usize>,
        goal: &Goal,
        pointer: Option<Spot>,
    ) {
        let place = goal.place_share();
        let order = &mut self.pointed_places[group];
        *order = order.filter(|order| order.replaced_place == place);
        let Some(pointer) = pointer.filter(|_| goal.heeds_pointer) else { return };
        match goal.goal {
            GoalKind::Place | GoalKind::Between => {
                *order = Some(PointedPlace { place: pointer.position, replaced_place: place })
            }
            GoalKind::Roam => {
                let still = Spot { velocity: Vec2::ZERO, ..pointer };
                self.goals_by_id[ids].fill(Some(still));
            }
            GoalKind::Target | GoalKind::Nearest | GoalKind::Middle | GoalKind::Site => {}
        }
    }

    pub fn add_to_hash(&self, hash: &mut StateHash) {
        let places = self.goals_by_id.iter().map(|goal| goal.map(|goal| goal.position));
        let orders = self.pointed_places.iter().map(|order| order.map(|order| order.place));
        for place in places.chain(orders).flatten() {
            hash.add_floats(&place.to_array());
        }
        for group in
            (0..self.is_heading_for_second.len()).filter(|group| self.is_heading_for_second[*group])
        {
            hash.add_word(group as u64);
        }
    }
}

impl ChosenGoals {
    /// Begins a tick, in which no unit has chosen a goal yet.
    pub fn begin_tick(&mut self) {
        self.is_complete = false;
    }

    /// Resizes the list of chosen goals to this number of units.
    pub fn resize_for(&mut self, units: usize) {
        self.chosen_spots.resize(units, None);
    }

    /// Mutable access to the goals of these units, to fill them in.
    pub fn goals_of(&mut self, ids: Range<usize>) -> &mut [Option<Spot>] {
        &mut self.chosen_spots[ids]
    }

    /// Records that all units have chosen their goals.
    pub fn set_complete(&mut self) {
        self.is_complete = true;
    }

    /// Goal of a unit in this tick: the newly chosen one once all units have chosen, until then the
    /// goal in `before`.
    pub fn spot(&self, id: usize, before: &UnitGoals) -> Option<Spot> {
        if self.is_complete { self.chosen_spots[id] } else { before.spot(id) }
    }
}
