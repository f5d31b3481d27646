//! Layout as text, for links and files.
//!
//! Each part has a key. Its value is a list of records separated by `_`; a record is a list of numbers
//! separated by `-`. A number that is left out has the value of the previous record, which makes
//! objects in a row short. `none` is the empty list.
//!
//! | key | a record is |
//! |---|---|
//! | `ob` | x, y and radius of an obstacle |
//! | `wa` | x, y of one end of a wall, x, y of the other, half its thickness |
//! | `tiles` | column, row and length of a run of blocked tiles, counted from 0 at the upper left |
//! | `path` | x, y of a node |
//! | `start` | x, y of the center and radius of a disk, or x, y of the center, width and height of a rectangle |
//! | `poses` | x, y, heading (degrees, clockwise from the right) and speed (u/s) of a unit |
//!
//! Lengths are in u. The last three keys belong to a group and have its key as a prefix, like
//! parameters: `zombies.path`.
//! For example, `ob=120-80-20_300_300-200` stands for three obstacles of radius 20.

use crate::engine::group::{Group, split_key};
use crate::engine::layout::{
    AREA_SIZE, LAST_TILE, Layout, MAX_COORDINATE, MOST_NODES, MOST_OBSTACLES, MOST_POSES,
    MOST_TILES, MOST_WALLS, OBSTACLE_RADIUS, POSE_SPEED, Pose, WALL_RADIUS, fit, fit_pose,
};
use crate::engine::scenery::{Area, Obstacle, Wall};
use crate::schema::texts::quote;
use crate::session::layout_doc::{GroupLayout, LayoutDoc};
use crate::session::link::query::pairs_of;
use form_urlencoded::Serializer;
use glam::{IVec2, Vec2};
use std::fmt::Write;

/// Value of a key for an empty list.
const NONE: &str = "none";

const PLACE: [f32; 2] = [0.0, MAX_COORDINATE];
const HEADING: [f32; 2] = [0.0, 360.0];
const TILE: [f32; 2] = [0.0, LAST_TILE as f32];

/// Part of a layout that a key stands for. Numbers are indices of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LayoutKey {
    Obstacles,
    Walls,
    Tiles,
    Path(usize),
    Start(usize),
    Poses(usize),
}

/// The part that a key stands for in a run with these groups; `None` for other keys.
fn part_of(key: &str, groups: &[Group]) -> Option<LayoutKey> {
    match key {
        "ob" => return Some(LayoutKey::Obstacles),
        "wa" => return Some(LayoutKey::Walls),
        "tiles" => return Some(LayoutKey::Tiles),
        _ => {}
    }
    let (group, name) = split_key(key, groups)?;
    match name {
        "path" => Some(LayoutKey::Path(group)),
        "start" => Some(LayoutKey::Start(group)),
        "poses" => Some(LayoutKey::Poses(group)),
        _ => None,
    }
}

/// Reads a layout from a part of a query string. Returns what these groups can use, and one
/// sentence for each part that they cannot use.
pub fn read_all(text: &str, groups: &[Group]) -> (Layout, Vec<String>) {
    let mut layout = Layout::default();
    let mut notices = Vec::new();
    for (key, value) in pairs_of(text) {
        notices.extend(read(&mut layout, &key, &value, groups));
    }
    let (layout, ignored) = layout.fitted(groups);
    notices.extend(ignored);
    (layout, notices)
}

/// Writes a layout as a part of a query string. `main` is the key of the main group, whose keys
/// have no prefix.
pub fn write_all(layout: &LayoutDoc, main: &str) -> String {
    let mut out = Serializer::new(String::new());
    out.extend_pairs(write(layout, main));
    out.finish()
}

/// Whether a key of a link belongs to the layout.
pub fn is_key(key: &str, groups: &[Group]) -> bool {
    part_of(key, groups).is_some()
}

