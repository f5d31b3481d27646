using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Units at the same place push each other as if they were this many lengths apart.</summary>
        private const float CoincidentGap = 0.1f;

        /// <summary>All around, but for a blind wedge astern.</summary>
        private static bool SeesWide(Group group, float forward, float starboard)
        {
            return -Mathf.Abs(starboard) < group.BackAngleFactor * forward;
        }

        private static float WideRadius(Group group)
        {
            return group.WideRadiusFactor;
        }

        /// <summary>The half plane ahead.</summary>
        private static bool SeesLimited(Group group, float forward, float starboard)
        {
            return forward > 0f;
        }

        private static float LimitedRadius(Group group)
        {
            return group.LimitedRadiusFactor;
        }

        /// <summary>A wedge ahead.</summary>
        private static bool SeesNarrow(Group group, float forward, float starboard)
        {
            return Mathf.Abs(starboard) < group.FrontAngleFactor * forward;
        }

        private static float NarrowRadius(Group group)
        {
            return group.NarrowRadiusFactor;
        }

        /// <summary>All around; not a unit at the very same place, which lies in no direction.</summary>
        private static bool SeesFull(Group group, float forward, float starboard)
        {
            return forward != 0f || starboard != 0f;
        }

        private static float FullRadius(Group group)
        {
            return group.WideRadiusFactor;
        }

        /// <summary>Of those that a unit sees, only the nearest count: a topological neighborhood.</summary>
        private static void NearestOnly(List<Pair> seen, int most)
        {
            seen.Sort((a, b) => a.D.sqrMagnitude.CompareTo(b.D.sqrMagnitude));
            if (seen.Count > most) seen.RemoveRange(most, seen.Count - most);
        }

        private static bool IsIn(Group[] groups, Group group)
        {
            return groups != null && Array.IndexOf(groups, group) >= 0;
        }

        /// <summary>Whether units of a group take no notice of those of another.</summary>
        private static bool Ignores(Group group, Group other)
        {
            return IsIn(group.Ignored, other);
        }

        /// <summary>Whether the units of another group are flockmates: by role, or as it is told.</summary>
        private static bool AreMates(Group group, Group other)
        {
            return (group.Role == other.Role || IsIn(group.Flocks, other)) && !Ignores(group, other);
        }

        /// <summary>A unit leads when nobody, of whatever role, is in its narrow view.</summary>
        private void FindLeaders(Unit unit)
        {
            unit.Leader = !Search(unit.Position, NarrowRadius(unit.Group) * unit.Length).Exists(pair =>
                pair.Other != unit && !Ignores(unit.Group, pair.Other.Group) && SeesNarrow(unit.Group, Dot(unit.H, pair.D), Cross(unit.H, pair.D)));
        }

        /// <summary>The offset to another unit; a small one to a side where both are at one place.</summary>
        private static Vector2 Apart(Unit unit, Pair pair)
        {
            if (pair.D.x != 0f || pair.D.y != 0f) return pair.D;
            float gap = CoincidentGap * unit.Length;
            return Sideways(unit, unit.Id > pair.Other.Id ? -gap : gap);
        }

        /// <summary>A push of a fixed size away from the middle of the units of one's role that are near.</summary>
        private Vector2 CrowdPush(Unit unit, float radius, float push)
        {
            Vector2 middle = Vector2.zero;
            foreach (Pair pair in Search(unit.Position, radius))
            {
                if (pair.Other != unit && AreMates(unit.Group, pair.Other.Group)) middle += Apart(unit, pair);
            }
            return Direction(middle) * -push;
        }

        /// <summary>Of those that a group is told to hunt, the one nearest to its first unit.</summary>
        private Unit NearestHunted(Group group)
        {
            Unit first = Units.Find(unit => unit.Group == group), nearest = null;
            float least = float.PositiveInfinity;
            foreach (Unit other in Units)
            {
                float distance = OffsetTo(first, other.Position).magnitude;
                if (!IsIn(group.Hunts, other.Group) || distance >= least) continue;
                least = distance;
                nearest = other;
            }
            return nearest;
        }

        /// <summary>The target that was set.</summary>
        private Target PointerTarget()
        {
            return new Target { Position = targetPlace, Velocity = targetVelocity };
        }

        /// <summary>What a unit hunts: the target that was set, else the scene's own; null for nobody.</summary>
        private Target TargetOf(Unit unit)
        {
            if (isTargetSet) return PointerTarget();
            Unit quarry = unit.Group.Hunts == null ? FirstOf(HuntedRole) : NearestHunted(unit.Group);
            if (quarry != null && quarry.Group == unit.Group)
            {
                quarry = unit.Group.Role == "prey" ? Hunter(unit) : null;
            }
            return quarry == null ? null : new Target { Position = quarry.Position, Velocity = quarry.Velocity };
        }

        /// <summary>The prey runs from whoever is nearest to it.</summary>
        private Unit Hunter(Unit prey)
        {
            Unit nearest = null;
            float least = float.PositiveInfinity;
            foreach (Unit other in crowd)
            {
                float distance = OffsetTo(prey, other.Position).magnitude;
                if (distance < least)
                {
                    least = distance;
                    nearest = other;
                }
            }
            return nearest;
        }

        /// <summary>Whether a unit takes part in the hunt: all do, or those that lead.</summary>
        private bool Hunts(Unit unit, string usual)
        {
            return (isTargetSet ? PointerHunters : usual) == "everyone" || unit.Leader;
        }
    }
}
