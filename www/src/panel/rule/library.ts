/** Rules to start from: each a text with a sentence, ready to run and to be changed. */
import { hasWords } from "../../ui/values";
import { keyOf } from "./written";

export interface Ready {
  /** What someone may look for, besides the label and the sentence. */
  words: string;
  /** A picture that runs: this group of the run, or its first, has the rule, in the place of one of its behaviors. */
  shows: { link: string; group?: string; instead?: string };
  text: string;
}

export const EMPTY = `rule own "My rule"
# Turns to the right: change it into yours.
steer right * 0.5
`;

export const LIBRARY: readonly Ready[] = [
  {
    words: "left port many neighbors crowd full",
    shows: { link: "v=8&scene=flock-wide&toroidal=off&count=60" },
    text: `rule crowded "Turn left when crowded"
# Turns to the left while more than a few are near.
param many = 4 in 0..50 ""
  "So many near ones are a crowd."
param near = 8 in 1..60 "× L"
  "How near counts."
steer if count(j in mates(near * L)) > many
    then -1
  else 0
`,
  },
  {
    words: "leader follow gap distance keep lengths",
    shows: { link: "v=8&scene=leader-following", instead: "leader_following" },
    text: `rule keep_behind "Keep behind the leader"
# Stays so many lengths behind the leader, and slows down there.
param gap = 10 in 1..100 "× L"
  "How far behind."
steer arrive(leader.offset
    - unit(leader.velocity) * gap * L,
  10 * L)
`,
  },
  {
    words: "patrol enemy near leave path come back flee",
    shows: {
      link: "v=8&scene=path-patrol&groups=rounds.fg1*g1.rmonster.bpoint.pwander&g1.count=8&count=12",
      instead: "fright",
    },
    text: `rule break_off "Break off a patrol"
# Leaves its way while what it fears is near,
# and takes it up again.
param near = 20 in 0..100 "× L"
  "How near counts."
away = -unit(sum(m in menaces(near * L):
  m.direction))
steer if any(m in menaces(near * L): 1 > 0)
    then away - so_far
  else vec(0, 0)
`,
  },
  {
    words: "distance spacing goal circle stand off",
    shows: { link: "v=8&scene=school-orbit&count=60", instead: "orbit" },
    text: `rule keep_distance "Keep a distance"
# Heads for the goal from afar and away from it up close.
param far = 15 in 1..200 "× L"
  "The distance to keep."
e = clamp(goal.distance / (far * L) - 1, -1,
  1)
steer head(goal.direction * sign(e)) * abs(e)
`,
  },
  {
    words: "between guard protect",
    shows: { link: "v=8&scene=flock-wide&view=limited&count=40", instead: "cohesion" },
    text: `rule interpose "Interpose"
# Goes between the goal and the target, where both will be.
m = (goal.offset + target.offset) / 2
t = length(m) / V
steer arrive(m
    + (goal.velocity + target.velocity) / 2
      * t,
  8 * L)
`,
  },
  {
    words: "cover obstacle behind conceal",
    shows: {
      link: "v=8&scene=flock-obstacles&groups=boids*g1.rplayer.brigid.phelm&target=player&g1.count=1&count=30",
      instead: "cohesion",
    },
    text: `rule hide "Hide"
# Goes behind the nearest obstacle, seen from the target.
param gap = 4 in 0..40 "× L"
  "How far behind its rim."
s = nearest(o in obstacles:
  o.offset
    + unit(o.offset - target.offset)
      * (o.radius + gap * L))
steer arrive(s, 12 * L)
`,
  },
  {
    words: "formation slots wedge squad offset pursuit",
    shows: { link: "v=8&scene=leader-following", instead: "leader_following" },
    text: `rule offset_pursuit "Hold a slot"
# Keeps a place beside and behind the leader, as in a formation.
param behind = 6 in 0..60 "× L"
  "How far behind the leader."
param aside = 4 in -60..60 "× L"
  "How far to its right."
u = unit(leader.velocity)
slot = leader.offset - u * behind * L
  + starboard(u) * aside * L
steer arrive(slot + leader.velocity * 0.3,
  8 * L)
`,
  },
  {
    words: "road lane traffic pedestrians give way",
    shows: { link: "v=8&scene=flock-wide&toroidal=off&count=60" },
    text: `rule keep_right "Keep right"
# Gives way to the right to whoever comes at it.
param care = 15 in 0..60 "× L"
  "How far it looks."
n = count(j in everyone(care * L)
  where dot(j.velocity, h) < 0
    and ahead(j.offset) > 0)
steer clamp(n, 0, 2) * 0.5
`,
  },
  {
    words: "fear flee surrounded threat many menaces",
    shows: { link: "v=8&scene=falcon&count=120&falcon.count=4" },
    text: `rule surrounded "Panic when surrounded"
# Flees only from more than one menace at a time.
param near = 30 in 1..200 "× L"
  "How near a menace counts."
n = count(m in menaces(near * L))
a = -unit(sum(m in menaces(near * L):
  m.direction))
steer if n > 1 then head(a) else vec(0, 0)
`,
  },
  {
    words: "speed quick overtake fastest",
    shows: { link: "v=8&scene=flock-limited&count=60", instead: "alignment" },
    text: `rule faster "Follow the faster"
# Heads the way of those near that are faster than itself.
param near = 12 in 1..80 "× L"
  "How far it looks."
steer head(unit(sum(j in mates(near * L)
  where j.speed > speed: j.velocity)))
`,
  },
  {
    words: "pedestrian crowd helbing repulsion exponential",
    shows: { link: "v=8&scene=queue-door", instead: "queue" },
    text: `rule social_force "Social force"
# Pushes away from those near, the harder the nearer and the more ahead.
param reach = 6 in 0.5..40 "× L"
  "How fast the push fades."
param ahead_counts = 0.5 in 0..1 ""
  "How much more those ahead count."
r = reach * L
w = 1 - ahead_counts / 2
steer -sum(j in everyone(4 * r):
  j.direction
    * (w
      + ahead_counts / 2
        * dot(j.direction, h))
    / (1 + (j.distance / r) ^ 2))
`,
  },
  {
    words: "sheep dog herd drive",
    shows: {
      link: "v=8&scene=leaders-pincer&interceptors.count=4&groups=boids.finterceptors*interceptors.hboids*player",
      group: "interceptors",
      instead: "intercept",
    },
    text: `rule shepherd "Shepherd"
# Stays behind the middle of those that it hunts, seen from the goal.
param behind = 12 in 1..80 "× L"
  "How far behind them."
m = mean(j in hunted: j.offset)
steer arrive(m
    + unit(m - goal.offset) * behind * L,
  10 * L)
`,
  },
  {
    words: "gap opening free space avoid crowd",
    shows: { link: "v=8&scene=flock-wide&toroidal=off&count=60" },
    text: `rule gap_seeking "Seek the gap"
# Turns to the side on which fewer are in the way.
param reach = 12 in 1..60 "× L"
  "How far it looks."
left = count(j in everyone(reach * L)
  where ahead(j.offset) > 0
    and abeam(j.offset) < 0)
right = count(j in everyone(reach * L)
  where ahead(j.offset) > 0
    and abeam(j.offset) > 0)
steer clamp(left - right, -1, 1) * 0.5
`,
  },
  {
    words: "circle torus swirl rotate vortex",
    shows: { link: "v=8&scene=flock-limited&count=60", instead: "cohesion" },
    text: `rule milling "Mill"
# Circles the middle of its mates.
param near = 40 in 5..200 "× L"
  "How far it looks."
m = unit(mean(j in mates(near * L): j.offset))
steer head(unit(starboard(m) + m * 0.3))
`,
  },
  {
    words: "dive falcon attack middle predator",
    shows: {
      link: "v=8&scene=falcon&count=120&groups=starlings*falcon.hstarlings",
      group: "falcon",
      instead: "pursue",
    },
    text: `rule dive "Dive through the middle"
# Rushes at the middle of those that it hunts, over and over.
steer seek(mean(j in hunted: j.offset))
`,
  },
];

/** The rules that these words name or describe, but those that are there already, by their keys. */
export const readyFor = (search: string, taken: readonly string[]): Ready[] =>
  LIBRARY.filter(
    ({ text, words }) =>
      !taken.includes(keyOf(text)) && hasWords(`${labelOf(text)} ${saysOf(text)} ${words}`, search, true),
  );

/** The text with a number that someone has asked for as the value of its first parameter, if that may be. */
export function withNumber(text: string, number: string | undefined): string {
  return text.replace(
    /^(param \w+ = )[\d.]+( in ([-\d.]+?)\.\.([\d.]+))/m,
    (whole, head, range, low, high) => {
      const value = Number(number);
      return number !== undefined && value >= Number(low) && value <= Number(high)
        ? `${head}${value}${range}`
        : whole;
    },
  );
}

const quoted = (text: string, at: RegExp) => at.exec(text)?.[1] ?? "";

export const labelOf = (text: string): string => quoted(text, /^rule \w+ "([^"]*)"/);
/** What stands below the heading, over how many lines it may go. */
export const saysOf = (text: string): string =>
  quoted(text, /^((?:# .*\n)+)/m)
    .replace(/^# /gm, "")
    .trim()
    .replaceAll("\n", " ");
