//! Writes tracks as files: a table as CSV with one row per unit and frame, or `.npz` arrays.

use super::{COLUMNS, Tracks};
use std::fmt::Write;

impl Tracks {
    /// Header of the CSV table: comments with rate, unit, body length, world and link, and the
    /// names of the columns. `commit`: commit of the program, if known.
    pub fn csv_header(&self, commit: Option<&str>) -> String {
        let mut text = format!("# Flockwright, tracks\n{}", version_remarks(commit));
        let _ = write!(text, "# fps {}\n# unit {}\n", self.fps, self.unit);
        if let Some(length) = self.length {
            let _ = writeln!(text, "# length {length}");
        }
        if let Some(space) = self.space {
            let torus = if space.is_torus { "on" } else { "off" };
            let _ = writeln!(
                text,
                "# width {}\n# height {}\n# toroidal {torus}",
                space.width, space.height
            );
        }
        if !self.link.is_empty() {
            let _ = writeln!(text, "# link {}", self.link);
        }
        text + &COLUMNS.join(",") + "\n"
    }

    /// Appends the rows as lines of CSV. Numbers are as short as they can be without loss; unknown
    /// values are empty.
    pub fn csv_rows(&self, text: &mut String) {
        let number = |text: &mut String, value: f32| {
            text.push(',');
            if value.is_finite() {
                let _ = write!(text, "{value}");
            }
        };
        for frame in 0..self.frames().len() {
            let time = self.time(frame);
            for row in self.rows(frame) {
                let (number_of, group) = (self.frames()[frame], self.group_of(row));
                let _ = write!(
                    text,
                    "{number_of},{time:.6},{},{group},{}",
                    self.id[row],
                    self.role_of(row)
                );
                for values in [&self.x, &self.y, &self.vx, &self.vy, &self.heading] {
                    number(text, values[row]);
                }
                text.push('\n');
            }
        }
    }
}

/// Version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Comment lines with the version of the program and, if it is known, the commit.
pub fn version_remarks(commit: Option<&str>) -> String {
    let commit = commit.filter(|commit| !commit.is_empty());
    let commit = commit.map_or(String::new(), |commit| format!("# commit {commit}\n"));
    format!("# version {VERSION}\n{commit}")
}

/// CSV table of all rows, with its header. `commit`: commit of the program, if known.
pub fn write_csv(tracks: &Tracks, commit: Option<&str>) -> String {
    let mut text = tracks.csv_header(commit);
    tracks.csv_rows(&mut text);
    text
}

/// Bytes of a `.npz` file, which `numpy.load` reads: an array per column, and arrays of one value
/// for rate, unit, link and other facts about all rows.
#[cfg(feature = "tracks")]
pub fn write_npz(tracks: &Tracks, commit: Option<&str>) -> Vec<u8> {
    use super::npz::{NpzArray, write_npz};
    use flockwright::engine::agents::Role;
    let per_row = |of: &dyn Fn(usize) -> f64| {
        let frames = 0..tracks.frames().len();
        frames.flat_map(|frame| tracks.rows(frame).map(move |_| frame)).map(of).collect()
    };
    let floats = |values: &[f32]| NpzArray::Single(values.to_vec());
    let mut arrays = vec![
        (
            "frame",
            NpzArray::Double(per_row(&|frame| tracks.frames()[frame] as f64)).into_integers(),
        ),
        ("time", NpzArray::Double(per_row(&|frame| tracks.time(frame)))),
        ("id", NpzArray::Whole(tracks.id.iter().map(|id| i64::from(*id)).collect())),
        ("group", NpzArray::Byte(tracks.group.clone())),
        ("role", NpzArray::Byte(tracks.role.clone())),
        ("x", floats(&tracks.x)),
        ("y", floats(&tracks.y)),
        ("vx", floats(&tracks.vx)),
        ("vy", floats(&tracks.vy)),
        ("heading", floats(&tracks.heading)),
        ("fps", NpzArray::Double(vec![tracks.fps])),
        ("unit", NpzArray::Text(vec![tracks.unit.clone()])),
        ("link", NpzArray::Text(vec![tracks.link.clone()])),
        ("version", NpzArray::Text(vec![VERSION.into()])),
        ("commit", NpzArray::Text(vec![commit.unwrap_or_default().into()])),
        ("group_names", NpzArray::Text(tracks.groups.clone())),
        ("role_names", NpzArray::Text(Role::ALL.map(|role| role.key().to_string()).to_vec())),
    ];
    if let Some(length) = tracks.length {
        arrays.push(("length", NpzArray::Double(vec![length])));
    }
    if let Some(space) = tracks.space {
        let torus = if space.is_torus { 1.0 } else { 0.0 };
        let size = vec![f64::from(space.width), f64::from(space.height), torus];
        arrays.push(("space", NpzArray::Double(size)));
    }
    write_npz(&arrays)
}
