//! Layout as text, for links and files.
//!
//! Each field of a layout has a key (see [`LAYOUT_FIELDS`]). Its value is a list of records
//! separated by `_`; a record is a list of numbers separated by `-`. A number that is left out
//! equals that of the previous record, which makes objects in a row short. `none` is the empty
//! list. Lengths are in u. For example, `ob=120-80-20_300_-200` stands for three obstacles of
//! radius 20.

use super::fields::{LinkFieldRow, rows};
use crate::engine::group::{Group, prefixed_key, split_key};
use crate::engine::layout::{
    AREA_SIZE_RANGE, COORDINATE_RANGE, FitFaults, LAST_TILE, Layout, LayoutRecord,
    MAX_BLOCKED_TILES, MAX_OBSTACLES, MAX_PATH_NODES, MAX_POSES, MAX_SITES, MAX_WALLS, Pose, Site,
    fit_number, fit_pose, numbers_text,
};
use crate::engine::scenery::Area;
use crate::session::layout_doc::{GroupLayout, LayoutDoc};
use form_urlencoded::Serializer;
use glam::{IVec2, Vec2};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Value of a field of the layout in links that stands for an empty list.
const EMPTY_LIST: &str = "none";

/// Range of the column and row numbers of tiles, counted from 0.
const TILE_RANGE: [f32; 2] = [0.0, LAST_TILE as f32];

/// Function that reads a field's value into a layout; the number is the index of its group.
type ReadLayoutField = fn(&mut Layout, usize, &str, &mut FitFaults);

/// Function that writes a field of a layout or of its group; `None` if nobody has edited it.
type WriteLayoutField = fn(&LayoutDoc, &GroupLayout) -> Option<String>;

/// The fields of a layout in the order in which links have them. From index [`WORLD_FIELD_COUNT`]
/// on, each group has its own field, whose key has the group's key as a prefix, as in
/// `zombies.path`.
pub(super) const LAYOUT_FIELDS: [LinkFieldRow<ReadLayoutField, WriteLayoutField>; 7] = rows! {
    "obstacles" "ob" "obstacles: x, y, radius" "ob=120-80-20_300_-200"
        |to, _, text, faults| to.obstacles = read_list(text, MAX_OBSTACLES, faults),
        |doc, _| Some(write_list(doc.obstacles.as_ref()?));
    "walls" "wa" "walls: x, y of both ends, half the thickness" "wa=100-50-100-350-3"
        |to, _, text, faults| to.walls = read_list(text, MAX_WALLS, faults),
        |doc, _| Some(write_list(doc.walls.as_ref()?));
    "tiles" "tiles" "blocked tiles, counted from 0 at the upper left: column, row, how many in a row" "tiles=10-5-1_-6_-7"
        |to, _, text, faults| to.tiles = read_tiles(text, faults),
        |doc, _| Some(write_rows(tile_runs(doc.blocked_tiles.as_ref()?).into_iter()));
    "sites" "sites" "named places, which are goals and words of rules: name, x, y" "sites=coral-120-80_base-300-200"
        |to, _, text, faults| to.sites = read_sites(text, faults),
        |doc, _| (!doc.sites.is_empty()).then(|| write_sites(&doc.sites));
    "path" "path" "a group's path: x, y of each node" "path=40-40_200_-200"
        |to, group, text, faults| replace_group_entry(&mut to.paths, group, read_nonempty_list(text, MAX_PATH_NODES, faults)),
        |_, of| (!of.path_nodes.is_empty()).then(|| write_list(&of.path_nodes));
    "start" "start" "the disk (x, y, radius) or rectangle (x, y, width, height) where a group starts" "start=200-150-60-40"
        |to, group, text, faults| replace_group_entry(&mut to.start_areas, group, read_area(text, faults)),
        |_, of| Some(numbers_text(&of.start_area?.coordinates()));
    "poses" "poses" "how the first units of a group start, one by one: x, y, heading (degrees, clockwise from the right), speed (u/s)" "poses=120-80-90-40_200"
        |to, group, text, faults| replace_group_entry(&mut to.poses, group, read_nonempty_list(text, MAX_POSES, faults)),
        |_, of| (!of.start_poses.is_empty()).then(|| poses_text(&of.start_poses));
};

/// Number of fields that belong to the world; they come first in [`LAYOUT_FIELDS`].
const WORLD_FIELD_COUNT: usize = 4;

/// Replaces the entry of a group in a list of (group index, value); `None` removes the entry.
fn replace_group_entry<T>(entries: &mut Vec<(usize, T)>, group: usize, value: Option<T>) {
    entries.retain(|(other, _)| *other != group);
    entries.extend(value.map(|value| (group, value)));
}

