using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Ticks between the end of a round and the next one: time to see how it ended.</summary>
        private const int Pause = 90;

        /// <summary>Of a group that others take no notice of, so many units can be caught.</summary>
        private const int Few = 16;

        /// <summary>By group, rounds won in this match or units caught; and matches.</summary>
        public int[] Won = new int[0], Matches = new int[0];

        /// <summary>Rounds that are over; the ticks at which this one began and the next one does.</summary>
        public int RoundsPlayed, RoundBegun, NextRound = -1;

        /// <summary>Notes where a unit is before anybody moves: there it can be caught.</summary>
        private static void NotePlace(Unit unit)
        {
            unit.Before = unit.Position;
        }

        /// <summary>The unit that the first of a group to reach somebody has reached, null for none: the nearest.</summary>
        private Unit CaughtBy(Group group)
        {
            List<Unit> preys = new List<Unit>();
            foreach (Group other in group.Catches)
            {
                List<Unit> units = Units.FindAll(unit => unit.Group == other);
                preys.AddRange(TakesNotice(other) ? units : units.GetRange(0, Mathf.Min(Few, units.Count)));
            }
            foreach (Unit hunter in Units)
            {
                if (hunter.Group != group) continue;
                float least = group.CatchFactor * hunter.Length;
                Unit nearest = null;
                foreach (Unit prey in preys)
                {
                    Vector2 there = TakesNotice(prey.Group) ? prey.Before : prey.Position;
                    float distance = Offset(there - hunter.Position).magnitude;
                    if (distance > least || (nearest != null && distance == least)) continue;
                    least = distance;
                    nearest = prey;
                }
                if (nearest != null) return nearest;
            }
            return null;
        }

        /// <summary>Puts a unit where its group starts, at a place that it draws anew.</summary>
        private void StartAgain(Unit unit, int at)
        {
            Placed place = DrawAgain(unit, at);
            Place(unit, place.Position, place.Heading);
            unit.Goal = null;
        }

        /// <summary>What a unit remembers is as at the start.</summary>
        private static void Forget(Unit unit)
        {
            unit.Throttle = unit.WanderAngle = unit.TrackTurn = unit.TrackCourse = 0f;
            unit.TrackStep = unit.Node = 0;
            unit.Tracked = unit.WayBack = unit.WayDone = false;
            unit.TrackWay = Vector2.zero;
        }

        /// <summary>
        /// A unit leaves its group for another; on the way, one unit of each group in between changes its number.
        /// </summary>
        private void Join(Unit unit, Group group)
        {
            int goal = Array.IndexOf(Groups, group);
            while (unit.Group != group)
            {
                int at = Array.IndexOf(Groups, unit.Group);
                Unit first = Units.Find(other => other.Group == unit.Group);
                Unit border = at > goal ? first : Units.FindLast(other => other.Group == unit.Group);
                int here = Units.IndexOf(unit), there = Units.IndexOf(border), number = unit.Id;
                Units[here] = border;
                Units[there] = unit;
                unit.Id = border.Id;
                border.Id = number;
                unit.Group = Groups[at > goal ? at - 1 : at + 1];
            }
            unit.Length = group.Length;
            unit.Goal = null;
            Forget(unit);
            Regroup();
        }

        /// <summary>Everybody starts again, in the group in which so many started.</summary>
        private void BeginRound(int now)
        {
            if (BestOf > 0 && Array.Exists(Won, won => 2 * won > BestOf))
            {
                for (int at = 0; at < Won.Length; at++)
                {
                    if (2 * Won[at] > BestOf) Matches[at] += 1;
                    Won[at] = 0;
                }
            }
            RoundBegun = now;
            NextRound = -1;
            List<Group> homes = new List<Group>();
            foreach (Group group in Groups)
            {
                group.SentTo = null;
                group.Back = false;
                foreach (Unit unit in Units)
                {
                    if (unit.Home == group) homes.Add(group);
                }
            }
            for (int at = 0; at < Units.Count; at++)
            {
                Units[at].Group = homes[at];
                Units[at].Length = homes[at].Length;
                StartAgain(Units[at], now);
                Forget(Units[at]);
            }
            Regroup();
        }

        /// <summary>Units catch those whom they hunt, and rounds follow each other.</summary>
        private void PlayRounds()
        {
            if (Won.Length == 0)
            {
                Won = new int[Groups.Length];
                Matches = new int[Groups.Length];
            }
            int now = Ticks + 1;
            if (NextRound >= 0)
            {
                if (now >= NextRound) BeginRound(now);
                return;
            }
            bool over = false;
            for (int at = 0; at < Groups.Length; at++)
            {
                Group group = Groups[at];
                Unit prey = group.Catches == null ? null : CaughtBy(group);
                if (prey == null) continue;
                Won[at] += 1;
                if (group.Caught == "again") StartAgain(prey, Ticks);
                if (group.Caught == "round") over = true;
                if (group.Caught != "joins") continue;
                Join(prey, group);
                over |= !Units.Exists(unit => IsIn(group.Catches, unit.Group));
                break;
            }
            if (!over && RoundTime > 0f && (now - RoundBegun) * Dt >= RoundTime)
            {
                for (int at = 0; at < Groups.Length; at++)
                {
                    if (Array.Exists(Groups, group => IsIn(group.Catches, Groups[at]))) Won[at] += 1;
                }
                over = true;
            }
            if (!over) return;
            RoundsPlayed += 1;
            NextRound = now + Pause;
        }
    }
}
