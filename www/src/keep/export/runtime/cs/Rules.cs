using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        private static float Dot(Vector2 a, Vector2 b)
        {
            return a.x * b.x + a.y * b.y;
        }

        private static float Cross(Vector2 a, Vector2 b)
        {
            return a.x * b.y - a.y * b.x;
        }

        private static Vector2 Turned(Vector2 v, float angle)
        {
            float cosine = Mathf.Cos(angle), sine = Mathf.Sin(angle);
            return new Vector2(v.x * cosine - v.y * sine, v.y * cosine + v.x * sine);
        }

        /// <summary>The unit vector along v; 0 where v has no length.</summary>
        private static Vector2 Direction(Vector2 v)
        {
            float length = v.magnitude;
            return length > 0f ? v / length : Vector2.zero;
        }

        /// <summary>v, cut to a length.</summary>
        private static Vector2 Truncated(Vector2 v, float most)
        {
            float length = v.magnitude;
            return length > most ? v * (most / length) : v;
        }

        /// <summary>The same angle between -pi and pi.</summary>
        private static float WrapAngle(float angle)
        {
            return angle - 2f * Mathf.PI * Mathf.Floor(angle / (2f * Mathf.PI) + 0.5f);
        }

        /// <summary>On which side of a unit an offset lies: 1 starboard, -1 port, 0 dead ahead, 1 dead astern.</summary>
        private static float Side(Unit unit, Vector2 d)
        {
            float starboard = Cross(unit.H, d);
            if (starboard != 0f) return starboard > 0f ? 1f : -1f;
            return Dot(unit.H, d) < 0f ? 1f : 0f;
        }

        /// <summary>A force to one side of a unit, positive to starboard, as a vector.</summary>
        private static Vector2 Sideways(Unit unit, float force)
        {
            return new Vector2(-unit.H.y, unit.H.x) * force;
        }

        /// <summary>The side a direction lies on, times the share of a half turn that it is off.</summary>
        private static float TurnToward(Unit unit, Vector2 wanted)
        {
            Vector2 to = Direction(wanted), way = Direction(unit.Velocity);
            if (to == Vector2.zero || way == Vector2.zero) return 0f;
            return Side(unit, to) * Mathf.Acos(Mathf.Clamp(Dot(to, way), -1f, 1f)) / Mathf.PI;
        }

        /// <summary>The offset from a unit to a place, across the edges where units see across them.</summary>
        private Vector2 OffsetTo(Unit unit, Vector2 place)
        {
            return Offset(place - unit.Position);
        }

        /// <summary>The force toward a wanted velocity, no more than reaches it within the tick.</summary>
        private static Vector2 Toward(Unit unit, Vector2 wanted)
        {
            float most = unit.Group.TopSpeed(unit);
            if (most <= 0f) return Vector2.zero;
            return (wanted - unit.Velocity) * Mathf.Min(unit.Group.ForceScale / most, unit.Group.Stiffness);
        }

        /// <summary>Full speed along an offset.</summary>
        private static Vector2 SeekAlong(Unit unit, Vector2 offset)
        {
            return Toward(unit, Direction(offset) * unit.Group.TopSpeed(unit));
        }

        /// <summary>Along an offset, slowing down within a radius so as to stop at its end.</summary>
        private static Vector2 ArriveAlong(Unit unit, Vector2 offset, float radius)
        {
            float share = Mathf.Min(offset.magnitude / radius, 1f);
            return Toward(unit, Direction(offset) * (unit.Group.TopSpeed(unit) * share));
        }

        /// <summary>The offset to where a moving thing will be when the unit could have reached it.</summary>
        private Vector2 AheadOf(Unit unit, Vector2 place, Vector2 velocity)
        {
            Vector2 offset = OffsetTo(unit, place);
            float most = unit.Group.TopSpeed(unit);
            return offset + velocity * (most > 0f ? offset.magnitude / most : 0f);
        }
    }
}
