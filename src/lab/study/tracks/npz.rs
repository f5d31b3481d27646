//! Arrays in a zip file, as NumPy writes and reads them: `.npz`.
//!
//! Reads stored and deflated files with little-endian arrays of numbers, bools and texts. Writes stored
//! files.

use std::collections::BTreeMap;

/// Values of an array of any shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    Single(Vec<f32>),
    Double(Vec<f64>),
    Whole(Vec<i64>),
    Byte(Vec<u8>),
    Text(Vec<String>),
    /// Square matrix, row by row, and its side. It is read back as `Double`.
    Square(usize, Vec<f64>),
}

/// Largest size of an unpacked file, bytes.
const LARGEST: u64 = 8 << 30;

impl Array {
    /// Converts numbers to integers.
    pub fn whole(self) -> Self {
        match self {
            Self::Double(values) => Self::Whole(values.iter().map(|value| *value as i64).collect()),
            other => other,
        }
    }

    /// Numbers; `None` for texts.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        Some(match self {
            Self::Single(values) => values.iter().map(|value| f64::from(*value)).collect(),
            Self::Double(values) | Self::Square(_, values) => values.clone(),
            Self::Whole(values) => values.iter().map(|value| *value as f64).collect(),
            Self::Byte(values) => values.iter().map(|value| f64::from(*value)).collect(),
            Self::Text(_) => return None,
        })
    }

    fn len(&self) -> usize {
        match self {
            Self::Single(values) => values.len(),
            Self::Double(values) | Self::Square(_, values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Byte(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Bytes of a `.npy` file.
    fn write(&self) -> Vec<u8> {
        let width = match self {
            Self::Text(texts) => {
                texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1)
            }
            _ => 0,
        };
        let kind = match self {
            Self::Single(_) => "<f4".to_string(),
            Self::Double(_) | Self::Square(..) => "<f8".to_string(),
            Self::Whole(_) => "<i8".to_string(),
            Self::Byte(_) => "|u1".to_string(),
            Self::Text(_) => format!("<U{width}"),
        };
        let shape = match self {
            Self::Square(side, _) => format!("{side}, {side}"),
            _ => format!("{},", self.len()),
        };
        let mut header =
            format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
        while (10 + header.len() + 1) % 64 != 0 {
            header.push(' ');
        }
        header.push('\n');
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        match self {
            Self::Single(values) => values.iter().for_each(|v| bytes.extend(v.to_le_bytes())),
            Self::Double(values) | Self::Square(_, values) => {
                values.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
            }
            Self::Whole(values) => values.iter().for_each(|v| bytes.extend(v.to_le_bytes())),
            Self::Byte(values) => bytes.extend(values),
            Self::Text(texts) => {
                for text in texts {
                    let mut letters: Vec<u32> = text.chars().map(u32::from).collect();
                    letters.resize(width, 0);
                    letters.iter().for_each(|letter| bytes.extend(letter.to_le_bytes()));
                }
            }
        }
        bytes
    }

    /// Reads a `.npy` file.
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let torn = || "it is torn".to_string();
        if !bytes.starts_with(b"\x93NUMPY") {
            return Err("it is no array".into());
        }
        let (length, from) = match bytes.get(6) {
            Some(1) => (usize::from(u16::from_le_bytes(take(bytes, 8).ok_or_else(torn)?)), 10),
            Some(2 | 3) => (u32::from_le_bytes(take(bytes, 8).ok_or_else(torn)?) as usize, 12),
            _ => return Err("it is of an unknown version".into()),
        };
        let header = bytes.get(from..from + length).ok_or_else(torn)?;
        let header = String::from_utf8_lossy(header);
        let body = bytes.get(from + length..).ok_or_else(torn)?;
        let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start());
        let kind = after("'descr':").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next());
        let kind = kind.ok_or("its numbers are of no simple kind")?;
        let shape = after("'shape':").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
        let sizes = shape.ok_or("it has no shape")?.split(',').map(str::trim);
        let sizes = sizes.filter(|size| !size.is_empty()).map(str::parse::<usize>);
        let count = sizes.collect::<Result<Vec<_>, _>>().map_err(|_| "it has no shape")?;
        let count = count.iter().try_fold(1usize, |all, size| all.checked_mul(*size));
        let count = count.ok_or("it is too large")?;
        if kind.starts_with('>') {
            return Err("its bytes are in another order".into());
        }
        let code = kind.trim_start_matches(['<', '|', '=']);
        let unknown = || format!("its numbers are of the kind {code}");
        let mut letters = code.chars();
        letters.next();
        let size = letters.as_str().parse().ok().filter(|size: &usize| *size > 0);
        let size = size.ok_or_else(unknown)?;
        let width = if code.starts_with('U') { size.saturating_mul(4) } else { size };
        let needed = count.checked_mul(width).ok_or("it is too large")?;
        let body = body.get(..needed).ok_or_else(torn)?;
        macro_rules! numbers {
            ($type:ty, $as:ty) => {
                body.chunks_exact(size_of::<$type>())
                    .map(|chunk| {
                        <$type>::from_le_bytes(chunk.try_into().unwrap_or_default()) as $as
                    })
                    .collect()
            };
        }
        Ok(match code {
            "f4" => Self::Single(numbers!(f32, f32)),
            "f8" => Self::Double(numbers!(f64, f64)),
            "i8" => Self::Whole(numbers!(i64, i64)),
            "u8" => Self::Whole(numbers!(u64, i64)),
            "i4" => Self::Whole(numbers!(i32, i64)),
            "u4" => Self::Whole(numbers!(u32, i64)),
            "i2" => Self::Whole(numbers!(i16, i64)),
            "u2" => Self::Whole(numbers!(u16, i64)),
            "i1" => Self::Whole(numbers!(i8, i64)),
            "u1" | "b1" => Self::Byte(body.to_vec()),
            _ if code.starts_with('U') => {
                let text = |chunk: &[u8]| {
                    let letters =
                        chunk.chunks_exact(4).map(|letter| take(letter, 0).map(u32::from_le_bytes));
                    letters
                        .flatten()
                        .filter(|letter| *letter != 0)
                        .filter_map(char::from_u32)
                        .collect()
                };
                Self::Text(body.chunks_exact(width).map(text).collect())
            }
            _ => return Err(unknown()),
        })
    }
}