/// Index in [`LAYOUT_FIELDS`] of the field that a key of a link stands for, and the index of its
/// group (0 for the world's fields). `None` if the key belongs to no layout of these groups.
fn find_layout_field(key: &str, groups: &[Group]) -> Option<(usize, usize)> {
    let find = |name: &str| LAYOUT_FIELDS.iter().position(|row| row.field.key == name);
    match find(key) {
        Some(index) if index < WORLD_FIELD_COUNT => Some((index, 0)),
        _ => {
            let (group, name) = split_key(key, groups)?;
            Some((find(name).filter(|index| *index >= WORLD_FIELD_COUNT)?, group))
        }
    }
}

/// Reads a layout from pairs of a link. Returns the parts that these groups can use, and one
/// sentence for each other part.
pub fn read_layout<'p>(
    pairs: impl Iterator<Item = (Cow<'p, str>, Cow<'p, str>)>,
    groups: &[Group],
) -> (Layout, Vec<String>) {
    let mut layout = Layout::default();
    let mut notices = Vec::new();
    for (key, value) in pairs {
        notices.extend(read(&mut layout, &key, &value, groups));
    }
    let (layout, ignored) = layout.fit_to_groups(groups);
    notices.extend(ignored);
    (layout, notices)
}

/// Writes a layout as a part of a query string. `main` is the key of the main group, whose fields
/// have no prefix.
pub fn write_layout(layout: &LayoutDoc, main: &str) -> String {
    let mut out = Serializer::new(String::new());
    out.extend_pairs(write(layout, main));
    out.finish()
}

/// Whether a key of a link belongs to the layout of a run with these groups.
pub fn is_layout_key(key: &str, groups: &[Group]) -> bool {
    find_layout_field(key, groups).is_some()
}

/// Whether a key of a link can belong to a layout, whatever groups the run has.
pub fn is_layout_key_of_any_run(key: &str) -> bool {
    let name = key.rsplit('.').next().unwrap_or_default();
    LAYOUT_FIELDS.iter().any(|row| row.field.key == name)
}

/// Reads the value of one key into a layout. Valid records are used; returns one sentence about
/// invalid ones, if there are any.
pub fn read(layout: &mut Layout, key: &str, text: &str, groups: &[Group]) -> Option<String> {
    let (index, group) = find_layout_field(key, groups)?;
    let mut faults = FitFaults::default();
    (LAYOUT_FIELDS[index].read)(layout, group, text, &mut faults);
    faults.notice(key)
}

/// The edited fields of a layout as pairs of a link. `main` is the key of the main group.
pub fn write(layout: &LayoutDoc, main: &str) -> Vec<(String, String)> {
    let nobody = GroupLayout { group: main.into(), ..GroupLayout::default() };
    let of_groups =
        layout.groups.iter().map(|group| (group, WORLD_FIELD_COUNT..LAYOUT_FIELDS.len()));
    let mut pairs = Vec::new();
    for (group, fields) in std::iter::once((&nobody, 0..WORLD_FIELD_COUNT)).chain(of_groups) {
        for index in fields {
            let LinkFieldRow { field, write, .. } = &LAYOUT_FIELDS[index];
            let key =
                prefixed_key(field.key, Some((usize::from(group.group != main), &group.group)));
            pairs.extend(write(layout, group).map(|text| (key, text)));
        }
    }
    pairs
}

/// Starting states of single units, in the notation of links. Poses that are not finite are left
/// out.
pub fn poses_text(poses: &[Pose]) -> String {
    write_rows(poses.iter().filter_map(|pose| fit_pose(*pose)).map(LayoutRecord::to_numbers))
}

/// Reads at most `max_records` objects and counts faults; `None` if no record is valid.
fn read_list<const N: usize, T: LayoutRecord<N>>(
    text: &str,
    max_records: usize,
    faults: &mut FitFaults,
) -> Option<Vec<T>> {
    let rows = read_rows(T::RANGES, text, max_records, faults)?;
    Some(rows.into_iter().map(T::from_numbers).collect())
}

/// Reads a list like [`read_list`]; returns `None` also if the list is empty.
fn read_nonempty_list<const N: usize, T: LayoutRecord<N>>(
    text: &str,
    max_count: usize,
    faults: &mut FitFaults,
) -> Option<Vec<T>> {
    read_list(text, max_count, faults).filter(|items| !items.is_empty())
}

/// Reads sites. [`Layout::fit_to_groups`] checks their names and reduces their number.
fn read_sites(text: &str, faults: &mut FitFaults) -> Vec<Site> {
    let mut sites = Vec::new();
    for record in text.split('_').filter(|_| text != EMPTY_LIST) {
        let site = read_site(record).filter(|_| sites.len() < 4 * MAX_SITES);
        faults.invalid_count += usize::from(site.is_none());
        sites.extend(site);
    }
    sites
}