/// Reads the value of one key. Valid records are used; returns one sentence about the others, if
/// there are any.
pub fn read(layout: &mut Layout, key: &str, text: &str, groups: &[Group]) -> Option<String> {
    let part = part_of(key, groups)?;
    let mut faults = Faults::default();
    match part {
        LayoutKey::Obstacles => {
            let rows =
                read_rows([PLACE, PLACE, OBSTACLE_RADIUS], text, MOST_OBSTACLES, &mut faults);
            let obstacle = |[x, y, radius]: [f32; 3]| Obstacle { center: Vec2::new(x, y), radius };
            layout.obstacles = rows.map(|rows| rows.into_iter().map(obstacle).collect());
        }
        LayoutKey::Walls => {
            let ranges = [PLACE, PLACE, PLACE, PLACE, WALL_RADIUS];
            let wall = |[x, y, to_x, to_y, radius]: [f32; 5]| Wall {
                from: Vec2::new(x, y),
                to: Vec2::new(to_x, to_y),
                radius,
            };
            let rows = read_rows(ranges, text, MOST_WALLS, &mut faults);
            layout.walls = rows.map(|rows| rows.into_iter().map(wall).collect());
        }
        LayoutKey::Tiles => {
            let length = [1.0, LAST_TILE as f32 + 1.0];
            let rows = read_rows([TILE, TILE, length], text, MOST_TILES, &mut faults);
            layout.tiles = rows.map(|rows| {
                let mut tiles = Vec::new();
                for row in rows {
                    let [column, line, length] = row.map(f32::trunc);
                    let most = TILE[1] + 1.0 - column;
                    faults.compare(row, [column, line, length.min(most)]);
                    let first = IVec2::new(column as i32, line as i32);
                    let run = (0..length.min(most) as i32).map(|k| first + IVec2::new(k, 0));
                    tiles.extend(run.take(MOST_TILES + 1 - tiles.len()));
                }
                faults.surplus |= tiles.len() > MOST_TILES;
                tiles.truncate(MOST_TILES);
                tiles
            });
        }
        LayoutKey::Path(group) => {
            let rows = read_rows([PLACE; 2], text, MOST_NODES, &mut faults).unwrap_or_default();
            layout.paths.retain(|(other, _)| *other != group);
            if !rows.is_empty() {
                layout.paths.push((group, rows.into_iter().map(Vec2::from).collect()));
            }
        }
        LayoutKey::Start(group) => {
            layout.starts.retain(|(other, _)| *other != group);
            layout.starts.extend(read_area(text, &mut faults).map(|area| (group, area)));
        }
        LayoutKey::Poses(group) => {
            let ranges = [PLACE, PLACE, HEADING, POSE_SPEED];
            let rows = read_rows(ranges, text, MOST_POSES, &mut faults).unwrap_or_default();
            layout.poses.retain(|(other, _)| *other != group);
            if !rows.is_empty() {
                let pose = |[x, y, heading, speed]: [f32; 4]| Pose {
                    place: Vec2::new(x, y),
                    heading,
                    speed,
                };
                layout.poses.push((group, rows.into_iter().map(pose).collect()));
            }
        }
    }
    faults.tell(key)
}

/// The parts of a layout as pairs of a key and a value, in a fixed order.
pub fn write(layout: &LayoutDoc, main: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut add = |key: &str, text: String| pairs.push((key.to_string(), text));
    if let Some(obstacles) = &layout.obstacles {
        let row = |o: &Obstacle| [o.center.x, o.center.y, o.radius];
        add("ob", write_rows(obstacles.iter().map(row)));
    }
    if let Some(walls) = &layout.walls {
        let row = |w: &Wall| [w.from.x, w.from.y, w.to.x, w.to.y, w.radius];
        add("wa", write_rows(walls.iter().map(row)));
    }
    if let Some(tiles) = &layout.tiles {
        add("tiles", write_rows(runs(tiles).into_iter()));
    }
    for GroupLayout { group, path, start, poses } in &layout.groups {
        let key = |name: &str| {
            if group == main { name.to_string() } else { format!("{group}.{name}") }
        };
        if !path.is_empty() {
            add(&key("path"), write_rows(path.iter().map(|node| [node.x, node.y])));
        }
        if let Some(area) = start {
            let text = match *area {
                Area::Disk { center, radius } => {
                    write_rows([[center.x, center.y, radius]].into_iter())
                }
                Area::Rect { center, size } => {
                    write_rows([[center.x, center.y, size.x, size.y]].into_iter())
                }
            };
            add(&key("start"), text);
        }
        if !poses.is_empty() {
            add(&key("poses"), poses_text(poses));
        }
    }
    pairs
}

/// Starting states of single units as in links. Poses that are not finite are left out.
pub fn poses_text(poses: &[Pose]) -> String {
    let row = |pose: Pose| [pose.place.x, pose.place.y, pose.heading, pose.speed];
    write_rows(poses.iter().filter_map(|pose| fit_pose(*pose)).map(row))
}

/// Faults in the value of a key.
#[derive(Default)]
struct Faults {
    /// Number of invalid records.
    bad: usize,
    /// Number of records with a number out of its range.
    moved: usize,
    /// The first of these records, before and after the correction.
    first_moved: Vec<[String; 2]>,
    surplus: bool,
}

/// Maximum number of corrected records that a notice quotes; it counts the rest.
const MAX_QUOTED: usize = 3;

