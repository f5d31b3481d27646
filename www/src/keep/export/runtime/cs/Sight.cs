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
            if (seen.Count <= most) return;
            for (int place = 0; place < most; place++)
            {
                int nearest = place;
                for (int at = place + 1; at < seen.Count; at++)
                {
                    if (seen[at].D.sqrMagnitude < seen[nearest].D.sqrMagnitude) nearest = at;
                }
                // Who is as near as another one stays behind it.
                Pair pair = seen[nearest];
                for (int at = nearest; at > place; at--) seen[at] = seen[at - 1];
                seen[place] = pair;
            }
            seen.RemoveRange(most, seen.Count - most);
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
            unit.Leader = true;
            foreach (Pair pair in Search(unit.Position, NarrowRadius(unit.Group) * unit.Length))
            {
                if (pair.Other == unit || Ignores(unit.Group, pair.Other.Group)) continue;
                if (SeesNarrow(unit.Group, Dot(unit.H, pair.D), Cross(unit.H, pair.D))) unit.Leader = false;
            }
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
            Unit first = FirstIn(group), nearest = null;
            if (first == null) return null;
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

        private Unit FirstIn(Group group)
        {
            foreach (Unit unit in Units)
            {
                if (unit.Group == group) return unit;
            }
            return null;
        }

        /// <summary>A place that stays where it is.</summary>
        private static Target At(Vector2 place)
        {
            return new Target { There = true, Position = place };
        }

        /// <summary>A unit as a target; nobody is none.</summary>
        private static Target TargetAt(Unit unit)
        {
            if (unit == null) return new Target();
            return new Target { There = true, Position = unit.Position, Velocity = unit.Velocity };
        }

        /// <summary>What a unit hunts: what its group was told, the target that was set, else the scene's own.</summary>
        private Target TargetOf(Unit unit)
        {
            if (unit.Group.Target.There) return unit.Group.Target;
            if (target.There) return target;
            Unit quarry = unit.Group.Hunts == null ? FirstOf(HuntedRole) : NearestHunted(unit.Group);
            if (quarry != null && quarry.Group == unit.Group)
            {
                quarry = unit.Group.Role == "prey" ? Hunter(unit) : null;
            }
            return TargetAt(quarry);
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

        /// <summary>Whether a unit takes part in the hunt: all do (0), or those that lead (1).</summary>
        private bool Hunts(Unit unit, int usual)
        {
            return unit.Group.Target.There || (target.There ? PointerHunters : usual) == 0 || unit.Leader;
        }
    }
}