fn read_site(record: &str) -> Option<Site> {
    let (name, place) = record.split_once('-')?;
    let (x, y) = place.split_once('-')?;
    Some(Site { name: name.to_string(), place: Vec2::new(read_number(x)?, read_number(y)?) })
}

fn write_sites(sites: &[Site]) -> String {
    let texts = sites.iter().map(|Site { name, place }| format!("{name}-{}-{}", place.x, place.y));
    texts.collect::<Vec<_>>().join("_")
}

fn read_tiles(text: &str, faults: &mut FitFaults) -> Option<Vec<IVec2>> {
    let length = [1.0, LAST_TILE as f32 + 1.0];
    let mut tiles = Vec::new();
    for row in read_rows([TILE_RANGE, TILE_RANGE, length], text, MAX_BLOCKED_TILES, faults)? {
        let [column, line, length] = row.map(f32::trunc);
        let most = TILE_RANGE[1] + 1.0 - column;
        faults.record_correction(&row, &[column, line, length.min(most)]);
        let first = IVec2::new(column as i32, line as i32);
        let run = (0..length.min(most) as i32).map(|k| first + IVec2::new(k, 0));
        tiles.extend(run.take(MAX_BLOCKED_TILES + 1 - tiles.len()));
    }
    faults.has_surplus |= tiles.len() > MAX_BLOCKED_TILES;
    tiles.truncate(MAX_BLOCKED_TILES);
    Some(tiles)
}

/// Reads at most `max_count` records of numbers within `ranges`; `None` if no record is valid.
fn read_rows<const N: usize>(
    ranges: [[f32; 2]; N],
    text: &str,
    max_count: usize,
    faults: &mut FitFaults,
) -> Option<Vec<[f32; N]>> {
    if text == EMPTY_LIST {
        return Some(Vec::new());
    }
    let mut rows: Vec<[f32; N]> = Vec::new();
    for record in text.split('_') {
        let Some(row) = read_record(record, rows.last()) else {
            faults.invalid_count += 1;
            continue;
        };
        if rows.len() == max_count {
            faults.has_surplus = true;
            break;
        }
        let fits = std::array::from_fn(|k| fit_number(row[k], ranges[k]).unwrap_or(ranges[k][0]));
        faults.record_correction(&row, &fits);
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
            Some(field) => read_number(field)?,
        };
    }
    fields.next().is_none().then_some(row)
}

/// Reads digits with at most one point as a number; other notations, as `1e3`, are refused.
fn read_number(text: &str) -> Option<f32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain.then(|| text.parse().ok())?.filter(|value: &f32| value.is_finite())
}

fn read_area(text: &str, faults: &mut FitFaults) -> Option<Area> {
    if text.split('-').count() == 3 {
        let [x, y, radius] =
            read_rows([COORDINATE_RANGE, COORDINATE_RANGE, AREA_SIZE_RANGE], text, 1, faults)?
                .pop()?;
        return Some(Area::Disk { center: Vec2::new(x, y), radius });
    }
    let ranges = [COORDINATE_RANGE, COORDINATE_RANGE, AREA_SIZE_RANGE, AREA_SIZE_RANGE];
    let [x, y, width, height] = read_rows(ranges, text, 1, faults)?.pop()?;
    Some(Area::Rect { center: Vec2::new(x, y), size: Vec2::new(width, height) })
}

fn write_list<const N: usize, T: LayoutRecord<N>>(items: &[T]) -> String {
    write_rows(items.iter().map(|item| item.to_numbers()))
}

/// Writes records in the notation that [`read_rows`] reads.
fn write_rows<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> String {
    let mut out = String::new();
    let mut previous: Option<[f32; N]> = None;
    for row in rows {
        let same = |k: usize| previous.is_some_and(|before| before[k] == row[k]);
        let last = (0..N).rev().find(|k| !same(*k)).unwrap_or(0);
        for (k, value) in row.iter().enumerate().take(last + 1) {
            if k > 0 {
                out.push('-');
            } else if previous.is_some() {
                out.push('_');
            }
            if !same(k) || last == 0 {
                // Writing to a string never fails.
                let _ = write!(out, "{}", value);
            }
        }
        previous = Some(row);
    }
    if previous.is_none() { EMPTY_LIST.to_string() } else { out }
}

/// Combines adjacent tiles of a row into runs: column, row, number of tiles.
fn tile_runs(tiles: &[IVec2]) -> Vec<[f32; 3]> {
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