impl Faults {
    /// Records that a record was corrected, if it was.
    fn compare<const N: usize>(&mut self, was: [f32; N], now: [f32; N]) {
        if was == now {
            return;
        }
        self.moved += 1;
        if self.first_moved.len() < MAX_QUOTED {
            let text = |row: [f32; N]| row.map(|value| value.to_string()).join("-");
            self.first_moved.push([text(was), text(now)]);
        }
    }

    fn tell(&self, key: &str) -> Option<String> {
        let mut parts = Vec::new();
        let items =
            |count| if count == 1 { "1 item".to_string() } else { format!("{count} items") };
        if self.bad > 0 {
            parts.push(format!("{} made no sense", items(self.bad)));
        }
        if self.moved > 0 {
            let first: Vec<String> = self
                .first_moved
                .iter()
                .map(|[was, now]| format!("{} to {now}", quote(was)))
                .collect();
            let more = if self.moved > first.len() { ", and others" } else { "" };
            let (first, items) = (first.join(", "), items(self.moved));
            parts.push(format!("{items} had to be changed ({first}{more})"));
        }
        if self.surplus {
            parts.push("the rest is too long".to_string());
        }
        (!parts.is_empty()).then(|| format!("{key}: {}.", parts.join(", ")))
    }
}

/// Reads records of `N` numbers. Returns `None` if no record is valid.
fn read_rows<const N: usize>(
    ranges: [[f32; 2]; N],
    text: &str,
    most: usize,
    faults: &mut Faults,
) -> Option<Vec<[f32; N]>> {
    if text == NONE {
        return Some(Vec::new());
    }
    let mut rows: Vec<[f32; N]> = Vec::new();
    for record in text.split('_') {
        let Some(row) = read_record(record, rows.last()) else {
            faults.bad += 1;
            continue;
        };
        if rows.len() == most {
            faults.surplus = true;
            break;
        }
        let fits = std::array::from_fn(|k| fit(row[k], ranges[k]).unwrap_or(ranges[k][0]));
        faults.compare(row, fits);
        rows.push(fits);
    }
    (!rows.is_empty()).then_some(rows)
}

fn read_record<const N: usize>(record: &str, before: Option<&[f32; N]>) -> Option<[f32; N]> {
    let mut fields = record.split('-');
    let mut row = [0.0; N];
    for (k, value) in row.iter_mut().enumerate() {
        *value = match fields.next() {
            None | Some("") => *before?.get(k)?,
            Some(field) => number(field)?,
        };
    }
    fields.next().is_none().then_some(row)
}

/// Reads a number of digits and at most one point. Other notations that Rust accepts are refused.
fn number(text: &str) -> Option<f32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain.then(|| text.parse().ok())?.filter(|value: &f32| value.is_finite())
}

fn read_area(text: &str, faults: &mut Faults) -> Option<Area> {
    if text.split('-').count() == 3 {
        let [x, y, radius] = read_rows([PLACE, PLACE, AREA_SIZE], text, 1, faults)?.pop()?;
        return Some(Area::Disk { center: Vec2::new(x, y), radius });
    }
    let ranges = [PLACE, PLACE, AREA_SIZE, AREA_SIZE];
    let [x, y, width, height] = read_rows(ranges, text, 1, faults)?.pop()?;
    Some(Area::Rect { center: Vec2::new(x, y), size: Vec2::new(width, height) })
}

/// Writes records for [`read`].
fn write_rows<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> String {
    let mut out = String::new();
    let mut before: Option<[f32; N]> = None;
    for row in rows {
        let same = |k: usize| before.is_some_and(|before| before[k] == row[k]);
        let last = (0..N).rev().find(|k| !same(*k)).unwrap_or(0);
        for (k, value) in row.iter().enumerate().take(last + 1) {
            if k > 0 {
                out.push('-');
            } else if before.is_some() {
                out.push('_');
            }
            if !same(k) || last == 0 {
                // Writing to a string never fails.
                let _ = write!(out, "{}", value);
            }
        }
        before = Some(row);
    }
    if before.is_none() { NONE.to_string() } else { out }
}

/// Combines adjacent tiles of a row into runs of column, row and length.
fn runs(tiles: &[IVec2]) -> Vec<[f32; 3]> {
    let mut runs: Vec<[f32; 3]> = Vec::new();
    for tile in tiles.iter().map(|tile| tile.as_vec2()) {
        match runs.last_mut() {
            Some([column, row, length]) if *row == tile.y && *column + *length == tile.x => {
                *length += 1.0;
            }
            _ => runs.push([tile.x, tile.y, 1.0]),
        }
    }
    runs
}
