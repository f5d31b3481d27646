//! Parameters of the world, and of the number and starting state of a group's units. Views, bodies
//! and behaviors declare their parameters in their own modules.

use crate::engine::limits::MAX_UNITS;
use crate::schema::{ParamPrecondition, ParamSpec, PlainControl, Trouble};
use crate::{choices, params};
use std::f32::consts::{PI, TAU};

/// Duration of a tick, s. It is constant: faster playback runs more ticks per second of real time.
pub const DT: f32 = 1.0 / 60.0;

/// Smallest and largest width and height of a world, u.
pub(crate) const WORLD_SIZE_RANGE: [f32; 2] = [10.0, 40_000.0];

choices! {
    /// What happens to units at the edges of the world.
    pub enum Edges {
        Wrap = "wrap", "Wrap around", "Leave on one side, enter on the other.";
        Bounce = "bounce", "Bounce", "Reflect off the edge like a ball off a cushion.";
        Contain = "contain", "Contain", "Steer inward near the edge (Reynolds' containment).";
        Tank = "tank", "Round tank", "Steer inward near the wall of a round tank, the largest that fits into the world.";
    }
}

choices! {
    /// Target of the hunters while the pointer is not held.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let quiet = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    /// let world = World::new(quiet, vec![], 7);
    /// assert!(world.hunt_target().target_spot().is_none());
    /// ```
    pub enum TargetMode {
        Player = "player", "The player's craft", "The craft that the arrow keys fly is hunted.";
        Nobody = "nobody", "Nobody", "Nobody is hunted until the pointer is dragged.";
        Prey = "prey", "The prey", "The scene's prey is hunted.";
    }
}

choices! {
    /// Ways to place the obstacles of a scene.
    pub enum ObstaclePlan {
        Scattered = "scattered", "Scattered", "Single rocks, far from each other.";
        Maze = "maze", "Maze", "Walls of rocks from top to bottom, each with a gap.";
    }
}

choices! {
    /// Ways to place the walls of a scene.
    pub enum WallPlan {
        None = "none", "None", "No walls.";
        Door = "door", "Wall with a door", "Two walls across the world with a gap in the middle.";
    }
}

choices! {
    /// Choice of the units of a group that hunt: leaders or all units.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let chase = Chase { chasers: Hunters::Leaders, ..Chase::default() };
    /// assert_ne!(chase.chasers, Hunters::Everyone);
    /// ```
    pub enum Hunters {
        Leaders = "leaders", "Leaders", "Only those with nobody ahead; the rest follow them.";
        Everyone = "everyone", "Everyone", "All of the group.";
    }
}