fn take<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    match size {
        2 => take(bytes, at).map(|two| usize::from(u16::from_le_bytes(two))),
        4 => take(bytes, at).map(|four| u32::from_le_bytes(four) as usize),
        _ => take(bytes, at).and_then(|eight| u64::from_le_bytes(eight).try_into().ok()),
    }
}

/// Bytes of a `.npz` file. Each array has to be smaller than 4 GB.
pub fn write(arrays: &[(&str, Array)]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, array) in arrays {
        let (name, body) = (format!("{name}.npy"), array.write());
        let place = file.len() as u32;
        let mut common = Vec::new();
        // Version 2.0, no flags, stored, midnight of the first of January 1980.
        for word in [20u16, 0, 0, 0, 0x21] {
            common.extend(word.to_le_bytes());
        }
        common.extend(crc32fast::hash(&body).to_le_bytes());
        common.extend((body.len() as u32).to_le_bytes());
        common.extend((body.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend(name.as_bytes());
        file.extend(&body);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (place, count) = (file.len() as u32, (arrays.len() as u16).to_le_bytes());
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(count);
    file.extend(count);
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(place.to_le_bytes());
    file.extend([0; 2]);
    file
}

/// Arrays of a `.npz` file, by name. Arrays of unsupported types are left out.
pub fn read(bytes: &[u8]) -> Result<BTreeMap<String, Array>, String> {
    let torn = || "The file is torn: its directory is missing or damaged.".to_string();
    let mark = bytes.windows(4).rposition(|four| four == b"PK\x05\x06").ok_or_else(torn)?;
    if bytes.len() < mark + 22 {
        return Err(torn());
    }
    let count = number(bytes, mark + 10, 2).ok_or_else(torn)?;
    let mut at = number(bytes, mark + 16, 4).ok_or_else(torn)?;
    let mut arrays = BTreeMap::new();
    for _ in 0..count {
        if bytes.get(at..at + 4) != Some(b"PK\x01\x02") {
            return Err(torn());
        }
        let field = |place: usize, size: usize| number(bytes, at + place, size).ok_or_else(torn);
        let (method, sum) = (field(10, 2)?, field(16, 4)? as u32);
        let (mut packed, mut size) = (field(20, 4)?, field(24, 4)?);
        let (name_length, extra, comment) = (field(28, 2)?, field(30, 2)?, field(32, 2)?);
        let mut local = field(42, 4)?;
        let name = bytes.get(at + 46..at + 46 + name_length).ok_or_else(torn)?;
        let name = String::from_utf8_lossy(name).into_owned();
        // Sizes above 4 GB follow the name (zip64), uncompressed size first.
        let mut wide = at + 46 + name_length;
        let end = wide + extra;
        while wide + 4 <= end {
            let length = number(bytes, wide + 2, 2).ok_or_else(torn)?;
            if number(bytes, wide, 2) == Some(1) {
                let mut place = wide + 4;
                for value in [&mut size, &mut packed, &mut local] {
                    if *value == u32::MAX as usize {
                        *value = number(bytes, place, 8).ok_or_else(torn)?;
                        place += 8;
                    }
                }
            }
            wide += 4 + length;
        }
        at = end + comment;
        let names = number(bytes, local.saturating_add(26), 2).ok_or_else(torn)?;
        let extras = number(bytes, local + 28, 2).ok_or_else(torn)?;
        let from = local + 30 + names + extras;
        let stored = bytes.get(from..from.saturating_add(packed)).ok_or_else(torn)?;
        if size as u64 > LARGEST {
            return Err(format!("{name} is too large."));
        }
        let body = match method {
            0 => stored.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(stored, size)
                .map_err(|_| format!("{name} in the file is damaged."))?,
            _ => return Err(format!("{name} is packed in a way that is not known here.")),
        };
        if crc32fast::hash(&body) != sum {
            return Err(format!("{name} in the file is damaged."));
        }
        let key = name.strip_suffix(".npy").unwrap_or(&name).to_string();
        match Array::read(&body) {
            Ok(array) => {
                arrays.insert(key, array);
            }
            Err(why) if why.contains("torn") => return Err(format!("{name} in the file: {why}.")),
            Err(_) => {}
        }
    }
    Ok(arrays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_read_back_and_damage_is_told() {
        let arrays = [
            ("x", Array::Single(vec![1.5, -2.0])),
            ("id", Array::Whole(vec![3])),
            ("names", Array::Text(vec!["fish".into(), "ö".into()])),
        ];
        let file = write(&arrays);
        let found = read(&file).expect("sound");
        assert_eq!(found.len(), 3);
        assert!(arrays.iter().all(|(name, array)| found[*name] == *array));
        for cut in 0..file.len() {
            assert!(read(&file[..cut]).is_err(), "cut at {cut}");
        }
        // Types that no program writes.
        for kind in ["", "<", "é8", "<f", "=U", "<U0", "|", "f4f4", "<U99999999999999999999"] {
            // Items of size 0 could be declared in any number without bytes.
            let many = if kind == "<U0" { 999_999_999_999_999_999u64 } else { 1 };
            let header =
                format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({many},), }}\n");
            let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
            bytes.extend((header.len() as u16).to_le_bytes());
            bytes.extend(header.as_bytes());
            bytes.extend([0; 8]);
            assert!(Array::read(&bytes).is_err_and(|why| why.contains("kind")), "{kind}");
        }
        let mut damaged = file.clone();
        let at = damaged.windows(4).position(|four| four == 1.5f32.to_le_bytes()).expect("it");
        damaged[at] ^= 1;
        assert_eq!(read(&damaged), Err("x.npy in the file is damaged.".into()));
    }
}
