//! Fields of view (book, ex. 4-3 to 4-6): wide, limited and narrow, and also a full circle.

use crate::engine::math::Lane;
use crate::schema::{ParamRegion, ParamSpec, PlainControl};
use crate::{choices, params};

/// Largest number of units that a topological neighborhood can count.
pub(crate) const MAX_NEAREST: usize = 32;

choices! {
    /// Shape of a unit's field of view.
    pub enum ViewModel {
        Off = "off", "Off", "Sees nobody: no flocking.";
        Wide = "wide", "Wide", "All around except for a blind wedge behind.";
        Limited = "limited", "Limited", "The half plane ahead.";
        Narrow = "narrow", "Narrow", "A wedge ahead: where it is small, flocks string out in files.";
        Full = "full", "Full circle", "All around. Not in the book.";
    }
}

choices! {
    /// Rules to which a topological neighborhood applies, that is, the limit to the nearest units.
    pub enum NearestScope {
        Flock = "flock", "Cohesion and alignment", "Separation counts everybody within its distance.";
        All = "all", "Separation too", "Separation, too, counts only the nearest.";
    }
}

const SOURCE: &str = "AI for Game Developers, ex. 4-3 to 4-6";

params! {
    /// A group's field of view, and the narrow view ahead in which a leader sees no unit.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let view = View { wide_radius_factor: 12.0, ..View::default() };
    /// let flock = Group::rigid("flock", "Flock", Role::Regular, 60).seeing(view).with(Cohesion::default());
    /// World::new(WorldParams::default(), vec![flock], 7).tick();
    /// ```
    pub struct View in "View" {
        view: ViewModel = ParamSpec::choice("View", ViewModel::CHOICES, 1)
            .formula("view", "j \"counts if\" u_j ∈ view \"and\" d ≤ R")
            .doc("Which neighbors the flocking rules count.")
            .source(SOURCE).with_region(ParamRegion::View);
        wide_radius_factor: f32 = ParamSpec::float("Wide radius", "× L", 200.0, [1.0, 400.0], 1.0)
            .logarithmic().plain(PlainControl::ViewRange)
            .formula("k_wide", "j \"counts if\" d ≤ k_wide·L")
            .words("_WIDEVIEW_RADIUS_FACTOR")
            .doc("Reach of the wide view and of the full circle, in body lengths. The book's 200 \
                  spans its whole world.")
            .source(SOURCE).with_region(ParamRegion::View)
            .when(&[("view", &["wide", "full"])]);
        limited_radius_factor: f32 = ParamSpec::float("Limited radius", "× L", 30.0, [1.0, 200.0], 0.5)
            .logarithmic().plain(PlainControl::ViewRange)
            .formula("k_lim", "j \"counts if\" d ≤ k_lim·L")
            .words("_LIMITEDVIEW_RADIUS_FACTOR")
            .doc("Reach of the limited view, in body lengths.")
            .source(SOURCE).with_region(ParamRegion::View)
            .when(&[("view", &["limited"])]);
        narrow_radius_factor: f32 = ParamSpec::float("Narrow radius", "× L", 50.0, [1.0, 200.0], 0.5)
            .logarithmic().plain(PlainControl::ViewRange)
            .formula("k_nar", "j \"is ahead if\" d ≤ k_nar·L")
            .words("_NARROWVIEW_RADIUS_FACTOR")
            .doc("Reach of the narrow view, in body lengths. A bird with nobody in its narrow view \
                  is a leader.")
            .source("AI for Game Developers, ex. 4-6 and 4-13").with_region(ParamRegion::Leader)
            .when(&[("view", &["narrow"]), ("leaders", &["on"])]);
        back_angle_factor: f32 = ParamSpec::float("Back angle", "", 1.0, [0.01, 8.0], 0.01)
            .formula("a_back", "j \"counts if\" f > 0; \"or\" |s| > a_back·|f|")
            .words("_BACK_VIEW_ANGLE_FACTOR blind spot")
            .doc("Tangent of half the blind wedge behind a bird with a wide view: 1 is 45 degrees \
                  to each side; larger values widen the wedge.")
            .source("AI for Game Developers, ex. 4-4").with_region(ParamRegion::View)
            .when(&[("view", &["wide"]), ("separation_view", &["wide"])]);
        front_angle_factor: f32 = ParamSpec::float("Front angle", "", 1.0, [0.01, 8.0], 0.01)
            .formula("a_front", "j \"is ahead if\" f > 0; \"and\" |s| < a_front·|f|")
            .words("_FRONT_VIEW_ANGLE_FACTOR")
            .doc("Tangent of half the narrow view: 1 is 45 degrees to each side; smaller values \
                  narrow the view. A view angle of 45 degrees in all, as in figure 4-2, is 0.41.")
            .source("AI for Game Developers, ex. 4-6").with_region(ParamRegion::Leader)
            .when(&[("view", &["narrow"]), ("separation_view", &["narrow"]), ("leaders", &["on"])]);
        nearest_only: u32 = ParamSpec::int("Nearest only", "", 0, [0, MAX_NEAREST as u32])
            .formula("n_max", "n_j = min(n_max, n_view)")
            .doc("Count only this many of the nearest birds in view, however dense the flock: a \
                  topological neighborhood. Starlings count 6 or 7. 0 counts all.")
            .source("Ballerini et al. 2008")
            .when(&[("view", &["wide", "limited", "narrow", "full"])]);
        nearest_of: NearestScope = ParamSpec::choice("The nearest for", NearestScope::CHOICES, 0)
            .formula("n_of", "n_j = min(n_max, n_view) \"for\" n_of")
            .doc("Which rules count only the nearest. Separation that counts a few lets a bird in \
                  a dense crowd collide with the next one.")
            .source("Ballerini et al. 2008 speak of the interaction that holds the flock together")
            .when(&[("view", &["wide", "limited", "narrow", "full"])]);
        look_every: u32 = ParamSpec::int("Looks every", "ticks", 1, [1, 60]).changes_shape()
            .words("update interval think rate")
            .formula("n_look", "\"looks around at ticks that are multiples of\" n_look")
            .doc("Cohesion, alignment and separation of the book look for neighbors only every so many \
                  ticks: large flocks run faster, and notice late what changes. Printed code looks in every tick.")
            .source("HowToRTS, Flocking: neighbors need not be found in every update");
        leaders: bool = ParamSpec::switch("Leaders", true)
            .formula("leaders", "i \"leads if\" leaders \"and\" n_ahead = 0")
            .doc("Find the birds with nobody ahead. They lead the chase and are drawn vermilion.")
            .source("AI for Game Developers, ex. 4-13");
    }
}

