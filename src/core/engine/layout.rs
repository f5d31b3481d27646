//! Changes that a person has made to the layout of a scene: obstacles, walls, sites, paths,
//! starting areas, starting states of single units, and blocked tiles.
//!
//! Every part is optional. The scene provides the parts that are missing, including obstacles that
//! are scattered by the seed. Edited parts stay the same when the run restarts, or gets another
//! seed or another world size. Lengths are multiples of 0.1 u, so that links reproduce them
//! exactly. A change takes effect at once: units inside a new obstacle or on a newly blocked tile
//! are moved out.

use crate::engine::codec::{Coded, StateCodec};
use crate::engine::group::{Group, prefixed_key};
use crate::engine::params::WORLD_SIZE_RANGE;
use crate::engine::scenery::{Area, Obstacle, Wall};
use crate::engine::sort::{sort_by_number, sort_by_numbers};
use crate::engine::tiles::TILE_SIZE;
use crate::rules::names::{MAX_NAME_LENGTH, is_name};
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use glam::{IVec2, Vec2};

/// First words of a notice that layout parts lie outside the world.
const OUTSIDE_NOTICE: &str = "Outside the world";

/// Whether a notice is about parts that lie outside the world. The run keeps such parts, since they
/// are inside a larger world.
pub fn is_outside_notice(notice: &str) -> bool {
    notice.starts_with(OUTSIDE_NOTICE)
}

/// Largest coordinate in a layout, u: the largest width and height of a world.
pub const MAX_COORDINATE: f32 = WORLD_SIZE_RANGE[1];
/// Smallest and largest radius of an obstacle, u.
pub const OBSTACLE_RADIUS_RANGE: [f32; 2] = [1.0, 2_000.0];
/// Smallest and largest half of a wall's thickness, u.
pub const WALL_RADIUS_RANGE: [f32; 2] = [0.5, 200.0];
/// Smallest and largest radius, width or height of a starting area, u.
pub(crate) const AREA_SIZE_RANGE: [f32; 2] = [0.0, MAX_COORDINATE];
/// Column or row of the last tile of the largest world.
pub const LAST_TILE: i32 = (MAX_COORDINATE / TILE_SIZE) as i32 - 1;

/// Largest number of obstacles in a layout.
pub const MAX_OBSTACLES: usize = 512;
/// Largest number of walls in a layout.
pub const MAX_WALLS: usize = 64;
/// Largest number of sites in a layout.
pub const MAX_SITES: usize = 16;
/// Largest number of nodes of a path.
pub const MAX_PATH_NODES: usize = 64;
/// Largest number of blocked tiles in a layout.
pub const MAX_BLOCKED_TILES: usize = 4096;
/// Largest number of units of a group whose starting states are given one by one. A link with that
/// many is about 40 kB long.
pub const MAX_POSES: usize = 2048;
/// Smallest and largest speed of a [`Pose`], u/s.
const POSE_SPEED_RANGE: [f32; 2] = [0.0, 10_000.0];

/// Starting state of one unit, for example that of an animal in a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Position of the unit, u.
    pub place: Vec2,
    /// Heading and direction of motion of the unit, degrees, in 0..360; 0 points right, clockwise
    /// on screen.
    pub heading: f32,
    /// Speed of the unit, u/s.
    pub speed: f32,
}

/// Named place, such as a coral, a base or an exit. It can be the goal of groups, and rules refer
/// to it as `site("coral")`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// Name of the site, unique in the layout without regard to case: 1 to 24 letters, digits and
    /// spaces.
    pub name: String,
    /// Position of the site, u.
    pub place: Vec2,
}

impl Site {
    /// Checks the name of a site, and returns it without spaces at its ends.
    ///
    /// # Errors
    ///
    /// A sentence, if the name has other characters than letters, digits and single spaces, or too
    /// many.
    pub fn checked_name(name: &str) -> Result<String, String> {
        let name = name.trim();
        match is_name(name) {
            true => Ok(name.to_string()),
            false => Err(format!(
                "The name of a site has 1 to {MAX_NAME_LENGTH} letters, digits and spaces, unlike {}.",
                quote(name)
            )),
        }
    }

