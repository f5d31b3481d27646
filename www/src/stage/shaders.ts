/** GLSL shaders that draw units, their glow and their trails. */
import { MAX_ROLES } from "./darts";

/** Vertex attribute locations, shared by the shaders and the vertex array objects. */
export const ATTRIBUTES = {
  x: 0,
  y: 1,
  hx: 2,
  hy: 3,
  vx: 4,
  vy: 5,
  leads: 6,
  length: 7,
  role: 8,
  beforeX: 9,
  beforeY: 10,
  shade: 11,
} as const;

/** GLSL that colors units by `mode`, an index into `COLORINGS`; only the roles regular and leader are colored. */
const COLORING_GLSL = `
uniform int mode;
uniform vec3 wheel[6];
uniform vec3 ramp[4];
uniform float topSpeed;  // u/s
vec3 aroundWheel(vec2 along) {
  float turn = fract(atan(along.y, along.x) / 6.2831853 + 1.0) * 6.0;
  int from = int(turn) % 6;
  return mix(wheel[from], wheel[(from + 1) % 6], fract(turn));
}
vec3 alongRamp(float part) {
  float place = clamp(part, 0.0, 1.0) * 2.999;
  int from = int(place);
  return mix(ramp[from], ramp[from + 1], fract(place));
}
vec3 colored(vec3 own, uint kind, vec2 along, float speed, float shade) {
  if (kind != 0u && kind != 3u) return own;
  if (mode == 1) return aroundWheel(along);
  if (mode == 2) return alongRamp(speed / topSpeed);
  if (mode == 4) return alongRamp(shade);
  return own;
}
`;

/** Attributes that the vertex shaders of units and of glow share. */
const UNIT_INPUTS = `layout(location = ${ATTRIBUTES.x}) in float x;
layout(location = ${ATTRIBUTES.y}) in float y;
layout(location = ${ATTRIBUTES.hx}) in float hx;
layout(location = ${ATTRIBUTES.hy}) in float hy;
layout(location = ${ATTRIBUTES.vx}) in float vx;
layout(location = ${ATTRIBUTES.vy}) in float vy;
layout(location = ${ATTRIBUTES.length}) in float bodyLength;
layout(location = ${ATTRIBUTES.role}) in uint role;
layout(location = ${ATTRIBUTES.shade}) in float shade;
`;

const unitVertexBody = `
precision highp float;
${UNIT_INPUTS}layout(location = ${ATTRIBUTES.leads}) in float leads;
layout(location = ${ATTRIBUTES.beforeX}) in float beforeX;
layout(location = ${ATTRIBUTES.beforeY}) in float beforeY;

uniform vec2 center;      // world point in the middle of the canvas, u
uniform vec2 halfSize;    // half of the canvas's size, device px
uniform float scale;      // device px per u
uniform float bodyScale;  // device px per u of body length, larger than scale for tiny bodies
uniform float lead;       // time since the last tick, s
uniform float swing;      // lead in multiples of the time from the heading before to the last
uniform float ratio;      // device px per CSS px
uniform float minPlayerLength; // CSS px
uniform vec4 darts[${MAX_ROLES}];    // fields of DartShape: width, wing, tail, size
uniform vec3 fills[${MAX_ROLES}];
uniform vec3 tints[8];
uniform vec3 leaderFill;
uniform vec3 rimColor;
uniform vec3 markColor;
uniform float rimOpacity;
uniform float ringOpacity;
${COLORING_GLSL}
#ifdef POINTS
flat out vec2 facing;
flat out float diameter;
#else
out vec2 at;              // offset from the unit, device px, x ahead
#endif
flat out vec3 front;      // edge from nose to wing: normal, distance from the unit's center
flat out vec3 back;       // edge from wing to tail: normal, distance from the unit's center
flat out vec3 fill;
flat out vec4 rim;
flat out float rimWidth;
flat out vec4 ring;       // leader's ring: color, opacity
flat out vec2 ringSize;   // leader's ring: radius, half of the line width, device px

vec2 outward(vec2 along) {
  return vec2(-along.y, along.x) / max(length(along), 1e-6);
}

void main() {
  uint kind = role & 31u;
  if (kind >= ${MAX_ROLES}u) kind = 0u;
  uint tint = role >> 5;
  vec4 dart = darts[kind];
  bool player = kind == 2u;
  float size = bodyLength * bodyScale * dart.w;
  if (player) size = max(size, minPlayerLength * ratio);
  vec2 position = vec2(x, y) + vec2(vx, vy) * lead;

  vec2 nose = vec2(0.5 * size, 0.0);
  vec2 wing = vec2(dart.y, dart.x) * size;
  vec2 tail = vec2(dart.z * size, 0.0);
  vec2 n = outward(nose - wing);
  front = vec3(n, dot(n, nose));
  n = outward(wing - tail);
  back = vec3(n, dot(n, wing));

  float leading = player ? 0.0 : kind == 3u ? 1.0 : leads;
  // The fill changes quickly while the ring fades slowly, since sky blue and vermilion mix to gray.
  fill = mix(fills[kind], leaderFill, mode == 0 ? smoothstep(0.3, 0.7, leading) : 0.0);
  fill = colored(fill, kind, vec2(hx, hy), length(vec2(vx, vy)), shade);
  if (tint > 0u) fill = tints[tint];
  rim = player ? vec4(markColor, 1.0) : vec4(rimColor, rimOpacity);
  rimWidth = (player ? 1.4 : 0.9) * ratio;
  ring = vec4(leaderFill, 0.5 * ringOpacity * leading);
  ringSize = vec2(0.5 * size + 2.5 * ratio, 0.5 * ratio);

  vec2 heading = vec2(hx, hy);
  vec2 turned = heading - vec2(beforeX, beforeY);
  if (swing > 0.0 && dot(turned, turned) < 0.5) heading = normalize(heading + turned * swing);
  vec2 px = (position - center) * scale;
  vec2 box = vec2(0.5, dart.x) * size + rimWidth + 1.0;
  if (ring.a > 0.004) box = max(box, vec2(ringSize.x + ringSize.y + 1.0));
#ifdef POINTS
  facing = heading;
  diameter = 2.0 * max(box.x, box.y);
  gl_PointSize = diameter;
#else
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  at = corner * box;
  px += heading * at.x + vec2(-heading.y, heading.x) * at.y;
#endif
  gl_Position = vec4(px / halfSize * vec2(1.0, -1.0), 0.0, 1.0);
}`;

