//! Relations of one group to the others: which groups it hunts, fears, follows, flocks with or
//! ignores.

/// Set of groups: bit `i` stands for the group with index `i`. Worlds have few groups.
pub type GroupSet = u64;

/// Relations of one group to the other groups of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Groups whose nearest unit is hunted. If empty, the world's target is hunted.
    pub hunts: GroupSet,
    /// Groups that are feared. If empty, the groups that hunt this one are feared.
    pub fears: GroupSet,
    /// Groups whose first unit is followed. If empty, the scene's leader is followed.
    pub follows: GroupSet,
    /// Groups whose units count as flockmates, in addition to those of the same role.
    pub flocks: GroupSet,
    /// Groups whose units are not perceived at all.
    pub ignores: GroupSet,
}

impl Ties {
    /// Creates the set of the groups with these indices.
    pub fn set(groups: &[usize]) -> GroupSet {
        groups.iter().fold(0, |set, group| set | 1 << group)
    }

    /// Whether the set contains the group with this index.
    pub fn contains(set: GroupSet, group: usize) -> bool {
        group < GroupSet::BITS as usize && set >> group & 1 == 1
    }
}
