using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        private static bool IsFinite(float value)
        {
            return !float.IsNaN(value) && !float.IsInfinity(value);
        }

        /// <summary>The force of a rule: 1 is all that a unit can steer. What is no number is no force.</summary>
        private static Vector2 ForceOf(Unit unit, float weight, Vector2 share)
        {
            Vector2 force = share * (weight * unit.Group.ForceScale);
            return IsFinite(force.x) && IsFinite(force.y) ? force : Vector2.zero;
        }

        /// <summary>The same, to starboard.</summary>
        private static Vector2 ForceSideways(Unit unit, float weight, float share)
        {
            return ForceOf(unit, weight, Sideways(unit, share));
        }

        /// <summary>What a unit can steer toward a wanted velocity, no more than reaches it within the tick.</summary>
        private static Vector2 SteerToward(Unit unit, Vector2 wanted)
        {
            Group group = unit.Group;
            float most = group.TopSpeed(unit);
            if (most <= 0f) return Vector2.zero;
            return (wanted - unit.Velocity) * Mathf.Min(1f / most, group.Stiffness / group.ForceScale);
        }

        /// <summary>Full speed along an offset.</summary>
        private static Vector2 SeekTo(Unit unit, Vector2 offset)
        {
            return SteerToward(unit, Direction(offset) * unit.Group.TopSpeed(unit));
        }

        /// <summary>Along an offset, slowing down within a radius so as to stop at its end.</summary>
        private static Vector2 ArriveAt(Unit unit, Vector2 offset, float radius)
        {
            float share = offset.magnitude < radius ? offset.magnitude / radius : 1f;
            return SteerToward(unit, Direction(offset) * (unit.Group.TopSpeed(unit) * share));
        }

        /// <summary>Into a direction, as the body can: what cannot choose its speed turns.</summary>
        private static Vector2 HeadFor(Unit unit, Vector2 course)
        {
            if (course.x == 0f && course.y == 0f) return Vector2.zero;
            if (unit.Group.Turns) return Sideways(unit, TurnToward(unit, course));
            return SteerToward(unit, course * unit.Group.TopSpeed(unit));
        }

        /// <summary>Multiplies the thrust of this tick by a factor, as much as the rule weighs.</summary>
        private static void EaseThrust(Unit unit, float weight, float factor)
        {
            if (IsFinite(factor)) unit.Thrust *= 1f + weight * (factor - 1f);
        }

        /// <summary>The same with the velocity: the factor is between 0 and 1.</summary>
        private static void EaseSpeed(Unit unit, float weight, float factor)
        {
            if (IsFinite(factor)) unit.Brake *= Mathf.Clamp(1f + weight * (Mathf.Clamp(factor, 0f, 1f) - 1f), 0f, 1f);
        }

        /// <summary>Whether it is among those that hunt the target. usual: who hunts that of the scene; 0: everyone, 1: leaders.</summary>
        private bool TakesPart(Unit unit, int usual)
        {
            return Hunts(unit, usual);
        }

        /// <summary>The sum so far: 1 is all that a unit can steer.</summary>
        private static Vector2 SoFarOf(Unit unit)
        {
            return unit.Group.ForceScale > 0f ? unit.Steering / unit.Group.ForceScale : Vector2.zero;
        }

        /// <summary>The part of a vector along the heading.</summary>
        private static float PartAhead(Unit unit, Vector2 v)
        {
            return Dot(unit.H, v);
        }

        /// <summary>The part of a vector to starboard of the heading.</summary>
        private static float PartAbeam(Unit unit, Vector2 v)
        {
            return Cross(unit.H, v);
        }

        /// <summary>Whether an offset lies within the angles of the group's view.</summary>
        private static bool IsSeen(Unit unit, Vector2 v)
        {
            Group group = unit.Group;
            return group.Sees != null && group.Sees(group, Dot(unit.H, v), Cross(unit.H, v));
        }

        private static bool IsInWideView(Unit unit, Vector2 v)
        {
            return SeesWide(unit.Group, Dot(unit.H, v), Cross(unit.H, v));
        }

        private static bool IsInLimitedView(Unit unit, Vector2 v)
        {
            return SeesLimited(unit.Group, Dot(unit.H, v), Cross(unit.H, v));
        }

        private static bool IsInNarrowView(Unit unit, Vector2 v)
        {
            return SeesNarrow(unit.Group, Dot(unit.H, v), Cross(unit.H, v));
        }

        /// <summary>What a unit remembers.</summary>
        private static float Recall(Unit unit, string key, float start)
        {
            return RecallVector(unit, key, new Vector2(start, 0f)).x;
        }

        private static Vector2 RecallVector(Unit unit, string key, Vector2 start)
        {
            Vector2 value;
            return unit.Memory.TryGetValue(key, out value) ? value : start;
        }

        /// <summary>What is no number is not remembered.</summary>
        private static void Remember(Unit unit, string key, float value)
        {
            RememberVector(unit, key, new Vector2(value, 0f));
        }

        private static void RememberVector(Unit unit, string key, Vector2 value)
        {
            if (IsFinite(value.x) && IsFinite(value.y)) unit.Memory[key] = value;
        }

        /// <summary>A quarter turn to starboard.</summary>
        private static Vector2 StarboardOf(Vector2 v)
        {
            return new Vector2(-v.y, v.x);
        }

        /// <summary>a where the share is 0, b where it is 1, else between.</summary>
        private static float Mix(float a, float b, float share)
        {
            return a + (b - a) * share;
        }

        private static Vector2 MixVectors(Vector2 a, Vector2 b, float share)
        {
            return a + (b - a) * share;
        }

        /// <summary>1, -1, or 0 of 0.</summary>
        private static float SignOf(float value)
        {
            return value > 0f ? 1f : value < 0f ? -1f : 0f;
        }

        /// <summary>The square root; of a negative number 0.</summary>
        private static float SquareRoot(float value)
        {
            return Mathf.Sqrt(Mathf.Max(value, 0f));
        }

        /// <summary>The angle with a cosine; beyond -1 and 1 as of these.</summary>
        private static float ArcCosine(float cosine)
        {
            return Mathf.Acos(Mathf.Clamp(cosine, -1f, 1f));
        }

        /// <summary>Drawn anew in each tick, for each unit and place in its rule.</summary>
        private float RandomBetween(Unit unit, int place, float low, float high)
        {
            RandomStream random = new RandomStream(place == 0 ? 3 : 11, unit.Id + ((long)place << 32), Ticks);
            return Mix(low, high, random.Next());
        }

        /// <summary>Smooth chance from -1 to 1, which changes within so many seconds.</summary>
        private float Sway(Unit unit, int place, float seconds)
        {
            // Everybody's knots are at other times: else the whole flock would sway in step.
            float time = Knot(unit, place, -1) + Ticks * Dt / seconds;
            int whole = (int)Mathf.Floor(time);
            float share = time - whole, first = Knot(unit, place, whole), second = Knot(unit, place, whole + 1);
            return Mix(2f * first - 1f, 2f * second - 1f, share * share * (3f - 2f * share));
        }

        private static float Knot(Unit unit, int place, int knot)
        {
            return new RandomStream(place == 0 ? 10 : 12, unit.Id + ((long)place << 32), knot).Next();
        }
    }
}
