using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Share of the steering force that a bow thruster gives.</summary>
        private const float BowThrust = 0.5f;

        /// <summary>The least share of the steering force that a turning thruster gives.</summary>
        private const float LeastThrust = 0.05f;

        /// <summary>Share of the steering so far that a queue takes back.</summary>
        private const float QueueTakesBack = 0.8f;

        /// <summary>Factor on the velocity of a unit that has somebody right in front of it.</summary>
        private const float HardStop = 0.3f;

        /// <summary>Away from units of every role that are too near, the harder the nearer. The view counts by its angles alone.</summary>
        private Vector2 Separation(Unit unit)
        {
            Group group = unit.Group;
            float reach = group.SeparationFactor * unit.Length;
            List<Pair> seen = Search(unit.Position, reach);
            int kept = 0;
            for (int at = 0; at < seen.Count; at++)
            {
                Pair pair = seen[at];
                if (pair.Other == unit || Ignores(group, pair.Other.Group)) continue;
                bool isThere = !(pair.D.sqrMagnitude > 0f);
                if (isThere || group.SeparationSees(group, Dot(unit.H, pair.D), Cross(unit.H, pair.D))) seen[kept++] = pair;
            }
            seen.RemoveRange(kept, seen.Count - kept);
            if (group.SeparationChoose != null) group.SeparationChoose(seen, group.NearestOnly);
            float push = 0f;
            foreach (Pair pair in seen)
            {
                Vector2 d = Apart(unit, pair);
                push -= Side(unit, d) * reach / d.magnitude;
            }
            return Sideways(unit, group.Separation * group.ForceScale * push);
        }

        /// <summary>Keys fly the craft: Port, Starboard, Faster, Slower.</summary>
        private Vector2 Helm(Unit unit)
        {
            Group group = unit.Group;
            float rudder = (Starboard ? 1f : 0f) - (Port ? 1f : 0f);
            unit.Thrust = Mathf.Clamp(unit.Thrust + unit.Throttle, 0f, group.FullThrust);
            return Sideways(unit, group.Helm * rudder * BowThrust * group.ForceScale);
        }

        /// <summary>The throttle stays where it is left: a second from none to full.</summary>
        private void AfterHelm(Unit unit)
        {
            float full = unit.Group.FullThrust;
            float lever = (Faster ? 1f : 0f) - (Slower ? 1f : 0f);
            unit.Throttle = Mathf.Clamp(unit.Throttle + lever * full * Dt, -full, full);
        }

        /// <summary>A list of control steps, flown over and over.</summary>
        private Vector2 Pattern(Unit unit)
        {
            Group group = unit.Group;
            Step step = group.Steps[unit.TrackStep];
            float push = step.Rudder;
            if (push == 0f && unit.Tracked)
            {
                float off = WrapAngle(unit.TrackCourse - unit.Heading);
                push = group.Hold * Mathf.Clamp(off - 0.2f * unit.Omega, -1f, 1f);
            }
            else if (step.Turn > 0f)
            {
                push *= Mathf.Max(1f - Mathf.Abs(unit.TrackTurn) * 180f / Mathf.PI / step.Turn, LeastThrust);
            }
            return Sideways(unit, group.Pattern * group.ForceScale * push);
        }

        /// <summary>Takes note of how far a unit has come in its step.</summary>
        private void AfterPattern(Unit unit)
        {
            Step[] steps = unit.Group.Steps;
            Step step = steps[unit.TrackStep];
            if (unit.Tracked)
            {
                unit.TrackTurn += WrapAngle(unit.Heading - unit.TrackHeading);
            }
            else
            {
                unit.TrackTurn = step.Turn > 0f ? unit.Omega * Dt : 0f;
                unit.TrackCourse = WrapAngle(unit.Heading - unit.TrackTurn);
            }
            unit.Tracked = true;
            unit.TrackHeading = unit.Heading;
            unit.TrackWay += unit.Velocity * Dt;
            bool turns = step.Turn > 0f;
            bool over = turns
                ? Mathf.Abs(unit.TrackTurn) * 180f / Mathf.PI >= step.Turn
                : unit.TrackWay.magnitude >= step.Way;
            if (!over) return;
            if (turns) unit.TrackCourse = WrapAngle(unit.TrackCourse + step.Turn * Mathf.PI / 180f * step.Rudder);
            else if (step.Rudder != 0f) unit.TrackCourse = unit.Heading;
            unit.TrackStep = (unit.TrackStep + 1) % steps.Length;
            unit.TrackTurn = 0f;
            unit.TrackWay = Vector2.zero;
        }

        /// <summary>Brakes behind whoever is ahead; stands last: it takes back what others asked.</summary>
        private Vector2 Queue(Unit unit)
        {
            Group group = unit.Group;
            float radius = group.QueueRadius * unit.Length;
            Vector2 point = unit.Position + Direction(unit.Velocity) * (group.QueueAhead * unit.Length);
            Unit ahead = null;
            foreach (Pair pair in Search(point, radius))
            {
                Unit other = pair.Other;
                if (other == unit || !AreMates(group, other.Group)) continue;
                if (ahead == null || other.Id < ahead.Id) ahead = other;
            }
            if (ahead == null) return Vector2.zero;
            Vector2 force = Toward(unit, Vector2.zero) - unit.Steering * QueueTakesBack;
            force += CrowdPush(unit, group.QueueGap * unit.Length, group.QueuePush * group.ForceScale);
            if (OffsetTo(unit, ahead.Position).magnitude <= radius) unit.Brake *= HardStop;
            unit.TakenBack = group.Queue * QueueTakesBack;
            return force * group.Queue;
        }
    }
}
