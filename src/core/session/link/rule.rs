//! Encoding of rules in links by letters and digits only, which have no other meaning there.
//!
//! A code begins with `R`, which is also the version of the encoding. Frequent pieces of text are
//! encoded by one base-62 digit (a letter or a decimal digit), less frequent ones by two, any other
//! character by five. The tables never change, since published links depend on them.

/// First letter of an encoded rule; keys of behaviors in the same list have no capital letters.
pub(crate) const RULE_MARK: char = 'R';

const BASE62_DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Pieces of text encoded by one base-62 digit: the index of the piece.
const ONE_DIGIT_PIECES: [&str; 46] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u",
    "v", "w", "y", "_", " ", "\n", ", ", "(", ")", "0", "1", "2", "4", "5", ".", " + ", " - ",
    " * ", " / ", " = ", " * L", "j.", "\nsteer ", "unit(", "offset", "distance", "sum(j in ",
];

/// Pieces of text encoded by two base-62 digits, the first of which is at least
/// [`FIRST_OF_TWO_DIGITS`]: characters that are likely in a rule, then words and phrases.
const TWO_DIGIT_PIECES: [&str; 141] = [
    "j", "q", "x", "z", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O",
    "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "3", "6", "7", "8", "9", "\"", "#", "-",
    "+", "*", "/", "^", "<", ">", "=", "!", ",", ":", ";", "?", "'", "%", "&", "$", "@", "[", "]",
    "{", "}", "|", "~", "`", "\\", "\t", "\r", "rule ", "\nparam ", "\nkeep ", "\nthrust ",
    "\nbrake ", "steer ", "param ", "keep ", "if ", " then ", " else ", " and ", " or ", "not ",
    " is ", " in ", " of ", " where ", "\n# ", " \"", "\" \"", "\" ", "..", " < ", " <= ", " > ",
    " >= ", " == ", " != ", " ^ ", " \"× L\"", "direction", "velocity", "there", "speed",
    "heading", "length", "leads", "radius", "hunts", "so_far", "time", "place", "deg", "goal.",
    "target.", "leader.", "pointer.", "node.", "view: ", "mates(", "fellows(", "others(",
    "everyone(", "hunted(", "menaces(", "group(\"", "obstacles", "mean(j in ", "least(j in ",
    "most(j in ", "any(j in ", "count(j in ", "nearest(j in ", "clamp(", "cos(", "sin(", "dot(",
    "cross(", "rotate(", "starboard(", "head(", "turn(", "toward(", "seek(", "arrive(",
];

/// First of five digits for a character in neither table; the others are its code point.
const ANY_CHARACTER_DIGIT: usize = 61;

/// Smallest digit that begins a two-digit code.
const FIRST_OF_TWO_DIGITS: usize = ONE_DIGIT_PIECES.len();

/// Encodes the text of a rule for a link; at each place, the longest piece that fits is used.
pub fn encode_rule(text: &str) -> String {
    let mut code = String::from(RULE_MARK);
    let mut put = |digit: usize| code.push(char::from(BASE62_DIGITS[digit]));
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let pieces = ONE_DIGIT_PIECES.iter().chain(&TWO_DIGIT_PIECES).enumerate();
        let fits = pieces.filter(|(_, piece)| rest.starts_with(**piece));
        match fits.max_by_key(|(_, piece)| piece.len()) {
            Some((at, piece)) => {
                match at.checked_sub(ONE_DIGIT_PIECES.len()) {
                    None => put(at),
                    Some(long) => {
                        put(FIRST_OF_TWO_DIGITS + long / 62);
                        put(long % 62);
                    }
                }
                rest = rest.split_at(piece.len()).1;
            }
            None => {
                put(ANY_CHARACTER_DIGIT);
                let number = next as usize;
                [62 * 62 * 62, 62 * 62, 62, 1]
                    .into_iter()
                    .for_each(|place| put(number / place % 62));
                rest = rest.split_at(next.len_utf8()).1;
            }
        }
    }
    code
}

/// Decodes the text of a rule; `None` if the code is invalid.
pub fn decode_rule(code: &str) -> Option<String> {
    let mut digits = code
        .strip_prefix(RULE_MARK)?
        .bytes()
        .map(|digit| BASE62_DIGITS.iter().position(|known| *known == digit));
    let mut text = String::new();
    while let Some(digit) = digits.next() {
        let digit = digit?;
        if digit == ANY_CHARACTER_DIGIT {
            let mut number = 0;
            for _ in 0..4 {
                number = number * 62 + digits.next()?? as u32;
            }
            text.push(char::from_u32(number)?);
        } else if digit < FIRST_OF_TWO_DIGITS {
            text.push_str(ONE_DIGIT_PIECES[digit]);
        } else {
            let long = (digit - FIRST_OF_TWO_DIGITS) * 62 + digits.next()??;
            text.push_str(TWO_DIGIT_PIECES.get(long)?);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_comes_back_and_needs_no_sign_of_links() {
        let texts = ["", "steer 0", "# Grüße, 鳥 🐦\nsteer 1", "\u{10ffff}\r\n\t\\`~"];
        for text in texts {
            let code = encode_rule(text);
            assert_eq!(decode_rule(&code).as_deref(), Some(text));
            assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{code}");
        }
        let all: String = (32u8..127).map(char::from).collect();
        assert_eq!(decode_rule(&encode_rule(&all)), Some(all));
    }

    #[test]
    fn what_is_no_code_is_no_text() {
        for code in ["", "x", "R-", "Rz", "Rzzzzz", "Rmz", "Rn0", "Rl", "Ré"] {
            assert_eq!(decode_rule(code), None, "{code}");
        }
    }

    #[test]
    fn the_code_of_a_released_version_stays() {
        let text = "rule left \"Turn left\"\nparam many = 4 in 0..50\nsteer if count(j in mates(8 * L)) > many then -1 else 0";
        assert_eq!(encode_rule(text), PINNED);
        assert_eq!(decode_rule(PINNED).as_deref(), Some(text));
    }

    const PINNED: &str = "Rl3A45HlMkNIFCNA45HkZl4B0CLcVlISlPWSflBm3lrkXdRRlSB0CLlCkbTlDS";
}
