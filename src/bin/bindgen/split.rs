//! Cuts a program in two: a core, and the rest, which joins it later in the same memory.
//!
//! The core is what can be reached from its exports, by calls, by addresses of functions and by data
//! that holds such addresses. All else is the rest: a module of its own that takes memory, table and
//! functions from the core, puts its functions into the table, and brings its own data along. The
//! core calls it through the table, so that whoever calls need not know: as long as the rest has not
//! come, such a call traps.

use crate::linked::{Linked, Refers};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, Function, FunctionBuilder,
    FunctionId, FunctionKind, Global, GlobalId, GlobalKind, ImportedFunction, Memory, MemoryId,
    Module, Table, TableId, ir,
};

/// What belongs to the rest: a line for each export, `*` for any letters; a line with `fn` for what the
/// core calls of it: texts that the function's mangled name has, in this order; with `unshared fn` only
/// where memory is not shared. With shared memory, nothing was prepared (see `www/prepare.mjs`), and
/// helpers have the core alone. After a line `only`, exports are those of the core, and all others
/// belong to the rest.
pub struct Rest {
    exports: Vec<String>,
    only: bool,
    called: Vec<Vec<String>>,
}

impl Rest {
    pub fn read(text: &str, shared: bool) -> Result<Self> {
        let (mut exports, mut called, mut only) = (Vec::new(), Vec::new(), false);
        for line in text.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
            let line = match line.strip_prefix("unshared ") {
                Some(_) if shared => continue,
                Some(line) => line,
                None => line,
            };
            match line.strip_prefix("fn ") {
                Some(names) => called.push(names.split_whitespace().map(str::to_string).collect()),
                None if line.is_empty() => {}
                None if line == "only" => only = true,
                None => exports.push(line.to_string()),
            }
        }
        Ok(Self { exports, only, called })
    }

    fn exports(&self, name: &str) -> bool {
        // What the bindings themselves call has two lines before its name.
        let of_bindings = name.starts_with("__") && !name.starts_with("__wbg_");
        let listed = self.exports.iter().any(|one| fits(one, name));
        listed != self.only && !of_bindings
    }

    fn called(&self, name: &str) -> bool {
        self.called.iter().any(|parts| has_in_order(parts, name))
    }

    /// Tells of lines that fit nothing: of what is gone, or misspelled.
    fn tell_of_stale(&self, module: &Module) {
        for one in &self.exports {
            if !module.exports.iter().any(|export| fits(one, &export.name)) {
                eprintln!("the core exports no {one}");
            }
        }
        for parts in &self.called {
            let names = module.funcs.iter().filter_map(|function| function.name.as_deref());
            if !names.into_iter().any(|name| has_in_order(parts, name)) {
                eprintln!("no function has {} in its name", parts.join(" "));
            }
        }
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

fn has_in_order(parts: &[String], name: &str) -> bool {
    let mut left = Some(name);
    for part in parts {
        left = left.and_then(|left| left.find(part.as_str()).map(|at| &left[at + part.len()..]));
    }
    left.is_some()
}

pub struct Parts {
    pub core: Module,
    pub rest: Module,
}

/// What a function's code names.
#[derive(Default)]
struct Named {
    functions: BTreeSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
    tables: BTreeSet<TableId>,
    memories: BTreeSet<MemoryId>,
}

impl<'a> Visitor<'a> for Named {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.functions.insert(*id);
    }
    fn visit_global_id(&mut self, id: &GlobalId) {
        self.globals.insert(*id);
    }
    fn visit_table_id(&mut self, id: &TableId) {
        self.tables.insert(*id);
    }
    fn visit_memory_id(&mut self, id: &MemoryId) {
        self.memories.insert(*id);
    }
}

/// Of each part of the core the same part of the second module, before both are cut.
struct Twins {
    functions: HashMap<FunctionId, FunctionId>,
    globals: HashMap<GlobalId, GlobalId>,
    tables: HashMap<TableId, TableId>,
    memories: HashMap<MemoryId, MemoryId>,
}

impl Twins {
    fn new(core: &Module, second: &Module) -> Self {
        let (functions, globals) =
            (core.funcs.iter().map(Function::id), core.globals.iter().map(Global::id));
        let (tables, memories) =
            (core.tables.iter().map(Table::id), core.memories.iter().map(Memory::id));
        Self {
            functions: functions.zip(second.funcs.iter().map(Function::id)).collect(),
            globals: globals.zip(second.globals.iter().map(Global::id)).collect(),
            tables: tables.zip(second.tables.iter().map(Table::id)).collect(),
            memories: memories.zip(second.memories.iter().map(Memory::id)).collect(),
        }
    }
}