/** Fragment shader of units. Coverage follows from the distance to the outline, so edges are smooth at any size. */
const unitFragmentBody = `
precision highp float;
#ifdef POINTS
flat in vec2 facing;
flat in float diameter;
#else
in vec2 at;
#endif
flat in vec3 front;
flat in vec3 back;
flat in vec3 fill;
flat in vec4 rim;
flat in float rimWidth;
flat in vec4 ring;
flat in vec2 ringSize;
out vec4 color;

void main() {
#ifdef POINTS
  vec2 from = (gl_PointCoord - 0.5) * diameter;
  vec2 at = vec2(dot(from, facing), facing.x * from.y - facing.y * from.x);
#endif
  vec2 p = vec2(at.x, abs(at.y));
  float outside = max(dot(front.xy, p) - front.z, dot(back.xy, p) - back.z);
  float body = clamp(0.5 - outside, 0.0, 1.0);
  float around = clamp(0.5 - outside + rimWidth, 0.0, 1.0) * rim.a;
  float circle = clamp(0.5 + ringSize.y - abs(length(at) - ringSize.x), 0.0, 1.0) * ring.a;
  color = vec4(ring.rgb, 1.0) * circle;
  color = mix(color, vec4(rim.rgb, 1.0), around);
  color = mix(color, vec4(fill, 1.0), body);
}`;

export type Primitive = "points" | "quads";

/** Vertex and fragment shader of units, for one point sprite or one instanced quad (four vertices) per unit. */
export function unitShaders(primitive: Primitive): [string, string] {
  const header = primitive === "points" ? "#version 300 es\n#define POINTS\n" : "#version 300 es\n";
  return [header + unitVertexBody, header + unitFragmentBody];
}

/** Vertex shader of the glow: one soft point sprite per unit. */
export const glowVertex = `#version 300 es
precision highp float;
${UNIT_INPUTS}uniform vec2 center;
uniform vec2 halfSize;
uniform float scale;
uniform float lead;
uniform float diameter;   // diameter of the glow, device px
uniform vec3 fills[${MAX_ROLES}];
uniform vec3 tints[8];
${COLORING_GLSL}
flat out vec3 light;
void main() {
  uint kind = role & 31u;
  if (kind >= ${MAX_ROLES}u) kind = 0u;
  uint tint = role >> 5;
  light = colored(fills[kind], kind, vec2(hx, hy), length(vec2(vx, vy)), shade);
  if (tint > 0u) light = tints[tint];
  vec2 px = (vec2(x, y) + vec2(vx, vy) * lead - center) * scale;
  gl_PointSize = bodyLength > 0.0 ? diameter : 0.0;
  gl_Position = vec4(px / halfSize * vec2(1.0, -1.0), 0.0, 1.0);
}`;

export const glowFragment = `#version 300 es
precision highp float;
uniform float strength;
uniform bool lit;
flat in vec3 light;
out vec4 color;
void main() {
  vec2 from = gl_PointCoord * 2.0 - 1.0;
  float part = max(0.0, 1.0 - dot(from, from));
  part *= part * strength;
  color = vec4(light * part, lit ? part * 0.25 : part);
}`;

