/** Compiles fetched WebAssembly files. */

/** Compiles a module while its file arrives. Rejects if the file is incomplete or its version stamp is not `build`. */
export async function moduleOf(response: Response, build: string): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const contentType = response.headers.get("Content-Type")?.split(";")[0];
  const module =
    contentType === "application/wasm"
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  const [stamp] = WebAssembly.Module.customSections(module, "build");
  if (new TextDecoder().decode(stamp) !== build) throw new Error("It is of another version.");
  return module;
}