impl View {
    /// Region in a unit's local frame that a view model covers with the parameters of this view.
    pub(crate) fn sector(&self, model: ViewModel) -> Sector {
        match model {
            ViewModel::Off => Sector::NOTHING,
            // The book's test is f > 0 or |s| > |f| * back (f: forward, s: starboard), which is the
            // same as -|s| < back * f.
            ViewModel::Wide => Sector {
                starboard_coefficient: -1.0,
                forward_coefficient: self.back_angle_factor,
                distance_coefficient: 0.0,
                radius_factor: self.wide_radius_factor,
            },
            ViewModel::Limited => Sector {
                starboard_coefficient: 0.0,
                forward_coefficient: 1.0,
                distance_coefficient: 0.0,
                radius_factor: self.limited_radius_factor,
            },
            ViewModel::Narrow => Sector {
                starboard_coefficient: 1.0,
                forward_coefficient: self.front_angle_factor,
                distance_coefficient: 0.0,
                radius_factor: self.narrow_radius_factor,
            },
            ViewModel::Full => Sector {
                starboard_coefficient: 0.0,
                forward_coefficient: 0.0,
                distance_coefficient: 1.0,
                radius_factor: self.wide_radius_factor,
            },
        }
    }

    /// Region in which the flocking rules count neighbors.
    pub(crate) fn flock_sector(&self) -> Sector {
        self.sector(self.view)
    }

