//! Plain objects that the core hands to the page; their TypeScript types are generated from here.

use super::shared::{ObstacleInfo, PathInfo, SiteInfo, TilesInfo, WallInfo};
use flockwright::engine::bodies::BodyKind;
use flockwright::engine::params::Edges;
use flockwright::schema::ValueKind;
use flockwright_lab::insight::measures::ValueRange;
use serde::Serialize;
use tsify::Tsify;

/// Scene as the gallery shows it.
#[derive(Serialize, Tsify)]
pub(super) struct SceneInfo {
    pub key: &'static str,
    pub title: &'static str,
    pub category: &'static str,
    pub chapter: &'static str,
    pub see: &'static str,
    #[serde(rename = "try")]
    pub try_it: &'static str,
    pub source: &'static str,
    /// Sentence that says which constants of the scene come from its source, a paper or a book.
    pub constants: &'static str,
    /// Link of a run with the constants of the source, if the scene has others; else undefined.
    #[tsify(optional)]
    pub original: Option<&'static str>,
    /// Sentence that invites to drag the pointer; empty if the pointer does nothing.
    pub drag: &'static str,
    /// Link that opens the scene.
    pub link: String,
    /// Keys of the parameters whose sliders the panel shows first.
    pub sliders: &'static [&'static str],
}

/// Caption of a run: a sentence about the visible effect, and whether it still holds.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptionInfo {
    pub see: &'static str,
    /// Number of parts of the run (parameters, groups, layout) that differ from the run that the
    /// caption describes; above 0, the caption may no longer be true.
    pub changes: usize,
    /// Label of the button that makes the changes that the scene suggests; empty for none.
    pub act: String,
    /// Whether the changes that the scene suggests have been made or are in progress.
    pub tried: bool,
    /// Whether the run has the constants of the scene's source, a paper or a book.
    pub of_source: bool,
}

/// Declaration of a measure, a number that is computed from the state of a run.
#[derive(Serialize, Tsify)]
pub(super) struct MeasureInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub span: ValueRange,
    /// Meaning of the measure, for newcomers.
    pub doc: &'static str,
    /// Name of the measure's column in exported tables.
    pub column: String,
    /// Whether the page plots the measure.
    pub plotted: bool,
}

#[derive(Serialize, Tsify)]
pub(super) struct ChoiceInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub doc: &'static str,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParamInfo<'a> {
    #[tsify(type = "ParamId")]
    pub id: usize,
    /// Key of the parameter in links, unique within the run.
    pub key: &'a str,
    pub scope: &'static str,
    pub scope_label: &'static str,
    pub section: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub kind: ControlKind,
    pub min: f32,
    pub max: f32,
    pub step: f32,
    /// Whether the slider of the parameter is logarithmic.
    pub log: bool,
    /// Value of the parameter in the unchanged scene.
    pub default: f32,
    pub value: f32,
    /// Whether the parameter has an effect at present.
    pub visible: bool,
    /// In which runs a search for parameters varies this one although it has no `plain` control: in
    /// all, in those with obstacles, or in none (empty).
    #[tsify(type = "\"anywhere\" | \"around obstacles\" | \"\"")]
    pub shapes: &'static str,
    pub doc: &'static str,
    pub source: &'static str,
    /// Control for newcomers that sets the parameter; absent if there is none. `place`: position
    /// among these controls; `root`: the visible effect grows with the square root of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<PlainInfo>,
    /// Further words by which a search finds the parameter.
    pub words: String,
    /// Options of a choice, whose value is the index of an option; empty for other kinds.
    pub choices: Vec<ChoiceInfo>,
}

/// Kind of the control that edits a parameter.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub(super) enum ControlKind {
    Float,
    Int,
    Bool,
    Choice,
}

impl From<ValueKind> for ControlKind {
    fn from(kind: ValueKind) -> Self {
        match kind {
            ValueKind::Float => Self::Float,
            ValueKind::Int => Self::Int,
            ValueKind::Bool => Self::Bool,
            ValueKind::Choice(_) => Self::Choice,
        }
    }
}

