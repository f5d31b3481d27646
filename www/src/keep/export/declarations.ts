/** The runtimes of exported programs, a folder per language. A program holds the declarations that its run uses. */

/** A declaration at the top level of a source file, with the comment above it. */
export interface Declaration {
  text: string;
  /** The names in it that are not those of members. */
  names: ReadonlySet<string>;
}

export type Declarations = ReadonlyMap<string, Declaration>;

export interface Grammar {
  /** What a declaration begins with, at the start of a line, and its name. */
  declares: RegExp;
  /** Comments and strings, in which names mean nothing. */
  silent: RegExp;
  /** Lines that a program does without, such as imports. */
  drops: RegExp;
}

/** The names in a text that are not those of members; `silent` as in a grammar. */
export function namesIn(text: string, silent: RegExp): ReadonlySet<string> {
  return new Set(text.replace(silent, "").match(/(?<![.\w$#])[A-Za-z_]\w*/g));
}

/** The declarations of source files, by name: they are set apart by blank lines, and no two may share a name. */
export function declarationsOf(
  files: Readonly<Record<string, string>>,
  { declares, silent, drops }: Grammar,
): Declarations {
  const declarations = new Map<string, Declaration>();
  for (const [file, source] of Object.entries(files)) {
    const lines = source.split("\n").filter((line) => !drops.test(line));
    for (const text of lines
      .join("\n")
      .trim()
      .split(/\n\n+(?=\S)/)) {
      const name = declares.exec(text)?.[1];
      if (name === undefined) throw new Error(`${file}: what does this declare?\n${text}`);
      if (declarations.has(name)) throw new Error(`${file}: '${name}' is declared twice.`);
      declarations.set(name, { text, names: namesIn(text, silent) });
    }
  }
  return declarations;
}

/** The declarations with these names and all that they need, each once, after what it needs. */
export function collect(declarations: Declarations, roots: readonly string[]): string[] {
  const found: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string) => {
    const declaration = declarations.get(name);
    if (!declaration || visited.has(name)) return;
    visited.add(name);
    for (const other of declaration.names) visit(other);
    found.push(declaration.text);
  };
  for (const root of roots) {
    if (!declarations.has(root)) throw new Error(`The runtime has no '${root}'.`);
    visit(root);
  }
  return found;
}
