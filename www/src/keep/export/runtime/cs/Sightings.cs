using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Something that a unit looks at: another unit, an obstacle, or a thing, there or not.</summary>
        public sealed class Sighting
        {
            public bool There, Leads;
            public Vector2 Offset, Velocity, Heading;
            public float Length, Radius;

            public float Distance
            {
                get { return Offset.magnitude; }
            }

            public Vector2 Direction
            {
                get { return Flock.Direction(Offset); }
            }

            public float Speed
            {
                get { return Velocity.magnitude; }
            }
        }

        /// <summary>Another unit, at an offset.</summary>
        private static Sighting Sighted(Unit other, Vector2 offset)
        {
            return new Sighting
            {
                There = true, Offset = offset, Velocity = other.Velocity, Heading = other.H, Length = other.Length, Leads = other.Leader
            };
        }

        /// <summary>The other units within a radius whose groups count.</summary>
        private List<Sighting> LookAround(Unit unit, float radius, Func<Group, bool> counts)
        {
            List<Sighting> seen = new List<Sighting>();
            if (!(radius >= 0f)) return seen;
            foreach (Pair pair in Search(unit.Position, radius))
            {
                if (pair.Other != unit && counts(pair.Other.Group)) seen.Add(Sighted(pair.Other, Apart(unit, pair)));
            }
            return seen;
        }

        /// <summary>The flockmates that the group's view counts.</summary>
        private List<Sighting> MatesInView(Unit unit)
        {
            Group group = unit.Group;
            if (unit.InSight != null && unit.InSightAt == Ticks) return unit.InSight;
            unit.InSight = new List<Sighting>();
            unit.InSightAt = Ticks;
            if (group.ViewRadius == null) return unit.InSight;
            List<Pair> pairs = Search(unit.Position, group.ViewRadius(group) * unit.Length).FindAll(pair => pair.Other != unit
                && AreMates(group, pair.Other.Group) && group.Sees(group, Dot(unit.H, pair.D), Cross(unit.H, pair.D)));
            if (group.Choose != null) group.Choose(pairs, group.NearestOnly);
            foreach (Pair pair in pairs) unit.InSight.Add(Sighted(pair.Other, pair.D));
            return unit.InSight;
        }

        /// <summary>Units of one's role, and of groups that one is told to flock with.</summary>
        private List<Sighting> MatesWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, group => AreMates(unit.Group, group));
        }

        /// <summary>Units of one's own group.</summary>
        private List<Sighting> FellowsWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, group => group == unit.Group);
        }

        /// <summary>Units of other roles, but for those that one is told to flock with.</summary>
        private List<Sighting> OthersWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, group => !AreMates(unit.Group, group) && !Ignores(unit.Group, group));
        }

        /// <summary>Units of every role.</summary>
        private List<Sighting> EveryoneWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, group => !Ignores(unit.Group, group));
        }

        /// <summary>Units of a group.</summary>
        private List<Sighting> GroupWithin(Unit unit, string key, float radius)
        {
            return LookAround(unit, radius, group => group.Key == key);
        }

        /// <summary>Units of some groups, player and prey among them.</summary>
        private List<Sighting> UnitsWithin(Unit unit, Group[] groups, float radius)
        {
            List<Sighting> seen = new List<Sighting>();
            foreach (Unit other in Units)
            {
                Vector2 d = OffsetTo(unit, other.Position);
                if (other != unit && IsIn(groups, other.Group) && d.magnitude <= radius) seen.Add(Sighted(other, d));
            }
            return seen;
        }

        /// <summary>Units of groups that one is told to hunt, else of other roles.</summary>
        private List<Sighting> HuntedWithin(Unit unit, float radius)
        {
            if (unit.Group.Hunts == null) return OthersWithin(unit, radius);
            return UnitsWithin(unit, unit.Group.Hunts, radius);
        }

        /// <summary>Units that one fears, and the target that was set, where one's group fears that.</summary>
        private List<Sighting> MenacesWithin(Unit unit, float radius)
        {
            List<Sighting> menaces = UnitsWithin(unit, unit.Group.Fears, radius);
            Sighting pointer = PointerFrom(unit);
            pointer.Heading = Direction(pointer.Velocity);
            if (unit.Group.FearsTarget && pointer.There && pointer.Distance <= radius) menaces.Add(pointer);
            return menaces;
        }

        /// <summary>The round obstacles, by the offsets to their centers.</summary>
        private List<Sighting> ObstaclesAround(Unit unit)
        {
            List<Sighting> seen = new List<Sighting>();
            foreach (Obstacle one in Obstacles)
            {
                seen.Add(new Sighting { There = true, Offset = OffsetTo(unit, one.Center), Radius = one.Radius });
            }
            return seen;
        }

        /// <summary>A thing, there or not.</summary>
        private Sighting Thing(Unit unit, Target target)
        {
            if (target == null) return new Sighting();
            return new Sighting { There = true, Offset = OffsetTo(unit, target.Position), Velocity = target.Velocity };
        }

        /// <summary>What it has in mind.</summary>
        private Sighting GoalFrom(Unit unit)
        {
            return Thing(unit, unit.Goal);
        }

        /// <summary>What is hunted.</summary>
        private Sighting TargetFrom(Unit unit)
        {
            return Thing(unit, TargetOf(unit));
        }

        /// <summary>Whom a group follows: the first unit of those that it is told to, or the leader.</summary>
        private Sighting LeaderFrom(Unit unit)
        {
            Group[] follows = unit.Group.Follows;
            Unit first = follows == null ? FirstOf("leader") : Units.Find(other => IsIn(follows, other.Group));
            return first == null ? new Sighting() : Sighted(first, OffsetTo(unit, first.Position));
        }

        /// <summary>The target that was set.</summary>
        private Sighting PointerFrom(Unit unit)
        {
            return Thing(unit, isTargetSet ? PointerTarget() : null);
        }

        /// <summary>How far along a path of so many nodes somebody is who has come to a node.</summary>
        private static Way PastNode(Way way, int many, string atEnd)
        {
            int last = many - 1;
            if (way.Back && way.Node > 0) return new Way { Node = way.Node - 1, Back = true };
            if (way.Back) return new Way { Node = Mathf.Min(last, 1) };
            if (way.Node < last) return new Way { Node = way.Node + 1 };
            if (atEnd == "stop") return new Way { Node = way.Node, Done = true };
            return atEnd == "patrol" ? new Way { Node = Mathf.Max(last - 1, 0), Back = true } : new Way();
        }

        /// <summary>The node of its path that it is on its way to; within so many lengths of it, the one after that.</summary>
        private Sighting NodeFrom(Unit unit, string rule, float radius, string atEnd)
        {
            Vector2[] path = unit.Group.Path ?? new Vector2[0];
            Way way;
            if (unit.Ways.TryGetValue(rule, out way) && path.Length > 0)
            {
                bool near = OffsetTo(unit, path[way.Node]).magnitude <= radius * unit.Length;
                if (way.Done ? atEnd != "stop" : near) way = PastNode(way, path.Length, atEnd);
            }
            unit.Ways[rule] = way;
            if (way.Done) return Thing(unit, new Target { Position = unit.Position });
            return Thing(unit, path.Length > 0 ? new Target { Position = path[way.Node] } : null);
        }

        /// <summary>All added up; over nobody 0.</summary>
        private static float SumOf(IEnumerable<float> values)
        {
            float sum = 0f;
            foreach (float value in values) sum += value;
            return sum;
        }
        private static Vector2 SumOf(IEnumerable<Vector2> values)
        {
            Vector2 sum = Vector2.zero;
            foreach (Vector2 value in values) sum += value;
            return sum;
        }

        /// <summary>The mean; over nobody 0.</summary>
        private static float MeanOf(IEnumerable<float> values)
        {
            return SumOf(values) / Mathf.Max(values.Count(), 1);
        }
        private static Vector2 MeanOf(IEnumerable<Vector2> values)
        {
            return SumOf(values) / Mathf.Max(values.Count(), 1);
        }

        /// <summary>The least; over nobody 0.</summary>
        private static float LeastOf(IEnumerable<float> values)
        {
            return values.DefaultIfEmpty(0f).Min();
        }

        /// <summary>The largest; over nobody 0.</summary>
        private static float MostOf(IEnumerable<float> values)
        {
            return values.DefaultIfEmpty(0f).Max();
        }

        /// <summary>The value of the nearest one; over nobody 0.</summary>
        private static T ValueOfNearest<T>(IEnumerable<Sighting> seen, Func<Sighting, T> value)
        {
            Sighting nearest = null;
            foreach (Sighting one in seen)
            {
                if (nearest == null || one.Distance < nearest.Distance) nearest = one;
            }
            return nearest == null ? default(T) : value(nearest);
        }
    }
}