pub fn split(file: &[u8], linked: &Linked, rest: &Rest) -> Result<Parts> {
    let (mut core, mut second) = (Module::from_buffer(file)?, Module::from_buffer(file)?);
    rest.tell_of_stale(&core);
    let twins = Twins::new(&core, &second);
    let table = core.tables.main_function_table()?.context("the program has no table")?;
    let slots = slots_of(&core, table)?;
    let named: HashMap<FunctionId, Named> = core
        .funcs
        .iter_local()
        .map(|(id, function)| {
            let mut named = Named::default();
            dfs_in_order(&mut named, function, function.entry_block());
            (id, named)
        })
        .collect();
    let reached = Reach::new(&core, linked, rest, &named, &slots)?;
    let of_rest = |id: &FunctionId| named.contains_key(id) && !reached.functions.contains(id);

    // The functions of the rest that the core finds in its table.
    let mut places: BTreeMap<FunctionId, u64> = BTreeMap::new();
    for (slot, id) in &slots {
        if of_rest(id) {
            places.entry(*id).or_insert(*slot);
        }
    }
    let exported = core.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    });
    let from_core = named.iter().filter(|(id, _)| reached.functions.contains(id));
    let called: BTreeSet<FunctionId> = exported
        .chain(from_core.flat_map(|(_, named)| named.functions.iter().copied()))
        .filter(of_rest)
        .collect();
    let mut end = core.tables.get(table).initial;
    for id in &called {
        places.entry(*id).or_insert_with(|| {
            end += 1;
            end - 1
        });
    }

    // What the rest takes from the core.
    let mut taken = Named::default();
    let mut seen: HashSet<FunctionId> = HashSet::new();
    let mut waiting: Vec<FunctionId> = places.keys().copied().collect();
    while let Some(id) = waiting.pop() {
        if !of_rest(&id) {
            taken.functions.insert(id);
        } else if seen.insert(id) {
            let named = &named[&id];
            waiting.extend(&named.functions);
            taken.globals.extend(&named.globals);
            taken.tables.extend(&named.tables);
            taken.memories.extend(&named.memories);
        }
    }
    taken.tables.insert(table);
    taken.memories.extend(core.memories.iter().map(|memory| memory.id()));

    let data = cut_data(&mut core, &mut second, linked, &reached.pieces, &twins)?;
    let mut offers = Offers::default();
    second.exports = Default::default();
    second.start = None;
    for id in taken.functions {
        let name = offers.name(&mut core, ExportItem::Function(id));
        let id = twins.functions[&id];
        let import = match &second.funcs.get(id).kind {
            FunctionKind::Import(imported) => {
                let import = second.imports.get_mut(imported.import);
                (import.module, import.name) = (OF_CORE.into(), name);
                continue;
            }
            _ => second.imports.add(OF_CORE, &name, id),
        };
        let function = second.funcs.get_mut(id);
        function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
    }
    for id in taken.globals {
        let name = offers.name(&mut core, ExportItem::Global(id));
        let id = twins.globals[&id];
        let import = second.imports.add(OF_CORE, &name, id);
        second.globals.get_mut(id).kind = GlobalKind::Import(import);
    }
    for id in taken.memories {
        let name = offers.name(&mut core, ExportItem::Memory(id));
        let id = twins.memories[&id];
        let memory = second.memories.get_mut(id);
        match memory.import {
            Some(import) => {
                let import = second.imports.get_mut(import);
                (import.module, import.name) = (OF_CORE.into(), name);
            }
            None => memory.import = Some(second.imports.add(OF_CORE, &name, id)),
        }
    }
    second.tables.get_mut(twins.tables[&table]).initial = end;
    for id in taken.tables {
        let name = offers.name(&mut core, ExportItem::Table(id));
        let id = twins.tables[&id];
        let import = second.imports.add(OF_CORE, &name, id);
        let table = second.tables.get_mut(id);
        table.import = Some(import);
        table.maximum = table.maximum.map(|most| most.max(table.initial));
    }
    fill_table(&mut core, &mut second, table, &slots, &places, end, &twins);
    for id in called {
        call_through(&mut core, id, table, places[&id]);
    }
    walrus::passes::gc::run(&mut core);
    walrus::passes::gc::run(&mut second);
    eprintln!(
        "core: {} functions; rest: {} functions, {data} bytes of data",
        core.funcs.iter().count(),
        second.funcs.iter().count()
    );
    Ok(Parts { core, rest: second })
}

