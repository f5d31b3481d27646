using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Units that roam have arrived this many lengths from their place.</summary>
        private const float Arrived = 2.5f;

        /// <summary>Places to roam to keep this share of the world's extent away from its edges.</summary>
        private const float RoamMargin = 0.06f;

        /// <summary>The goal is what is hunted.</summary>
        private Target Hunted(Unit unit)
        {
            return TargetOf(unit);
        }

        /// <summary>The goal is one place for the whole group, or where it was sent since.</summary>
        private Target OnePlace(Unit unit)
        {
            Group group = unit.Group;
            if (isTargetSet && group.HeedsPointer)
            {
                group.SentTo = new Target { Position = targetPlace };
                return PointerTarget();
            }
            Vector2 place = new Vector2(group.GoalX * Width, group.GoalY * Height);
            return group.SentTo ?? new Target { Position = place };
        }

        /// <summary>The goal is a place of its own for each unit, and another after each arrival.</summary>
        private Target Roam(Unit unit)
        {
            if (isTargetSet && unit.Group.HeedsPointer) return PointerTarget();
            if (unit.Goal != null && OffsetTo(unit, unit.Goal.Position).magnitude > Arrived * unit.Length) return unit.Goal;
            RandomStream random = new RandomStream(5, unit.Id, Ticks);
            float x = (RoamMargin + (1f - 2f * RoamMargin) * random.Next()) * Width;
            float y = (RoamMargin + (1f - 2f * RoamMargin) * random.Next()) * Height;
            return new Target { Position = new Vector2(x, y) };
        }

        /// <summary>The goal is the nearest unit of another role that is noticed.</summary>
        private Target NearestOther(Unit unit)
        {
            if (isTargetSet && unit.Group.HeedsPointer) return PointerTarget();
            Unit nearest = null;
            float least = float.PositiveInfinity;
            foreach (Pair pair in Search(unit.Position, unit.Group.Notice * unit.Length))
            {
                if (pair.Other.Group.Role == unit.Group.Role || pair.D.sqrMagnitude >= least) continue;
                least = pair.D.sqrMagnitude;
                nearest = pair.Other;
            }
            return nearest == null ? null : new Target { Position = nearest.Position, Velocity = nearest.Velocity };
        }
    }
}
