// Flockwright's core in C#: a thin binding of the C library (flockwright.h), for Unity, Godot, MonoGame or any
// program. Put the library beside the program or, in Unity, into Assets/Plugins.
//
//     using var flock = new Flock("v=8&scene=flock-limited&seed=7");
//     flock.Step();                                  // moves all by 1/60 s; or, for bodies of your own:
//     flock.X[k] = ...; flock.Heading[k] = ...;      // write where they are,
//     flock.Steer();                                 // and read what each is to be pushed with
//     body.AddForce(flock.ForceX[k], flock.ForceY[k]); body.AddTorque(flock.Torque[k]);
//
// Places are in world units, to the right and down; headings in radians, 0 to the right, clockwise. The spans lie in
// the core's memory: ask for them again after units have come or gone or parameters were set. Nothing is allocated
// by Step, Steer, Move or a span.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Flockwright
{
    /// <summary>What the core says when something cannot be done.</summary>
    public sealed class FlockwrightException : Exception
    {
        public FlockwrightException(Status status, string message) : base(message) { Status = status; }
        public Status Status { get; }
    }

    /// <summary>How a call went; see flockwright.h.</summary>
    public enum Status { Ok, Null, Text, Link, Unknown, Value, Gone, Full, NotFinite, Broken }

    /// <summary>A point of the world, u.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        public float X, Y;
        public Point(float x, float y) { X = x; Y = y; }
    }

    /// <summary>A round obstacle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Disc
    {
        public Point Center;
        public float Radius;
    }

    /// <summary>A wall; Radius is half its thickness.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Segment
    {
        public Point From, To;
        public float Radius;
    }

    /// <summary>A unit's body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Unit
    {
        public Point Place, Velocity;
        public float Heading, Omega;
    }

    /// <summary>What has happened to a unit; see flockwright.h.</summary>
    public enum EventKind { Born, Removed, Caught, Arrived }

    /// <summary>Something that has happened to a unit, by its handle; Group has caught it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FlockEvent
    {
        public EventKind Kind;
        public uint Unit;
        UIntPtr group;
        public int Group { get { return (int)group; } }
    }

    /// <summary>A world that runs. One thread at a time; two of them share nothing.</summary>
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
            [DllImport(Library)] public static extern Status fw_hold(IntPtr flock, Point at);
            [DllImport(Library)] public static extern Status fw_release(IntPtr flock);
            [DllImport(Library)] public static extern Status fw_obstacles(IntPtr flock, Disc[] discs, UIntPtr count);
            [DllImport(Library)] public static extern Status fw_walls(IntPtr flock, Segment[] walls, UIntPtr count);
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

        /// <summary>Opens a link of the playground, or the part of it behind the question mark.</summary>
        /// <exception cref="FlockwrightException">Something in it makes no sense, and strict is asked for.</exception>
        public Flock(string link, bool strict = true) { Check(Core.fw_open(Utf8("link", link), strict, out flock)); }

        public void Dispose()
        {
            Core.fw_free(flock);
            flock = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }

        ~Flock() { Core.fw_free(flock); }

        /// <summary>Moves all by ticks of 1/60 s.</summary>
        public void Step(uint ticks = 1) { Check(Core.fw_step(flock, ticks)); }

        /// <summary>The force alone: takes over what was written into the spans, perceives, steers, moves no unit.</summary>
        public void Steer() { Check(Core.fw_steer(flock)); }

        /// <summary>Moves all as they were steered: Steer and Move are Step.</summary>
        public void Move() { Check(Core.fw_move(flock)); }

        /// <summary>Back to tick 0 with a seed.</summary>
        public void Restart(uint seed) { Check(Core.fw_restart(flock, seed)); }

        public ulong Ticks { get { Check(Core.fw_ticks(flock, out var ticks)); return ticks; } }

        /// <summary>64 bits of the whole state: equal for equal runs, everywhere.</summary>
        public ulong Hash { get { Check(Core.fw_hash(flock, out var hash)); return hash; } }

        public int Count { get { return (int)Read().Count; } }

        /// <summary>Places, u: may be written before Steer, as velocities, headings and rates of turn.</summary>
        public Span<float> X { get { var all = Read(); return Row(all.X, all); } }
        public Span<float> Y { get { var all = Read(); return Row(all.Y, all); } }
        public Span<float> Vx { get { var all = Read(); return Row(all.Vx, all); } }
        public Span<float> Vy { get { var all = Read(); return Row(all.Vy, all); } }
        public Span<float> Heading { get { var all = Read(); return Row(all.Heading, all); } }
        public Span<float> Omega { get { var all = Read(); return Row(all.Omega, all); } }
        public ReadOnlySpan<float> Length { get { var all = Read(); return Row(all.Length, all); } }

        /// <summary>The handle of each unit, which stays its own as others come and go.</summary>
        public ReadOnlySpan<uint> Handles { get { var all = Read(); return new ReadOnlySpan<uint>(all.Unit, (int)all.Count); } }

        /// <summary>After Steer: limited forces at the middle, with the propeller's thrust.</summary>
        public ReadOnlySpan<float> ForceX { get { var all = Read(); return Row(all.ForceX, all); } }
        public ReadOnlySpan<float> ForceY { get { var all = Read(); return Row(all.ForceY, all); } }

        /// <summary>After Steer: how the jets at the bow of a rigid body turn it, clockwise.</summary>
        public ReadOnlySpan<float> Torque { get { var all = Read(); return Row(all.Torque, all); } }

        /// <summary>After Steer: factors on the velocity; 1 where nothing brakes.</summary>
        public ReadOnlySpan<float> Brake { get { var all = Read(); return Row(all.Brake, all); } }

        /// <summary>The index of a group, by its key.</summary>
        public int Group(string key) { Check(Core.fw_group(flock, Utf8("key", key), out var group)); return (int)group; }

        /// <summary>Where the units of a group begin in the spans, and how many they are.</summary>
        public void Members(int group, out int first, out int count)
        {
            Check(Core.fw_members(flock, IndexOf("group", group), out var from, out var many));
            first = (int)from;
            count = (int)many;
        }

        /// <summary>Adds a unit at the speed with which its group starts, and returns its handle.</summary>
        public uint Add(int group, Point place, float heading)
        {
            Check(Core.fw_start_velocity(flock, IndexOf("group", group), heading, out var velocity));
            return Add(group, new Unit { Place = place, Velocity = velocity, Heading = heading });
        }

        public uint Add(int group, Unit body) { Check(Core.fw_add(flock, IndexOf("group", group), body, out var unit)); return unit; }

        public void Remove(uint unit) { Check(Core.fw_remove(flock, unit)); }

        /// <summary>Where a unit is in the spans now.</summary>
        public int Index(uint unit) { Check(Core.fw_index(flock, unit, out var index)); return (int)index; }

        /// <summary>A parameter by its key, as links have it: "cohesion", "hawks.thrust".</summary>
        public float this[string key]
        {
            get { Check(Core.fw_get(flock, Utf8("key", key), out var value)); return value; }
            set { Check(Core.fw_set(flock, Utf8("key", key), value)); }
        }

        /// <summary>Sets a parameter to what a text says, as links write it: "narrow", "on".</summary>
        public void Set(string key, string value) { Check(Core.fw_set_text(flock, Utf8("key", key), Utf8("value", value))); }

        /// <summary>
        /// Lets a group steer by a rule as well, a text such as "rule drift\nsteer 0.5": in the place of its rule of the same
        /// key, else behind its other behaviors. What makes no sense is told with its line, and changes nothing.
        /// </summary>
        public void Rule(int group, string rule) { Check(Core.fw_rule(flock, IndexOf("group", group), Utf8("rule", rule))); }

        /// <summary>What all of a group hunt, head for or run from, whatever they have in mind.</summary>
        public void Target(int group, Point at, Point velocity = default(Point)) { Check(Core.fw_target(flock, IndexOf("group", group), at, velocity)); }

        /// <summary>The same with a unit, by its handle, wherever it goes; once it is gone, they have no target.</summary>
        public void TargetUnit(int group, uint unit) { Check(Core.fw_target_unit(flock, IndexOf("group", group), unit)); }

        /// <summary>The same with the unit of another group that is nearest to their first one.</summary>
        public void TargetGroup(int group, int other) { Check(Core.fw_target_group(flock, IndexOf("group", group), IndexOf("other", other))); }

        public void NoTarget(int group) { Check(Core.fw_no_target(flock, IndexOf("group", group))); }

        /// <summary>Holds the pointer at a place: what all heed that heed it.</summary>
        public void Hold(Point at) { Check(Core.fw_hold(flock, at)); }

        public void Release() { Check(Core.fw_release(flock)); }

        public void Obstacles(Disc[] discs) { Check(Core.fw_obstacles(flock, discs, LengthOf("discs", discs))); }

        public void Walls(Segment[] walls) { Check(Core.fw_walls(flock, walls, LengthOf("walls", walls))); }

        /// <summary>Replaces the path that a group follows.</summary>
        public void Path(int group, Point[] nodes) { Check(Core.fw_path(flock, IndexOf("group", group), nodes, LengthOf("nodes", nodes))); }

        /// <summary>The state at this tick, to keep, to save or to send.</summary>
        public byte[] Snapshot()
        {
            Check(Core.fw_snapshot(flock, out var at, out var size));
            var bytes = new byte[(int)size];
            Marshal.Copy(at, bytes, 0, bytes.Length);
            return bytes;
        }

        /// <summary>Goes to a state of this scene, to the bit, wherever it ran.</summary>
        public void Restore(byte[] snapshot) { Check(Core.fw_restore(flock, snapshot, LengthOf("snapshot", snapshot))); }

        /// <summary>What has happened since the last call; collected from the first call on.</summary>
        public ReadOnlySpan<FlockEvent> Events
        {
            get { Check(Core.fw_events(flock, out var at, out var count)); return new ReadOnlySpan<FlockEvent>((void*)at, (int)count); }
        }

        /// <summary>Handles of the units within a distance of a point, the nearest first, until the next call.</summary>
        public ReadOnlySpan<uint> Near(Point at, float radius)
        {
            Check(Core.fw_near(flock, at, radius, out var units, out var count));
            return new ReadOnlySpan<uint>((void*)units, (int)count);
        }

        /// <summary>Where units are between the last two ticks: share 0 to 1. From the second call on.</summary>
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