    /// Whether the site has this name, regardless of case. Rules call this in each tick, so it
    /// allocates nothing.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        fn case_folded(text: &str) -> impl Iterator<Item = char> {
            text.chars().flat_map(char::to_lowercase)
        }
        case_folded(&self.name).eq(case_folded(name))
    }
}

impl Coded for Site {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let mut name = std::mem::take(&mut self.name).into_bytes();
        codec.text(&mut name);
        self.name = String::from_utf8(name).unwrap_or_default();
        codec.require(Self::checked_name(&self.name).is_ok_and(|name| name == self.name));
        self.place.encode_or_decode(codec);
    }
}

/// Layout of a scene, as far as a person or a program has edited it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Edited round obstacles, in place of the scene's; `None` if not edited.
    pub obstacles: Option<Vec<Obstacle>>,
    /// Edited walls, in place of the scene's; `None` if not edited.
    pub walls: Option<Vec<Wall>>,
    /// Edited paths, each as the index of a group and the positions of at least one node, u.
    pub paths: Vec<(usize, Vec<Vec2>)>,
    /// Edited starting areas, each as the index of a group and the area.
    pub start_areas: Vec<(usize, Area)>,
    /// Starting states of single units, each as the index of a group and the states of its first
    /// units.
    pub poses: Vec<(usize, Vec<Pose>)>,
    /// Edited blocked tiles in row-major order, in place of the scene's; `None` if not edited.
    pub tiles: Option<Vec<IVec2>>,
    /// Named places, in the order in which they were added.
    pub sites: Vec<Site>,
}

impl Layout {
    /// Writes or reads the parts that a program can change during a run: obstacles, walls, paths
    /// and sites. `groups`: number of groups.
    pub(crate) fn encode_or_decode(&mut self, codec: &mut StateCodec, groups: usize) {
        self.obstacles.encode_or_decode(codec);
        self.walls.encode_or_decode(codec);
        self.paths.encode_or_decode(codec);
        let is_sound = |(group, nodes): &(usize, Vec<Vec2>)| *group < groups && !nodes.is_empty();
        codec.require(self.paths.iter().all(is_sound));
        self.sites.encode_or_decode(codec);
        codec.require(self.sites.len() <= MAX_SITES);
    }

    /// Whether no part of the layout is edited.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Number of edited obstacles, walls, sites, nodes, tiles and poses together.
    pub fn item_count(&self) -> usize {
        let nodes = self.paths.iter().map(|(_, nodes)| nodes.len()).sum::<usize>();
        let poses = self.poses.iter().map(|(_, poses)| poses.len()).sum::<usize>();
        nodes
            + poses
            + self.sites.len()
            + self.obstacles.as_ref().map_or(0, Vec::len)
            + self.walls.as_ref().map_or(0, Vec::len)
            + self.tiles.as_ref().map_or(0, Vec::len)
    }

    /// Heap memory of the layout, bytes.
    pub fn heap_bytes(&self) -> usize {
        let obstacles = self.obstacles.iter().map(|all| all.len() * size_of::<Obstacle>());
        let walls = self.walls.iter().map(|all| all.len() * size_of::<Wall>());
        let tiles = self.tiles.iter().map(|all| all.len() * size_of::<IVec2>());
        let paths = self.paths.iter().map(|(_, nodes)| nodes.len() * size_of::<Vec2>());
        let poses = self.poses.iter().map(|(_, poses)| poses.len() * size_of::<Pose>());
        let sites = self.sites.iter().map(|site| site.name.len() + size_of::<Site>());
        obstacles.chain(walls).chain(tiles).chain(paths).chain(poses).chain(sites).sum()
    }

    /// Positions (u) of the nodes of a group's edited path; `None` if it is not edited.
    pub fn path(&self, group: usize) -> Option<&[Vec2]> {
        self.paths.iter().find(|(index, _)| *index == group).map(|(_, nodes)| nodes.as_slice())
    }

    /// Edited starting area of a group; `None` if it is not edited.
    pub fn start(&self, group: usize) -> Option<Area> {
        self.start_areas.iter().find(|(index, _)| *index == group).map(|(_, area)| *area)
    }

