using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Density of the air, slugs per cubic foot, as the book has it.</summary>
        private const float AirDensity = 0.0023769f;

        /// <summary>The center of drag lies this many lengths forward of the middle.</summary>
        private const float DragCenter = -0.12f;

        /// <summary>Slower than this, u/s, a point stands, and keeps its heading.</summary>
        private const float Still = 1e-9f;

        /// <summary>The book's craft: thrust astern, drag, steering forces at the bow, which also turn it.</summary>
        private static void RigidBodySetUp(Group group)
        {
            group.Turns = true;
            group.ForceScale = group.SteeringForce;
            group.Stiffness = float.PositiveInfinity;
            group.Cruise = group.Thrust;
            group.Limit = group.SteeringLimit > 0f ? group.SteeringLimit * group.SteeringForce : float.PositiveInfinity;
        }

        /// <summary>The area that both drags act on.</summary>
        private static float Hull(Unit unit)
        {
            float length = unit.Length;
            return (length + length * unit.Group.HullWidth) * (length * unit.Group.HullHeight);
        }

        /// <summary>Where thrust and drag balance.</summary>
        private static float RigidBodyTopSpeed(Unit unit)
        {
            return Mathf.Sqrt(unit.Group.Thrust / (AirDensity * Hull(unit) * unit.Group.LinearDrag));
        }

        private static float RigidBodyStartSpeed(Unit unit)
        {
            return RigidBodyTopSpeed(unit);
        }

        private static void RigidBodyPush(Unit unit)
        {
            Vector2 force = Truncated(unit.Steering, unit.Group.Limit);
            unit.Force = force + unit.H * unit.Thrust;
            unit.Torque = 0.5f * unit.Length * Cross(unit.H, force);
        }

        private static void RigidBodyMove(Unit unit)
        {
            Group group = unit.Group;
            Vector2 push = new Vector2(Dot(unit.Force, unit.H), Cross(unit.H, unit.Force));

            // Drag against the flow at the center of drag, half of it when drifting astern.
            float arm = unit.Length * DragCenter;
            Vector2 flow = new Vector2(Dot(unit.Velocity, unit.H), Cross(unit.H, unit.Velocity) + unit.Omega * arm);
            float ahead = flow.x > 0f ? 2f : 1f;
            float hull = Hull(unit);
            float drag = 0.5f * AirDensity * group.LinearDrag * hull * ahead * flow.magnitude;
            drag = Mathf.Min(drag, group.Mass / Dt);
            Vector2 local = push - flow * drag;
            float moment = unit.Torque - arm * drag * flow.y;

            unit.Velocity += (unit.H * local.x + Sideways(unit, local.y)) * (Dt / group.Mass);
            unit.Velocity *= unit.Brake;
            unit.Position += unit.Velocity * Dt;

            // Drag against turning, taken implicitly: at 1/60 s the explicit form explodes.
            float turning = unit.Omega + moment / group.Inertia * Dt;
            float turnDrag = 0.5f * AirDensity * group.AngularDrag / group.Inertia * hull;
            unit.Omega = turning / (1f + turnDrag * Mathf.Abs(turning) * Dt);
            unit.Heading = WrapAngle(unit.Heading + unit.Omega * Dt);
        }

        private static void RigidBodyFace(Unit unit)
        {
            unit.H = new Vector2(Mathf.Cos(unit.Heading), Mathf.Sin(unit.Heading));
        }

        /// <summary>A point: a limited force moves it, its heading follows its limited velocity.</summary>
        private static void PointMassSetUp(Group group)
        {
            group.ForceScale = group.MaxForce;
            group.Stiffness = group.Mass / Dt;
            group.Cruise = 0f;
            group.Limit = group.MaxForce;
        }

        private static float PointMassTopSpeed(Unit unit)
        {
            return unit.Group.MaxSpeed * (1f + unit.Group.PaceSpread * unit.Pace);
        }

        private static float PointMassStartSpeed(Unit unit)
        {
            return 0f;
        }

        private static void PointMassPush(Unit unit)
        {
            unit.Force = Truncated(unit.Steering, unit.Group.MaxForce);
        }

        private static void PointMassMove(Unit unit)
        {
            Vector2 velocity = unit.Velocity + unit.Force * (Dt / unit.Group.Mass);
            unit.Velocity = Truncated(velocity, PointMassTopSpeed(unit)) * unit.Brake;
            unit.Position += unit.Velocity * Dt;
        }

        private static void PointMassFace(Unit unit)
        {
            if (unit.Velocity.magnitude > Still)
            {
                unit.H = Direction(unit.Velocity);
                unit.Heading = Mathf.Atan2(unit.H.y, unit.H.x);
            }
            else
            {
                unit.Velocity = Vector2.zero;
            }
        }

        /// <summary>A particle always moves at its speed; steering only turns it (Vicsek et al. 1995).</summary>
        private static void ParticleSetUp(Group group)
        {
            group.ForceScale = group.MaxForce;
            group.Stiffness = float.PositiveInfinity;
            group.Cruise = 0f;
            group.Limit = float.PositiveInfinity;
        }

        private static float ParticleTopSpeed(Unit unit)
        {
            return unit.Group.Speed;
        }

        private static float ParticleStartSpeed(Unit unit)
        {
            return unit.Group.Speed;
        }

        private static void ParticlePush(Unit unit)
        {
            unit.Force = unit.Steering;
        }

        private static void ParticleMove(Unit unit)
        {
            Group group = unit.Group;
            Vector2 before = unit.H, asked = before + unit.Force / group.MaxForce;
            float angle = asked.magnitude > 0f ? Mathf.Atan2(Cross(before, asked), Dot(before, asked)) : 0f;
            float most = group.MaxTurn > 0f ? group.MaxTurn * Dt : float.PositiveInfinity;
            unit.Heading = WrapAngle(unit.Heading + Mathf.Clamp(WrapAngle(angle + unit.Swerve), -most, most));
            Vector2 after = new Vector2(Mathf.Cos(unit.Heading), Mathf.Sin(unit.Heading));
            unit.Position += (group.MovesWith == MovesWithChoice.Old ? before : after) * (group.Speed * Dt);
            unit.Velocity = after * group.Speed;
        }

        private static void ParticleFace(Unit unit)
        {
            unit.H = new Vector2(Mathf.Cos(unit.Heading), Mathf.Sin(unit.Heading));
        }
    }
}
