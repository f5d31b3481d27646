/**
 * The core comes in two parts (`src/bin/bindgen/split.rs`): what opens a link and lets it fly, and the rest, which explains,
 * measures, searches and prints. The rest joins an instance of the first part: it works in its memory, and puts its
 * functions into its table. What is asked of it before traps.
 */
export function join(core: object, rest: WebAssembly.Module | BufferSource): WebAssembly.Instance {
  const module = rest instanceof WebAssembly.Module ? rest : new WebAssembly.Module(rest);
  return new WebAssembly.Instance(module, { core: core as WebAssembly.ModuleImports });
}
