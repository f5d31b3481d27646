using System.Collections.Generic;
using UnityEngine;

namespace NAMESPACE
{
    /// <summary>Where the world lies in a scene.</summary>
    public enum WorldPlane { XY, XZ }

    /// <summary>Moves a copy of a prefab for each unit of a flock.</summary>
    [AddComponentMenu("Flockwright/COMPONENT")]
    public sealed class COMPONENT : MonoBehaviour
    {
        [Tooltip("The numbers; without them those of the run.")]
        public FlockwrightRun Run;

        [Tooltip("What a unit looks like: a copy of it for each, heading along its own x axis in XY, along z in XZ.")]
        public Transform Prefab;

        [Tooltip("XY for 2D; XZ for units that move on the ground.")]
        public WorldPlane Plane = WorldPlane.XY;

        [Tooltip("So many units of the world are a meter.")]
        public float UnitsPerMeter = 10f;

        [Tooltip("Off: bodies of your own move. Call Flock.Steer() and push them.")]
        public bool Moves = true;

        private readonly Dictionary<Flock.Unit, Transform> bodies = new Dictionary<Flock.Unit, Transform>();
        private readonly List<Flock.Unit> gone = new List<Flock.Unit>();
        private readonly HashSet<Flock.Unit> here = new HashSet<Flock.Unit>();
        private int changes;

        public Flock Flock { get; private set; }

        /// <summary>A place or a velocity of the world, in the coordinates of this object.</summary>
        public Vector3 ToScene(Vector2 of)
        {
            float x = of.x / UnitsPerMeter, y = -of.y / UnitsPerMeter;
            return Plane == WorldPlane.XY ? new Vector3(x, y, 0f) : new Vector3(x, 0f, y);
        }

        /// <summary>The other way: of a body of your own, or where a person points.</summary>
        public Vector2 ToWorld(Vector3 of)
        {
            return new Vector2(of.x, Plane == WorldPlane.XY ? -of.y : -of.z) * UnitsPerMeter;
        }

        /// <summary>A heading of the world, which grows clockwise, as a rotation.</summary>
        public Quaternion ToScene(float heading)
        {
            float degrees = heading * Mathf.Rad2Deg;
            return Plane == WorldPlane.XY ? Quaternion.Euler(0f, 0f, -degrees) : Quaternion.Euler(0f, degrees + 90f, 0f);
        }

        private void Awake()
        {
            if (Run == null) Run = ScriptableObject.CreateInstance<FlockwrightRun>();
            changes = Run.Changes;
            Flock = new Flock(Run.Groups);
        }

        private void Update()
        {
            // Only what the inspector has changed: numbers that a game sets stay.
            if (changes != Run.Changes) Flock.Tune();
            changes = Run.Changes;
            if (Moves) Flock.Advance(Time.deltaTime);
            if (Prefab == null) return;
            foreach (Flock.Unit unit in Flock.Units)
            {
                Transform body;
                if (!bodies.TryGetValue(unit, out body)) bodies[unit] = body = Instantiate(Prefab, transform);
                float heading;
                body.localPosition = ToScene(Flock.Shown(unit, out heading));
                body.localRotation = ToScene(heading);
            }
            if (bodies.Count > Flock.Units.Count) DestroyGone();
        }

        private void DestroyGone()
        {
            here.UnionWith(Flock.Units);
            foreach (Flock.Unit unit in bodies.Keys)
            {
                if (!here.Contains(unit)) gone.Add(unit);
            }
            foreach (Flock.Unit unit in gone)
            {
                Destroy(bodies[unit].gameObject);
                bodies.Remove(unit);
            }
            here.Clear();
            gone.Clear();
        }

        /// <summary>The world, what stands in it, and each unit's view and force.</summary>
        private void OnDrawGizmosSelected()
        {
            if (Flock == null) return;
            Gizmos.matrix = transform.localToWorldMatrix;
            Vector2 corner = new Vector2(Flock.Width, Flock.Height);
            Gizmos.color = Color.gray;
            Line(new Vector2(0f, 0f), new Vector2(corner.x, 0f));
            Line(new Vector2(corner.x, 0f), corner);
            Line(corner, new Vector2(0f, corner.y));
            Line(new Vector2(0f, corner.y), new Vector2(0f, 0f));
            foreach (Flock.Obstacle one in Flock.Obstacles) Gizmos.DrawWireSphere(ToScene(one.Center), one.Radius / UnitsPerMeter);
            foreach (Flock.Wall one in Flock.Walls) Line(one.From, one.To);
            foreach (Flock.Unit unit in Flock.Units)
            {
                Gizmos.color = Color.yellow;
                Line(unit.Position, unit.Position + unit.Force * (unit.Length / Mathf.Max(unit.Group.ForceScale, 1e-6f)));
                if (unit.Group.ViewRadius == null) continue;
                Gizmos.color = Color.cyan;
                float radius = unit.Group.ViewRadius(unit.Group) * unit.Length;
                const int Rays = 24;
                for (int ray = 0; ray < Rays; ray++)
                {
                    Vector2 from = Ray(ray, Rays), to = Ray(ray + 1, Rays);
                    if (unit.Group.Sees(unit.Group, from.x, from.y) && unit.Group.Sees(unit.Group, to.x, to.y))
                    {
                        Line(unit.Position + Along(unit, from) * radius, unit.Position + Along(unit, to) * radius);
                    }
                }
            }
        }

        private static Vector2 Ray(int ray, int many)
        {
            float angle = 2f * Mathf.PI * ray / many;
            return new Vector2(Mathf.Cos(angle), Mathf.Sin(angle));
        }

        private static Vector2 Along(Flock.Unit unit, Vector2 way)
        {
            return new Vector2(unit.H.x * way.x - unit.H.y * way.y, unit.H.y * way.x + unit.H.x * way.y);
        }

        private void Line(Vector2 from, Vector2 to)
        {
            Gizmos.DrawLine(ToScene(from), ToScene(to));
        }
    }
}
