//! The plain objects that the page gets, as `wasm.d.ts` describes them.

use glam::Vec2;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct SceneInfo {
    pub key: &'static str,
    pub title: &'static str,
    pub category: &'static str,
    pub chapter: &'static str,
    pub see: &'static str,
    #[serde(rename = "try")]
    pub try_it: &'static str,
    pub source: &'static str,
    pub drag: &'static str,
    pub link: String,
}

#[derive(Serialize)]
pub(super) struct MeasureInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub span: &'static str,
    pub doc: &'static str,
    pub definition: &'static str,
    pub source: &'static str,
    pub column: String,
    pub plotted: bool,
}

#[derive(Serialize)]
pub(super) struct ChoiceInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub doc: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParamInfo<'a> {
    pub id: usize,
    pub key: &'a str,
    pub scope: &'static str,
    pub scope_label: &'static str,
    pub section: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub kind: &'static str,
    pub min: f32,
    pub max: f32,
    pub step: f32,
    pub log: bool,
    pub default: f32,
    pub value: f32,
    pub visible: bool,
    pub standing: bool,
    pub doc: &'static str,
    pub source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<PlainInfo>,
    pub words: String,
    pub choices: Vec<ChoiceInfo>,
}

#[derive(Serialize)]
pub(super) struct PlainInfo {
    pub label: &'static str,
    pub place: usize,
    pub root: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum ShapeInfo {
    Sector { radius: f32, half_angle: f32 },
    Feelers { reach: f32, spread: f32, count: u32 },
}

#[derive(Serialize)]
pub(super) struct ObstacleInfo {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextInfo<'a> {
    pub id: usize,
    pub key: &'a str,
    pub scope: &'static str,
    pub scope_label: &'static str,
    pub section: &'static str,
    pub label: &'static str,
    pub default: &'a str,
    pub value: String,
    pub doc: &'static str,
    pub source: &'static str,
    pub presets: Vec<PresetInfo>,
}

#[derive(Serialize)]
pub(super) struct PresetInfo {
    pub label: &'static str,
    pub text: &'static str,
}

#[derive(Serialize)]
pub(super) struct TextChange {
    /// The text then in force, in its canonical spelling.
    pub text: String,
    /// What is wrong with the new text; empty where nothing is.
    pub error: String,
}

#[derive(Serialize)]
pub(super) struct PlanInfo {
    pub unit: usize,
    pub closed: bool,
    /// x and y of each point in turn.
    pub points: Vec<f32>,
}

#[derive(Serialize)]
pub(super) struct TilesInfo {
    pub size: f32,
    pub columns: i32,
    pub rows: i32,
    /// Column and row of each in turn.
    pub blocked: Vec<i32>,
}

#[derive(Serialize)]
pub(super) struct PointInfo {
    pub x: f32,
    pub y: f32,
}

impl From<Vec2> for PointInfo {
    fn from(point: Vec2) -> Self {
        Self { x: point.x, y: point.y }
    }
}

#[derive(Serialize)]
pub(super) struct WallInfo {
    pub from: PointInfo,
    pub to: PointInfo,
    pub radius: f32,
}

#[derive(Serialize)]
pub(super) struct PathInfo {
    pub group: &'static str,
    pub role: u8,
    pub radius: f32,
    pub end: &'static str,
    pub nodes: Vec<PointInfo>,
}

#[derive(Serialize)]
pub(super) struct DestinationInfo {
    pub group: &'static str,
    pub role: u8,
    pub x: f32,
    pub y: f32,
}

#[derive(Serialize)]
pub(super) struct SceneryInfo {
    pub width: f32,
    pub height: f32,
    pub edges: String,
    pub toroidal: bool,
    pub obstacles: Vec<ObstacleInfo>,
    pub walls: Vec<WallInfo>,
    pub paths: Vec<PathInfo>,
    /// The tiles that units walk on, where they do.
    pub tiles: Option<TilesInfo>,
    /// Whether the scene is about the tracks of few units.
    pub trails: bool,
}

#[derive(Serialize)]
pub(super) struct GroupInfo {
    pub key: &'static str,
    pub label: &'static str,
    pub role: u8,
    pub start: usize,
    pub count: usize,
    pub length: f32,
    pub body: &'static str,
    pub leads: bool,
}

#[derive(Serialize)]
pub(super) struct TargetInfo {
    pub kind: &'static str,
    pub x: f32,
    pub y: f32,
    pub vx: f32,
    pub vy: f32,
    /// Id of the hunted unit, -1 where it is none.
    pub unit: i32,
}
