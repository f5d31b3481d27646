%% Degree
const float Degree = MathF.PI / 180f;
%% Added
/// <summary>A force, and another by its weight; what is no number is no force.</summary>
static Vector2 Added(Vector2 force, float weight, Vector2 share)
{
    float size = share.X + share.Y;
    return float.IsNaN(size) || float.IsInfinity(size) ? force : force + share * weight;
}
%% AddedWithin
/// <summary>The same, as far as all of it is at most what the unit can steer: the first come first.</summary>
static Vector2 AddedWithin(Vector2 force, float weight, Vector2 share)
{
    Vector2 more = Added(force, weight, share) - force;
    float left = MathF.Max(1f - force.Length(), 0f);
    return force + (more.Length() > left ? Direction(more) * left : more);
}
%% Eased
/// <summary>A factor, and another by its weight: 0 has none of it, 1 has all.</summary>
static float Eased(float factor, float weight, float by) => factor * (1f + weight * (by - 1f));
%% Kept
/// <summary>What is remembered from now on: what is no number leaves it as it was.</summary>
static float Kept(float next, float before) => float.IsNaN(next) || float.IsInfinity(next) ? before : next;
%% KeptVector
/// <summary>What is remembered from now on: what is no number leaves it as it was.</summary>
static Vector2 KeptVector(Vector2 next, Vector2 before)
{
    return new Vector2(Kept(next.X, before.X), Kept(next.Y, before.Y));
}
%% RandomBetween
/// <summary>Drawn anew each time, from the unit's own generator.</summary>
static float RandomBetween(State state, float low, float high)
{
    return low + (high - low) * (float)state.Random.NextDouble();
}
%% RandomNormal
/// <summary>Drawn anew each time, about 0 with this standard deviation (Box and Muller).</summary>
static float RandomNormal(State state, float deviation)
{
    float size = MathF.Sqrt(-2f * MathF.Log(1f - RandomBetween(state, 0f, 1f)));
    return deviation * size * MathF.Cos(RandomBetween(state, 0f, 2f * MathF.PI));
}
%% Foresee
/// <summary>The acceleration off a body that one nears, at most a rate times what it takes to just pass.</summary>
static Vector2 Foresee(
    Vector2 offset, Vector2 nearing, float radii, float energy, float horizon, float aside, float rate)
{
    Vector2 way = Direction(nearing);
    // Farther to the right, where they meet head on.
    float shift = MathF.Max(1f - MathF.Abs(Cross(way, offset)) / (0.2f * radii), 0f) * aside * radii;
    Vector2 x = StarboardOf(way) * shift - offset;
    float along = Vector2.Dot(x, nearing), across = Cross(x, nearing), speed2 = nearing.LengthSquared();
    float root = SquareRoot(speed2 * radii * radii - across * across);
    float time = (-along - root) / speed2;
    if (offset.Length() < radii || root == 0f || time <= 0f) return Vector2.Zero;
    float strength = energy * MathF.Exp(-time / horizon) * (2f / time + 1f / horizon);
    Vector2 push = (x + nearing * time) * (strength / (time * time * root));
    float beyond = MathF.Abs(across) * SquareRoot(x.LengthSquared() - radii * radii);
    float most = rate * MathF.Max(MathF.Abs(along) * radii - beyond, 0f) / x.LengthSquared();
    return rate > 0f && push.Length() > most ? Direction(push) * most : push;
}
%% Sway
/// <summary>Smooth chance within -1..1 that goes from one value to the next within some seconds.</summary>
static float Sway(State state, int place, float seconds, float dt)
{
    Vector3 one = state.Sways[place];
    one.Z += dt / seconds;
    if (one.Z >= 1f) one = new Vector3(one.Y, RandomBetween(state, -1f, 1f), one.Z % 1f);
    state.Sways[place] = one;
    return Mix(one.X, one.Y, one.Z * one.Z * (3f - 2f * one.Z));
}
%% NextNode
/// <summary>The node of a path that comes next; at the end it stops, goes to the first, or back again.</summary>
static Seen NextNode(Unit me, State state, Vector2[] path, float radius, string end)
{
    int most = path.Length - 1;
    if (OffsetTo(me, path[state.Node]).Length() <= radius * me.Length)
    {
        if (end == "patrol" && state.Node == (state.Back ? 0 : most)) state.Back = !state.Back;
        int next = state.Node + (state.Back ? -1 : 1);
        state.Node = end == "loop" ? next % path.Length : Math.Min(Math.Max(next, 0), most);
    }
    Seen seen = LookAt(me, new Thing { Position = path[state.Node] });
    seen.Last = end == "stop" && state.Node == most; %?s.last
    return seen;
}
%% ForceSideways
static Vector2 ForceSideways(Unit me, float share) => StarboardOf(me.Heading) * share;
%% HeadFor
/// <summary>Into a direction at full speed.</summary>
static Vector2 HeadFor(Unit me, Vector2 u) => u.Length() > 0f ? SteerToward(me, u * me.MaxSpeed) : Vector2.Zero;
%% TurnInto
/// <summary>Into a direction by turning: a rigid body goes where it points.</summary>
static Vector2 TurnInto(Unit me, Vector2 u) => ForceSideways(me, TurnToward(me, u));
%% SeekTo
static Vector2 SeekTo(Unit me, Vector2 d) => SteerToward(me, Direction(d) * me.MaxSpeed);
%% ArriveAt
/// <summary>Along an offset, slower within a radius of its end.</summary>
static Vector2 ArriveAt(Unit me, Vector2 d, float radius)
{
    return SteerToward(me, Direction(d) * (me.MaxSpeed * MathF.Min(1f, d.Length() / radius)));
}
%% SteerToward
static Vector2 SteerToward(Unit me, Vector2 wanted)
    => (wanted - me.Velocity) / me.MaxSpeed; %?!stiff
    => (wanted - me.Velocity) * MathF.Min(1f / me.MaxSpeed, MostGain); %?stiff
