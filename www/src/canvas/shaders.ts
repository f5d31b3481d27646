/** GLSL for the units. Lengths and positions are in device px once the camera has been applied. */
import { roleLimit } from "./darts";

/** Attribute locations, shared by the shader text and the vertex arrays. */
export const attributes = { x: 0, y: 1, hx: 2, hy: 3, vx: 4, vy: 5, leads: 6, length: 7, role: 8 } as const;

const unitVertexBody = `
precision highp float;
layout(location = ${attributes.x}) in float x;
layout(location = ${attributes.y}) in float y;
layout(location = ${attributes.hx}) in float hx;
layout(location = ${attributes.hy}) in float hy;
layout(location = ${attributes.vx}) in float vx;
layout(location = ${attributes.vy}) in float vy;
layout(location = ${attributes.leads}) in float leads;
layout(location = ${attributes.length}) in float bodyLength;
layout(location = ${attributes.role}) in uint role;

uniform vec2 center;      // world point in the middle of the canvas
uniform vec2 halfSize;    // of the canvas
uniform float scale;      // device px per u
uniform float bodyScale;  // the same for bodies, which have a minimum size
uniform float lead;       // s
uniform float ratio;      // device px per CSS px
uniform vec2 world;
uniform float playerLeast; // CSS px
uniform bool ghosts;      // draw only what hangs over an edge, at the opposite edge
uniform vec4 darts[${roleLimit}];    // width, wing, tail, size
uniform vec3 fills[${roleLimit}];
uniform vec3 tints[8];
uniform vec3 leaderFill;
uniform vec3 rimColor;
uniform vec3 markColor;
uniform float rimOpacity;
uniform float ringOpacity;

#ifdef POINTS
flat out vec2 facing;
flat out float diameter;
#else
out vec2 at;              // px from the unit, x ahead
#endif
flat out vec3 front;      // the edge from nose to wing: normal, offset
flat out vec3 back;       // the edge from wing to tail
flat out vec3 fill;
flat out vec4 rim;
flat out float rimWidth;
flat out vec4 ring;       // color, opacity
flat out vec2 ringSize;   // radius, half its line width

vec2 outward(vec2 along) {
  return vec2(-along.y, along.x) / max(length(along), 1e-6);
}

void main() {
  uint kind = role & 31u;
  if (kind >= ${roleLimit}u) kind = 0u;
  uint tint = role >> 5;
  vec4 dart = darts[kind];
  bool player = kind == 2u;
  float size = bodyLength * bodyScale * dart.w;
  if (player) size = max(size, playerLeast * ratio);
  vec2 position = vec2(x, y) + vec2(vx, vy) * lead;
  if (ghosts) {
    float reach = (0.6 * size + 6.0 * ratio) / scale;
    vec2 over = vec2(lessThan(position, vec2(reach))) - vec2(greaterThan(position, world - reach));
    if (over == vec2(0.0)) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    position += over * world;
  }

  vec2 nose = vec2(0.5 * size, 0.0);
  vec2 wing = vec2(dart.y, dart.x) * size;
  vec2 tail = vec2(dart.z * size, 0.0);
  vec2 n = outward(nose - wing);
  front = vec3(n, dot(n, nose));
  n = outward(wing - tail);
  back = vec3(n, dot(n, wing));

  float leading = player ? 0.0 : kind == 3u ? 1.0 : leads;
  // Sky blue and vermilion mix to gray: the change of color is quick, the ring takes its time.
  fill = mix(fills[kind], leaderFill, smoothstep(0.3, 0.7, leading));
  if (tint > 0u) fill = tints[tint];
  rim = player ? vec4(markColor, 1.0) : vec4(rimColor, rimOpacity);
  rimWidth = (player ? 1.4 : 0.9) * ratio;
  ring = vec4(leaderFill, 0.5 * ringOpacity * leading);
  ringSize = vec2(0.5 * size + 2.5 * ratio, 0.5 * ratio);

  vec2 heading = vec2(hx, hy);
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

/** Coverage comes from the distance to the outline, so that edges are smooth at any size and angle. */
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

/** Vertex and fragment shader: one point per unit, or one instanced strip of four vertices per unit. */
export function unitShaders(primitive: Primitive): [string, string] {
  const head = primitive === "points" ? "#version 300 es\n#define POINTS\n" : "#version 300 es\n";
  return [head + unitVertexBody, head + unitFragmentBody];
}

/** One value per unit that follows the leader flag without jumping, kept on the GPU by transform feedback. */
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
