using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>A monster is hit when a bullet passes within this many lengths of its middle.</summary>
        private const float HitRadius = 0.75f;

        /// <summary>While a target is set, units with a gun face it and fire.</summary>
        private void Fire(Unit unit)
        {
            Group group = unit.Group;
            Vector2 aim = Direction(targetPlace - unit.Position);
            if (aim.x == 0f && aim.y == 0f) return;
            unit.H = aim;
            unit.Heading = Mathf.Atan2(aim.y, aim.x);
            if (unit.Reload > 0f) return;
            RandomStream random = new RandomStream(6, unit.Id, Ticks);
            Bullets.Add(new Bullet
            {
                Position = unit.Position + aim * (0.5f * unit.Length),
                Velocity = Turned(aim, group.Scatter * (2f * random.Next() - 1f)) * group.BulletSpeed,
                Left = group.FireRange * unit.Length / group.BulletSpeed,
            });
            unit.Reload = group.Reload * (0.75f + 0.5f * random.Next());
        }

        /// <summary>The first monster that a bullet meets on this tick.</summary>
        private Unit HitBy(Bullet bullet)
        {
            Vector2 step = bullet.Velocity * Dt;
            return Units.Find(unit =>
            {
                if (unit.Group.Role != "monster" || unit.Hit) return false;
                // Where it was when the tick began, as all that steers sees it.
                Vector2 d = unit.Position - unit.Velocity * Dt - bullet.Position;
                float along = Mathf.Clamp(Dot(d, step) / step.sqrMagnitude, 0f, 1f);
                return (d - step * along).magnitude <= HitRadius * unit.Length;
            });
        }

        /// <summary>Bullets fly straight. A monster that is hit starts again where monsters start.</summary>
        private void Fight()
        {
            foreach (Unit unit in Units)
            {
                unit.Hit = false;
                unit.Reload = Mathf.Max(unit.Reload - Dt, 0f);
                if (isTargetSet && unit.Group.BulletSpeed > 0f) Fire(unit);
            }
            Bullets.RemoveAll(bullet =>
            {
                Unit monster = HitBy(bullet);
                if (monster != null)
                {
                    monster.Hit = true;
                    Placed place = DrawAgain(monster, Ticks);
                    Place(monster, place.Position, place.Heading);
                    monster.Goal = null;
                }
                bullet.Position += bullet.Velocity * Dt;
                bullet.Left -= Dt;
                Vector2 at = bullet.Position;
                bool inside = at.x >= 0f && at.x <= Width && at.y >= 0f && at.y <= Height;
                return monster != null || bullet.Left <= 0f || !inside;
            });
        }
    }
}