params! {
    /// The world: its size, edges, obstacles and target.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let wide = WorldParams { width: 1600.0, ..WorldParams::default() };
    /// let mut world = World::new(wide, vec![], 7);
    /// assert_eq!(world.get("width")?, 1600.0);
    /// // Values out of range are clamped.
    /// assert!(world.set("width", 1e9)? < 1e9);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub struct WorldParams in "Space" {
        width: f32 = ParamSpec::float("Width", "u", 600.0, WORLD_SIZE_RANGE, 10.0).logarithmic().changes_shape()
            .formula("W", "0 ≤ x ≤ W")
            .doc("Extent of the world from left to right. Belongs to the run, not to the window.")
            .source("AI for Game Developers, ch. 4");
        height: f32 = ParamSpec::float("Height", "u", 450.0, WORLD_SIZE_RANGE, 10.0).logarithmic().changes_shape()
            .formula("H", "0 ≤ y ≤ H")
            .doc("Extent of the world from top to bottom.")
            .source("AI for Game Developers, ch. 4");
        edges: Edges = ParamSpec::choice("Edges", Edges::CHOICES, 0)
            .formula("edges", "\"beyond\" 0 ≤ x ≤ W: edges")
            .doc("What happens to a bird that reaches the edge of the world.")
            .source("AI for Game Developers, ch. 4 wraps");
        toroidal: bool = ParamSpec::switch("See across edges", true)
            .formula("toroidal", "Δx → Δx − W·round(Δx/W); \"if\" toroidal")
            .doc("Where the world wraps, birds see around its edge, as far as the other side. Off, as in the \
                  book, they see plain distances: a bird that reaches the edge loses those who have \
                  crossed it, and turns back.")
            .source("Usual in the physics of flocking (Vicsek et al. 1995)")
            .when(&[("edges", &["wrap"])]);
        target: TargetMode = ParamSpec::choice("Target", TargetMode::CHOICES, 0)
            .needs(ParamPrecondition::Hunters)
            .formula("target", "x_t = \"place of\" target")
            .doc("What is hunted. A dragged pointer or finger is always hunted instead.")
            .source("AI for Game Developers, ex. 4-14");
        layout: ObstaclePlan = ParamSpec::choice("Layout of the rocks", ObstaclePlan::CHOICES, 0)
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("layout", "c_i = \"place by seed and\" layout")
            .doc("How the rocks stand.")
            .source("AI for Game Developers, ch. 4 and 5, scatters them; the others are ours");
        pointer_hunters: Hunters = ParamSpec::choice("Who hunts the pointer", Hunters::CHOICES, 1)
            .needs(ParamPrecondition::HuntingLeaders)
            .formula("hunters", "x_t = \"pointer, for\" hunters")
            .doc("Which birds hunt a dragged pointer. With leaders alone, as the book has it, a \
                  crowd turns slowly: a bird that turns into it stops being a leader.")
            .source("Ours; leaders as in AI for Game Developers, ex. 4-13");
        obstacles: u32 = ParamSpec::int("Rocks", "", 0, [0, 64])
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("N_o", "i = 1 … N_o")
            .doc("How many rocks, which are round, lie in the world. The seed decides where.")
            .source("AI for Game Developers, ex. 4-12 uses 8")
            .when(&[("layout", &["scattered"])])
            .too_high(&[Trouble::Stuck]);
        maze_walls: u32 = ParamSpec::int("Maze walls", "", 3, [0, 12])
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("N_w", "i = 1 … N_w")
            .doc("How many walls of rocks cross the world. The seed decides where each gap is.")
            .source("Ours")
            .when(&[("layout", &["maze"])]);
        maze_gap: f32 = ParamSpec::float("Maze gap", "u", 80.0, [10.0, 400.0], 5.0)
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("g_m", "\"free where\" |y − y_i| < ½·g_m")
            .doc("Width of the gap in each wall.")
            .source("Ours")
            .when(&[("layout", &["maze"])])
            .too_low(&[Trouble::Stuck])
            .raised_against(Trouble::Stuck);
        obstacle_radius: f32 = ParamSpec::float("Rock radius", "u", 32.0, [2.0, 400.0], 1.0)
            .changes_shape()
            .needs(ParamPrecondition::Obstacles)
            .formula("r_o", "\"inside where\" d_o < r_o")
            .doc("Radius of each rock. The book's are 8 body lengths.")
            .source("AI for Game Developers, ex. 4-12")
            .too_high(&[Trouble::Stuck]);
        contact: bool = ParamSpec::switch("Hard rocks", false)
            .needs(ParamPrecondition::Obstacles)
            .formula("contact", "d_o ≥ r_o + g_c·L \"if\" contact")
            .doc("No bird gets into a rock, whatever its steering asks for: it is put back on \
                  the rim and loses the speed that led it in. The book's rocks only push.")
            .source("Ours");
        contact_gap: f32 = ParamSpec::float("Contact gap", "× L", 0.5, [0.0, 5.0], 0.1)
            .needs(ParamPrecondition::Obstacles)
            .formula("g_c", "d_o ≥ r_o + g_c·L \"if\" contact")
            .doc("How far off the rim of a hard rock birds are held, in body lengths.")
            .source("Ours").when(&[("contact", &["on"])]);
        walls: WallPlan = ParamSpec::choice("Walls", WallPlan::CHOICES, 0)
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("walls", "\"no way through\" walls")
            .doc("Walls that no bird passes, however fast. They do not hide: birds see each other through them.")
            .source("Understanding Steering Behaviors, part 9");
        door_width: f32 = ParamSpec::float("Door width", "u", 24.0, [4.0, 400.0], 1.0)
            .changes_shape()
            .needs(ParamPrecondition::OpenGround)
            .formula("g_d", "\"free where\" |x − ½·W| < ½·g_d")
            .doc("Width of the gap between the two walls.")
            .source("Understanding Steering Behaviors, part 9").when(&[("walls", &["door"])]);
        round_time: f32 = ParamSpec::float("Round time", "s", 0.0, [0.0, 300.0], 1.0)
            .needs(ParamPrecondition::Rounds)
            .words("game time limit")
            .formula("t_max", "\"a round lasts at most\" t_max")
            .doc("A round in which nobody was caught for so long is won by those who are hunted. 0 \
                  sets no limit.")
            .source("Ours");
        best_of: u32 = ParamSpec::int("Best of", "", 0, [0, 99])
            .needs(ParamPrecondition::Rounds)
            .words("game match score tally")
            .formula("N_b", "\"a match is won with more than\" ½·N_b")
            .doc("Whoever has won more than half of so many rounds has won the match, and the next \
                  one begins. 0 counts on.")
            .source("Ours");
    }
}

