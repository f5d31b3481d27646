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

        private bool isGridDone;

        /// <summary>What a unit looks at, until it looks at something else.</summary>
        private readonly List<Sighting> looked = new List<Sighting>();

        /// <summary>What all hunt that are told nothing else.</summary>
        private Target target;

        private float owed;

        private bool steered;

        private int nextId;

        /// <summary>The round obstacles and the walls, to be replaced while it runs.</summary>
        public Obstacle[] Obstacles = (Obstacle[])StartObstacles.Clone();

        public Wall[] Walls = (Wall[])StartWalls.Clone();

        /// <summary>Something that moves and can be hunted or headed for, there or not.</summary>
        public struct Target
        {
            public bool There;
            public Vector2 Position, Velocity;
            /// <summary>Of one that is set: where it was a tick ago.</summary>
            public Vector2 Before;
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
            /// <summary>Of a ring: how far its middle is empty, by its radius.</summary>
            public float Hollow;
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
            /// <summary>
            /// What pushes it, after Steer(): at its middle, limited, with its thrust; how that turns it, clockwise; a
            /// factor on its velocity.
            /// </summary>
            public Vector2 Force;
            public float Torque, Brake = 1f;
            /// <summary>Where it was a tick ago.</summary>
            public Vector2 Before;
            public float HeadingBefore;
            /// <summary>The steering so far, the thrust, and the share of the steering that the last behavior took back.</summary>
            public Vector2 Steering;
            public float Thrust, TakenBack;
            /// <summary>The angle by which chance turns it.</summary>
            public float Swerve;
            /// <summary>What it has in mind, what it sees, and what its behaviors remember.</summary>
            public Target Goal;
            public readonly Dictionary<string, Vector2> Memory = new Dictionary<string, Vector2>();
            public readonly List<Sighting> InSight = new List<Sighting>();
            public int InSightAt = -1;
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

        /// <summary>The share of a tick that Advance() owes, from 0 to 1.</summary>
        public float Alpha
        {
            get { return owed / Dt; }
        }

        /// <summary>Where to draw a unit between its last two ticks, so that it moves smoothly at every rate of frames.</summary>
        public Vector2 Shown(Unit unit, out float heading)
        {
            Vector2 way = unit.Position - unit.Before;
            // Who has crossed an edge is drawn where it is.
            bool crossed = Mathf.Abs(way.x) > 0.5f * Width || Mathf.Abs(way.y) > 0.5f * Height;
            float left = crossed ? 0f : 1f - Alpha;
            heading = unit.Heading - WrapAngle(unit.Heading - unit.HeadingBefore) * left;
            return unit.Position - way * left;
        }

        /// <summary>One tick: all steer by the state of the last tick, then all of them move.</summary>
        public void Tick()
        {
            Steer();
            Move();
        }

        /// <summary>
        /// The force alone, for bodies that a game moves: all look around and steer, and nobody moves. Before it, write where
        /// the bodies are into Position, Velocity, Heading and Omega; after it, push each with its unit's Force, Torque and
        /// Brake. What units remember, and time, go on by 1/60 s with each call.
        /// </summary>
        public void Steer()
        {
            EndTick();
            ForgetPlaces();
            foreach (Group group in Groups) group.SetUp(group);
            foreach (Unit unit in Units) TakeIn(unit);
            foreach (Unit unit in Units)
            {
                foreach (Action<Unit> look in unit.Group.Look) look(unit);
            }
            foreach (Unit unit in Units) SteerUnit(unit);
            steered = true;
        }

        /// <summary>The other half of a tick: moves all as they were steered.</summary>
        public void Move()
        {
            if (!steered) Steer();
            foreach (Unit unit in Units)
            {
                unit.Before = unit.Position;
                unit.HeadingBefore = unit.Heading;
                MoveUnit(unit);
            }
            EndTick();
        }

        /// <summary>
        /// What all hunt, or head for, from now on; with a group, what that one hunts, heads for or runs from, whatever the
        /// others do. Call it again as it moves.
        /// </summary>
        public void SetTarget(Vector2 place, Group group = null)
        {
            if (group == null) target = Held(target, place);
            else Own(group).Target = Held(Own(group).Target, place);
        }

        public void ClearTarget(Group group = null)
        {
            if (group == null) target = new Target();
            else Own(group).Target = new Target();
        }

        private static Target Held(Target target, Vector2 place)
        {
            if (!target.There) target.Before = place;
            target.There = true;
            target.Position = place;
            return target;
        }

        /// <summary>This flock's copy of a group.</summary>
        private Group Own(Group group)
        {
            int index = Mathf.Max(Array.IndexOf(source, group), Array.IndexOf(Groups, group));
            if (index < 0) throw new ArgumentException("This flock has no such group: give one of Groups.");
            return Groups[index];
        }

        /// <summary>
        /// Adds a unit to a group, one of those that it was made of or of its own, at the speed at which its kind starts.
        /// A place outside the world is moved to its edge.
        /// </summary>
        public Unit Add(Group to, Vector2 place, float heading = 0f)
        {
            Group group = Own(to);
            if (float.IsNaN(place.x + place.y + heading) || float.IsInfinity(place.x + place.y + heading))
            {
                throw new ArgumentException("A unit needs a place and a heading that are finite numbers.");
            }
            Unit unit = new Unit { Id = nextId++, Group = group, Length = group.Length, Thrust = group.Cruise };
            Place(unit, place, heading);
            Units.Add(unit);
            if (TakesNotice(group)) crowd.Add(unit);
            ForgetPlaces();
            return unit;
        }

        public void Remove(Unit unit)
        {
            Units.Remove(unit);
            crowd.Remove(unit);
            ForgetPlaces();
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
            unit.Before = unit.Position;
            unit.HeadingBefore = heading;
        }

        /// <summary>What was written of a unit holds from now on: headings may be any angle, and places lie in the world.</summary>
        private static void TakeIn(Unit unit)
        {
            float sum = unit.Position.x + unit.Position.y + unit.Velocity.x + unit.Velocity.y + unit.Heading + unit.Omega;
            if (float.IsNaN(sum) || float.IsInfinity(sum))
            {
                throw new ArithmeticException("A number of unit " + unit.Id + " is not finite.");
            }
            unit.Position = new Vector2(Inside(unit.Position.x, Width), Inside(unit.Position.y, Height));
            unit.Heading = WrapAngle(unit.Heading);
            unit.H = new Vector2(Mathf.Cos(unit.Heading), Mathf.Sin(unit.Heading));
        }

        private static float Inside(float place, float extent)
        {
            float inside = SeeAcross ? place - extent * Mathf.Floor(place / extent) : place;
            return Mathf.Clamp(inside, 0f, extent);
        }

        /// <summary>The first unit of a role, null where there is none.</summary>
        private Unit FirstOf(string role)
        {
            bool has = false;
            foreach (Group group in Groups) has = has || group.Role == role;
            if (!has) return null;
            foreach (Unit unit in Units)
            {
                if (unit.Group.Role == role) return unit;
            }
            return null;
        }

        private void SteerUnit(Unit unit)
        {
            Group group = unit.Group;
            unit.Steering = Vector2.zero;
            unit.Brake = 1f;
            unit.Thrust = group.Cruise;
            if (group.Swerve != null) unit.Swerve = group.Swerve(unit);
            if (group.Target.There) unit.Goal = group.Target;
            else unit.Goal = group.Goal == null ? new Target() : group.Goal(unit);
            group.Blend(unit);
            unit.Steering += AtEdges(unit);
            group.Push(unit);
        }

        /// <summary>Takes note of a tick, whoever has moved the units.</summary>
        private void EndTick()
        {
            if (!steered) return;
            steered = false;
            foreach (Unit unit in Units)
            {
                foreach (Action<Unit> note in unit.Group.After) note(unit);
            }
            AfterTick();
            target = Followed(target);
            foreach (Group group in Groups) group.Target = Followed(group.Target);
            Ticks += 1;
            ForgetPlaces();
        }

        /// <summary>Measures how a target moves.</summary>
        private static Target Followed(Target target)
        {
            target.Velocity += ((target.Position - target.Before) / Dt - target.Velocity) * Smoothing;
            target.Before = target.Position;
            return target;
        }
    }
}
