//! The edited layout of a run, as data and as text.

use super::Run;
use crate::geometry::Geometry;
use form_urlencoded::{Serializer, parse};

impl Run {
    /// What has been edited of the scene's layout.
    pub fn geometry(&self) -> &Geometry {
        self.world.geometry()
    }

    /// Replaces all that has been edited, at once and without a restart. At tick 0 the units are
    /// placed anew, which is then the run that a link gives.
    ///
    /// Numbers are moved to the grid and into their ranges; what is no number, what is too many,
    /// and what the scene has no use for is left out. Returns a sentence for each of the latter.
    pub fn set_geometry(&mut self, geometry: Geometry) -> Vec<String> {
        let (geometry, notices) = self.fit_geometry(geometry);
        if geometry != *self.geometry() {
            self.world.set_geometry(geometry);
        }
        notices
    }

    /// What the scene can use of it; see [`Geometry::fitted`].
    pub(crate) fn fit_geometry(&self, geometry: Geometry) -> (Geometry, Vec<String>) {
        geometry.fitted(self.world.groups(), self.world.is_on_tiles())
    }

    /// What has been edited, as a part of a query string; empty where nothing has been.
    pub fn geometry_text(&self) -> String {
        self.write_geometry(self.geometry())
    }

    /// Replaces all that has been edited by what [`geometry_text`](Self::geometry_text) wrote.
    /// Returns a sentence for each part that was left out or changed.
    pub fn set_geometry_text(&mut self, text: &str) -> Vec<String> {
        let (geometry, notices) = self.read_geometry(text);
        self.set_geometry(geometry);
        notices
    }

    /// What a text says that this scene can use, and a sentence for each part that it cannot.
    pub(crate) fn read_geometry(&self, text: &str) -> (Geometry, Vec<String>) {
        let mut geometry = Geometry::default();
        let mut notices = Vec::new();
        for (key, value) in parse(text.as_bytes()) {
            notices.extend(geometry.read(&key, &value, self.world.groups()));
        }
        let (geometry, told) = self.fit_geometry(geometry);
        notices.extend(told);
        (geometry, notices)
    }

    /// Geometry as a part of a query string.
    pub(crate) fn write_geometry(&self, geometry: &Geometry) -> String {
        let mut out = Serializer::new(String::new());
        out.extend_pairs(geometry.write(self.world.groups()));
        out.finish()
    }
}
