/**
 * Computes what every run needs and none changes while the package is built: `prepare` of the core runs here, and what it
 * leaves in memory becomes the data of the file. Usage: `node prepare.mjs CORE.wasm REST.wasm`; CORE is written anew. Memory
 * that others share begins empty in each instance, so there is nothing to do then.
 */
import { readFileSync, writeFileSync } from "node:fs";

const [corePath, restPath] = process.argv.slice(2);
const core = new WebAssembly.Module(readFileSync(corePath));
const rest = new WebAssembly.Module(readFileSync(restPath));
const PAGE = 65_536;
/** Fewer zeros than this between two pieces of data are written as they are. */
const GAP = 16;
const [MEMORY, DATA, DATA_COUNT] = [5, 11, 12];

if (!WebAssembly.Module.imports(core).some(({ kind }) => kind === "memory")) prepare();

function prepare() {
  const exports = new WebAssembly.Instance(core, absent(core)).exports;
  new WebAssembly.Instance(rest, { core: exports });
  exports.prepare();
  sweep(exports);
  const bytes = new Uint8Array(exports.memory.buffer);
  // The stack comes first.
  bytes.fill(0, 0, Math.min(...dataOf(readFileSync(corePath)).map(([start]) => start)));
  // The rest brings its own data along.
  for (const [start, end] of dataOf(readFileSync(restPath))) bytes.fill(0, start, end);
  writeFileSync(corePath, withMemory(readFileSync(corePath), bytes));
}

/** Nothing of JavaScript is asked for. */
function absent(module) {
  const made = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== "function") throw new Error(`The core imports ${from}.${name}, a ${kind}.`);
    made[from] ??= {};
    made[from][name] = () => {
      throw new Error(`prepare calls ${from}.${name}.`);
    };
  }
  return made;
}

/**
 * Fills with zeros what the allocator has got back: it would be data that nobody reads. Whoever takes the smallest pieces
 * until there is no room has all of them; given back, they become one again, of which the allocator reads the ends.
 */
function sweep({ memory, __wbindgen_malloc: take, __wbindgen_free: give }) {
  const [size, whole, start, end] = [12, 16, 32, 8];
  const pieces = [];
  const { byteLength } = memory.buffer;
  while (memory.buffer.byteLength === byteLength) pieces.push(take(size, 4) >>> 0);
  for (const at of pieces) give(at, size, 4);
  pieces.sort((a, b) => a - b);
  const bytes = new Uint8Array(memory.buffer);
  let first = 0;
  pieces.forEach((at, number) => {
    if (pieces[number + 1] === at + whole) return;
    const [from, to] = [pieces[first] + start, at - end];
    if (from < to) bytes.fill(0, from, to);
    first = number + 1;
  });
}

/** Numbers of any size, as the format has them. */
function reader(bytes, at = 0) {
  const next = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return value >>> 0;
  };
  return { next, skip: (count) => (at += count), at: () => at };
}

function written(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}

/** The same for a number that is read with its sign. */
function writtenSigned(value) {
  const bytes = [];
  for (; value > 63; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** `[id, from, to]` of each section's content. */
function* sections(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const read = reader(bytes, at + 1);
    const size = read.next();
    yield [bytes[at], read.at(), read.at() + size];
    at = read.at() + size;
  }
}

/** Where the data of a module lies in memory. */
function dataOf(bytes) {
  const found = [];
  for (const [id, from] of sections(bytes)) {
    if (id !== DATA) continue;
    const read = reader(bytes, from);
    for (let count = read.next(); count > 0; count--) {
      // Active, of memory 0: i32.const start, end.
      if (read.next() !== 0) throw new Error("There is data with no place.");
      read.skip(1);
      const start = read.next();
      read.skip(1);
      const size = read.next();
      found.push([start, start + size]);
      read.skip(size);
    }
  }
  return found;
}

/** The module with this memory at its start. */
function withMemory(module, memory) {
  const parts = [module.subarray(0, 8)];
  for (const [id, from, to] of sections(module)) {
    let content = module.subarray(from, to);
    if (id === MEMORY) {
      const read = reader(module, from);
      const [, flags] = [read.next(), read.next(), read.next()];
      content = [
        ...written(1),
        ...written(flags),
        ...written(memory.length / PAGE),
        ...module.subarray(read.at(), to),
      ];
    }
    if (id === DATA) content = dataSection(memory);
    // How much data there is stands in a section of its own, which only what copies it needs.
    if (id === DATA_COUNT) continue;
    parts.push(Buffer.from([id, ...written(content.length)]), Buffer.from(content));
  }
  return Buffer.concat(parts);
}

function dataSection(memory) {
  const pieces = [];
  for (let at = 0; at < memory.length; ) {
    if (memory[at] === 0) {
      at++;
      continue;
    }
    let end = at;
    for (let next = at; next < memory.length && next - end <= GAP; next++)
      if (memory[next] !== 0) end = next + 1;
    pieces.push(
      Buffer.from([0, 0x41, ...writtenSigned(at), 0x0b, ...written(end - at)]),
      memory.subarray(at, end),
    );
    at = end;
  }
  return Buffer.concat([Buffer.from(written(pieces.length / 2)), ...pieces]);
}
