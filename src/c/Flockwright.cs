// Flockwright's core in C#: a thin binding of the C library (flockwright.h), for Unity, Godot, MonoGame or any
// program. Put the library beside the program or, in Unity, into Assets/Plugins.
//
//     using var flock = new Flock("v=8&scene=flock-limited&seed=7");
//     flock.Step();                                  // moves all units by 1/60 s; or, for your own bodies:
//     flock.X[k] = ...; flock.Heading[k] = ...;      // write their positions and headings,
//     flock.Steer();                                 // and read the force on each of them
//     body.AddForce(flock.ForceX[k], flock.ForceY[k]); body.AddTorque(flock.Torque[k]);
//
// Positions are in world units (u): x to the right, y downward. Headings are in radians: 0 points right, clockwise.
// The spans point into the core's memory: read the property again after units were added or removed or a parameter was
// set. Step, Steer, Move and the spans allocate nothing.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Flockwright
{
    /// <summary>Refused call of the core: its status, and one sentence as the message.</summary>
    public sealed class FlockwrightException : Exception
    {
        public FlockwrightException(Status status, string message) : base(message) { Status = status; }
        public Status Status { get; }
    }

    /// <summary>Result of a call; flockwright.h says what each value means.</summary>
    public enum Status { Ok, Null, Text, Link, Unknown, Value, Gone, Full, NotFinite, Broken }

    /// <summary>Point (u) or velocity (u/s): x to the right, y downward.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        public float X, Y;
        public Point(float x, float y) { X = x; Y = y; }
    }

    /// <summary>Round obstacle, lengths in u.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Disc
    {
        public Point Center;
        public float Radius;
    }

    /// <summary>Straight wall with rounded ends, lengths in u; Radius is half of its thickness.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Segment
    {
        public Point From, To;
        public float Radius;
    }

    /// <summary>Position (u), velocity (u/s), heading (rad) and rate of turn (rad/s) of a unit.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Unit
    {
        public Point Place, Velocity;
        public float Heading, Omega;
    }

    /// <summary>Kind of an event; flockwright.h says what each value means.</summary>
    public enum EventKind { Born, Removed, Caught, Arrived }

    /// <summary>Event of a unit, by its handle; if it was caught, Group and Hunter (a handle) are who caught it, else 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FlockEvent
    {
        public EventKind Kind;
        public uint Unit;
        UIntPtr group;
        public uint Hunter;
        public int Group { get { return (int)group; } }
    }

    /// <summary>World: a run with its units. Use it from one thread at a time; two worlds share nothing.</summary>
    public sealed unsafe class Flock : IDisposable
    {
        [StructLayout(LayoutKind.Sequential)]
        struct Units
        {
            public UIntPtr Count;
            public float* X, Y, Vx, Vy, Heading, Omega, Length;
            public uint* Unit;
            public float* ForceX, ForceY, Torque, Brake;
        }

        [StructLayout(LayoutKind.Sequential)]
        struct Between
        {
            public UIntPtr Count;
            public float* X, Y, Hx, Hy;
        }

        static class Core
        {
            const string Library = "flockwright";
            [DllImport(Library)] public static extern IntPtr fw_message();
            [DllImport(Library)] public static extern Status fw_open(byte[] link, [MarshalAs(UnmanagedType.I1)] bool strict, out IntPtr flock);
            [DllImport(Library)] public static extern void fw_free(IntPtr flock);
            [DllImport(Library)] public static extern Status fw_restart(IntPtr flock, uint seed);
            [DllImport(Library)] public static extern Status fw_step(IntPtr flock, uint ticks);
            [DllImport(Library)] public static extern Status fw_steer(IntPtr flock);
            [DllImport(Library)] public static extern Status fw_move(IntPtr flock);
            [DllImport(Library)] public static extern Status fw_units(IntPtr flock, out Units units);
            [DllImport(Library)] public static extern Status fw_group(IntPtr flock, byte[] key, out UIntPtr group);
            [DllImport(Library)] public static extern Status fw_members(IntPtr flock, UIntPtr group, out UIntPtr first, out UIntPtr count);
            [DllImport(Library)] public static extern Status fw_start_velocity(IntPtr flock, UIntPtr group, float heading, out Point velocity);
            [DllImport(Library)] public static extern Status fw_add(IntPtr flock, UIntPtr group, Unit body, out uint unit);
            [DllImport(Library)] public static extern Status fw_remove(IntPtr flock, uint unit);
            [DllImport(Library)] public static extern Status fw_index(IntPtr flock, uint unit, out UIntPtr index);
            [DllImport(Library)] public static extern Status fw_get(IntPtr flock, byte[] key, out float value);
            [DllImport(Library)] public static extern Status fw_set(IntPtr flock, byte[] key, float value);
            [DllImport(Library)] public static extern Status fw_set_text(IntPtr flock, byte[] key, byte[] value);
            [DllImport(Library)] public static extern Status fw_target(IntPtr flock, UIntPtr group, Point at, Point velocity);
            [DllImport(Library)] public static extern Status fw_target_unit(IntPtr flock, UIntPtr group, uint unit);
            [DllImport(Library)] public static extern Status fw_target_group(IntPtr flock, UIntPtr group, UIntPtr other);
            [DllImport(Library)] public static extern Status fw_rule(IntPtr flock, UIntPtr group, byte[] rule);
            [DllImport(Library)] public static extern Status fw_no_target(IntPtr flock, UIntPtr group);
            [DllImport(Library)] public static extern Status fw_unit_speed(IntPtr flock, uint unit, float maxSpeed);
            [DllImport(Library)] public static extern Status fw_unit_target(IntPtr flock, uint unit, Point at, Point velocity);
            [DllImport(Library)] public static extern Status fw_unit_target_unit(IntPtr flock, uint unit, uint other);
            [DllImport(Library)] public static extern Status fw_unit_target_group(IntPtr flock, uint unit, UIntPtr group);
            [DllImport(Library)] public static extern Status fw_site(IntPtr flock, byte[] name, Point at);
            [DllImport(Library)] public static extern Status fw_no_site(IntPtr flock, byte[] name);
            [DllImport(Library)] public static extern Status fw_unit_reset(IntPtr flock, uint unit);
            [DllImport(Library)] public static extern Status fw_hold(IntPtr flock, Point at);
            [DllImport(Library)] public static extern Status fw_release(IntPtr flock);
            [DllImport(Library)] public static extern Status fw_obstacles(IntPtr flock, Disc[] discs, UIntPtr count);
            [DllImport(Library)] public static extern Status fw_walls(IntPtr flock, Segment[] walls, UIntPtr count);
            [DllImport(Library)] public static extern Status fw_walls_from_tiles(IntPtr flock, UIntPtr columns, byte[] tiles, UIntPtr count, float side, out IntPtr walls, out UIntPtr wallCount);
            [DllImport(Library)] public static extern Status fw_path(IntPtr flock, UIntPtr group, Point[] nodes, UIntPtr count);
            [DllImport(Library)] public static extern Status fw_snapshot(IntPtr flock, out IntPtr bytes, out UIntPtr size);
            [DllImport(Library)] public static extern Status fw_restore(IntPtr flock, byte[] bytes, UIntPtr size);
            [DllImport(Library)] public static extern Status fw_events(IntPtr flock, out IntPtr events, out UIntPtr count);
            [DllImport(Library)] public static extern Status fw_near(IntPtr flock, Point at, float radius, out IntPtr units, out UIntPtr count);
            [DllImport(Library)] public static extern Status fw_shown(IntPtr flock, float share, out Between shown);
            [DllImport(Library)] public static extern Status fw_ticks(IntPtr flock, out ulong ticks);
            [DllImport(Library)] public static extern Status fw_hash(IntPtr flock, out ulong hash);
        }

        IntPtr flock;

        /// <summary>Opens a link of the playground, or its part after the question mark.</summary>
        /// <exception cref="FlockwrightException">Part of the link is invalid, and strict is set.</exception>
        public Flock(string link, bool strict = true) { Check(Core.fw_open(Utf8("link", link), strict, out flock)); }

        public void Dispose()
        {
            Core.fw_free(flock);
            flock = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }

        ~Flock() { Core.fw_free(flock); }

        /// <summary>Runs this many ticks of 1/60 s.</summary>
        public void Step(uint ticks = 1) { Check(Core.fw_step(flock, ticks)); }

        /// <summary>Computes the steering of all units from the positions and motions in the spans; moves no unit.</summary>
        public void Steer() { Check(Core.fw_steer(flock)); }

        /// <summary>Moves all units by their steering: Steer and Move together are one Step.</summary>
        public void Move() { Check(Core.fw_move(flock)); }

        /// <summary>Restarts the world at tick 0 with a seed.</summary>
        public void Restart(uint seed) { Check(Core.fw_restart(flock, seed)); }

        public ulong Ticks { get { Check(Core.fw_ticks(flock, out var ticks)); return ticks; } }

        /// <summary>Hash of the whole state of the world, equal for equal runs on every machine.</summary>
        public ulong Hash { get { Check(Core.fw_hash(flock, out var hash)); return hash; } }

        public int Count { get { return (int)Read().Count; } }

        /// <summary>Positions to the right, u. The spans up to Omega can be written before Steer.</summary>
        public Span<float> X { get { var all = Read(); return Row(all.X, all); } }
        public Span<float> Y { get { var all = Read(); return Row(all.Y, all); } }
        public Span<float> Vx { get { var all = Read(); return Row(all.Vx, all); } }
        public Span<float> Vy { get { var all = Read(); return Row(all.Vy, all); } }
        public Span<float> Heading { get { var all = Read(); return Row(all.Heading, all); } }
        public Span<float> Omega { get { var all = Read(); return Row(all.Omega, all); } }
        public ReadOnlySpan<float> Length { get { var all = Read(); return Row(all.Length, all); } }

        /// <summary>Handle of each unit, which never changes.</summary>
        public ReadOnlySpan<uint> Handles { get { var all = Read(); return new ReadOnlySpan<uint>(all.Unit, (int)all.Count); } }

        /// <summary>Force on each unit's center after Steer: its limited steering plus the propeller's thrust.</summary>
        public ReadOnlySpan<float> ForceX { get { var all = Read(); return Row(all.ForceX, all); } }
        public ReadOnlySpan<float> ForceY { get { var all = Read(); return Row(all.ForceY, all); } }

        /// <summary>Torque of the jets at the bow of a rigid body after Steer, clockwise; 0 for other bodies.</summary>
        public ReadOnlySpan<float> Torque { get { var all = Read(); return Row(all.Torque, all); } }

        /// <summary>Factor by which Move multiplies the velocity after Steer; 1 means no braking.</summary>
        public ReadOnlySpan<float> Brake { get { var all = Read(); return Row(all.Brake, all); } }

        /// <summary>Index of a group, by its key in links.</summary>
        public int Group(string key) { Check(Core.fw_group(flock, Utf8("key", key), out var group)); return (int)group; }

        /// <summary>Range of a group's units in the spans: count units from index first on.</summary>
        public void Members(int group, out int first, out int count)
        {
            Check(Core.fw_members(flock, IndexOf("group", group), out var from, out var many));
            first = (int)from;
            count = (int)many;
        }

        /// <summary>Adds a unit to a group, by its index, with the starting speed of the group; returns the unit's handle.</summary>
        public uint Add(int group, Point place, float heading)
        {
            Check(Core.fw_start_velocity(flock, IndexOf("group", group), heading, out var velocity));
            return Add(group, new Unit { Place = place, Velocity = velocity, Heading = heading });
        }

        public uint Add(int group, Unit body) { Check(Core.fw_add(flock, IndexOf("group", group), body, out var unit)); return unit; }

        public void Remove(uint unit) { Check(Core.fw_remove(flock, unit)); }

        /// <summary>Current index of a unit, by its handle, in the spans.</summary>
        public int Index(uint unit) { Check(Core.fw_index(flock, unit, out var index)); return (int)index; }

        /// <summary>Value of a parameter by its key in links: "cohesion", or "hawks.thrust" for the group "hawks".</summary>
        public float this[string key]
        {
            get { Check(Core.fw_get(flock, Utf8("key", key), out var value)); return value; }
            set { Check(Core.fw_set(flock, Utf8("key", key), value)); }
        }

        /// <summary>Sets a parameter, by its key, to a value in the notation of links: "narrow", "on".</summary>
        public void Set(string key, string value) { Check(Core.fw_set_text(flock, Utf8("key", key), Utf8("value", value))); }

        /// <summary>
        /// Adds a rule to a group after its other behaviors, or replaces the group's rule of the same key. rule: text of a written
        /// rule, such as "rule drift\nsteer 0.5", or key of a recipe, such as "hide". If the text is invalid, the exception names
        /// the error and its line, and nothing changes.
        /// </summary>
        public void Rule(int group, string rule) { Check(Core.fw_rule(flock, IndexOf("group", group), Utf8("rule", rule))); }

        /// <summary>Gives a group a moving point (u, u/s) to hunt, seek or flee instead of its own goals.</summary>
        public void Target(int group, Point at, Point velocity = default(Point)) { Check(Core.fw_target(flock, IndexOf("group", group), at, velocity)); }

        /// <summary>Sets a unit as the target of a group. The group loses its target when the unit is removed.</summary>
        public void TargetUnit(int group, uint unit) { Check(Core.fw_target_unit(flock, IndexOf("group", group), unit)); }

        /// <summary>Gives a group another group as its target: always the unit nearest to its own first unit.</summary>
        public void TargetGroup(int group, int other) { Check(Core.fw_target_group(flock, IndexOf("group", group), IndexOf("other", other))); }

        public void NoTarget(int group) { Check(Core.fw_no_target(flock, IndexOf("group", group))); }

        /// <summary>Sets the top speed of a single unit, 0 to 400 u/s, until the unit is removed or the run restarts.</summary>
        public void UnitSpeed(uint unit, float maxSpeed) { Check(Core.fw_unit_speed(flock, unit, maxSpeed)); }

        /// <summary>Gives a single unit a moving point (u, u/s) as its target instead of the target of its group.</summary>
        public void UnitTarget(uint unit, Point at, Point velocity = default(Point)) { Check(Core.fw_unit_target(flock, unit, at, velocity)); }

        /// <summary>Sets another unit as the target of a single unit.</summary>
        public void UnitTargetUnit(uint unit, uint other) { Check(Core.fw_unit_target_unit(flock, unit, other)); }

        /// <summary>Sets the nearest unit of a group as the target of a single unit.</summary>
        public void UnitTargetGroup(uint unit, int group) { Check(Core.fw_unit_target_group(flock, unit, IndexOf("group", group))); }

        /// <summary>Removes the top speed and the target of a single unit: those of its group count again.</summary>
        public void UnitReset(uint unit) { Check(Core.fw_unit_reset(flock, unit)); }

        /// <summary>Holds the pointer at a position, u, for the groups that respond to the pointer.</summary>
        public void Hold(Point at) { Check(Core.fw_hold(flock, at)); }

        public void Release() { Check(Core.fw_release(flock)); }

        /// <summary>Adds a site (a named place, a goal of groups) at a point, u, or moves the site that has this name.</summary>
        public void Site(string name, Point at) { Check(Core.fw_site(flock, Utf8("name", name), at)); }

        public void NoSite(string name) { Check(Core.fw_no_site(flock, Utf8("name", name))); }

        public void Obstacles(Disc[] discs) { Check(Core.fw_obstacles(flock, discs, LengthOf("discs", discs))); }

        public void Walls(Segment[] walls) { Check(Core.fw_walls(flock, walls, LengthOf("walls", walls))); }

        /// <summary>
        /// Walls that cover the blocked tiles of a map, for Walls: neighbors in a row or a column are one long wall. Tiles lie in
        /// rows of the given number of columns from the upper left; all but 0 are blocked. side: length of a tile's side, u.
        /// </summary>
        public Segment[] WallsFromTiles(int columns, byte[] tiles, float side)
        {
            Check(Core.fw_walls_from_tiles(flock, IndexOf("columns", columns), tiles, LengthOf("tiles", tiles), side, out var walls, out var count));
            return new ReadOnlySpan<Segment>((void*)walls, (int)count).ToArray();
        }

        /// <summary>Replaces the path of a group, nodes in u.</summary>
        public void Path(int group, Point[] nodes) { Check(Core.fw_path(flock, IndexOf("group", group), nodes, LengthOf("nodes", nodes))); }

        /// <summary>State of the world at this tick as bytes, for Restore.</summary>
        public byte[] Snapshot()
        {
            Check(Core.fw_snapshot(flock, out var at, out var size));
            var bytes = new byte[(int)size];
            Marshal.Copy(at, bytes, 0, bytes.Length);
            return bytes;
        }

        /// <summary>Restores the state of a snapshot of this scene bit by bit, on any machine.</summary>
        public void Restore(byte[] snapshot) { Check(Core.fw_restore(flock, snapshot, LengthOf("snapshot", snapshot))); }

        /// <summary>Events since the last call; the first call begins to collect events and returns none.</summary>
        public ReadOnlySpan<FlockEvent> Events
        {
            get { Check(Core.fw_events(flock, out var at, out var count)); return new ReadOnlySpan<FlockEvent>((void*)at, (int)count); }
        }

        /// <summary>Handles of the units within a distance (u) of a point, the nearest first; valid until the next call.</summary>
        public ReadOnlySpan<uint> Near(Point at, float radius)
        {
            Check(Core.fw_near(flock, at, radius, out var units, out var count));
            return new ReadOnlySpan<uint>((void*)units, (int)count);
        }

        /// <summary>States of the units between the last two ticks: share 0 is the earlier tick, 1 the later; works from the second call on.</summary>
        public void Shown(float share, out ReadOnlySpan<float> x, out ReadOnlySpan<float> y, out ReadOnlySpan<float> hx, out ReadOnlySpan<float> hy)
        {
            Check(Core.fw_shown(flock, share, out var all));
            var count = (int)all.Count;
            x = new ReadOnlySpan<float>(all.X, count);
            y = new ReadOnlySpan<float>(all.Y, count);
            hx = new ReadOnlySpan<float>(all.Hx, count);
            hy = new ReadOnlySpan<float>(all.Hy, count);
        }

        Units Read() { Check(Core.fw_units(flock, out var units)); return units; }

        static Span<float> Row(float* at, Units all) { return at == null ? default(Span<float>) : new Span<float>(at, (int)all.Count); }

        static byte[] Utf8(string name, string text)
        {
            if (text == null) throw new FlockwrightException(Status.Null, name + " is null.");
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        static UIntPtr LengthOf(string name, Array array)
        {
            if (array == null) throw new FlockwrightException(Status.Null, name + " is null.");
            return (UIntPtr)array.Length;
        }

        static UIntPtr IndexOf(string name, int index)
        {
            if (index < 0) throw new FlockwrightException(Status.Value, name + " is to be at least 0, not " + index + ".");
            return (UIntPtr)index;
        }

        static void Check(Status status)
        {
            if (status == Status.Ok) return;
            var at = (byte*)Core.fw_message();
            var length = 0;
            while (at[length] != 0) length++;
            throw new FlockwrightException(status, Encoding.UTF8.GetString(at, length));
        }
    }
}