/** Number of units per row of the textures for trails; all graphics cards support this width. */
export const TAIL_ROW = 2048;

/**
 * Vertex shader of trails: a ribbon per unit through its recorded positions, thinner and fainter with age. All data is
 * in textures, and many ribbons share one strip: instances would be many times slower in a software renderer.
 */
export const tailVertex = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
layout(location = 0) in uint number;  // index of the corner in this strip
uniform sampler2D placesOf;  // rows of x and y per record; then x, y, vx and vy at the last tick
uniform usampler2D kindsOf;
uniform sampler2D shadesOf;
uniform ivec4 ring;        // newest record, capacity in records, rows per coordinate, records to draw
uniform int first;         // index of the first unit in this strip
uniform vec2 center;
uniform vec2 halfSize;
uniform float scale;
uniform float lead;        // time since the last tick, s
uniform vec2 wrap;         // extent of a world that wraps, u; else 0
uniform float since;       // time since the newest record, in intervals between records
uniform float full;        // number of intervals in a full-length trail
uniform float width;       // width of the trail at the unit, device px
uniform float farthest;    // largest distance between two records without a jump, u
uniform vec3 fills[${MAX_ROLES}];
uniform vec3 tints[8];
${COLORING_GLSL}
out float across;
out float age;
flat out float halfWidth;
out vec3 ink;

ivec2 slot;   // texel of the unit within the rows of one coordinate
vec2 head;

vec2 two(int section) {
  ivec2 at = slot + ivec2(0, section * ring.z);
  return vec2(texelFetch(placesOf, at, 0).r, texelFetch(placesOf, at + ivec2(0, ring.z), 0).r);
}

/** Position at the step-th record back, continued across the world's edge; step 0 is the drawn position. */
vec2 place(int step) {
  if (step == 0) return head;
  vec2 way = head - two(2 * ((ring.x - step + 1 + ring.y) % ring.y));
  if (wrap.x > 0.0) way -= wrap * round(way / wrap);
  return head - way;
}

void main() {
  // The first and last corner of a ribbon are repeated, so that no visible triangle connects two ribbons.
  int corners = 2 * ring.w + 4;
  int unit = first + int(number) / corners;
  int corner = clamp(int(number) % corners - 1, 0, corners - 3);
  slot = ivec2(unit % ${TAIL_ROW}, unit / ${TAIL_ROW});
  uint role = texelFetch(kindsOf, slot, 0).r;
  float shade = texelFetch(shadesOf, slot, 0).r;
  uint kind = role & 31u;
  if (kind >= ${MAX_ROLES}u) kind = 0u;
  uint tint = role >> 5;
  vec2 velocity = two(2 * ring.y + 2);
  head = two(2 * ring.y) + velocity * lead;
  int step = corner >> 1;
  vec2 here = place(step);
  vec2 later = place(max(0, step - 1));
  vec2 older = place(min(ring.w, step + 1));
  float steps = step == 0 ? 0.0 : float(step - 1) + since;
  age = steps / full;
  // A unit's trail ends where the unit has jumped.
  if (length(head - here) > farthest * (steps + 2.0)) {
    here = later = older = head;
    age = 1.0;
  }
  vec2 way = later - older;
  float far = length(way);
  vec2 along = far > 1e-5 ? way / far : vec2(1.0, 0.0);
  halfWidth = 0.5 * width;
  across = (float(corner & 1) * 2.0 - 1.0) * (halfWidth + 1.0);
  ink = colored(fills[kind], kind, along, length(velocity), shade);
  if (tint > 0u) ink = tints[tint];
  vec2 px = (here - center) * scale + vec2(-along.y, along.x) * across;
  gl_Position = vec4(px / halfSize * vec2(1.0, -1.0), 0.0, 1.0);
}`;

export const tailFragment = `#version 300 es
precision highp float;
in float across;
in float age;
flat in float halfWidth;
in vec3 ink;
uniform float opacity;
out vec4 color;
void main() {
  float left = clamp(1.0 - age, 0.0, 1.0);
  float cover = clamp(halfWidth * (0.3 + 0.7 * left) + 0.5 - abs(across), 0.0, 1.0);
  color = vec4(ink, 1.0) * (opacity * left * left * cover);
}`;

/** Vertex shader that smooths each unit's leader flag over time; transform feedback keeps the result on the GPU. */
export const fadeVertex = `#version 300 es
precision highp float;
layout(location = 0) in uint flags;
layout(location = 1) in float before;
uniform float rise;
uniform float fall;
out float after;
void main() {
  float now = float(flags & 1u);
  after = mix(before, now, now > before ? rise : fall);
}`;

export const fadeFragment = `#version 300 es
precision highp float;
void main() {}`;
