using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>A hunter turns while the target is more than this far off its bow: sine of the angle.</summary>
        private const float OffTheBow = 0.05f;

        /// <summary>Share of the steering force that a bow thruster gives.</summary>
        private const float BowThrust = 0.5f;

        /// <summary>The least share of the steering force that a turning thruster gives.</summary>
        private const float LeastThrust = 0.05f;

        /// <summary>Nearer than this many lengths, a potential grows no more.</summary>
        private const float NearestPotential = 0.05f;

        /// <summary>Share of the steering so far that a queue takes back.</summary>
        private const float QueueTakesBack = 0.8f;

        /// <summary>Factor on the velocity of a unit that has somebody right in front of it.</summary>
        private const float HardStop = 0.3f;

        /// <summary>Toward the middle of the neighbors.</summary>
        private Vector2 Cohesion(Unit unit)
        {
            Group group = unit.Group;
            return Sideways(unit, group.Cohesion * group.ForceScale * TurnToward(unit, unit.NearOffset));
        }

        /// <summary>The way the neighbors move.</summary>
        private Vector2 Alignment(Unit unit)
        {
            Group group = unit.Group;
            return Sideways(unit, group.Alignment * group.ForceScale * TurnToward(unit, unit.NearVelocity));
        }

        /// <summary>Away from units of every role that are too near, the harder the nearer. The view counts by its angles alone.</summary>
        private Vector2 Separation(Unit unit)
        {
            Group group = unit.Group;
            float reach = group.SeparationFactor * unit.Length;
            List<Pair> seen = Search(unit.Position, reach);
            seen.RemoveAll(pair => pair.Other == unit || Ignores(group, pair.Other.Group) || (pair.D.sqrMagnitude > 0f
                && !group.SeparationSees(group, Dot(unit.H, pair.D), Cross(unit.H, pair.D))));
            if (group.SeparationChoose != null) group.SeparationChoose(seen, group.NearestOnly);
            float push = 0f;
            foreach (Pair pair in seen)
            {
                Vector2 d = Apart(unit, pair);
                push -= Side(unit, d) * reach / d.magnitude;
            }
            return Sideways(unit, group.Separation * group.ForceScale * push);
        }

        /// <summary>Away from obstacles that a feeler touches: each counts once.</summary>
        private Vector2 Avoidance(Unit unit)
        {
            Group group = unit.Group;
            float reach = group.FeelerFactor * unit.Length;
            Vector2 way = Direction(unit.Velocity);
            float spread = group.FeelerSpread;
            float[] angles = group.Feelers == "three" ? new[] { 0f, -spread, spread } : new[] { 0f };
            float push = 0f;
            foreach (Obstacle obstacle in Obstacles)
            {
                Vector2 a = OffsetTo(unit, obstacle.Center);
                bool touched = Array.Exists(angles, angle =>
                {
                    Vector2 feeler = Turned(way, angle);
                    float along = Dot(a, feeler);
                    return along > 0f && along < reach && Mathf.Abs(Cross(feeler, a)) < obstacle.Radius;
                });
                if (touched) push -= Side(unit, a) * reach / a.magnitude;
            }
            return Sideways(unit, group.Avoidance * group.ForceScale * push);
        }

        /// <summary>Full rudder toward where the target is.</summary>
        private Vector2 Chase(Unit unit)
        {
            Group group = unit.Group;
            Target target = TargetOf(unit);
            if (target == null || !Hunts(unit, group.Chasers)) return Vector2.zero;
            return Sideways(unit, group.Chase * group.ForceScale * Side(unit, OffsetTo(unit, target.Position)));
        }

        /// <summary>Full rudder toward where the target will be when the distance is closed.</summary>
        private Vector2 Intercept(Unit unit)
        {
            Group group = unit.Group;
            Target target = TargetOf(unit);
            if (target == null || !Hunts(unit, group.Interceptors)) return Vector2.zero;
            Vector2 r = OffsetTo(unit, target.Position);
            float closing = (target.Velocity - unit.Velocity).magnitude;
            float time = closing > 0f ? r.magnitude / closing : 0f;
            float rudder = Side(unit, r + target.Velocity * time);
            if (group.TurnAround && Dot(r, unit.H) < 0f) rudder = -1f;
            return Sideways(unit, group.Intercept * group.ForceScale * rudder);
        }

        /// <summary>Full rudder away from where the hunter is.</summary>
        private Vector2 TurnAway(Unit unit)
        {
            Group group = unit.Group;
            Target menace = TargetOf(unit);
            if (menace == null) return Vector2.zero;
            return Sideways(unit, -group.TurnAway * group.ForceScale * Side(unit, OffsetTo(unit, menace.Position)));
        }

        /// <summary>Eases the thrust while turning near the target. It steers nothing itself.</summary>
        private Vector2 Modulation(Unit unit)
        {
            Group group = unit.Group;
            Target target = TargetOf(unit);
            if (target == null) return Vector2.zero;
            Vector2 d = OffsetTo(unit, target.Position);
            bool turning = Dot(d, unit.H) <= 0f || Mathf.Abs(Cross(unit.H, d)) > OffTheBow * d.magnitude;
            float near = d.magnitude / (group.ModulationFactor * unit.Length);
            if (turning && near < 1f) unit.Thrust *= 1f - group.Modulation * (1f - near);
            return Vector2.zero;
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

        /// <summary>U(d) = -A/d^n + B/d^m, d in lengths of the unit: pushes away where positive.</summary>
        private static Vector2 LennardJones(Vector2 d, float length, float a, float b, float n, float m)
        {
            float near = Mathf.Max(d.magnitude / length, NearestPotential);
            return Direction(d) * (a / Mathf.Pow(near, n) - b / Mathf.Pow(near, m));
        }

        /// <summary>Every two units of one role attract and repel each other, up to the cutoff.</summary>
        private Vector2 Potential(Unit unit)
        {
            Group group = unit.Group;
            float cutoff = group.PotentialCutoff > 0f ? group.PotentialCutoff * unit.Length : float.PositiveInfinity;
            Vector2 force = Vector2.zero;
            foreach (Pair pair in Search(unit.Position, cutoff))
            {
                if (!AreMates(group, pair.Other.Group)) continue;
                force += LennardJones(
                    pair.D, unit.Length, group.PotentialA, group.PotentialB, group.PotentialN, group.PotentialM);
            }
            return force * group.Potential;
        }

        /// <summary>The target attracts and repels.</summary>
        private Vector2 Lure(Unit unit)
        {
            Group group = unit.Group;
            Target target = TargetOf(unit);
            if (target == null) return Vector2.zero;
            Vector2 d = OffsetTo(unit, target.Position);
            return LennardJones(d, unit.Length, group.LureA, group.LureB, group.LureN, group.LureM) * group.Lure;
        }

        /// <summary>Every obstacle repels.</summary>
        private Vector2 Ward(Unit unit)
        {
            Group group = unit.Group;
            Vector2 force = Vector2.zero;
            foreach (Obstacle obstacle in Obstacles)
            {
                force += LennardJones(OffsetTo(unit, obstacle.Center), unit.Length, 0f, group.WardB, 1f, group.WardM);
            }
            return force * group.Ward;
        }

        /// <summary>At full speed to the goal.</summary>
        private Vector2 Seek(Unit unit)
        {
            Group group = unit.Group;
            if (unit.Goal == null) return Vector2.zero;
            return SeekAlong(unit, OffsetTo(unit, unit.Goal.Position)) * group.Seek;
        }

        /// <summary>At full speed away from the goal, within the panic distance (0: at any distance).</summary>
        private Vector2 Flee(Unit unit)
        {
            Group group = unit.Group;
            if (unit.Goal == null) return Vector2.zero;
            Vector2 d = OffsetTo(unit, unit.Goal.Position);
            float panic = group.PanicFactor * unit.Length;
            if (panic > 0f && d.magnitude > panic) return Vector2.zero;
            return SeekAlong(unit, d * -1f) * group.Flee;
        }

        /// <summary>To the goal, and stop there.</summary>
        private Vector2 Arrive(Unit unit)
        {
            Group group = unit.Group;
            if (unit.Goal == null) return Vector2.zero;
            Vector2 d = OffsetTo(unit, unit.Goal.Position);
            return ArriveAlong(unit, d, group.SlowingFactor * unit.Length) * group.Arrive;
        }

        /// <summary>To where the goal will be.</summary>
        private Vector2 Pursue(Unit unit)
        {
            Group group = unit.Group;
            if (unit.Goal == null) return Vector2.zero;
            return SeekAlong(unit, AheadOf(unit, unit.Goal.Position, unit.Goal.Velocity)) * group.Pursue;
        }

        /// <summary>Away from where the goal will be.</summary>
        private Vector2 EvadeAhead(Unit unit)
        {
            Group group = unit.Group;
            if (unit.Goal == null) return Vector2.zero;
            return SeekAlong(unit, AheadOf(unit, unit.Goal.Position, unit.Goal.Velocity) * -1f) * group.EvadeAhead;
        }

        /// <summary>To a point on a circle ahead, which creeps along the circle.</summary>
        private Vector2 Wander(Unit unit)
        {
            Group group = unit.Group;
            Vector2 point = unit.H * group.WanderDistance + Turned(unit.H, unit.WanderAngle) * group.WanderRadius;
            return SeekAlong(unit, point * unit.Length) * group.Wander;
        }

        /// <summary>The point takes a random step along its circle.</summary>
        private void AfterWander(Unit unit)
        {
            float number = new RandomStream(3, unit.Id, Ticks).Next();
            float step = unit.Group.WanderRate * Dt * (2f * number - 1f);
            unit.WanderAngle = WrapAngle(unit.WanderAngle + step);
        }

        /// <summary>Pushes the point looked at away from the nearest obstacle in the way.</summary>
        private Vector2 CollisionAvoidance(Unit unit)
        {
            Group group = unit.Group;
            float most = group.TopSpeed(unit);
            float pace = most > 0f ? unit.Velocity.magnitude / most : 0f;
            Vector2 ahead = Direction(unit.Velocity) * (group.SeeAhead * unit.Length * pace);
            float least = float.PositiveInfinity;
            Vector2 nearest = Vector2.zero;
            foreach (Obstacle obstacle in Obstacles)
            {
                Vector2 center = OffsetTo(unit, obstacle.Center);
                float off = Mathf.Min((center - ahead).magnitude, (center - ahead * 0.5f).magnitude);
                if (Mathf.Min(off, center.magnitude) > obstacle.Radius || center.magnitude >= least) continue;
                least = center.magnitude;
                nearest = center;
            }
            if (float.IsPositiveInfinity(least)) return Vector2.zero;
            return Direction(ahead - nearest) * (group.CollisionAvoidance * group.MaxAvoid * group.ForceScale);
        }

        /// <summary>From node to node of the group's path.</summary>
        private Vector2 PathFollowing(Unit unit)
        {
            Group group = unit.Group;
            if (unit.WayDone) return Toward(unit, Vector2.zero) * group.PathFollowing;
            return SeekAlong(unit, OffsetTo(unit, group.Path[unit.Node])) * group.PathFollowing;
        }

        /// <summary>Within the path radius of its node a unit heads for the next one.</summary>
        private void AfterPathFollowing(Unit unit)
        {
            Group group = unit.Group;
            float distance = OffsetTo(unit, group.Path[unit.Node]).magnitude;
            if (unit.WayDone || distance > group.PathRadius * unit.Length) return;
            int last = group.Path.Length - 1;
            if (unit.WayBack)
            {
                unit.WayBack = unit.Node > 0;
                unit.Node = unit.WayBack ? unit.Node - 1 : Mathf.Min(last, 1);
            }
            else if (unit.Node < last)
            {
                unit.Node += 1;
            }
            else if (group.AtEnd == "stop")
            {
                unit.WayDone = true;
            }
            else
            {
                unit.WayBack = group.AtEnd == "patrol";
                unit.Node = unit.WayBack ? Mathf.Max(last - 1, 0) : 0;
            }
        }

        /// <summary>Whom a group follows: the first unit of those that it is told to, or the leader.</summary>
        private Unit LeaderOf(Group group)
        {
            return group.Follows == null ? FirstOf("leader") : Units.Find(unit => IsIn(group.Follows, unit.Group));
        }

        /// <summary>Gathers behind the leader, apart from the others and out of the leader's way.</summary>
        private Vector2 LeaderFollowing(Unit unit)
        {
            Group group = unit.Group;
            Unit leader = LeaderOf(unit.Group);
            if (leader == null) return Vector2.zero;
            Vector2 reach = Direction(leader.Velocity) * (group.BehindFactor * unit.Length);
            Vector2 d = OffsetTo(unit, leader.Position);
            Vector2 force = ArriveAlong(unit, d - reach, group.FollowSlowing * unit.Length);
            force += CrowdPush(unit, group.FollowerGap * unit.Length, group.FollowerPush * group.ForceScale);
            if (Mathf.Min(d.magnitude, (d + reach).magnitude) <= group.SightFactor * unit.Length)
            {
                force += SeekAlong(unit, AheadOf(unit, leader.Position, leader.Velocity) * -1f);
            }
            return force * group.LeaderFollowing;
        }

        /// <summary>Keeps off the units of one's role.</summary>
        private Vector2 CrowdSeparation(Unit unit)
        {
            Group group = unit.Group;
            float push = group.CrowdSeparation * group.MaxSeparation * group.ForceScale;
            return CrowdPush(unit, group.CrowdFactor * unit.Length, push);
        }

        /// <summary>The mean of pushes away from everyone near, each the harder the nearer.</summary>
        private Vector2 RtsSeparation(Unit unit)
        {
            Group group = unit.Group;
            float least = group.MinSeparation * unit.Length;
            Vector2 force = Vector2.zero;
            int count = 0;
            foreach (Pair pair in Search(unit.Position, least))
            {
                float distance = pair.D.magnitude;
                if (pair.Other == unit || distance >= least || Ignores(group, pair.Other.Group)) continue;
                force -= Direction(Apart(unit, pair)) * (1f - distance / least);
                count += 1;
            }
            return force * (group.RtsSeparation * group.ForceScale / Mathf.Max(count, 1));
        }

        /// <summary>To the middle of the near units of one's group, oneself included.</summary>
        private Vector2 RtsCohesion(Unit unit)
        {
            Group group = unit.Group;
            Vector2 sum = Vector2.zero;
            int count = 0;
            foreach (Pair pair in Search(unit.Position, group.MaxCohesion * unit.Length))
            {
                if (pair.Other.Group != group) continue;
                sum += pair.D;
                count += 1;
            }
            return count < 2 ? Vector2.zero : SeekAlong(unit, sum / count) * group.RtsCohesion;
        }

        /// <summary>The way the near units of one's group move, oneself included.</summary>
        private Vector2 RtsAlignment(Unit unit)
        {
            Group group = unit.Group;
            Vector2 sum = Vector2.zero;
            int moving = 0;
            foreach (Pair pair in Search(unit.Position, group.AlignFactor * unit.Length))
            {
                if (pair.Other.Group != group || pair.Other.Velocity.sqrMagnitude == 0f) continue;
                sum += Direction(pair.Other.Velocity);
                moving += 1;
            }
            if (moving == 0) return Vector2.zero;
            return Toward(unit, sum * (group.TopSpeed(unit) / moving)) * group.RtsAlignment;
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
            Vector2 force = Toward(unit, Vector2.zero) - unit.Force * QueueTakesBack;
            force += CrowdPush(unit, group.QueueGap * unit.Length, group.QueuePush * group.ForceScale);
            if (OffsetTo(unit, ahead.Position).magnitude <= radius) unit.Brake *= HardStop;
            unit.TakenBack = group.Queue * QueueTakesBack;
            return force * group.Queue;
        }

        /// <summary>Into a direction: a rigid body, which cannot choose its speed, turns.</summary>
        private static Vector2 TurnInto(Unit unit, Vector2 course)
        {
            return Sideways(unit, unit.Group.ForceScale * TurnToward(unit, course));
        }

        /// <summary>Into a direction at full speed.</summary>
        private static Vector2 DriveInto(Unit unit, Vector2 course)
        {
            return Toward(unit, course * unit.Group.TopSpeed(unit));
        }

        /// <summary>Takes on the mean direction of all around, its own included (Vicsek et al. 1995).</summary>
        private Vector2 MeanHeading(Unit unit)
        {
            Group group = unit.Group;
            Vector2 course = Vector2.zero;
            foreach (Pair pair in Search(unit.Position, group.MeanHeadingFactor * unit.Length))
            {
                if (AreMates(group, pair.Other.Group)) course += pair.Other.Velocity;
            }
            if (course.magnitude == 0f) return Vector2.zero;
            return group.Head(unit, Direction(course)) * group.MeanHeading;
        }

        /// <summary>Keeps off the near, moves as those farther out, heads for those beyond (Couzin et al. 2002).</summary>
        private Vector2 Zones(Unit unit)
        {
            Group group = unit.Group;
            float near = group.RepulsionFactor * unit.Length;
            float oriented = near + group.OrientationWidth * unit.Length;
            float farthest = oriented + group.AttractionWidth * unit.Length;
            // Cosine of half the view; all around, nothing is rounded away.
            float least = group.ViewAngle >= 6.2831f ? float.NegativeInfinity : Mathf.Cos(group.ViewAngle / 2f);
            Vector2 away = Vector2.zero, wanted = Vector2.zero;
            bool crowded = false;
            foreach (Pair pair in Search(unit.Position, Mathf.Max(near, farthest)))
            {
                if (pair.Other == unit || !AreMates(group, pair.Other.Group)) continue;
                Vector2 to = Direction(Apart(unit, pair));
                float distance = pair.D.magnitude;
                if (distance <= near)
                {
                    crowded = true;
                    away -= to;
                }
                else if (Dot(to, unit.H) >= least)
                {
                    wanted += distance <= oriented ? pair.Other.H : to;
                }
            }
            Vector2 course = Direction(crowded ? away : wanted);
            return group.Head(unit, course.magnitude > 0f ? course : unit.H) * group.Zones;
        }

        /// <summary>Circles the goal at a distance.</summary>
        private Vector2 Orbit(Unit unit)
        {
            if (unit.Goal == null) return Vector2.zero;
            Group group = unit.Group;
            Vector2 d = OffsetTo(unit, unit.Goal.Position), to = Direction(d);
            float off = (d.magnitude - group.OrbitDistance * unit.Length) / (group.OrbitSoftness * unit.Length);
            float angle = Mathf.Clamp(off, -1f, 1f) * Mathf.PI / 2f;
            float along = Mathf.Cos(angle) * (group.Chirality == "starboard" ? -1f : 1f);
            Vector2 course = Direction(new Vector2(-to.y, to.x) * along + to * Mathf.Sin(angle));
            return course.magnitude > 0f ? group.Head(unit, course) * group.Orbit : Vector2.zero;
        }

        /// <summary>Runs from those that it fears, the harder the nearer they are.</summary>
        private Vector2 Fright(Unit unit)
        {
            Group group = unit.Group;
            List<Vector2> menaces = new List<Vector2>();
            foreach (Unit other in Units)
            {
                if (IsIn(group.Fears, other.Group)) menaces.Add(other.Position);
            }
            if (group.FearsPointer && isTargetSet) menaces.Add(targetPlace);
            Vector2 threat = Vector2.zero;
            float strongest = 0f;
            foreach (Vector2 place in menaces)
            {
                Vector2 d = OffsetTo(unit, place);
                float share = 1f - d.magnitude / (group.FrightFactor * unit.Length);
                if (d.magnitude == 0f || share <= 0f) continue;
                threat += Direction(d) * share;
                strongest = Mathf.Max(strongest, share);
            }
            if (threat.magnitude == 0f) return Vector2.zero;
            return group.Head(unit, Direction(threat) * -1f) * (group.Fright * strongest);
        }

        /// <summary>A random number for a unit at one of its knots in time, from -1 to 1.</summary>
        private static float Knot(Unit unit, int at)
        {
            return 2f * new RandomStream(10, unit.Id, at).Next() - 1f;
        }

        /// <summary>Sways smoothly from side to side at random.</summary>
        private Vector2 Unrest(Unit unit)
        {
            Group group = unit.Group;
            // Everybody's knots are at other times: else the whole flock would sway in step.
            float time = 0.5f + 0.5f * Knot(unit, -1) + Ticks * Dt / group.UnrestTime;
            int knot = (int)Mathf.Floor(time);
            float share = time - knot, smooth = share * share * (3f - 2f * share);
            float from = Knot(unit, knot);
            float push = from + (Knot(unit, knot + 1) - from) * smooth;
            return Sideways(unit, group.Unrest * group.ForceScale * push);
        }
    }
}
