//! The plain objects that the page gets; their TypeScript types are written from here.

use super::shared::{ObstacleInfo, PathInfo, TilesInfo, WallInfo};
use flockwright::engine::bodies::BodyKind;
use flockwright::engine::params::Edges;
use flockwright::schema::ValueKind;
use flockwright_lab::insight::measures::Span;
use serde::Serialize;
use tsify::Tsify;

/// A scene, as the gallery tells it.
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
    /// Whose constants it has.
    pub constants: &'static str,
    /// The link of a run with the constants of the source, where the scene has others.
    #[tsify(optional)]
    pub original: Option<&'static str>,
    /// What a dragged pointer does, as an invitation; empty where it does nothing.
    pub drag: &'static str,
    /// The link of the scene as it is today.
    pub link: String,
    /// The parameters that stand first, by their keys; empty: those that have a plain name.
    pub sliders: &'static [&'static str],
}

/// What there is to see in a run.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptionInfo {
    pub see: &'static str,
    /// Changes that a person has made, beside which the sentence may no longer be true.
    pub changes: usize,
    /// What the button is called that does what the scene invites to; empty where there is none.
    pub act: String,
    /// Whether that is done, or on its way.
    pub tried: bool,
    /// Whether it is the scene with the constants of its source.
    pub of_source: bool,
}

/// The declaration of a measure.
#[derive(Serialize, Tsify)]
pub(super) struct MeasureInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub span: Span,
    /// What it tells, for people who meet it for the first time.
    pub doc: &'static str,
    /// How it is computed.
    pub definition: &'static str,
    pub source: &'static str,
    /// Its name in a file.
    pub column: String,
    /// Whether it has a plot.
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
    /// Its name in links, unique within the run.
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
    /// Whether a slider should be logarithmic.
    pub log: bool,
    /// The scene's own value.
    pub default: f32,
    pub value: f32,
    /// Whether it matters now.
    pub visible: bool,
    /// Where it shapes a flock besides what stands behind the plain controls: a search may change it.
    #[tsify(type = "\"anywhere\" | \"around obstacles\" | \"\"")]
    pub shapes: &'static str,
    pub doc: &'static str,
    pub source: &'static str,
    /// The plain control that it stands behind, and where that stands; `root`: what one sees goes
    /// with its square root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<PlainInfo>,
    /// Words by which someone may look for it.
    pub words: String,
    /// For kind "choice": the value is the index.
    pub choices: Vec<ChoiceInfo>,
}

/// What kind of control a parameter needs.
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

/// A parameter that is a short text, such as the steps of a pattern.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextInfo<'a> {
    #[tsify(type = "TextId")]
    pub id: usize,
    /// Its name in links, unique within the run, parameters included.
    pub key: &'a str,
    pub scope: &'static str,
    pub scope_label: &'static str,
    pub section: &'static str,
    pub label: &'static str,
    /// The scene's own text.
    pub default: &'a str,
    pub value: String,
    pub doc: &'static str,
    pub source: &'static str,
    pub presets: Vec<PresetInfo>,
}

#[derive(Serialize, Tsify)]
pub(super) struct PresetInfo {
    pub label: &'static str,
    pub text: &'static str,
}

/// What is in force after a text was set, and what was wrong with the new one: "" for nothing.
#[derive(Serialize, Tsify)]
pub(super) struct TextChange {
    /// The text then in force, in its canonical spelling.
    pub text: String,
    /// What is wrong with the new text; empty where nothing is.
    pub error: String,
}

/// The way that a unit means to go: x and y of each point in turn.
#[derive(Serialize, Tsify)]
pub(super) struct RouteInfo {
    pub unit: usize,
    pub closed: bool,
    /// x and y of each point in turn.
    pub points: Vec<f32>,
}

/// Where a group is going; the pointer can change it.
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
    /// The tiles that units walk on, where they do.
    #[tsify(optional)]
    pub tiles: Option<TilesInfo>,
    /// Whether the scene is about the tracks of few units.
    pub trails: bool,
    /// Whether anybody follows a potential, which can be shown as a field.
    pub potential: bool,
    /// Whether it matters to anybody that the pointer is held.
    pub heeds: bool,
}

#[derive(Serialize, Tsify)]
pub(super) struct GroupInfo {
    pub key: &'static str,
    pub label: &'static str,
    /// What one of it is called: bird.
    pub one: String,
    /// And several: birds.
    pub many: String,
    pub role: u8,
    pub start: usize,
    pub count: usize,
    pub length: f32,
    /// Forces act at the bow of a rigid body, and at the center of all others.
    pub body: BodyKind,
    /// Whether its units can lead: those whose narrow view is empty do.
    pub leads: bool,
    /// A lone unit that nothing moves: a place rather than someone.
    pub place: bool,
}

/// What is hunted.
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
    /// Id of the hunted unit, -1 where it is none.
    pub unit: i32,
}