    /// Starting states of the first units of a group; empty if they are not given one by one.
    pub fn poses(&self, group: usize) -> &[Pose] {
        self.poses.iter().find(|(index, _)| *index == group).map_or(&[], |(_, poses)| poses)
    }

    /// Notices about parts that lie outside a world of this size (u): per kind of part, a sentence
    /// that says how many lie outside, and what happens to them.
    pub(crate) fn items_outside(&self, size: Vec2, groups: &[Group]) -> Vec<String> {
        let world = format!("{OUTSIDE_NOTICE} of {} by {} u", size.x, size.y);
        let off = |low: Vec2, high: Vec2| {
            high.x < 0.0 || high.y < 0.0 || low.x > size.x || low.y > size.y
        };
        let label = |group: usize| groups.get(group).map_or("", |group| group.label);
        let mut lines = Vec::new();
        let mut note = |out: usize, all: usize, what: String| {
            if out > 0 {
                lines.push(format!("{world}: {out} of {all} {what}."));
            }
        };
        for (group, poses) in &self.poses {
            let out = poses.iter().filter(|pose| off(pose.place, pose.place)).count();
            let who = label(*group);
            note(
                out,
                poses.len(),
                format!("places where {who} start, one by one; they start at its edge"),
            );
        }
        for (group, area) in &self.start_areas {
            let (center, half) = match *area {
                Area::Disk { center, radius } => (center, Vec2::splat(radius)),
                Area::Rect { center, size } => (center, 0.5 * size),
            };
            let out = usize::from(off(center - half, center + half));
            note(out, 1, format!("areas where {} start; they start at its edge", label(*group)));
        }
        for (group, nodes) in &self.paths {
            let out = nodes.iter().filter(|node| off(**node, **node)).count();
            note(
                out,
                nodes.len(),
                format!("nodes of the path of {}, which nobody can reach", label(*group)),
            );
        }
        let obstacles = self.obstacles.as_deref().unwrap_or_default();
        let out =
            obstacles.iter().filter(|one| off(one.center - one.radius, one.center + one.radius));
        note(out.count(), obstacles.len(), "rocks, which nobody meets".into());
        let walls = self.walls.as_deref().unwrap_or_default();
        let out = walls.iter().filter(|wall| {
            let (low, high) = (wall.from.min(wall.to), wall.from.max(wall.to));
            off(low - wall.radius, high + wall.radius)
        });
        note(out.count(), walls.len(), "walls, which nobody meets".into());
        let out = self.sites.iter().filter(|site| off(site.place, site.place)).count();
        note(out, self.sites.len(), "sites, which nobody can reach".into());
        let tiles = self.tiles.as_deref().unwrap_or_default();
        let corner = |tile: &IVec2| tile.as_vec2() * TILE_SIZE;
        let out = tiles.iter().filter(|tile| off(corner(tile), corner(tile))).count();
        note(out, tiles.len(), "blocked tiles, which nobody meets".into());
        lines
    }

    /// Removes the parts that these groups cannot use, and sorts the others by group. Returns one
    /// sentence each for removed obstacles and walls, for tiles, and for paths.
    pub(crate) fn keep_usable(&mut self, groups: &[Group]) -> Vec<String> {
        let mut notices = Vec::new();
        let Self { obstacles, walls, paths, start_areas, poses, tiles, .. } = self;
        let on_tiles = is_on_tiles(groups);
        if on_tiles && (obstacles.is_some() || walls.is_some()) {
            notices.push("Scenes on tiles have blocked tiles instead of rocks and walls.".into());
            (*obstacles, *walls) = (None, None);
        }
        if !on_tiles && !groups.is_empty() && tiles.is_some() {
            notices.push("This scene has no tiles to block.".into());
            *tiles = None;
        }
        let had = paths.len();
        paths.retain(|(group, _)| {
            let mut parts = groups.get(*group).into_iter().flat_map(|group| &group.pipeline);
            parts.any(|part| part.features().path_radius_and_end.is_some())
        });
        if paths.len() < had {
            notices.push("A path was left out: its group does not follow a path.".into());
        }
        start_areas.retain(|(group, _)| *group < groups.len());
        poses.retain(|(group, _)| groups.get(*group).is_some_and(|group| !group.body.is_tile()));
        sort_by_number(paths, |(group, _)| *group as u32);
        paths.dedup_by_key(|(group, _)| *group);
        sort_by_number(start_areas, |(group, _)| *group as u32);
        start_areas.dedup_by_key(|(group, _)| *group);
        sort_by_number(poses, |(group, _)| *group as u32);
        poses.dedup_by_key(|(group, _)| *group);
        notices
    }

