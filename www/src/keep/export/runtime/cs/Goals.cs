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
        private Target TargetGoal(Unit unit)
        {
            return TargetOf(unit);
        }

        /// <summary>The goal is one place for the whole group, or where it was sent since.</summary>
        private Target PlaceGoal(Unit unit)
        {
            Group group = unit.Group;
            if (target.There && group.HeedsPointer)
            {
                group.SentTo = At(target.Position);
                return target;
            }
            return group.SentTo.There ? group.SentTo : At(new Vector2(group.GoalX * Width, group.GoalY * Height));
        }

        /// <summary>The goal is a place of its own for each unit, and another after each arrival.</summary>
        private Target RoamGoal(Unit unit)
        {
            if (target.There && unit.Group.HeedsPointer) return target;
            if (unit.Goal.There && OffsetTo(unit, unit.Goal.Position).magnitude > Arrived * unit.Length) return unit.Goal;
            RandomStream random = new RandomStream(5, unit.Id, Ticks);
            float x = (RoamMargin + (1f - 2f * RoamMargin) * random.Next()) * Width;
            float y = (RoamMargin + (1f - 2f * RoamMargin) * random.Next()) * Height;
            return At(new Vector2(x, y));
        }

        /// <summary>Whether a group is after another: those that it is told to hunt, or all but flockmates.</summary>
        private static bool IsAfter(Group group, Group other)
        {
            if (group.Hunts != null) return IsIn(group.Hunts, other);
            return !AreMates(group, other) && !Ignores(group, other);
        }

        /// <summary>The goal is the nearest unit of another role that is noticed.</summary>
        private Target NearestGoal(Unit unit)
        {
            if (target.There && unit.Group.HeedsPointer) return target;
            Unit nearest = null;
            float least = float.PositiveInfinity;
            foreach (Pair pair in Search(unit.Position, unit.Group.Notice * unit.Length))
            {
                if (!IsAfter(unit.Group, pair.Other.Group) || pair.D.sqrMagnitude >= least) continue;
                least = pair.D.sqrMagnitude;
                nearest = pair.Other;
            }
            return TargetAt(nearest);
        }

        /// <summary>The goal is the middle of all others that are noticed; the near ones count more.</summary>
        private Target MiddleGoal(Unit unit)
        {
            if (target.There && unit.Group.HeedsPointer) return target;
            float reach = unit.Group.Notice * unit.Length, total = 0f;
            Vector2 place = Vector2.zero, velocity = Vector2.zero;
            foreach (Pair pair in Search(unit.Position, reach))
            {
                if (!IsAfter(unit.Group, pair.Other.Group)) continue;
                float weight = 1f - pair.D.magnitude / reach;
                place += weight * pair.D;
                velocity += weight * pair.Other.Velocity;
                total += weight;
            }
            if (total <= 0f) return new Target();
            return new Target { There = true, Position = unit.Position + place / total, Velocity = velocity / total };
        }

        /// <summary>A group has come to a place when its middle is within this many lengths of it, times one more than the
        /// root of its size.</summary>
        private const float There = 1f;

        /// <summary>The place that a group goes to now: where it was sent, else its own or the one opposite.</summary>
        private static Vector2 TurningPoint(Group group)
        {
            if (group.SentTo.There) return group.SentTo.Position;
            float x = group.Back ? 1f - group.GoalX : group.GoalX, y = group.Back ? 1f - group.GoalY : group.GoalY;
            return new Vector2(x * Width, y * Height);
        }

        /// <summary>The goal lies to and fro between two places, or where the group was sent since.</summary>
        private Target BetweenGoal(Unit unit)
        {
            unit.Group.GoesToAndFro = true;
            if (!target.There || !unit.Group.HeedsPointer) return At(TurningPoint(unit.Group));
            unit.Group.SentTo = At(target.Position);
            return target;
        }

        /// <summary>Groups that go to and fro turn where their middle has come to where they go.</summary>
        private void TurnRound()
        {
            foreach (Group group in Groups)
            {
                if (!group.GoesToAndFro || group.Target.There || (target.There && group.HeedsPointer)) continue;
                Vector2 there = TurningPoint(group), middle = Vector2.zero;
                int count = 0;
                foreach (Unit unit in Units)
                {
                    if (unit.Group != group) continue;
                    middle += OffsetTo(unit, there);
                    count += 1;
                }
                if (count == 0 || middle.magnitude / count > There * group.Length * (1f + Mathf.Sqrt(count))) continue;
                if (!group.SentTo.There) group.Back = !group.Back;
                group.SentTo = new Target();
            }
        }
    }
}