%% TurnToward
/// <summary>To which side a direction lies, times the angle to it as a share of a half turn.</summary>
static float TurnToward(Unit me, Vector2 d)
{
    Vector2 to = Direction(d), way = Direction(me.Velocity);
    if (to == Vector2.Zero || way == Vector2.Zero) return 0f;
    return Side(me, to) * ArcCosine(Vector2.Dot(to, way)) / MathF.PI;
}
%% Side
/// <summary>1 to starboard, -1 to port, 0 dead ahead, 1 dead astern.</summary>
static float Side(Unit me, Vector2 d)
{
    float abeam = PartAbeam(me, d);
    if (abeam == 0f) return PartAhead(me, d) < 0f ? 1f : 0f;
    return MathF.Sign(abeam);
}
%% IsInWideView
/// <summary>All around but for a wedge behind, of this tangent of half its angle.</summary>
static bool IsInWideView(Unit me, Vector2 d, float backAngle)
{
    float forward = PartAhead(me, d);
    return forward > 0f || MathF.Abs(PartAbeam(me, d)) > MathF.Abs(forward) * backAngle;
}
%% IsInLimitedView
static bool IsInLimitedView(Unit me, Vector2 d) => PartAhead(me, d) > 0f;
%% IsInNarrowView
/// <summary>In a wedge ahead, of this tangent of half its angle.</summary>
static bool IsInNarrowView(Unit me, Vector2 d, float frontAngle)
{
    float forward = PartAhead(me, d);
    return forward > 0f && MathF.Abs(PartAbeam(me, d)) < forward * frontAngle;
}
%% PartAhead
static float PartAhead(Unit me, Vector2 d) => Vector2.Dot(me.Heading, d);
%% PartAbeam
static float PartAbeam(Unit me, Vector2 d) => Cross(me.Heading, d);
%% @in_view
/// <summary>Mates that count: near enough, and within the angles of the view.</summary>
static IEnumerable<Seen> @NAME@(Unit me, IEnumerable<Unit> others)
{
    IEnumerable<Seen> near = MatesWithin(me, others, @RADIUS@ * me.Length);
    return near.Where(one => one.Distance > 0f); %?full
    return near.Where(one => @SEES@); %?!full!nearest
    return near.Where(one => @SEES@).OrderBy(one => one.Distance).Take(@NEAREST@); %?nearest
}
%% MatesWithin
static IEnumerable<Seen> MatesWithin(Unit me, IEnumerable<Unit> others, float radius)
    => Within(me, others.Where(one => one.Role == me.Role), radius);
%% FellowsWithin
/// <summary>Units of one's group within a distance.</summary>
static IEnumerable<Seen> FellowsWithin(Unit me, IEnumerable<Unit> others, float radius)
{
    return Within(me, others.Where(one => one.Group == me.Group && one.Role == me.Role), radius);
}
%% OthersWithin
/// <summary>Units of other roles within a distance.</summary>
static IEnumerable<Seen> OthersWithin(Unit me, IEnumerable<Unit> others, float radius)
{
    return Within(me, others.Where(one => one.Role != me.Role), radius);
}
%% EveryoneWithin
static IEnumerable<Seen> EveryoneWithin(Unit me, IEnumerable<Unit> others, float radius)
    => Within(me, others, radius);
