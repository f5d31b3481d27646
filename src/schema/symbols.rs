//! The symbols in formulas, and what those mean that are no parameters.
//!
//! A formula is plain text: `F = w·S·side(u)` with `_` before an index (one word), `^` before an
//! exponent, `/` between what becomes a fraction, `|a|` for a size, words between quotation marks,
//! and `;` between lines. A symbol is a letter or a word, with its index if it has one.

/// What the symbols mean that are no parameters of the group or the world at hand.
pub const SYMBOLS: &[(&str, &str)] = &[
    ("A_L", "area against the air"),
    ("D", "drag, moving ahead"),
    ("D_ω", "drag against turning"),
    ("F_1", "weighted force of the first behavior"),
    ("F_2", "weighted force of the second"),
    ("F_all", "all forces together"),
    ("F_arr", "arriving at the meeting point"),
    ("F_eva", "evading the leader"),
    ("F_max", "largest steering force"),
    ("F_s", "part of the force to the right"),
    ("F_sep", "keeping apart"),
    ("F_stop", "braking to a stop"),
    ("L", "length of the unit"),
    ("R", "reach"),
    ("S", "steering force of the body"),
    ("T", "thrust of the body"),
    ("T′", "thrust now"),
    ("V", "largest speed"),
    ("V′", "wanted speed"),
    ("a", "aim, where the unit heads or looks"),
    ("c", "center of the obstacle"),
    ("c_i", "center of obstacle number i"),
    ("clip", "cut to -1 … 1"),
    ("d", "distance of the other unit"),
    ("d_a", "distance of the meeting point"),
    ("d_b", "distance of its mirror point before the leader"),
    ("d_c", "distance from the middle at the start"),
    ("d_g", "distance of the goal"),
    ("d_i", "distance of the node"),
    ("d_l", "distance of the leader"),
    ("d_o", "distance of the obstacle's center"),
    ("d_t", "distance of the target"),
    ("dt", "one tick, 1/60 s"),
    ("e", "how far off the circle, -1 … 1"),
    ("f", "how far ahead the other is"),
    ("g", "way since the step began"),
    ("g_i", "way of the step"),
    ("h", "heading, of length 1"),
    ("h_j", "heading of the other unit"),
    ("h_m", "mean heading of those around, its own too"),
    ("head", "force into a direction a: (V·a − v)·F_max/V, or, of a rigid body, S·side(a)·θ/π"),
    ("i", "number in turn"),
    ("j", "another unit"),
    ("k", "any factor given in × L"),
    ("k_1", "the largest k_j"),
    ("k_j", "share by nearness of one menace"),
    ("mean", "mean over those that count"),
    ("n_ahead", "units in its narrow view"),
    ("n_j", "units that count"),
    ("n_view", "units in view"),
    ("o", "an obstacle"),
    ("p", "how far along the feeler its center lies"),
    ("p_j", "push of one unit, a share of the largest"),
    ("q", "what the rule asks for, a share of S"),
    ("q_o", "how far off the feeler its center lies"),
    ("r", "distance in unit lengths"),
    ("round", "to the nearest whole number"),
    ("s", "how far to the side the other is"),
    ("side", "+1 to the right, -1 to the left, 0 ahead"),
    ("sign", "-1, 0 or 1 on each axis"),
    ("t", "seconds the key is held"),
    ("u", "wanted direction"),
    ("u_c", "along the circle"),
    ("u_g", "direction of the goal"),
    ("u_i", "direction of the node"),
    ("u_j", "direction of the other unit"),
    ("u_l", "the leader's direction of motion"),
    ("u_m", "direction of the middle of those near"),
    ("u_n", "direction of the neighbors' middle"),
    ("u_o", "direction of the obstacle's center"),
    ("u_t", "direction of the target"),
    ("u_v", "the neighbors' mean direction of motion"),
    ("u_ψ", "direction ψ off the heading"),
    ("unit", "cut or stretched to length 1"),
    ("v", "velocity of the unit"),
    ("v_g", "velocity of the goal"),
    ("v_j", "velocity of the other unit"),
    ("v_t", "velocity of the target"),
    ("v_w", "velocity that is asked for"),
    ("w", "weight of any rule"),
    ("x", "place of the unit"),
    ("x_g", "place of the goal"),
    ("x_j", "place of the other unit"),
    ("x_l", "place of the leader"),
    ("x_t", "place of the target"),
    ("y", "place of the unit, from the top"),
    ("y_i", "middle of the gap, by the seed"),
    ("z", "-1 … 1, by the seed"),
    ("Δx", "offset to another unit, across"),
    ("α", "turned since the step began"),
    ("α_i", "turn of the step"),
    ("δ", "heading to hold less heading, rad"),
    ("θ", "angle between it and the velocity"),
    ("ρ", "density of air, 0.0023769"),
    ("ψ", "the point's place on its circle"),
    ("ω", "rate of turn"),
];

/// The symbols of a formula, each once, in the order in which they come.
pub fn symbols_of(formula: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (part, text) in formula.split('"').enumerate() {
        // Between quotation marks are words.
        if part % 2 == 1 {
            continue;
        }
        let in_symbol = |c: char| c.is_alphabetic() || c == '_' || c == '′';
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphabetic()) {
            rest = &rest[start..];
            let mut indexed = false;
            let end = rest.find(|c: char| {
                indexed |= c == '_';
                !(in_symbol(c) || indexed && c.is_ascii_digit())
            });
            let (symbol, after) = rest.split_at(end.unwrap_or(rest.len()));
            // What needs no words: the force itself, known functions and numbers.
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
        assert!(SYMBOLS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
