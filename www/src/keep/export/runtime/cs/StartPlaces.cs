using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>A point mass that would start in an obstacle is placed anew, up to this many times in all.</summary>
        private const int MostPlacings = 16;

        /// <summary>A round obstacle.</summary>
        public struct Obstacle
        {
            public Vector2 Center;
            public float Radius;
        }

        /// <summary>A place where a group starts: in a disk, a rectangle, or at the world's edges.</summary>
        private static Vector2 PlaceIn(Start start, ref RandomStream random)
        {
            Vector2 center = new Vector2(start.X, start.Y);
            if (start.Radius >= 0f)
            {
                float angle = (2f * random.Next() - 1f) * Mathf.PI;
                return center + new Vector2(Mathf.Cos(angle), Mathf.Sin(angle)) * (start.Radius * Mathf.Sqrt(random.Next()));
            }
            if (start.Width >= 0f)
            {
                float x = start.Width * (random.Next() - 0.5f);
                return center + new Vector2(x, start.Height * (random.Next() - 0.5f));
            }
            float along = random.Next() * (Width + Height);
            float far = random.Next() < 0.5f ? 0f : 1f;
            return along < Width ? new Vector2(along, far * Height) : new Vector2(far * Width, along - Width);
        }

        /// <summary>
        /// The place of a unit in a formed flock with a bent tail, and how much its heading differs there. The first
        /// so many units fill it as evenly as all do (Roberts 2018, Shirley and Chiu 1997).
        /// </summary>
        private static Placed PlaceInFlock(Start start, int unit, ref RandomStream random)
        {
            uint number = (uint)unit + 1u;
            float a = (float)(unchecked(number * 3242174889u) / 2147483648.0 - 1.0);
            float b = (float)(unchecked(number * 2447445414u) / 2147483648.0 - 1.0);
            bool wide = Mathf.Abs(a) > Mathf.Abs(b);
            float angle = Mathf.PI / 4f * (wide ? b / a : a / b);
            float x = wide ? a * Mathf.Cos(angle) : b * Mathf.Sin(angle);
            float y = wide ? a * Mathf.Sin(angle) : b * Mathf.Cos(angle);
            float slope = start.Breadth * start.Taper * y + start.Bend * (3f * x * x - 1f);
            float aside = start.Breadth * (1f - start.Taper + start.Taper * x) * y + start.Bend * (x * x * x - x);
            float ahead = x + start.Loose * (2f * random.Next() - 1f);
            aside += start.Loose * (2f * random.Next() - 1f);
            float cosine = Mathf.Cos(start.Along), sine = Mathf.Sin(start.Along);
            Vector2 at = new Vector2(cosine * ahead - sine * aside, sine * ahead + cosine * aside);
            Placed placed = new Placed();
            placed.Position = new Vector2(start.X, start.Y) + at * start.Radius;
            placed.Heading = start.Lean * Mathf.Atan2(slope, 1f);
            return placed;
        }

        /// <summary>A place in a ring, and the heading around it.</summary>
        private static Placed PlaceInRing(Start start, ref RandomStream random)
        {
            float angle = (2f * random.Next() - 1f) * Mathf.PI;
            float away = start.Radius * (start.Hollow + (1f - start.Hollow) * random.Next());
            Placed placed = new Placed();
            placed.Position = new Vector2(start.X + Mathf.Cos(angle) * away, start.Y + Mathf.Sin(angle) * away);
            placed.Heading = start.Lean * (angle + Mathf.PI / 2f);
            return placed;
        }

        /// <summary>A place for a unit to start at, by its number in the group, and a heading.</summary>
        private static Placed DrawPlace(Start start, int unit, RandomStream random)
        {
            Placed drawn = new Placed();
            for (int tries = 0; tries < MostPlacings; tries++)
            {
                Placed placed = new Placed();
                if (start.Breadth > 0f) placed = PlaceInFlock(start, unit, ref random);
                else if (start.Hollow > 0f) placed = PlaceInRing(start, ref random);
                else placed.Position = PlaceIn(start, ref random);
                Vector2 at = placed.Position;
                drawn.Position = new Vector2(Mathf.Clamp(at.x, 0f, Width), Mathf.Clamp(at.y, 0f, Height));
                drawn.Heading = start.Heading + placed.Heading + start.Spread * (2f * random.Next() - 1f);
                bool blocked = Array.Exists(StartObstacles, one => (one.Center - drawn.Position).magnitude < one.Radius);
                if (!start.Standing || !blocked) break;
            }
            return drawn;
        }

        /// <summary>The bits of a number from 0 to 65535, spread out to every other place.</summary>
        private static uint SpreadBits(float share)
        {
            uint bits = (uint)Mathf.Clamp(share * 65535f, 0f, 65535f);
            bits = (bits | (bits << 8)) & 0x00ff00ff;
            bits = (bits | (bits << 4)) & 0x0f0f0f0f;
            bits = (bits | (bits << 2)) & 0x33333333;
            return (bits | (bits << 1)) & 0x55555555;
        }

        /// <summary>Where the units of a group start by the seed: as in the playground, along a Z-shaped curve (Morton 1966).</summary>
        private static Placed[] StartPlaces(Group group, int index)
        {
            Placed[] places = new Placed[group.Count];
            ulong[] ranks = new ulong[group.Count];
            for (int unit = 0; unit < group.Count; unit++)
            {
                places[unit] = DrawPlace(group.StartArea, unit, new RandomStream(1, index, unit));
                Vector2 at = places[unit].Position;
                ulong rank = SpreadBits(at.x / Width) | ((ulong)SpreadBits(at.y / Height) << 1);
                ranks[unit] = rank * 1048576UL + (ulong)unit;
            }
            Array.Sort(ranks, places);
            for (int unit = 0; unit < group.Count; unit++)
            {
                places[unit].Pace = 2f * new RandomStream(4, index, unit).Next() - 1f;
            }
            return places;
        }
    }
}
