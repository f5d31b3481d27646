/** Compiles WebGL2 programs, with errors as exceptions, and finds their uniforms. */

export function buildProgram(
  gl: WebGL2RenderingContext,
  vertexSource: string,
  fragmentSource: string,
  feedback: string[] = [],
): WebGLProgram {
  const program = gl.createProgram();
  const parts = [
    compileShader(gl, gl.VERTEX_SHADER, vertexSource),
    compileShader(gl, gl.FRAGMENT_SHADER, fragmentSource),
  ];
  for (const part of parts) gl.attachShader(program, part);
  if (feedback.length > 0) gl.transformFeedbackVaryings(program, feedback, gl.SEPARATE_ATTRIBS);
  gl.linkProgram(program);
  for (const part of parts) gl.deleteShader(part);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`The unit shader does not link: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

function compileShader(gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (!shader) throw new Error("WebGL refuses to create a shader");
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`The unit shader does not compile: ${gl.getShaderInfoLog(shader)}`);
  }
  return shader;
}

/** Returns the locations of a program's active uniforms by name; the name of an array is without "[0]". */
export function uniformLocations(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
): Record<string, WebGLUniformLocation | null> {
  const locations: Record<string, WebGLUniformLocation | null> = {};
  const count: number = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  for (let i = 0; i < count; i++) {
    const name = gl.getActiveUniform(program, i)?.name;
    if (name) locations[name.replace("[0]", "")] = gl.getUniformLocation(program, name);
  }
  return locations;
}
