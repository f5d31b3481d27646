//! Rows of the tables of fields, by which links are read and written.

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
