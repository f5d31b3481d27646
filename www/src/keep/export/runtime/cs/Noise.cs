using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>The angle by which chance turns a unit in this tick.</summary>
        private float DrawNoise(Unit unit)
        {
            Group group = unit.Group;
            RandomStream random = new RandomStream(9, unit.Id, Ticks);
            float first = random.Next();
            if (group.NoiseKind == NoiseKindChoice.Uniform) return group.Noise * (first - 0.5f);
            // Normal, with mean 0 and standard deviation 1 (Box and Muller 1958).
            float size = Mathf.Sqrt(-2f * Mathf.Log(1f - first));
            return group.Noise * size * Mathf.Cos((2f * random.Next() - 1f) * Mathf.PI);
        }

        /// <summary>Turns the motion of a unit by what was drawn for it.</summary>
        private static void TurnByNoise(Unit unit)
        {
            float turn = Mathf.Clamp(unit.Swerve, -Mathf.PI, Mathf.PI);
            unit.Velocity = Turned(unit.Velocity, turn);
            unit.Heading = WrapAngle(unit.Heading + turn);
            unit.H = new Vector2(Mathf.Cos(unit.Heading), Mathf.Sin(unit.Heading));
        }
    }
}
