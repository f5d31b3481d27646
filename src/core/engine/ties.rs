//! What the units of other groups mean to those of one: whom they hunt, fear, follow, flock with or
//! ignore.

/// Groups by index, one bit each: the groups of a world are few.
pub type Groups = u64;

/// The ties of one group to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// It hunts the nearest of these. None: what the world's target is.
    pub hunts: Groups,
    /// These frighten it. None: those that hunt it.
    pub fears: Groups,
    /// It follows the first unit of these. None: the scene's leader.
    pub follows: Groups,
    /// These are flockmates, besides those of its own role.
    pub flocks: Groups,
    /// These do not count at all.
    pub ignores: Groups,
}

impl Ties {
    /// The set of these groups.
    pub fn set(groups: &[usize]) -> Groups {
        groups.iter().fold(0, |set, group| set | 1 << group)
    }

    /// Whether a group is in a set.
    pub fn has(set: Groups, group: usize) -> bool {
        group < Groups::BITS as usize && set >> group & 1 == 1
    }
}