#[derive(Serialize, Tsify)]
pub(super) struct PlainInfo {
    pub label: &'static str,
    pub place: usize,
    pub root: bool,
}

#[derive(Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum ShapeInfo {
    Sector { radius: f32, half_angle: f32 },
    Feelers { reach: f32, spread: f32, count: u32 },
}

/// Parameter that is a short text, such as the steps of a pattern.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextInfo<'a> {
    #[tsify(type = "TextId")]
    pub id: usize,
    /// Key of the text in links, unique within the run among all parameters.
    pub key: &'a str,
    pub scope: &'static str,
    pub scope_label: &'static str,
    pub section: &'static str,
    pub label: &'static str,
    /// Value of the text in the unchanged scene.
    pub default: &'a str,
    pub value: String,
    pub doc: &'static str,
    pub source: &'static str,
    pub presets: Vec<PresetInfo>,
    /// Names of the world's named places, for a text that has to be one of them; else undefined.
    #[tsify(optional)]
    pub sites: Option<Vec<&'a str>>,
    /// Whether the text has an effect, given the choice parameters that it depends on.
    pub matters: bool,
}

#[derive(Serialize, Tsify)]
pub(super) struct PresetInfo {
    pub label: &'static str,
    pub text: &'static str,
}

/// Result of setting a text parameter.
#[derive(Serialize, Tsify)]
pub(super) struct TextChange {
    /// Text in force after the attempt, in canonical spelling.
    pub text: String,
    /// Error in the new text, which then has no effect; empty if the new text is valid.
    pub error: String,
}

/// Route that a unit plans to take.
#[derive(Serialize, Tsify)]
pub(super) struct RouteInfo {
    pub unit: usize,
    pub closed: bool,
    /// Points of the route: x and y of each point in turn, u.
    pub points: Vec<f32>,
}

/// Destination to which a group goes; dragging with the pointer moves it.
#[derive(Serialize, Tsify)]
pub(super) struct DestinationInfo {
    pub group: &'static str,
    pub role: u8,
    pub x: f32,
    pub y: f32,
}

#[derive(Serialize, Tsify)]
pub(super) struct Scenery {
    pub width: f32,
    pub height: f32,
    pub edges: Edges,
    pub toroidal: bool,
    pub obstacles: Vec<ObstacleInfo>,
    pub walls: Vec<WallInfo>,
    pub paths: Vec<PathInfo>,
    pub sites: Vec<SiteInfo>,
    /// Grid of tiles on which units walk; undefined if they move freely.
    #[tsify(optional)]
    pub tiles: Option<TilesInfo>,
    /// Whether the page draws tracks behind the units: only if there are few, and none on tiles.
    pub trails: bool,
    /// Whether a behavior follows a potential, which can be drawn as a field.
    pub potential: bool,
    /// Whether holding the pointer has an effect on any unit.
    pub heeds: bool,
}

#[derive(Serialize, Tsify)]
pub(super) struct GroupInfo {
    pub key: &'static str,
    pub label: &'static str,
    /// Singular of the noun for the group's units, such as “bird”.
    pub one: String,
    /// Plural of the noun for the group's units.
    pub many: String,
    pub role: u8,
    pub start: usize,
    pub count: usize,
    pub length: f32,
    /// Body model: forces act at the bow of a rigid body and at the center of all others.
    pub body: BodyKind,
    /// Whether a unit of the group leads while no neighbor is in its narrow view.
    pub leads: bool,
    /// Whether the group is one unit without behaviors, which never moves and so marks a place.
    pub place: bool,
}

/// Kind of the target that hunters pursue.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub(super) enum TargetKind {
    None,
    Pointer,
    Unit,
}

#[derive(Serialize, Tsify)]
pub(super) struct TargetInfo {
    pub kind: TargetKind,
    pub x: f32,
    pub y: f32,
    pub vx: f32,
    pub vy: f32,
    /// Id of the hunted unit; -1 if the target is no unit.
    pub unit: i32,
}
