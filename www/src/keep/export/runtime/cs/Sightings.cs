using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Something that a unit looks at: another unit, an obstacle, or a thing, there or not.</summary>
        public struct Sighting
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

            /// <summary>Whoever there is, is nearer than nobody.</summary>
            public bool IsNearerThan(Sighting other)
            {
                return !other.There || Distance < other.Distance;
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

        /// <summary>Whether another group counts for the units of a group that look around.</summary>
        private delegate bool Counts(Group group, Group other);

        private static readonly Counts Fellows = (group, other) => group == other;

        private static readonly Counts Everyone = (group, other) => !Ignores(group, other);

        private static readonly Counts Others = (group, other) =>
            !AreMates(group, other) && !Ignores(group, other);

        private static readonly Counts Mates = AreMates;

        /// <summary>The other units within a radius whose groups count. What it returns holds until the next look.</summary>
        private List<Sighting> LookAround(Unit unit, float radius, Counts counts)
        {
            looked.Clear();
            if (!(radius >= 0f)) return looked;
            foreach (Pair pair in Search(unit.Position, radius))
            {
                if (pair.Other == unit || !counts(unit.Group, pair.Other.Group)) continue;
                looked.Add(Sighted(pair.Other, Apart(unit, pair)));
            }
            return looked;
        }

        /// <summary>The flockmates that the group's view counts.</summary>
        private List<Sighting> MatesInView(Unit unit)
        {
            Group group = unit.Group;
            if (unit.InSightAt == Ticks) return unit.InSight;
            unit.InSight.Clear();
            unit.InSightAt = Ticks;
            if (group.ViewRadius == null) return unit.InSight;
            List<Pair> pairs = Search(unit.Position, group.ViewRadius(group) * unit.Length);
            int kept = 0;
            for (int at = 0; at < pairs.Count; at++)
            {
                Pair pair = pairs[at];
                if (pair.Other == unit || !AreMates(group, pair.Other.Group)) continue;
                if (group.Sees(group, Dot(unit.H, pair.D), Cross(unit.H, pair.D))) pairs[kept++] = pair;
            }
            pairs.RemoveRange(kept, pairs.Count - kept);
            if (group.Choose != null) group.Choose(pairs, group.NearestOnly);
            foreach (Pair pair in pairs) unit.InSight.Add(Sighted(pair.Other, pair.D));
            return unit.InSight;
        }

        /// <summary>Units of one's role, and of groups that one is told to flock with.</summary>
        private List<Sighting> MatesWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, Mates);
        }

        /// <summary>Units of one's own group.</summary>
        private List<Sighting> FellowsWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, Fellows);
        }

        /// <summary>Units of other roles, but for those that one is told to flock with.</summary>
        private List<Sighting> OthersWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, Others);
        }

        /// <summary>Units of every role.</summary>
        private List<Sighting> EveryoneWithin(Unit unit, float radius)
        {
            return LookAround(unit, radius, Everyone);
        }

        /// <summary>Units of a group.</summary>
        private List<Sighting> GroupWithin(Unit unit, string key, float radius)
        {
            looked.Clear();
            if (!(radius >= 0f)) return looked;
            foreach (Pair pair in Search(unit.Position, radius))
            {
                if (pair.Other != unit && pair.Other.Group.Key == key) looked.Add(Sighted(pair.Other, Apart(unit, pair)));
            }
            return looked;
        }

        /// <summary>Units of some groups, player and prey among them.</summary>
        private List<Sighting> UnitsWithin(Unit unit, Group[] groups, float radius)
        {
            looked.Clear();
            foreach (Unit other in Units)
            {
                Vector2 d = OffsetTo(unit, other.Position);
                if (other != unit && IsIn(groups, other.Group) && d.magnitude <= radius) looked.Add(Sighted(other, d));
            }
            return looked;
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
            looked.Clear();
            foreach (Obstacle one in Obstacles)
            {
                looked.Add(new Sighting { There = true, Offset = OffsetTo(unit, one.Center), Radius = one.Radius });
            }
            return looked;
        }

        /// <summary>A thing, there or not.</summary>
        private Sighting Thing(Unit unit, Target of)
        {
            if (!of.There) return new Sighting();
            return new Sighting { There = true, Offset = OffsetTo(unit, of.Position), Velocity = of.Velocity };
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
            Unit first = follows == null ? FirstOf("leader") : null;
            foreach (Unit other in Units)
            {
                if (follows == null || first != null) break;
                if (IsIn(follows, other.Group)) first = other;
            }
            return first == null ? new Sighting() : Sighted(first, OffsetTo(unit, first.Position));
        }

        /// <summary>The target that was set.</summary>
        private Sighting PointerFrom(Unit unit)
        {
            return Thing(unit, target);
        }

        /// <summary>How far along a path of so many nodes somebody is who has come to a node; 0: stops at its end, 1: begins anew, 2: turns.</summary>
        private static Way PastNode(Way way, int many, int atEnd)
        {
            int last = many - 1;
            if (way.Back && way.Node > 0) return new Way { Node = way.Node - 1, Back = true };
            if (way.Back) return new Way { Node = Mathf.Min(last, 1) };
            if (way.Node < last) return new Way { Node = way.Node + 1 };
            if (atEnd == 0) return new Way { Node = way.Node, Done = true };
            return atEnd == 2 ? new Way { Node = Mathf.Max(last - 1, 0), Back = true } : new Way();
        }

        /// <summary>The node of its path that it is on its way to; within so many lengths of it, the one after that.</summary>
        private Sighting NodeFrom(Unit unit, string rule, float radius, int atEnd)
        {
            Vector2[] path = unit.Group.Path;
            if (path == null || path.Length == 0) return new Sighting();
            Way way;
            if (unit.Ways.TryGetValue(rule, out way))
            {
                // The path may be another one now.
                way.Node = Mathf.Min(way.Node, path.Length - 1);
                bool near = OffsetTo(unit, path[way.Node]).magnitude <= radius * unit.Length;
                if (way.Done ? atEnd != 0 : near) way = PastNode(way, path.Length, atEnd);
            }
            unit.Ways[rule] = way;
            return Thing(unit, At(way.Done ? unit.Position : path[way.Node]));
        }
    }
}