%% GroupsWithin
/// <summary>Units of some groups within a distance.</summary>
static IEnumerable<Seen> GroupsWithin(Unit me, IEnumerable<Unit> others, string[] groups, float radius)
{
    return Within(me, others.Where(one => groups.Contains(one.Group)), radius);
}
%% MenacesWithin
/// <summary>Units of some groups, and the pointer, within a distance.</summary>
static IEnumerable<Seen> MenacesWithin(Unit me, IEnumerable<Unit> others, string[] groups, float radius)
{
    IEnumerable<Seen> menaces = GroupsWithin(me, others, groups, radius);
    Seen pointer = LookAt(me, me.Pointer);
    pointer.Heading = Direction(pointer.Velocity); %?s.heading
    return me.Pointer != null && pointer.Distance <= radius ? menaces.Append(pointer) : menaces;
}
%% Within
static IEnumerable<Seen> Within(Unit me, IEnumerable<Unit> others, float radius)
    => others.Select(one => Look(me, one)).Where(one => one.Distance <= radius);
%% ClosestOf
/// <summary>So many of the nearest.</summary>
static IEnumerable<Seen> ClosestOf(IEnumerable<Seen> some, float many)
    => some.OrderBy(one => one.Distance).Take((int)many);
%% Look
static Seen Look(Unit me, Unit one)
{
    Seen seen = LookAt(me, new Thing { Position = one.Position, Velocity = one.Velocity });
    seen.Speed = one.Velocity.Length(); %?s.speed
    seen.Heading = one.Heading; %?s.heading
    seen.Length = one.Length; %?s.length
    seen.Leads = one.Leads; %?s.leads
    return seen;
}
%% LookAt
static Seen LookAt(Unit me, Thing thing)
{
    if (thing == null) return new Seen();
    Vector2 offset = OffsetTo(me, thing.Position);
    return new Seen
    {
        Offset = offset,
        Distance = offset.Length(), %?s.distance
        Direction = Direction(offset), %?s.direction
        Velocity = thing.Velocity, %?s.velocity
        There = true, %?s.there
    };
}
%% ObstaclesAround
/// <summary>Obstacles as they are seen; the offset is to the middle.</summary>
static IEnumerable<Seen> ObstaclesAround(Unit me, IEnumerable<Obstacle> obstacles)
{
    foreach (Obstacle one in obstacles)
    {
        Seen seen = LookAt(me, new Thing { Position = one.Position });
        seen.Radius = one.Radius; %?s.radius
        yield return seen;
    }
}
%% OffsetTo
/// <summary>From a unit to a place, across the edges where that is shorter.</summary> %?torus
static Vector2 OffsetTo(Unit me, Vector2 place)
{
    return place - me.Position; %?!torus
    Vector2 d = place - me.Position; %?torus
    return new Vector2(d.X - Width * MathF.Round(d.X / Width), d.Y - Height * MathF.Round(d.Y / Height)); %?torus
}
%% Direction
static Vector2 Direction(Vector2 v) => v.Length() > 0f ? v / v.Length() : Vector2.Zero;
%% Cross
/// <summary>Positive where b lies to starboard of a.</summary>
static float Cross(Vector2 a, Vector2 b) => a.X * b.Y - a.Y * b.X;
%% StarboardOf
static Vector2 StarboardOf(Vector2 v) => new Vector2(-v.Y, v.X);
%% Turned
/// <summary>Turned to starboard by an angle.</summary>
static Vector2 Turned(Vector2 v, float angle) => v * MathF.Cos(angle) + StarboardOf(v) * MathF.Sin(angle);
%% Mix
static float Mix(float a, float b, float share) => a + (b - a) * share;
%% MixVectors
static Vector2 MixVectors(Vector2 a, Vector2 b, float share) => a + (b - a) * share;
%% SquareRoot
/// <summary>Of a negative number 0.</summary>
static float SquareRoot(float value) => MathF.Sqrt(MathF.Max(value, 0f));
%% Clamp
static float Clamp(float value, float low, float high) => MathF.Min(MathF.Max(value, low), high);
%% ArcCosine
static float ArcCosine(float value) => MathF.Acos(Clamp(value, -1f, 1f));
%% Logarithm
/// <summary>Of nothing positive no number.</summary>
static float Logarithm(float value) => value > 0f ? MathF.Log(value) : float.NaN;
%% SignOf
static float SignOf(float value) => value == 0f ? 0f : MathF.Sign(value);
%% WrapAngle
/// <summary>The same angle within half a turn to each side.</summary>
static float WrapAngle(float angle) => angle - 2f * MathF.PI * MathF.Round(angle / (2f * MathF.PI));