    /// Copy of the layout with the parts that a scene with these groups can use, with all numbers
    /// clamped and rounded as in links. Also returns one sentence for each kind of part that was
    /// left out or changed by more than the rounding.
    pub(crate) fn fit_to_groups(mut self, groups: &[Group]) -> (Self, Vec<String>) {
        let mut notices = self.keep_usable(groups);
        let Self { obstacles, walls, mut paths, start_areas: mut starts, mut poses, tiles, sites } =
            self;
        let key = |name: &str, group: usize| prefixed_key(name, Some((group, groups[group].key)));
        for (group, nodes) in &mut paths {
            *nodes = fit_records(
                std::mem::take(nodes),
                MAX_PATH_NODES,
                &key("path", *group),
                &mut notices,
            );
        }
        paths.retain(|(_, nodes)| !nodes.is_empty());
        starts.retain_mut(|(group, area)| {
            let (fits, mut faults) = (fit_area(*area), FitFaults::default());
            faults.record_item(&area.coordinates(), fits.map(|fits| fits.coordinates()).as_deref());
            notices.extend(faults.notice(&key("start", *group)));
            fits.map(|fits| *area = fits).is_some()
        });
        for (group, poses) in &mut poses {
            poses.iter_mut().for_each(|pose| pose.heading = pose.heading.rem_euclid(360.0));
            *poses =
                fit_records(std::mem::take(poses), MAX_POSES, &key("poses", *group), &mut notices);
            poses.iter_mut().for_each(|pose| pose.heading %= 360.0);
        }
        poses.retain(|(_, poses)| !poses.is_empty());
        let tiles = tiles.map(|mut tiles| {
            let (all, given) = (IVec2::ZERO..=IVec2::splat(LAST_TILE), tiles.len());
            tiles.retain(|t| t.clamp(*all.start(), *all.end()) == *t);
            let mut faults =
                FitFaults { invalid_count: given - tiles.len(), ..FitFaults::default() };
            // Links list tiles in order, so they seldom need to be sorted.
            if !tiles.is_sorted_by(|a, b| (a.y, a.x) < (b.y, b.x)) {
                sort_by_numbers(&mut tiles, |tile| (tile.y, tile.x));
                tiles.dedup();
            }
            faults.has_surplus = tiles.len() > MAX_BLOCKED_TILES;
            tiles.truncate(MAX_BLOCKED_TILES);
            notices.extend(faults.notice("tiles"));
            tiles
        });
        let obstacles = obstacles.map(|all| fit_records(all, MAX_OBSTACLES, "ob", &mut notices));
        let walls = walls.map(|all| fit_records(all, MAX_WALLS, "wa", &mut notices));
        let sites = fit_sites(sites, &mut notices);
        (Self { obstacles, walls, paths, start_areas: starts, poses, tiles, sites }, notices)
    }
}

/// Returns the first sites with valid names and finite positions, clamped and rounded as in links.
/// Of several sites with one name, the last counts. Adds a notice if a site was left out or
/// changed.
fn fit_sites(sites: Vec<Site>, notices: &mut Vec<String>) -> Vec<Site> {
    let (mut fitted, mut faults) = (Vec::<Site>::new(), FitFaults::default());
    for Site { name, place } in sites {
        let name = match Site::checked_name(&name) {
            Ok(name) => name,
            Err(why) => {
                notices.push(why);
                continue;
            }
        };
        let fits = place.fitted();
        faults.record_item(
            &place.to_numbers(),
            fits.map(LayoutRecord::to_numbers).as_ref().map(|row| &row[..]),
        );
        let Some(place) = fits else { continue };
        match fitted.iter().position(|site| site.is_named(&name)) {
            Some(same) => fitted[same] = Site { name, place },
            None if fitted.len() < MAX_SITES => fitted.push(Site { name, place }),
            None => faults.has_surplus = true,
        }
    }
    notices.extend(faults.notice("sites"));
    fitted
}