const OF_CORE: &str = "core";

/// Names under which the core gives parts of itself to the rest.
#[derive(Default)]
struct Offers(usize);

impl Offers {
    fn name(&mut self, core: &mut Module, item: ExportItem) -> String {
        let same = |one: &ExportItem| match (one, &item) {
            (ExportItem::Function(a), ExportItem::Function(b)) => a == b,
            (ExportItem::Table(a), ExportItem::Table(b)) => a == b,
            (ExportItem::Memory(a), ExportItem::Memory(b)) => a == b,
            (ExportItem::Global(a), ExportItem::Global(b)) => a == b,
            _ => false,
        };
        if let Some(export) = core.exports.iter().find(|export| same(&export.item)) {
            return export.name.clone();
        }
        self.0 += 1;
        let name = format!("${}", self.0);
        core.exports.add(&name, item);
        name
    }
}

/// The functions in the table, by their place.
fn slots_of(module: &Module, table: TableId) -> Result<BTreeMap<u64, FunctionId>> {
    let mut slots = BTreeMap::new();
    for element in module.elements.iter() {
        let ElementKind::Active { table: of, offset } = &element.kind else { continue };
        if *of != table {
            continue;
        }
        let ConstExpr::Value(ir::Value::I32(first)) = offset else {
            bail!("a table without places")
        };
        let ElementItems::Functions(all) = &element.items else { bail!("a table of expressions") };
        slots.extend((*first as u64..).zip(all.iter().copied()));
    }
    Ok(slots)
}

/// What the core reaches.
struct Reach {
    functions: HashSet<FunctionId>,
    pieces: HashSet<usize>,
}

impl Reach {
    fn new(
        module: &Module,
        linked: &Linked,
        rest: &Rest,
        named: &HashMap<FunctionId, Named>,
        slots: &BTreeMap<u64, FunctionId>,
    ) -> Result<Self> {
        let name = |id: FunctionId| module.funcs.get(id).name.as_deref().unwrap_or("");
        let mut by_name: HashMap<&str, Vec<FunctionId>> = HashMap::new();
        for function in module.funcs.iter() {
            by_name.entry(name(function.id())).or_default().push(function.id());
        }
        let mut reach = Self { functions: HashSet::new(), pieces: HashSet::new() };
        let mut functions: Vec<FunctionId> = module.start.into_iter().collect();
        let mut pieces = Vec::new();
        for export in module.exports.iter() {
            match export.item {
                ExportItem::Function(id) if !rest.exports(&export.name) => functions.push(id),
                _ => {}
            }
        }
        // What the bindings have put into the table is known by nobody else.
        let known: HashSet<&str> = linked.names().collect();
        let made =
            |name: &str| name.is_empty() || name.starts_with("__") || name.ends_with(" shim");
        if let Some(id) = named.keys().find(|id| !known.contains(name(**id)) && !made(name(**id))) {
            bail!("the linker does not know {}", name(*id));
        }
        functions.extend(slots.values().filter(|id| !known.contains(name(**id))));
        let follow = |refers: &Refers, functions: &mut Vec<FunctionId>, pieces: &mut Vec<usize>| {
            for name in &refers.functions {
                functions.extend(by_name.get(name.as_str()).into_iter().flatten());
            }
            pieces.extend(&refers.pieces);
        };
        follow(&linked.others, &mut functions, &mut pieces);
        loop {
            if let Some(id) = functions.pop() {
                if rest.called(name(id)) || !reach.functions.insert(id) {
                    continue;
                }
                functions.extend(named.get(&id).iter().flat_map(|named| &named.functions));
                if let Some(refers) = linked.functions.get(name(id)) {
                    follow(refers, &mut functions, &mut pieces);
                }
            } else if let Some(piece) = pieces.pop() {
                if reach.pieces.insert(piece) {
                    follow(&linked.pieces[piece].refers, &mut functions, &mut pieces);
                }
            } else {
                return Ok(reach);
            }
        }
    }
}

