//! What the linker knows of a program: which functions and which data each function, and each
//! piece of data, refers to. It stands in the relocations, which `--emit-relocs` leaves in the file.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::ops::Range;
use wasmparser::{
    KnownCustom, Linking, Name, Parser, Payload, RelocationType, SymbolInfo, TypeRef,
};

/// What something refers to by its address. Calls do not count.
#[derive(Default, Clone)]
pub struct Refers {
    /// Names of functions.
    pub functions: Vec<String>,
    /// Numbers of pieces.
    pub pieces: Vec<usize>,
}

/// Data that the program uses as a whole.
pub struct Piece {
    /// The number of its segment, and where in it.
    pub segment: usize,
    pub range: Range<usize>,
    pub refers: Refers,
}

pub struct Linked {
    /// By the function's name.
    pub functions: HashMap<String, Refers>,
    pub pieces: Vec<Piece>,
    /// Of data that is no piece.
    pub others: Refers,
    /// Of all functions.
    names: Vec<String>,
}

enum Symbol {
    Function(usize),
    Data(usize, usize),
    Other,
}

impl Linked {
    /// The names of all functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub fn read(file: &[u8]) -> Result<Self> {
        let mut imported = 0;
        let mut bodies: Vec<Range<usize>> = Vec::new();
        let mut segments: Vec<Range<usize>> = Vec::new();
        // Where each section begins: relocations name their sections by number.
        let mut sections: Vec<usize> = Vec::new();
        let mut names: HashMap<usize, String> = HashMap::new();
        let mut symbols = Vec::new();
        let mut data: Vec<(usize, Range<usize>)> = Vec::new();
        let mut relocations = Vec::new();
        for payload in Parser::new(0).parse_all(file) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                sections.push(range.start);
            }
            match payload {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.range()),
                Payload::DataSection(all) => {
                    for one in all {
                        let one = one?;
                        segments.push(one.range.end - one.data.len()..one.range.end);
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(parts) => {
                        for part in parts {
                            let Name::Function(all) = part? else { continue };
                            for name in all {
                                let name = name?;
                                names.insert(name.index as usize, plain(name.name).to_string());
                            }
                        }
                    }
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            let Linking::SymbolTable(all) = part? else { continue };
                            for symbol in all {
                                symbols.push(match symbol? {
                                    SymbolInfo::Func { index, .. } => {
                                        Symbol::Function(index as usize)
                                    }
                                    SymbolInfo::Data { symbol: Some(at), .. } if at.size > 0 => {
                                        let from = at.offset as usize;
                                        data.push((
                                            at.index as usize,
                                            from..from + at.size as usize,
                                        ));
                                        Symbol::Data(at.index as usize, from)
                                    }
                                    _ => Symbol::Other,
                                });
                            }
                        }
                    }
                    KnownCustom::Reloc(section) => {
                        let of = section.section_index() as usize;
                        for entry in section.entries() {
                            relocations.push((of, entry?));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        if relocations.is_empty() {
            bail!("the linker has left no relocations: they take -Clink-arg=--emit-relocs");
        }
        let pieces = pieces_of(data, &segments);
        let piece_at = |segment: usize, at: usize| {
            let next = pieces.partition_point(|p| (p.segment, p.range.start) <= (segment, at));
            let piece = pieces.get(next.checked_sub(1)?)?;
            (piece.segment == segment && piece.range.contains(&at)).then_some(next - 1)
        };
        let mut linked = Self {
            functions: HashMap::new(),
            pieces: Vec::new(),
            others: Refers::default(),
            names: names.values().cloned().collect(),
        };
        let mut of_pieces = vec![Refers::default(); pieces.len()];
        for (section, entry) in relocations {
            let at = sections.get(section).context("a relocation of no section")?
                + entry.offset as usize;
            let symbol = match entry.ty {
                RelocationType::FunctionIndexLeb
                | RelocationType::TypeIndexLeb
                | RelocationType::GlobalIndexLeb => continue,
                _ => symbols.get(entry.index as usize),
            };
            let body = bodies.partition_point(|body| body.end <= at);
            let refers = if bodies.get(body).is_some_and(|body| body.contains(&at)) {
                let Some(name) = names.get(&(imported + body)) else { continue };
                linked.functions.entry(name.clone()).or_default()
            } else if let Some(segment) = segments.iter().position(|range| range.contains(&at)) {
                match piece_at(segment, at - segments[segment].start) {
                    Some(piece) => &mut of_pieces[piece],
                    None => &mut linked.others,
                }
            } else {
                // Of debug information.
                continue;
            };
            match symbol {
                Some(Symbol::Function(index)) => refers.functions.extend(names.get(index).cloned()),
                Some(Symbol::Data(segment, from)) => {
                    refers.pieces.extend(piece_at(*segment, *from))
                }
                _ => {}
            }
        }
        linked.pieces = pieces;
        linked.pieces.iter_mut().zip(of_pieces).for_each(|(piece, refers)| piece.refers = refers);
        Ok(linked)
    }
}

/// What JavaScript calls has a hash behind its name in Rust's files, which the bindings take away.
fn plain(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((plain, hash))
            if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            plain
        }
        _ => name,
    }
}

/// Symbols that overlap are one piece.
fn pieces_of(mut data: Vec<(usize, Range<usize>)>, segments: &[Range<usize>]) -> Vec<Piece> {
    data.retain(|(segment, range)| {
        segments.get(*segment).is_some_and(|all| range.end <= all.len())
    });
    data.sort_by_key(|(segment, range)| (*segment, range.start, range.end));
    let mut pieces: Vec<Piece> = Vec::new();
    for (segment, range) in data {
        match pieces.last_mut() {
            Some(last) if last.segment == segment && range.start < last.range.end => {
                last.range.end = last.range.end.max(range.end);
            }
            _ => pieces.push(Piece { segment, range, refers: Refers::default() }),
        }
    }
    pieces
}