/// Lists the names of a layout's sites, as the end of a sentence.
pub(crate) fn site_names_text(sites: &[Site]) -> String {
    let names: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
    match names.len() {
        0 => "the layout has no sites".to_string(),
        1 => format!("there is {}", names[0]),
        _ => format!("there are {}", names.join(", ")),
    }
}

/// Sentence that says that a site is missing, and suggests the most similar name.
pub(crate) fn missing_site_notice(name: &str, sites: &[Site]) -> String {
    let guess = did_you_mean(name, sites.iter().map(|site| site.name.as_str()));
    format!("There is no site {}.{guess}", quote(name))
}

/// Whether all groups have the tile body; `false` if there are no groups.
pub(crate) fn is_on_tiles(groups: &[Group]) -> bool {
    !groups.is_empty() && groups.iter().all(|group| group.body.is_tile())
}

/// Item of a layout that consists of `N` numbers, such as an obstacle.
pub(crate) trait LayoutRecord<const N: usize>: Copy + Default {
    /// Smallest and largest value of each number of the item.
    const RANGES: [[f32; 2]; N];

    /// Mutable access to the numbers of the item, in the order in which links write them.
    fn numbers(&mut self) -> [&mut f32; N];

    /// Creates the item from its numbers, in the order in which links write them.
    fn from_numbers(row: [f32; N]) -> Self {
        let mut item = Self::default();
        item.numbers().into_iter().zip(row).for_each(|(number, value)| *number = value);
        item
    }

    /// Copies of the item's numbers, in the order in which links write them.
    fn to_numbers(mut self) -> [f32; N] {
        self.numbers().map(|number| *number)
    }

    /// Copy of the item with all numbers clamped and rounded as in links; `None` if a number is not
    /// finite.
    fn fitted(mut self) -> Option<Self> {
        for (number, range) in self.numbers().into_iter().zip(Self::RANGES) {
            *number = fit_number(*number, range)?;
        }
        Some(self)
    }
}

macro_rules! record {
    ($type:ty, $count:literal: $($($part:ident).+ in $range:expr),+) => {
        impl LayoutRecord<$count> for $type {
            const RANGES: [[f32; 2]; $count] = [$($range),+];

            fn numbers(&mut self) -> [&mut f32; $count] {
                [$(&mut self.$($part).+),+]
            }
        }
    };
}

/// Smallest and largest coordinate in a layout, u.
pub(crate) const COORDINATE_RANGE: [f32; 2] = [0.0, MAX_COORDINATE];

record!(Vec2, 2: x in COORDINATE_RANGE, y in COORDINATE_RANGE);
record!(Obstacle, 3: center.x in COORDINATE_RANGE, center.y in COORDINATE_RANGE, radius in OBSTACLE_RADIUS_RANGE);
record!(Wall, 5: from.x in COORDINATE_RANGE, from.y in COORDINATE_RANGE, to.x in COORDINATE_RANGE, to.y in COORDINATE_RANGE, radius in WALL_RADIUS_RANGE);
record!(Pose, 4: place.x in COORDINATE_RANGE, place.y in COORDINATE_RANGE, heading in [0.0, 360.0], speed in POSE_SPEED_RANGE);

/// Clamps a number to `low..=high` and rounds it to a multiple of 0.1; `None` if it is not finite.
pub(crate) fn fit_number(value: f32, [low, high]: [f32; 2]) -> Option<f32> {
    // Adding 0 turns -0 into 0: links separate numbers by "-", so no number may have a sign.
    value.is_finite().then(|| (value.clamp(low, high) * 10.0).round() / 10.0 + 0.0)
}

/// Clamps and rounds a pose as links do, with a heading below 360 degrees; `None` if a number is
/// not finite.
pub(crate) fn fit_pose(pose: Pose) -> Option<Pose> {
    let pose = Pose { heading: pose.heading.rem_euclid(360.0), ..pose }.fitted()?;
    Some(Pose { heading: if pose.heading < 360.0 { pose.heading } else { 0.0 }, ..pose })
}

