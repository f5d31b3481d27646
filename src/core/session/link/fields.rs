//! Descriptions of link fields, and the macro that makes a table of them.

/// Field of a link: its notation and its meaning.
pub struct LinkField {
    /// Name of the field.
    pub name: &'static str,
    /// Key of the field in the query; within the value of another field, its letter.
    pub key: &'static str,
    /// Meaning of the field, in Markdown.
    pub meaning: &'static str,
    /// Part of a link that has the field, for `FORMATS.md` and a test; can be empty.
    pub example: &'static str,
}

/// Field of a link with the functions that read and write its value.
pub(crate) struct LinkFieldRow<R, W> {
    pub field: LinkField,
    pub read: R,
    pub write: W,
}

/// Makes an array of [`LinkFieldRow`]s from name, key, meaning, example and two functions each.
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
