//! Relations of one group to the others: which groups it hunts, fears, follows, flocks with or
//! ignores.

/// Set of groups: bit `i` stands for the group with index `i`. Worlds have few groups.
pub type Groups = u64;

/// Relations of one group to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Groups of which the nearest unit is hunted. If empty, the world's target is hunted.
    pub hunts: Groups,
    /// Groups that are feared. If empty, the groups that hunt this one.
    pub fears: Groups,
    /// Groups of which the first unit is followed. If empty, the scene's leader.
    pub follows: Groups,
    /// Groups whose units count as flockmates, in addition to those of the same role.
    pub flocks: Groups,
    /// Groups that are not perceived at all.
    pub ignores: Groups,
}

impl Ties {
    /// The set of these group indices.
    pub fn set(groups: &[usize]) -> Groups {
        groups.iter().fold(0, |set, group| set | 1 << group)
    }

    /// Whether a set contains a group.
    pub fn has(set: Groups, group: usize) -> bool {
        group < Groups::BITS as usize && set >> group & 1 == 1
    }
}