/// Clamps and rounds an area as links do; `None` if a number is not finite.
fn fit_area(area: Area) -> Option<Area> {
    Some(match area {
        Area::Disk { center, radius } => {
            Area::Disk { center: center.fitted()?, radius: fit_number(radius, AREA_SIZE_RANGE)? }
        }
        Area::Rect { center, size } => Area::Rect {
            center: center.fitted()?,
            size: Vec2::new(
                fit_number(size.x, AREA_SIZE_RANGE)?,
                fit_number(size.y, AREA_SIZE_RANGE)?,
            ),
        },
    })
}

/// Returns the first `max_count` items with finite numbers, clamped and rounded as in links. Adds a
/// notice that names the link key `key` if an item was left out or changed.
fn fit_records<const N: usize, T: LayoutRecord<N>>(
    items: Vec<T>,
    max_count: usize,
    key: &str,
    notices: &mut Vec<String>,
) -> Vec<T> {
    let (given, mut faults) = (items.len(), FitFaults::default());
    let fit = |item: T| {
        let fits = item.fitted();
        faults
            .record_item(&item.to_numbers(), fits.map(T::to_numbers).as_ref().map(|row| &row[..]));
        fits
    };
    let fitted: Vec<T> = items.into_iter().filter_map(fit).take(max_count).collect();
    faults.has_surplus = given > max_count + faults.invalid_count;
    notices.extend(faults.notice(key));
    fitted
}

/// Text of an item's numbers, as links write them: separated by "-".
pub(crate) fn numbers_text(numbers: &[f32]) -> String {
    numbers.iter().map(f32::to_string).collect::<Vec<_>>().join("-")
}

/// Faults that were found and corrected in the value of one key of a link.
#[derive(Default)]
pub(crate) struct FitFaults {
    /// Number of records (such as obstacles) that were left out because they are invalid.
    pub invalid_count: usize,
    /// Number of records in which a number was out of its range and was clamped.
    corrected_count: usize,
    /// First corrected records, each as its text before and after the correction.
    quoted_corrections: Vec<[String; 2]>,
    /// Whether there were more records than the key can have.
    pub has_surplus: bool,
}

/// Largest number of corrected records that a notice quotes; others are only mentioned.
const MAX_QUOTED_CORRECTIONS: usize = 3;

impl FitFaults {
    /// Counts a record as corrected if its numbers before (`was`) and after (`now`) differ.
    pub fn record_correction(&mut self, was: &[f32], now: &[f32]) {
        if was == now {
            return;
        }
        self.corrected_count += 1;
        if self.quoted_corrections.len() < MAX_QUOTED_CORRECTIONS {
            self.quoted_corrections.push([was, now].map(numbers_text));
        }
    }

    /// Counts an item with the numbers `was` as left out if `now` is `None`, or as corrected if a
    /// number in `now` differs by more than rounding explains.
    fn record_item(&mut self, was: &[f32], now: Option<&[f32]>) {
        let is_rounded =
            |now: &[f32]| was.iter().zip(now).all(|(was, now)| (was - now).abs() < 0.06);
        match now {
            None => self.invalid_count += 1,
            Some(now) if is_rounded(now) => {}
            Some(now) => self.record_correction(was, now),
        }
    }

    /// Sentence for the user about the faults in the value of `key`; `None` if there are none.
    pub fn notice(&self, key: &str) -> Option<String> {
        let mut parts = Vec::new();
        let items =
            |count| if count == 1 { "1 item".to_string() } else { format!("{count} items") };
        if self.invalid_count > 0 {
            parts.push(format!("{} made no sense", items(self.invalid_count)));
        }
        if self.corrected_count > 0 {
            let first: Vec<String> = self
                .quoted_corrections
                .iter()
                .map(|[was, now]| format!("{} to {now}", quote(was)))
                .collect();
            let more = if self.corrected_count > first.len() { ", and others" } else { "" };
            let (first, items) = (first.join(", "), items(self.corrected_count));
            parts.push(format!("{items} had to be changed ({first}{more})"));
        }
        if self.has_surplus {
            parts.push("the rest is too long".to_string());
        }
        (!parts.is_empty()).then(|| format!("{key}: {}.", parts.join(", ")))
    }
}