    /// Region that must contain no unit for its viewer to be a leader.
    pub(crate) fn leader_sector(&self) -> Sector {
        self.sector(ViewModel::Narrow)
    }
}

/// Field of view in a unit's local frame: an angular sector of a disk.
///
/// One inequality covers all view models: a neighbor at (forward, starboard) with squared distance
/// d2 is in the sector if `s |starboard| < f forward + d d2`, where `s`, `f` and `d` are the three
/// coefficients below. `s` is -1, 0 or 1, so that the sector lies between two borders through the
/// unit's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sector {
    /// Coefficient of |starboard| in the inequality of a sector: -1, 0 or 1.
    pub starboard_coefficient: f32,
    /// Coefficient of the forward coordinate in the inequality of a sector.
    pub forward_coefficient: f32,
    /// Coefficient of the squared distance in the inequality of a sector: above 0 for a full
    /// circle, else 0.
    pub distance_coefficient: f32,
    /// Radius of a field of view, in the viewer's body lengths.
    pub radius_factor: f32,
}

impl Sector {
    /// Empty field of view.
    pub const NOTHING: Self = Self {
        starboard_coefficient: 0.0,
        forward_coefficient: 0.0,
        distance_coefficient: 0.0,
        radius_factor: 0.0,
    };

    /// Whether the field of view is [`Sector::NOTHING`].
    pub fn is_empty(&self) -> bool {
        *self == Self::NOTHING
    }

    /// Half the opening angle of the field of view, rad; pi for a full circle.
    pub fn half_angle(&self) -> f32 {
        if self.distance_coefficient > 0.0 {
            std::f32::consts::PI
        } else {
            // At the border s |starboard| = f forward, so |starboard| / forward = f / s.
            libm::atan2f(self.forward_coefficient, self.starboard_coefficient)
        }
    }

    /// How the two borders of the sector are combined.
    pub fn border_combination(&self) -> BorderCombination {
        if self.distance_coefficient > 0.0 {
            BorderCombination::Full
        } else if self.starboard_coefficient > 0.0 {
            BorderCombination::Both
        } else {
            BorderCombination::Either
        }
    }

    /// Signs for [`SectorBorders::contains`]: factor of the component along a border's normal, and
    /// factor of the squared distance.
    pub(crate) fn border_signs(&self) -> [f32; 2] {
        match self.border_combination() {
            BorderCombination::Either => [1.0, 0.0],
            BorderCombination::Both => [-1.0, 0.0],
            BorderCombination::Full => [1.0, 1.0],
        }
    }

    /// Borders of the sector in world axes, for one or several units with heading vectors (hx, hy).
    #[inline(always)]
    pub fn borders_for<L: Lane>(&self, hx: L, hy: L) -> SectorBorders<L> {
        let [sign, full] = self.border_signs();
        // In world axes, forward is (hx, hy) and starboard is (-hy, hx).
        let (f, s) = (
            L::splat(sign * self.forward_coefficient),
            L::splat(sign * self.starboard_coefficient.abs()),
        );
        let (fx, fy, sx, sy) = (f * hx, f * hy, -(s * hy), s * hx);
        SectorBorders {
            normal1_x: fx + sx,
            normal1_y: fy + sy,
            normal2_x: fx - sx,
            normal2_y: fy - sy,
            normal_factor: L::splat(sign),
            distance2_factor: L::splat(full),
        }
    }
}

/// Combination of the two borders of a field of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorderCombination {
    /// A unit is in view inside at least one border: a wide view, or a half plane.
    Either,
    /// A unit is in view only inside both borders: a wedge ahead.
    Both,
    /// All directions are in view; only the viewer's own position is not.
    Full,
}

/// The two borders of a field of view, as normals in world axes. The normals point inward if one
/// border suffices, outward if a unit must be inside both borders.
#[derive(Clone, Copy)]
pub struct SectorBorders<L> {
    normal1_x: L,
    normal1_y: L,
    normal2_x: L,
    normal2_y: L,
    normal_factor: L,
    distance2_factor: L,
}