impl WorldParams {
    /// Distance from the rims of obstacles at which units are stopped, body lengths; `None` if
    /// obstacles do not stop units.
    pub fn obstacle_clearance(&self) -> Option<f32> {
        self.contact.then_some(self.contact_gap)
    }
}

choices! {
    /// Headings with which units start.
    pub enum StartHeadings {
        Scene = "scene", "As the scene has it", "Usually any way; some scenes start theirs in one direction.";
        Given = "given", "As given", "Around a heading that you name, as far apart as you say.";
    }
}

choices! {
    /// Speeds with which units start.
    pub enum StartMotion {
        Usual = "usual", "As usual", "Point masses stand; all others cruise.";
        Rest = "rest", "At rest", "Everybody stands. Particles have one speed and keep it.";
        Cruise = "cruise", "Cruising", "Everybody goes at its cruising speed.";
    }
}

/// Largest number of units that the parameters of a group can ask for.
const MAX_GROUP_SIZE: u32 = MAX_UNITS as u32;

params! {
    /// Number, length and starting state of a group's units.
    pub struct Crowd in "Number and start" {
        count: u32 = ParamSpec::int("How many", "", 100, [0, MAX_GROUP_SIZE]).logarithmic().changes_shape()
            .plain(PlainControl::UnitCount)
            .formula("N", "i = 1 … N")
            .doc("Number of birds in this group.")
            .source("AI for Game Developers, ch. 4");
        start_radius: f32 = ParamSpec::float("Start radius", "× world", 0.0, [0.0, 1.0], 0.05)
            .places_units()
            .formula("k_0", "d_c ≤ k_0·½·min(W, H)")
            .doc("Birds start in a disk in the middle, this large relative to half the world's \
                  smaller extent. 0 starts them where the scene does. A start area drawn by hand \
                  takes precedence. During a run it takes effect at the next restart.")
            .source("Ours");
        start_headings: StartHeadings = ParamSpec::choice("Start headings", StartHeadings::CHOICES, 0)
            .places_units()
            .formula("heads", "h = \"by\" heads")
            .doc("Where the birds head for at the start. During a run it takes effect at the next \
                  restart.")
            .source("Ours");
        start_heading: f32 = ParamSpec::float("Start heading", "rad", 0.0, [0.0, TAU], 0.05)
            .places_units()
            .formula("θ_0", "h = \"toward\" θ_0 + z·s_0")
            .doc("The mean heading at the start: 0 is to the right, a quarter turn is down.")
            .source("Ours").when(&[("start_headings", &["given"])]);
        start_spread: f32 = ParamSpec::float("Spread of headings", "rad", PI, [0.0, PI], 0.05)
            .places_units()
            .formula("s_0", "h = \"toward\" θ_0 + z·s_0")
            .doc("Headings differ from the mean by up to this. 0: all alike; half a turn: any way.")
            .source("Ours").when(&[("start_headings", &["given"])]);
        start_motion: StartMotion = ParamSpec::choice("Start speed", StartMotion::CHOICES, 0)
            .places_units()
            .formula("motion", "|v| = \"by\" motion")
            .doc("How fast the birds are at the start. During a run it takes effect at the next \
                  restart.")
            .source("Ours");
        length: f32 = ParamSpec::float("Length", "u", 4.0, [0.5, 40.0], 0.5)
            .logarithmic().words("size big small large tiny")
            .changes_shape()
            .formula("L", "\"reach\" = k·L")
            .doc("Length L of a bird. Radii and reaches are multiples of it, so a scaled bird \
                  keeps its behavior.")
            .source("AI for Game Developers, ch. 4");
    }
}
