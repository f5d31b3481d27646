//! Fields of the document of a run and their notation in links. Each table has a row for each field,
//! by which links are read and written. The tables of `FORMATS.md` are generated from them.

use super::{START, groups, inputs, layout};
use crate::session::replay;

/// Field of a document, with its notation in links.
pub struct Field {
    /// Name of the field.
    pub name: &'static str,
    /// Key in the query, or letter of a part of a value.
    pub key: &'static str,
    /// Meaning of the field, in Markdown.
    pub holds: &'static str,
    /// Part of a link with the field; empty if the core does not write it.
    pub example: &'static str,
}

/// Field with the functions that read and write its value.
pub(crate) struct Row<R, W> {
    pub field: Field,
    pub read: R,
    pub write: W,
}

/// Rows of a table, each from its name, key, meaning, example and functions.
macro_rules! rows {
    ($($name:literal $key:literal $holds:literal $example:literal $read:expr, $write:expr;)+) => {
        [$($crate::session::link::fields::Row {
            field: $crate::session::link::fields::Field {
                name: $name,
                key: $key,
                holds: $holds,
                example: $example,
            },
            read: $read,
            write: $write,
        }),+]
    };
}
pub(crate) use rows;

/// Fields that the page reads and writes.
const PAGE: [Row<(), ()>; 4] = rows! {
    "view" "look" "the view: its version, then zoom, center, asked unit, `f` if the camera follows it, `w` with the behavior that its ghost leaves out (by place; `a` behind it: by all of its kind), the letters of the overlays, the view that is open, and `n` with a title of one's own: `look=1_z2.5_c512.3-384_u17_w0_ovk_tm`" "" (), ();
    "embedding" "embed" "the page inside another page: it waits for Play (`1`), or starts by itself (`play`)" "" (), ();
    "wish" "wish" "the wish in *Make*" "" (), ();
    "step" "learn" "the step of the course that is open" "" (), ();
};

fn fields<R, W>(rows: &'static [Row<R, W>]) -> impl Iterator<Item = &'static Field> {
    rows.iter().map(|row| &row.field)
}

/// Fields of the whole document, except parameters and the layout.
fn of_run() -> impl Iterator<Item = &'static Field> {
    fields(&START).chain(fields(&replay::FIELDS)).chain(fields(&PAGE))
}

/// Whether a key of links is not the key of a parameter or of the layout.
pub fn is_reserved(key: &str) -> bool {
    of_run().any(|field| field.key == key)
}

/// The tables of fields, each with its heading in `FORMATS.md`.
pub fn tables() -> [(&'static str, Vec<&'static Field>); 3] {
    [
        ("## Links", of_run().chain(fields(&layout::FIELDS)).collect()),
        ("### Groups", fields(&groups::FIELDS).collect()),
        ("## Inputs", fields(&inputs::FIELDS).collect()),
    ]
}
