//! Syntax of formulas, and the meaning of symbols that are not parameters.
//!
//! A formula is plain text: `F = w·S·side(u)` with `_` before an index (one word), `^` before an
//! exponent, `/` for a fraction, `|a|` for a magnitude, quotation marks around words, and `;`
//! between lines. A symbol is a letter or a word, with an optional index.

/// Symbols that are not parameters of a group or the world, with their meanings, sorted.
pub const FORMULA_SYMBOLS: &[(&str, &str)] = &[
    ("A_L", "area against the air"),
    ("D", "drag, moving ahead"),
    ("D_ω", "drag against turning"),
    ("F_0", "force of the behaviors before it"),
    ("F_1", "weighted force of the first behavior"),
    ("F_2", "weighted force of the second"),
    ("F_all", "all forces together"),
    ("F_max", "largest steering force"),
    ("F_s", "part of the force to the right"),
    ("L", "length of the bird"),
    ("R", "reach"),
    ("S", "steering force of the bird"),
    ("T", "thrust of the bird"),
    ("V", "largest speed"),
    ("a", "aim, where the bird heads or looks"),
    ("clip", "cut to -1 … 1"),
    ("c′", "condition by which others count"),
    ("d", "distance of the other bird"),
    ("dt", "one tick, 1/60 s"),
    ("f", "how far ahead the other is"),
    ("g", "way since the step began"),
    ("g_i", "way of the step"),
    ("h", "heading, of length 1"),
    ("i", "number in turn"),
    ("j", "another bird"),
    ("k", "any factor given in × L"),
    ("m", "one that it fears"),
    ("mean", "mean over those that count"),
    ("n_ahead", "birds in its narrow view"),
    ("n_view", "birds in view"),
    ("o", "an obstacle"),
    ("q", "what the rule asks for, a share of S"),
    ("round", "to the nearest whole number"),
    ("s", "how far to the side the other is"),
    ("side", "+1 to the right, -1 to the left, 0 ahead"),
    ("sign", "-1, 0 or 1 on each axis"),
    ("t", "seconds the key is held"),
    ("unit", "cut or stretched to length 1"),
    ("v", "velocity of the bird"),
    ("w", "weight of any rule"),
    ("x", "place of the bird"),
    ("y", "place of the bird, from the top"),
    ("y_i", "middle of the gap, by the seed"),
    ("z", "-1 … 1, by the seed"),
    ("α", "turned since the step began"),
    ("α_i", "turn of the step"),
    ("δ", "heading to hold less heading, rad"),
    ("θ", "angle between it and the velocity"),
    ("ρ", "density of air, 0.0023769"),
    ("ω", "rate of turn"),
];

/// Returns the symbols of a formula in order of appearance, each once.
pub fn symbols_of(formula: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (part, text) in formula.split('"').enumerate() {
        // Parts with an odd index are inside quotation marks: words, not symbols.
        if part % 2 == 1 {
            continue;
        }
        let in_symbol = |c: char| c.is_alphabetic() || c == '_' || c == '′';
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphabetic()) {
            rest = rest.split_at(start).1;
            let mut indexed = false;
            let end = rest.find(|c: char| {
                indexed |= c == '_';
                !(in_symbol(c) || indexed && c.is_ascii_digit())
            });
            let (symbol, after) = rest.split_at(end.unwrap_or(rest.len()));
            // The page explains neither the force itself nor known functions and constants.
            if !["F", "max", "min", "π", "Σ"].contains(&symbol) && !found.contains(&symbol) {
                found.push(symbol);
            }
            rest = after;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_once_with_their_index_and_words_are_none() {
        let found =
            symbols_of("F = −w_coh·S·side(u_1)·θ/π \"for j in\" view; R = k_sep·L^n_t + 2·L");
        let wanted = ["w_coh", "S", "side", "u_1", "θ", "view", "R", "k_sep", "L", "n_t"];
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_list_is_in_order_and_has_nothing_twice() {
        assert!(FORMULA_SYMBOLS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