/// Takes the data of the rest out of the core, and gives it to the rest: bytes. In shared memory the
/// core itself copies its segments to their place: they stay whole.
fn cut_data(
    core: &mut Module,
    second: &mut Module,
    linked: &Linked,
    stays: &HashSet<usize>,
    twins: &Twins,
) -> Result<usize> {
    let segments: Vec<_> = core.data.iter().map(|data| data.id()).collect();
    second.data = Default::default();
    second.memories.iter_mut().for_each(|memory| memory.data_segments.clear());
    // Those of no use to it are gone by now, and numbers are others than the linker's.
    if core.data.iter().all(|data| matches!(data.kind, DataKind::Passive)) {
        return Ok(0);
    }
    let mut bytes = 0;
    for (number, piece) in
        linked.pieces.iter().enumerate().filter(|(number, _)| !stays.contains(number))
    {
        let id = *segments
            .get(piece.segment)
            .with_context(|| format!("piece {number} of no segment"))?;
        let data = core.data.get_mut(id);
        let DataKind::Active { memory, offset: ConstExpr::Value(ir::Value::I32(first)) } =
            data.kind
        else {
            continue;
        };
        let Some(value) = data.value.get_mut(piece.range.clone()) else {
            bail!("piece {number} ends too late")
        };
        let offset = ConstExpr::Value(ir::Value::I32(first + piece.range.start as i32));
        let memory = twins.memories[&memory];
        let id = second.data.add(DataKind::Active { memory, offset }, value.to_vec());
        second.memories.get_mut(memory).data_segments.insert(id);
        bytes += value.len();
        value.fill(0);
    }
    Ok(bytes)
}

/// Each part puts its own functions into the table. Where the rest will be, the core has one that traps.
fn fill_table(
    core: &mut Module,
    second: &mut Module,
    table: TableId,
    slots: &BTreeMap<u64, FunctionId>,
    places: &BTreeMap<FunctionId, u64>,
    end: u64,
    twins: &Twins,
) {
    let mut trap = FunctionBuilder::new(&mut core.types, &[], &[]);
    trap.func_body().unreachable();
    let trap = trap.finish(Vec::new(), &mut core.funcs);
    for element in core.elements.iter_mut() {
        if let ElementItems::Functions(all) = &mut element.items {
            all.iter_mut().filter(|id| places.contains_key(id)).for_each(|id| *id = trap);
        }
    }
    let all = core.tables.get_mut(table);
    all.initial = end;
    all.maximum = all.maximum.map(|most| most.max(end));

    second.elements = Default::default();
    second.tables.iter_mut().for_each(|table| table.elem_segments.clear());
    let mut of_rest: BTreeMap<u64, FunctionId> =
        places.iter().map(|(id, slot)| (*slot, *id)).collect();
    of_rest.extend(slots.iter().filter(|(_, id)| places.contains_key(id)));
    let mut runs: Vec<(u64, Vec<FunctionId>)> = Vec::new();
    for (slot, id) in of_rest {
        match runs.last_mut() {
            Some((first, run)) if *first + run.len() as u64 == slot => run.push(id),
            _ => runs.push((slot, vec![id])),
        }
    }
    let table = twins.tables[&table];
    for (first, run) in runs {
        let run = run.iter().map(|id| twins.functions[id]).collect();
        let offset = ConstExpr::Value(ir::Value::I32(first as i32));
        let id = second
            .elements
            .add(ElementKind::Active { table, offset }, ElementItems::Functions(run));
        second.tables.get_mut(table).elem_segments.insert(id);
    }
}

/// Puts a call through the table in the place of a function.
fn call_through(core: &mut Module, id: FunctionId, table: TableId, slot: u64) {
    let function = core.funcs.get(id);
    let (ty, name) = (function.ty(), function.name.clone());
    let (params, results) = core.types.params_results(ty);
    let (params, results) = (params.to_vec(), results.to_vec());
    let args: Vec<_> = params.iter().map(|ty| core.locals.add(*ty)).collect();
    let mut made = FunctionBuilder::new(&mut core.types, &params, &results);
    let mut body = made.func_body();
    for arg in &args {
        body.local_get(*arg);
    }
    body.i32_const(slot as i32).call_indirect(ty, table);
    let function = core.funcs.get_mut(id);
    function.kind = FunctionKind::Local(made.local_func(args));
    function.name = name;
}
