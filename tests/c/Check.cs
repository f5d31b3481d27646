// What a game does with the binding for C#. Prints what tests/deep/c.rs compares with the core.
using System;
using Flockwright;

static class Check
{
    static string Fails(Action act)
    {
        try { act(); } catch (FlockwrightException why) { return why.Status + " " + why.Message; }
        return "nothing";
    }

    static void Main(string[] arguments)
    {
        using (var whole = new Flock(arguments[0]))
        using (var halves = new Flock(arguments[0]))
        {
            for (var tick = 0; tick < 120; tick++)
            {
                whole.Step();
                halves.Steer();
                halves.Move();
            }
            Console.WriteLine($"whole {whole.Hash:x16}\nhalves {halves.Hash:x16}");

            // A body of one's own is pushed; nothing is allocated on the way.
            long before = 0;
            var sum = 0f;
            for (var tick = 0; tick <= 200; tick++)
            {
                // The first tick compiles what it calls.
                if (tick == 1) before = GC.GetAllocatedBytesForCurrentThread();
                halves.Steer();
                var x = halves.X;
                var force = halves.ForceX;
                for (var k = 0; k < x.Length; k++) x[k] += force[k] / 1e4f;
                sum += halves.Torque[0];
            }
            var garbage = GC.GetAllocatedBytesForCurrentThread() - before;
            Console.WriteLine($"garbage {garbage}, finite {!float.IsNaN(sum)}, ticks {halves.Ticks}");

            var first = whole.Handles[0];
            var last = whole.Handles[whole.Count - 1];
            var place = whole.X[whole.Count - 1];
            whole.Remove(first);
            var added = whole.Add(0, new Point(50, 60), 0);
            Console.WriteLine($"same {whole.X[whole.Index(last)] == place}, added {whole.X[whole.Index(added)]}, {whole.Count}");
            var kept = whole.Snapshot();
            {
                whole.Step(60);
                var once = whole.Hash;
                whole.Restore(kept);
                whole.Step(60);
                var born = whole.Events.Length;
                added = whole.Add(0, new Point(10, 60), 0);
                var events = whole.Events;
                whole.Shown(1, out var x, out var y, out var hx, out var hy);
                Console.WriteLine($"again {whole.Ticks == 180}, born {born == 0 && events.Length == 1 && events[0].Kind == EventKind.Born && events[0].Unit == added}, near {whole.Near(new Point(10, 60), 1)[0] == added}, shown {x[whole.Index(added)]}");
                whole.Remove(added);
                whole.Restore(kept);
                whole.Step(60);
                Console.WriteLine($"equal {whole.Hash == once}");
            }
            whole["cohesion"] = 2.5f;
            whole.Set("view", "narrow");
            whole.TargetGroup(0, 1);
            whole.Target(0, new Point(300, 200));
            whole.Obstacles(new[] { new Disc { Center = new Point(100, 80), Radius = 20 } });
            whole.Walls(new Segment[0]);
            whole.Step(60);
            whole.NoTarget(0);
            Console.WriteLine($"cohesion {whole["cohesion"]}");
            using (var ruled = new Flock(arguments[0]))
            {
                ruled.Rule(0, "rule drift\nparam share = 0.5 in 0..1\nsteer share");
                ruled["drift-share"] = 0.25f;
                ruled.Step(60);
                Console.WriteLine($"ruled {ruled.Hash:x16}");
                Console.WriteLine(Fails(() => ruled.Rule(0, "rule drift\nsteer shade")));
            }
            using (var reef = new Flock(arguments[1]))
            {
                var sharks = reef.Group("shark");
                reef["shark.catch_factor"] = 2;
                var (caught, wrongly) = (0, reef.Events.Length);
                for (var tick = 0; tick < 600; tick++)
                {
                    reef.Step();
                    reef.Members(sharks, out var from, out var count);
                    foreach (var one in reef.Events)
                    {
                        if (one.Kind != EventKind.Caught) continue;
                        var isRight = one.Group == sharks && reef.Index(one.Hunter) >= from && reef.Index(one.Unit) < from;
                        if (isRight) caught++; else wrongly++;
                    }
                }
                Console.WriteLine($"caught {caught > 1}, wrongly {wrongly}");
            }
            Console.WriteLine(Fails(() => whole["cohesian"] = 1));
            Console.WriteLine(Fails(() => whole.Remove(first)));
            Console.WriteLine(Fails(() => new Flock("hello")));
            Console.WriteLine(Fails(() => whole.Group("bords")));
            // Wrong arguments that C# can have and C cannot, and those that reach the core.
            Action[] wrong = {
                () => new Flock(null), () => whole.Step(uint.MaxValue), () => whole.Group(null), () => whole.Members(-1, out _, out _),
                () => whole.Add(-1, new Point(1, 1), 0), () => whole.Add(0, new Point(float.NaN, 1), 0), () => whole.Add(0, new Point(1, 1), float.NaN),
                () => whole.Remove(uint.MaxValue), () => whole.Index(uint.MaxValue), () => { var v = whole[null]; }, () => whole["cohesion"] = float.NaN,
                () => whole.Set(null, "1"), () => whole.Set("view", null), () => whole.Rule(-1, "steer 1"), () => whole.Rule(0, null),
                () => whole.Target(-1, new Point(1, 1)), () => whole.Target(0, new Point(1, float.PositiveInfinity)), () => whole.TargetUnit(0, uint.MaxValue),
                () => whole.TargetGroup(0, -1), () => whole.TargetGroup(int.MaxValue, 0), () => whole.NoTarget(-1), () => whole.Hold(new Point(float.NaN, 0)),
                () => whole.Obstacles(null), () => whole.Obstacles(new[] { new Disc { Radius = float.NaN } }), () => whole.Walls(null),
                () => whole.Walls(new[] { new Segment { Radius = float.NaN } }), () => whole.Path(-1, new Point[1]), () => whole.Path(0, null),
                () => whole.Restore(null), () => whole.Restore(new byte[9]), () => whole.Near(new Point(0, 0), -1), () => whole.Shown(float.NaN, out _, out _, out _, out _),
            };
            var hash = whole.Hash;
            foreach (var act in wrong)
            {
                var said = Fails(act);
                if (said == "nothing" || said.Contains("Broken")) Console.WriteLine(said);
            }
            Console.WriteLine($"{wrong.Length} refused, same {whole.Hash == hash}");
            whole.Dispose();
            Console.WriteLine(Fails(() => whole.Step()));
        }
    }
}