impl<L: Lane> SectorBorders<L> {
    /// Components of the normals of the two borders: x and y of the first, then of the second.
    #[inline(always)]
    pub(crate) fn normals(&self) -> [L; 4] {
        [self.normal1_x, self.normal1_y, self.normal2_x, self.normal2_y]
    }

    /// Larger of the components of the offset (dx, dy) along the two borders' normals.
    #[inline(always)]
    fn largest_component(&self, dx: L, dy: L) -> L {
        (dx * self.normal1_x + dy * self.normal1_y).max(dx * self.normal2_x + dy * self.normal2_y)
    }

    /// Whether an offset is inside at least one border: [`contains`](Self::contains) for
    /// [`BorderCombination::Either`], without the squared distance.
    #[inline(always)]
    pub(crate) fn either_holds(&self, dx: L, dy: L) -> L::Mask {
        self.largest_component(dx, dy).gt(L::zero())
    }

    /// Whether an offset is outside both borders: the negation of
    /// [`either_holds`](Self::either_holds).
    #[inline(always)]
    pub(crate) fn neither_holds(&self, dx: L, dy: L) -> L::Mask {
        self.largest_component(dx, dy).le(L::zero())
    }

    /// Whether an offset is inside both borders: [`contains`](Self::contains) for
    /// [`BorderCombination::Both`], without the squared distance.
    #[inline(always)]
    pub(crate) fn both_hold(&self, dx: L, dy: L) -> L::Mask {
        self.largest_component(dx, dy).lt(L::zero())
    }

    /// Whether an offset of squared length `d2` lies between the borders, at any distance, for any
    /// opening angle and without a branch.
    ///
    /// The comparison is strict, so that a unit at the same position, which lies in no direction,
    /// is in no view.
    #[inline(always)]
    pub fn contains(&self, dx: L, dy: L, d2: L) -> L::Mask {
        (self.normal_factor * self.largest_component(dx, dy) + self.distance2_factor * d2)
            .gt(L::zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    fn sees(model: ViewModel, forward: f32, starboard: f32) -> bool {
        let d2 = forward * forward + starboard * starboard;
        let sector = View::default().sector(model);
        sector.borders_for(1.0, 0.0).contains(forward, starboard, d2)
    }

    #[test]
    fn a_wide_view_is_blind_only_astern() {
        assert!(sees(ViewModel::Wide, 1.0, 0.0));
        assert!(sees(ViewModel::Wide, 0.0, 1.0));
        assert!(sees(ViewModel::Wide, -1.0, 1.5));
        assert!(!sees(ViewModel::Wide, -1.0, 0.5));
        assert!(!sees(ViewModel::Wide, -1.0, 0.0));
    }

    #[test]
    fn a_limited_view_does_not_see_the_unit_abreast() {
        assert!(sees(ViewModel::Limited, 0.1, 5.0));
        assert!(!sees(ViewModel::Limited, 0.0, 5.0));
    }

    #[test]
    fn a_narrow_view_sees_a_wedge_ahead() {
        assert!(sees(ViewModel::Narrow, 1.0, -0.9));
        assert!(!sees(ViewModel::Narrow, 1.0, 1.1));
        assert!(!sees(ViewModel::Narrow, -1.0, 0.1));
    }

    #[test]
    fn a_coincident_unit_is_in_no_view() {
        for model in [ViewModel::Wide, ViewModel::Limited, ViewModel::Narrow, ViewModel::Full] {
            assert!(!sees(model, 0.0, 0.0), "{model:?}");
        }
    }

    #[test]
    fn half_angles_are_those_of_the_book() {
        let half = |model| View::default().sector(model).half_angle();
        assert!((half(ViewModel::Wide) - 3.0 * FRAC_PI_4).abs() < 1e-6);
        assert!((half(ViewModel::Limited) - FRAC_PI_2).abs() < 1e-6);
        assert!((half(ViewModel::Narrow) - FRAC_PI_4).abs() < 1e-6);
        assert!((half(ViewModel::Full) - PI).abs() < 1e-6);
    }
}
