//! Names in printed code: the names that a file has used, and the spelling of a name in a language.

use std::collections::BTreeSet;

/// Spelling of names in a programming language.
pub trait Spelling {
    /// Whether a name is a word of the language, or a name in the helper file.
    fn is_reserved_name(&self, name: &str) -> bool;
    /// Spelling of the name of a local value or an argument.
    fn local_spelling(&self, name: &str) -> String;
    /// Spelling of the name of an object's field.
    fn member_spelling(&self, name: &str) -> String;
    /// Spelling of the name of a function.
    fn function_spelling(&self, name: &str) -> String;
}

/// Names that a printed file or function has already used.
#[derive(Clone, Default)]
pub struct NameSet {
    taken_names: BTreeSet<String>,
    /// Names that are reserved for arguments and local values of functions.
    avoided_names: BTreeSet<String>,
}

impl NameSet {
    pub fn with_taken(names: impl IntoIterator<Item = String>) -> Self {
        Self { taken_names: names.into_iter().collect(), avoided_names: BTreeSet::new() }
    }

    /// Reserves names for arguments and local values of functions.
    pub fn reserve_local_names(&mut self, names: impl IntoIterator<Item = String>) {
        self.avoided_names.extend(names);
    }

    /// Creates the set for a function of the file: the function can use the reserved names, but not
    /// those of the file.
    pub fn for_function(&self) -> Self {
        Self { avoided_names: BTreeSet::new(), ..self.clone() }
    }

    pub fn is_taken(&self, name: &str) -> bool {
        self.taken_names.contains(name)
    }

    /// Adds an unused name to the set and returns it: the preferred name, followed by as many `_`
    /// as needed.
    pub fn add_name(&mut self, preferred: String, spelling: &dyn Spelling) -> String {
        let mut name = preferred;
        while !self.insert_spelling(&name, spelling) {
            name.push('_');
        }
        name
    }

    fn insert_spelling(&mut self, name: &str, spelling: &dyn Spelling) -> bool {
        let is_free = !spelling.is_reserved_name(name) && !self.avoided_names.contains(name);
        is_free && self.taken_names.insert(name.to_string())
    }

    /// Adds an unused name to the set and returns it: the preferred name, or the preferred name
    /// followed by a number.
    pub fn add_numbered(&mut self, preferred: &str, spelling: &dyn Spelling) -> String {
        let mut name = preferred.to_string();
        for number in 2.. {
            if self.insert_spelling(&name, spelling) {
                break;
            }
            name = format!("{preferred}{number}");
        }
        name
    }
}

/// Converts a name in snake case to camel case: `view_radius` becomes `viewRadius`.
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    // A name must not begin with a digit.
    let first = match words.next() {
        Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => format!("n{word}"),
        word => word.unwrap_or("it").to_string(),
    };
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        name + &letters
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    })
}

/// Converts a name of a rule's text to lower case, and spells out `L` and `V`.
pub fn snake_case(name: &str) -> String {
    match name {
        "L" => "length".to_string(),
        "V" => "top_speed".to_string(),
        _ => name.to_lowercase(),
    }
}

/// Converts a name in camel case to upper snake case: `viewRadius` becomes `VIEW_RADIUS`.
pub fn upper_snake_case(name: &str) -> String {
    let mut text = String::new();
    let mut is_small = false;
    for c in name.chars() {
        if c.is_uppercase() && is_small {
            text.push('_');
        }
        is_small = c.is_lowercase();
        text.extend(c.to_uppercase());
    }
    let text = text.replace(|c: char| !c.is_alphanumeric() && c != '_', "_");
    match text.trim_matches('_') {
        "" => "P".to_string(),
        kept if kept.starts_with(|c: char| c.is_numeric()) => format!("P{kept}"),
        _ => text.trim_start_matches('_').to_string(),
    }
}
