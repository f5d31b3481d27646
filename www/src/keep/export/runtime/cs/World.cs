using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Contained units begin to turn back this many lengths before the edge.</summary>
        private const float TurnBack = 10f;

        /// <summary>A unit's hull reaches this many lengths to each side.</summary>
        private const float HullSide = 0.25f;

        private static float Wrapped(float x, float extent)
        {
            float inside = x < 0f ? x + extent : x;
            return Mathf.Clamp(inside >= extent ? inside - extent : inside, 0f, extent);
        }

        /// <summary>Units leave the world on one side and enter on the other.</summary>
        private static void WrapAround(Unit unit)
        {
            unit.Position = new Vector2(Wrapped(unit.Position.x, Width), Wrapped(unit.Position.y, Height));
        }

        /// <summary>A coordinate, back inside.</summary>
        private static float Reflected(float x, float extent)
        {
            if (x < 0f) return Mathf.Min(-x, extent);
            return x > extent ? Mathf.Max(2f * extent - x, 0f) : x;
        }

        /// <summary>Whether a coordinate has left the world, and goes on outward.</summary>
        private static bool GoesOut(float x, float v, float extent)
        {
            return (x < 0f && v < 0f) || (x > extent && v > 0f);
        }

        /// <summary>Units are reflected at the edges, place, velocity and heading.</summary>
        private static void Bounce(Unit unit)
        {
            Vector2 place = unit.Position, velocity = unit.Velocity;
            if (GoesOut(place.x, velocity.x, Width))
            {
                velocity.x = -velocity.x;
                unit.Heading = WrapAngle(Mathf.PI - unit.Heading);
            }
            if (GoesOut(place.y, velocity.y, Height))
            {
                velocity.y = -velocity.y;
                unit.Heading = -unit.Heading;
            }
            unit.Position = new Vector2(Reflected(place.x, Width), Reflected(place.y, Height));
            unit.Velocity = velocity;
        }

        /// <summary>How deep a unit is in the margin at an edge: 1 at the edge.</summary>
        private static float Depth(Unit unit, float room)
        {
            float margin = TurnBack * unit.Length;
            return Mathf.Clamp((margin - room) / margin, 0f, 1f);
        }

        /// <summary>A force toward the inside: from nothing at the margin to all of it at the edge.</summary>
        private static Vector2 Contain(Unit unit)
        {
            float x = Depth(unit, unit.Position.x) - Depth(unit, Width - unit.Position.x);
            float y = Depth(unit, unit.Position.y) - Depth(unit, Height - unit.Position.y);
            return new Vector2(x, y) * unit.Group.ForceScale;
        }

        /// <summary>Of the largest round tank that fits.</summary>
        private static float TankRadius()
        {
            return 0.5f * Mathf.Min(Width, Height);
        }

        private static Vector2 FromMiddle(Unit unit)
        {
            return unit.Position - new Vector2(0.5f * Width, 0.5f * Height);
        }

        /// <summary>Units are reflected off the wall of a round tank, place, velocity and heading.</summary>
        private static void ReflectOffTank(Unit unit)
        {
            Vector2 offset = FromMiddle(unit);
            float away = offset.magnitude, radius = TankRadius();
            if (!(away > radius)) return;
            Vector2 outward = offset / away, way = unit.Velocity;
            unit.Position += outward * (Mathf.Clamp(2f * radius - away, 0f, radius) - away);
            float speed = way.x * outward.x + way.y * outward.y;
            if (speed <= 0f) return;
            unit.Velocity = way - 2f * speed * outward;
            unit.Heading = WrapAngle(2f * Mathf.Atan2(outward.y, outward.x) + Mathf.PI - unit.Heading);
        }

        /// <summary>A force toward the middle of the tank: from nothing at the margin to all of it at the wall.</summary>
        private static Vector2 ContainInTank(Unit unit)
        {
            Vector2 offset = FromMiddle(unit);
            float away = offset.magnitude;
            if (away == 0f) return Vector2.zero;
            return -Depth(unit, TankRadius() - away) * unit.Group.ForceScale / away * offset;
        }

        /// <summary>Units see plain distances: nothing across an edge.</summary>
        private static Vector2 PlainOffset(Vector2 d)
        {
            return d;
        }

        /// <summary>Units see across the edges: the offset to the nearest image of a place.</summary>
        private static Vector2 OffsetAcrossEdges(Vector2 d)
        {
            float x = d.x - Width * Mathf.Floor(d.x / Width + 0.5f);
            return new Vector2(x, d.y - Height * Mathf.Floor(d.y / Height + 0.5f));
        }

        /// <summary>A straight wall with rounded ends, Radius thick to each side.</summary>
        public struct Wall
        {
            public Vector2 From, To;
            public float Radius;

            /// <summary>The point of its middle line that is nearest to a place.</summary>
            public Vector2 Nearest(Vector2 place)
            {
                Vector2 along = To - From;
                float square = along.sqrMagnitude;
                float share = square > 0f ? Dot(place - From, along) / square : 0f;
                return From + along * Mathf.Clamp(share, 0f, 1f);
            }
        }

        /// <summary>Whether p and q lie on different sides of the line through a and b.</summary>
        private static bool Parts(Vector2 a, Vector2 b, Vector2 p, Vector2 q)
        {
            return Cross(b - a, p - a) * Cross(b - a, q - a) < 0f;
        }

        /// <summary>Puts a unit back that has run into a wall, and takes the speed that led it there.</summary>
        private void HoldAtWalls(Unit unit)
        {
            foreach (Wall wall in Walls)
            {
                float clearance = wall.Radius + HullSide * unit.Length;
                Vector2 now = unit.Position, before = now - unit.Velocity * Dt;
                bool crossed = Parts(wall.From, wall.To, before, now) && Parts(before, now, wall.From, wall.To);
                Vector2 near = wall.Nearest(now);
                Vector2 away = now - near;
                if (away.magnitude >= clearance && !crossed) continue;
                if (crossed) away = before - wall.Nearest(before);
                if (away.x == 0f && away.y == 0f) away = new Vector2(wall.From.y - wall.To.y, wall.To.x - wall.From.x);
                Vector2 normal = Direction(away);
                Vector2 place = near + normal * clearance;
                unit.Position = new Vector2(Mathf.Clamp(place.x, 0f, Width), Mathf.Clamp(place.y, 0f, Height));
                unit.Velocity -= normal * Mathf.Min(Dot(unit.Velocity, normal), 0f);
            }
        }

        /// <summary>A search among few units: everyone is looked at. What it returns holds until the next one.</summary>
        private List<Pair> SearchEveryone(Vector2 place, float radius)
        {
            found.Clear();
            foreach (Unit other in crowd)
            {
                Vector2 d = Offset(other.Position - place);
                if (d.sqrMagnitude <= radius * radius) found.Add(new Pair { Other = other, D = d });
            }
            return found;
        }

        /// <summary>The cell that a place lies in, along one side; the edge's where it is outside.</summary>
        private static int CellAt(float place, float extent, int many)
        {
            return (int)Mathf.Clamp(place / extent * many, 0f, many - 1f);
        }

        /// <summary>Sorts the units into cells, for searches that look at a few cells only.</summary>
        private void SortIntoGrid()
        {
            if (grid == null)
            {
                gridColumns = Mathf.Max((int)(Width / Cell), 1);
                gridRows = Mathf.Max((int)(Height / Cell), 1);
                grid = new List<Unit>[gridColumns * gridRows];
                for (int at = 0; at < grid.Length; at++) grid[at] = new List<Unit>();
            }
            isGridDone = true;
            foreach (List<Unit> cell in grid) cell.Clear();
            foreach (Unit unit in crowd)
            {
                int column = CellAt(unit.Position.x, Width, gridColumns), row = CellAt(unit.Position.y, Height, gridRows);
                grid[row * gridColumns + column].Add(unit);
            }
        }

        /// <summary>The cell that a place lies in; where units see across the edges, also one beyond them.</summary>
        private static int CellBeyond(float place, float extent, int many)
        {
            return SeeAcross ? (int)Mathf.Floor(place / extent * many) : CellAt(place, extent, many);
        }

        /// <summary>A search among many units: only the cells around are looked at. What it returns holds until the next one.</summary>
        private List<Pair> SearchGrid(Vector2 place, float radius)
        {
            if (!isGridDone) SortIntoGrid();
            found.Clear();
            // Finite also where everybody is looked at.
            float reach = Mathf.Min(radius, 1e6f);
            int left = CellBeyond(place.x - reach, Width, gridColumns), top = CellBeyond(place.y - reach, Height, gridRows);
            // Each cell once.
            int right = Mathf.Min(CellBeyond(place.x + reach, Width, gridColumns), left + gridColumns - 1);
            int bottom = Mathf.Min(CellBeyond(place.y + reach, Height, gridRows), top + gridRows - 1);
            for (int down = top; down <= bottom; down++)
            {
                int row = (down % gridRows + gridRows) % gridRows;
                for (int across = left; across <= right; across++)
                {
                    int column = (across % gridColumns + gridColumns) % gridColumns;
                    foreach (Unit other in grid[row * gridColumns + column])
                    {
                        Vector2 d = Offset(other.Position - place);
                        if (d.sqrMagnitude <= radius * radius) found.Add(new Pair { Other = other, D = d });
                    }
                }
            }
            return found;
        }

        /// <summary>All forces add up; the body cuts the sum to what it can do.</summary>
        private static void SumOfForces(Unit unit)
        {
            foreach (Func<Unit, Vector2> behavior in unit.Group.Behaviors) unit.Steering += behavior(unit);
        }

        /// <summary>The first behaviors take the force that the body has; later ones get the rest.</summary>
        private static void FirstComeFirst(Unit unit)
        {
            foreach (Func<Unit, Vector2> behavior in unit.Group.Behaviors)
            {
                unit.TakenBack = 0f;
                Vector2 force = behavior(unit);
                // What a behavior takes back of the sum can be spent again.
                Vector2 kept = unit.Steering * (1f - unit.TakenBack);
                float left = Mathf.Max(unit.Group.Limit - kept.magnitude, 0f);
                unit.Steering = kept + Truncated(unit.Steering + force - kept, left);
            }
        }

        /// <summary>A unit is moved out of obstacles at most this many times in a tick.</summary>
        private const int MostMoves = 4;

        /// <summary>Puts a unit back that has come into an obstacle, without the speed that led it in.</summary>
        private void HoldAtObstacles(Unit unit)
        {
            bool moved = true;
            for (int turn = 0; turn < MostMoves && moved; turn++)
            {
                moved = false;
                foreach (Obstacle obstacle in Obstacles)
                {
                    float least = obstacle.Radius + ContactGap * unit.Length;
                    Vector2 off = unit.Position - obstacle.Center;
                    if (off.magnitude >= least) continue;
                    Vector2 away = off.magnitude > 0f ? Direction(off) : unit.H * -1f;
                    Vector2 place = obstacle.Center + away * least;
                    unit.Position = new Vector2(Mathf.Clamp(place.x, 0f, Width), Mathf.Clamp(place.y, 0f, Height));
                    unit.Velocity -= away * Mathf.Min(Dot(unit.Velocity, away), 0f);
                    moved = true;
                }
            }
        }
    }
}
