using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>Seconds per tick. All numbers were tuned at this step: keep it.</summary>
        public const float Dt = 1f / 60f;

        /// <summary>How fast the measured velocity of a target follows its motion: share per tick.</summary>
        private const float Smoothing = 0.2f;

        /// <summary>At most this much time is made up for at once, in seconds.</summary>
        private const float MostOwed = 0.25f;

        /// <summary>The groups, this flock's own, to be tuned while it runs: no other flock of the same asset changes.</summary>
        public readonly Group[] Groups;

        /// <summary>All units, in the order of their groups.</summary>
        public readonly List<Unit> Units = new List<Unit>();

        /// <summary>Those that others take notice of: all but player and prey.</summary>
        private readonly List<Unit> crowd = new List<Unit>();

        /// <summary>The keys that fly the player's craft.</summary>
        public bool Port, Starboard, Faster, Slower;

        /// <summary>Ticks since the start.</summary>
        public int Ticks { get; private set; }

        /// <summary>The groups that it was made of.</summary>
        private readonly Group[] source;

        private readonly List<Pair> found = new List<Pair>();

        private List<Unit>[] grid;

        private int gridColumns, gridRows;

        private bool isTargetSet;

        private Vector2 targetPlace, targetVelocity, targetBefore;

        private float owed;

        private int nextId;

        /// <summary>Something that moves and can be hunted or headed for.</summary>
        public sealed class Target
        {
            public Vector2 Position;
            public Vector2 Velocity;
        }

        /// <summary>A unit that a search has found, and the offset to it.</summary>
        public struct Pair
        {
            public Unit Other;
            public Vector2 D;
        }

        /// <summary>Where units start: a disk, a rectangle, or (neither) the edges of the world.</summary>
        public sealed class Start
        {
            public float X, Y, Radius = -1f, Width = -1f, Height = -1f, Heading, Spread;
            /// <summary>Of a formed flock: where it lies, radians, its shape in half lengths, and whether units lean.</summary>
            public float Along, Breadth, Taper, Bend, Loose, Lean;
            /// <summary>u/s; below 0, as its kind starts.</summary>
            public float Speed = -1f;
            public bool Standing;
        }

        /// <summary>Where one unit starts; the heading in radians, clockwise.</summary>
        public struct Placed
        {
            public Vector2 Position;
            public float Heading, Pace;
        }

        /// <summary>A control step; it ends after a turn in degrees or, without one, a way in u.</summary>
        public sealed class Step
        {
            public float Rudder, Turn, Way;
        }

        /// <summary>How far along its path a unit is: the node that it heads for, and whether it has come to the end for good.</summary>
        public struct Way
        {
            public int Node;
            public bool Back, Done;
        }

        /// <summary>One unit: position and velocity in u and u/s, y down, heading in radians, clockwise.</summary>
        public sealed class Unit
        {
            public int Id;
            public Group Group;
            public float Length;
            public Vector2 Position, Velocity;
            public float Heading;
            /// <summary>The heading as a unit vector.</summary>
            public Vector2 H = new Vector2(1f, 0f);
            /// <summary>Rate of turn, radians per second.</summary>
            public float Omega;
            /// <summary>How its top speed differs from its group's: -1 to 1, times the pace spread.</summary>
            public float Pace;
            /// <summary>Nobody is in its narrow view.</summary>
            public bool Leader;
            /// <summary>The steering of this tick: force, forward thrust, a factor on the velocity.</summary>
            public Vector2 Force;
            public float Thrust, Brake = 1f, TakenBack;
            /// <summary>The angle by which chance turns it.</summary>
            public float Swerve;
            /// <summary>What it has in mind, what it sees, and what its behaviors remember.</summary>
            public Target Goal;
            public readonly Dictionary<string, Vector2> Memory = new Dictionary<string, Vector2>();
            public List<Sighting> InSight;
            public int InSightAt;
            public float Throttle;
            public readonly Dictionary<string, Way> Ways = new Dictionary<string, Way>();
            public int TrackStep;
            public bool Tracked;
            public float TrackHeading, TrackCourse, TrackTurn;
            public Vector2 TrackWay;
        }

        /// <summary>The flock at its start.</summary>
        public Flock(Group[] groups)
        {
            source = groups;
            Groups = Array.ConvertAll(groups, group => group.Copy());
            Wire(Groups);
            for (int index = 0; index < Groups.Length; index++)
            {
                Group group = Groups[index];
                group.SetUp(group);
                foreach (Placed place in group.Places ?? StartPlaces(group, index))
                {
                    Add(group, place.Position, place.Heading).Pace = place.Pace;
                }
            }
        }

        /// <summary>Takes the numbers of the groups that it was made of anew, as an asset's sliders stand now.</summary>
        public void Tune()
        {
            for (int index = 0; index < Groups.Length; index++) Groups[index].TakeNumbers(source[index]);
        }

        /// <summary>Goes on by some seconds, in ticks of 1/60 s.</summary>
        public void Advance(float seconds)
        {
            owed = Mathf.Min(owed + seconds, MostOwed);
            while (owed >= Dt)
            {
                Tick();
                owed -= Dt;
            }
        }

        /// <summary>One tick: all steer by the state of the last tick, then all of them move.</summary>
        public void Tick()
        {
            foreach (Unit unit in Units)
            {
                unit.Group.SetUp(unit.Group);
                foreach (Action<Unit> look in unit.Group.Look) look(unit);
            }
            foreach (Unit unit in Units) Steer(unit);
            foreach (Unit unit in Units) Move(unit);
            foreach (Unit unit in Units)
            {
                foreach (Action<Unit> note in unit.Group.After) note(unit);
            }
            EndTick();
            FollowTarget();
            Ticks += 1;
        }

        /// <summary>What all hunt, or head for, from now on. Call it again as it moves.</summary>
        public void SetTarget(Vector2 place)
        {
            if (!isTargetSet)
            {
                targetVelocity = Vector2.zero;
                targetBefore = place;
            }
            isTargetSet = true;
            targetPlace = place;
        }

        public void ClearTarget()
        {
            isTargetSet = false;
        }

        /// <summary>
        /// Adds a unit to a group, one of those that it was made of or of its own, at the speed at which its kind starts.
        /// A place outside the world is moved to its edge.
        /// </summary>
        public Unit Add(Group to, Vector2 place, float heading = 0f)
        {
            int index = Mathf.Max(Array.IndexOf(source, to), Array.IndexOf(Groups, to));
            if (index < 0) throw new ArgumentException("This flock has no such group: give one of Groups.");
            if (float.IsNaN(place.x + place.y + heading) || float.IsInfinity(place.x + place.y + heading))
            {
                throw new ArgumentException("A unit needs a place and a heading that are finite numbers.");
            }
            Group group = Groups[index];
            Unit unit = new Unit { Id = nextId++, Group = group, Length = group.Length, Thrust = group.Cruise };
            Place(unit, place, heading);
            Units.Add(unit);
            if (TakesNotice(group)) crowd.Add(unit);
            return unit;
        }

        public void Remove(Unit unit)
        {
            Units.Remove(unit);
            crowd.Remove(unit);
        }

        /// <summary>Whether others take notice of the units of a group.</summary>
        private static bool TakesNotice(Group group)
        {
            return group.Role != "player" && group.Role != "prey";
        }

        /// <summary>Puts a unit somewhere, with the speed at which its kind starts.</summary>
        private void Place(Unit unit, Vector2 place, float heading)
        {
            unit.Position = new Vector2(Mathf.Clamp(place.x, 0f, Width), Mathf.Clamp(place.y, 0f, Height));
            unit.Heading = heading;
            unit.H = new Vector2(Mathf.Cos(heading), Mathf.Sin(heading));
            float speed = unit.Group.StartArea.Speed;
            unit.Velocity = unit.H * (speed >= 0f ? speed : unit.Group.StartSpeed(unit));
            unit.Omega = 0f;
        }

        /// <summary>The first unit of a role, null where there is none.</summary>
        private Unit FirstOf(string role)
        {
            foreach (Unit unit in Units)
            {
                if (unit.Group.Role == role) return unit;
            }
            return null;
        }

        private void Steer(Unit unit)
        {
            Group group = unit.Group;
            unit.Force = Vector2.zero;
            unit.Brake = 1f;
            unit.Thrust = group.Cruise;
            if (group.Swerve != null) unit.Swerve = group.Swerve(unit);
            if (group.Goal != null) unit.Goal = group.Goal(unit);
            group.Blend(unit);
            unit.Force += AtEdges(unit);
        }

        /// <summary>Measures how the target moves.</summary>
        private void FollowTarget()
        {
            if (!isTargetSet) return;
            targetVelocity += ((targetPlace - targetBefore) / Dt - targetVelocity) * Smoothing;
            targetBefore = targetPlace;
        }
    }
}
