//! Tile line of sight: walk Bresenham's line to the prey (book, ch. 2).
//!
//! The line is drawn anew whenever the prey has moved; in between the unit keeps to it.

use super::{Line, Tiles, center, line};
use crate::behaviors::{Behavior, Info, Plan, Scope, Steering};
use crate::hash::StateHash;
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::IVec2;
use std::ops::Range;

params! {
    /// Walk the straight line to the target.
    pub struct TileSightParams in "Tile chase" {
        tile_sight: f32 = ParamSpec::weight("Line of sight", 1.0)
            .doc("Weight of stepping along Bresenham's line to the target, drawn anew when the \
                  target moves.")
            .source("AI for Game Developers, ch. 2 (line-of-sight chasing)");
    }
}

/// A line to a goal.
#[derive(Clone, Copy, Debug)]
struct Track {
    goal: IVec2,
    line: Line,
}

/// Walks the straight line to the target.
#[derive(Clone, Debug, Default)]
pub struct TileSight {
    params: TileSightParams,
    tracks: Vec<Option<Track>>,
}

impl TileSight {
    /// The line of a unit of the group, if it still holds: to where the target is, from here.
    fn track(&self, scope: &Scope, id: usize) -> Option<Track> {
        let tiles = Tiles::of(scope.space.width, scope.space.height);
        let goal = tiles.at(scope.target?.position);
        let here = tiles.at(scope.agents.position(id));
        let mut track = (*self.tracks.get(id - scope.first)?)
            .filter(|track| track.goal == goal)
            .unwrap_or_else(|| Track { goal, line: line(here, goal) });
        if track.line.reached() != here {
            // One step on along the line, or pushed off it.
            track.line.next();
            if track.line.reached() != here {
                track.line = line(here, goal);
            }
        }
        Some(track)
    }
}

impl Params for TileSight {
    numbers_of_field!(TileSightParams);
}

impl Behavior for TileSight {
    fn info(&self) -> Info {
        Info { key: "tile_sight", label: "Line of sight" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        for id in range {
            let Some(mut track) = self.track(scope, id) else { continue };
            let here = track.line.reached();
            let step = (track.line.next().unwrap_or(here) - here).as_vec2();
            out.add::<f32>(id, 1, step.x * scope.force_scale, step.y * scope.force_scale);
        }
    }

    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        for id in range {
            let track = self.track(scope, id);
            if let Some(place) = self.tracks.get_mut(id - scope.first) {
                *place = track;
            }
        }
    }

    fn reset(&mut self, count: usize) {
        self.tracks.clear();
        self.tracks.resize(count, None);
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.tracks)
    }

    fn hash(&self, hash: &mut StateHash) {
        for track in self.tracks.iter().flatten() {
            for tile in [track.goal, track.line.reached()] {
                hash.word((tile.x as u64) << 32 | u64::from(tile.y as u32));
            }
            hash.word(track.line.error() as u64);
        }
    }

    fn plan(&self, scope: &Scope, id: usize) -> Option<Plan> {
        let track = self.track(scope, id)?;
        let way = std::iter::once(track.line.reached()).chain(track.line);
        Some(Plan { closed: false, points: way.map(center).collect() })
    }
}
