//! Fields of the document of a run and their notation in links. The tables of `FORMATS.md` are
//! generated from them.

use super::{groups, layout};

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

/// Fields, each from its name, key, meaning and example.
macro_rules! fields {
    ($($name:literal $key:literal $holds:literal $example:literal)+) => {
        [$($crate::session::link::fields::Field {
            name: $name,
            key: $key,
            holds: $holds,
            example: $example,
        }),+]
    };
}
pub(super) use fields;

/// Fields of the whole document, except parameters and the layout.
pub(super) const RUN: [Field; 11] = fields! {
    "version" "v" "the [version](#versions) of links; without it, today's" ""
    "scene" "scene" "the scene; without it, the first one" ""
    "seed" "seed" "the seed; without it, 1" "seed=7"
    "groups" "groups" "the [groups](#groups), where they are not those of the scene" "groups=boids.pcohesion-fright"
    "measures" "measures" "the [measures](#measures) of one's own" "measures=RB40GIF4NDC4O14NT"
    "start" "at" "the tick at which the run starts" "at=600"
    "inputs" "ev" "the [inputs](#inputs) up to then" "ev=H5.1uo.1e4R2s"
    "view" "look" "the view: its version, then zoom, center, asked unit, `f` if the camera follows it, `w` with the behavior that its ghost leaves out (by place; `a` behind it: by all of its kind), the letters of the overlays, the view that is open, and `n` with a title of one's own: `look=1_z2.5_c512.3-384_u17_w0_ovk_tm`" ""
    "embedding" "embed" "the page inside another page: it waits for Play (`1`), or starts by itself (`play`)" ""
    "wish" "wish" "the wish in *Make*" ""
    "step" "learn" "the step of the course that is open" ""
};

/// Inputs by their letters.
const INPUTS: [Field; 11] = fields! {
    "hold" "H" "the pointer is held, so many eighths of a u right of and below where it was: `.` right or down, `-` left or up" "ev=H5.1uo.1e4"
    "move" "M" "the same, one tick after the input before; the first number needs no `.`" "ev=H5.1uo.1e4M5-3"
    "release" "R" "the pointer is let go" "ev=H5.1uo.1e4R1o"
    "keys" "F" "the keys that fly the craft: 1 port, 2 starboard, 4 faster, 8 slower, summed" "ev=F.5"
    "parameter" "P" "a parameter gets a value" "ev=P.cohesion*1.5"
    "value" "Q" "the same parameter gets another" "ev=P.cohesion*1.5Q3.1.6"
    "text" "X" "a text parameter gets a text; `_` is a space, `*` and two hexadecimal digits any other character" "ev=X.steps*ahead_50"
    "groups" "K" "the run is made of these [groups](#groups)" "ev=K9.boids.pcohesion*2ag1"
    "ramp" "L" "a parameter moves evenly: from, to, within so many ticks" "ev=L.cohesion*1*5*go"
    "layout" "G" "the layout becomes this, written as in a link" "ev=G.ob*3d120-80-20"
    "together" "Y" "groups, values and the layout become these at once, a part of a link each" "ev=Y.cohesion*3d2*26ob*3d120-80-20"
};

/// The tables of fields, each with its heading in `FORMATS.md`.
pub fn tables() -> [(&'static str, Vec<&'static Field>); 3] {
    [
        ("## Links", RUN.iter().chain(&layout::FIELDS).collect()),
        ("### Groups", groups::FIELDS.iter().collect()),
        ("## Inputs", INPUTS.iter().collect()),
    ]
}
