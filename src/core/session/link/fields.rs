//! Rows of the tables of fields, by which links are read and written.

/// Field of a document, with its notation in links.
pub struct LinkField {
    /// Name of the field.
    pub name: &'static str,
    /// Key of the field in the query, or its letter within a value.
    pub key: &'static str,
    /// Meaning of the field, in Markdown.
    pub meaning: &'static str,
    /// Part of a link that has the field; empty if the core does not write the field.
    pub example: &'static str,
}

/// Field with the functions that read and write its value.
pub(crate) struct LinkFieldRow<R, W> {
    pub field: LinkField,
    pub read: R,
    pub write: W,
}

/// Rows of a table, each from its name, key, meaning, example and functions.
macro_rules! rows {
    ($($name:literal $key:literal $meaning:literal $example:literal $read:expr, $write:expr;)+) => {
        [$($crate::session::link::fields::LinkFieldRow {
            field: $crate::session::link::fields::LinkField {
                name: $name,
                key: $key,
                meaning: $meaning,
                example: $example,
            },
            read: $read,
            write: $write,
        }),+]
    };
}
pub(crate) use rows;
