// A game's loop with the binding for C#: frames of 1/144 to 1/30 s come to fixed ticks. Prints what
// tests/deep/c.rs goes by.
using System;
using Flockwright;

static class Game
{
    const double Tick = 1 / 60.0, Shortest = 1 / 144.0, Longest = 1 / 30.0;
    const uint Ticks = 3000;

    static void Main(string[] arguments)
    {
        foreach (var seed in new[] { 7, 11 }) Play(arguments[0], new Random(seed));
    }

    // Fish are born and eaten and rocks fall at ticks of the game, whenever its frames come.
    static void Play(string link, Random frames)
    {
        using (var flock = new Flock(link))
        {
            var fish = flock.Group("boids");
            flock.Members(flock.Group("g1"), out var shark, out _);
            var hunter = flock.Handles[shark];
            var rocks = new Disc[0];
            var counts = new int[4];
            double due = 0, sum = 0;
            uint ticks = 0;
            int most = flock.Count, drawn = 0;
            long before = 0, frame = 0;
            while (ticks < Ticks)
            {
                // The first frames make room.
                if (frame++ == 100) before = GC.GetAllocatedBytesForCurrentThread();
                due += Shortest + frames.NextDouble() * (Longest - Shortest);
                for (; due >= Tick && ticks < Ticks; due -= Tick)
                {
                    flock.Step();
                    ticks++;
                    if (ticks % 75 == 0)
                    {
                        var at = flock.Index(hunter);
                        var near = flock.Near(new Point(flock.X[at], flock.Y[at]), 1000);
                        flock.Remove(near[near[0] == hunter ? 1 : 0]);
                    }
                    if (ticks % 60 == 0) flock.Add(fish, new Point(ticks * 7 % 800, ticks * 3 % 500), ticks);
                    if (ticks % 500 == 0)
                    {
                        Array.Resize(ref rocks, rocks.Length + 1);
                        rocks[rocks.Length - 1] = new Disc { Center = new Point(ticks * 11 % 800, ticks * 13 % 500), Radius = 20 };
                        flock.Obstacles(rocks);
                    }
                    var events = flock.Events;
                    for (var k = 0; k < events.Length; k++) counts[(int)events[k].Kind]++;
                }
                flock.Shown((float)(due / Tick), out var x, out var y, out var hx, out var hy);
                for (var k = 0; k < x.Length; k++) sum += x[k] + y[k] + hx[k] + hy[k];
                drawn += x.Length;
                most = Math.Max(most, x.Length);
            }
            var garbage = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)ticks;
            Console.Error.WriteLine($"{garbage:F1} bytes of garbage a tick, {frame} frames, {drawn} units drawn");
            var birth = counts[(int)EventKind.Born];
            var death = counts[(int)EventKind.Removed];
            Console.WriteLine($"{flock.Hash:x16} born {birth}, removed {death}, units {flock.Count}, garbage {(garbage < 16 ? "none" : garbage.ToString())}, finite {!double.IsNaN(sum) && most > 301}");
        }
    }
}
