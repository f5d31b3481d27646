//! NumPy's `.npz` files: zip files of arrays.
//!
//! Reads stored and deflated files with little-endian arrays of numbers, bools and texts. Writes
//! stored (uncompressed) files.

use std::collections::BTreeMap;
use std::ops::Range;

/// Values of an array, without its shape except for square matrices.
#[derive(Clone, Debug, PartialEq)]
pub enum NpzArray {
    Single(Vec<f32>),
    Double(Vec<f64>),
    Whole(Vec<i64>),
    Byte(Vec<u8>),
    Text(Vec<String>),
    /// Square matrix: number of rows, and values row by row. Reading gives `Double` instead.
    Square(usize, Vec<f64>),
}

/// Largest accepted size of an unpacked array, bytes.
const MAX_UNPACKED_BYTES: u64 = 8 << 30;

impl NpzArray {
    /// Converts 64-bit floating-point numbers to integers; other arrays stay as they are.
    pub fn into_integers(self) -> Self {
        match self {
            Self::Double(values) => Self::Whole(values.iter().map(|value| *value as i64).collect()),
            other => other,
        }
    }

    /// Values of the array as 64-bit floating-point numbers; `None` for texts.
    pub fn to_numbers(&self) -> Option<Vec<f64>> {
        Some(match self {
            Self::Single(values) => values.iter().map(|value| f64::from(*value)).collect(),
            Self::Double(values) | Self::Square(_, values) => values.clone(),
            Self::Whole(values) => values.iter().map(|value| *value as f64).collect(),
            Self::Byte(values) => values.iter().map(|value| f64::from(*value)).collect(),
            Self::Text(_) => return None,
        })
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Single(values) => values.len(),
            Self::Double(values) | Self::Square(_, values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Byte(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Bytes of the array in NumPy's `.npy` format.
    fn to_npy(&self) -> Vec<u8> {
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

    /// Parses an array in NumPy's `.npy` format.
    fn from_npy(bytes: &[u8]) -> Result<Self, String> {
        let torn = || "it is torn".to_string();
        if !bytes.starts_with(b"\x93NUMPY") {
            return Err("it is no array".into());
        }
        let (length, from) = match bytes.get(6) {
            Some(1) => (usize::from(u16::from_le_bytes(bytes_at(bytes, 8).ok_or_else(torn)?)), 10),
            Some(2 | 3) => (u32::from_le_bytes(bytes_at(bytes, 8).ok_or_else(torn)?) as usize, 12),
            _ => return Err("it is of an unknown version".into()),
        };
        let header = String::from_utf8_lossy(bytes.get(from..from + length).ok_or_else(torn)?);
        let NumpyHeader { code, width, count } = NumpyHeader::read(&header)?;
        let needed = count.checked_mul(width).ok_or("it is too large")?;
        let body = bytes.get(from + length..).and_then(|body| body.get(..needed));
        Self::decode(&code, width, body.ok_or_else(torn)?)
    }

    /// Decodes the values of an array of NumPy's type `code`, each `width` bytes long.
    fn decode(code: &str, width: usize, body: &[u8]) -> Result<Self, String> {
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
                Self::Text(body.chunks_exact(width).map(text_of_letters).collect())
            }
            _ => return Err(unknown_type(code)),
        })
    }
}

/// Header of an array in NumPy's `.npy` format.
struct NumpyHeader {
    /// Type of the values without the byte order, such as `f4`.
    code: String,
    /// Size of one value, bytes.
    width: usize,
    /// Number of values in the array.
    count: usize,
}

impl NumpyHeader {
    /// Parses a header, which is the text of a Python dictionary.
    fn read(header: &str) -> Result<Self, String> {
        let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start());
        let kind = after("'descr':").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next());
        let kind = kind.ok_or("its numbers are of no simple kind")?;
        let shape = after("'shape':").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
        let sizes = shape.ok_or("it has no shape")?.split(',').map(str::trim);
        let sizes = sizes.filter(|size| !size.is_empty()).map(str::parse::<usize>);
        let sizes = sizes.collect::<Result<Vec<_>, _>>().map_err(|_| "it has no shape")?;
        let count = sizes.iter().try_fold(1usize, |all, size| all.checked_mul(*size));
        let count = count.ok_or("it is too large")?;
        if kind.starts_with('>') {
            return Err("its bytes are in another order".into());
        }
        let code = kind.trim_start_matches(['<', '|', '=']);
        let mut letters = code.chars();
        let is_text = letters.next() == Some('U');
        let size = letters.as_str().parse().ok().filter(|size: &usize| *size > 0);
        let size = size.ok_or_else(|| unknown_type(code))?;
        let width = if is_text { size.saturating_mul(4) } else { size };
        Ok(Self { code: code.to_string(), width, count })
    }
}

fn unknown_type(code: &str) -> String {
    format!("its numbers are of the kind {code}")
}

/// Text of UTF-32 characters (four bytes each), padded with zeros.
fn text_of_letters(bytes: &[u8]) -> String {
    let letters =
        bytes.chunks_exact(4).filter_map(|letter| bytes_at(letter, 0).map(u32::from_le_bytes));
    letters.filter(|letter| *letter != 0).filter_map(char::from_u32).collect()
}

fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn integer_at(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    match size {
        2 => bytes_at(bytes, at).map(|two| usize::from(u16::from_le_bytes(two))),
        4 => bytes_at(bytes, at).map(|four| u32::from_le_bytes(four) as usize),
        _ => bytes_at(bytes, at).and_then(|eight| u64::from_le_bytes(eight).try_into().ok()),
    }
}

/// Bytes of a `.npz` file with these arrays. The file must be smaller than 4 GB.
pub fn write_npz(arrays: &[(&str, NpzArray)]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, array) in arrays {
        let (name, body) = (format!("{name}.npy"), array.to_npy());
        let place = file.len() as u32;
        let mut common = Vec::new();
        // Zip version 2.0, no flags, no compression, midnight of January 1, 1980.
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

/// Parses a `.npz` file. Returns the arrays by name, without those of unsupported types.
pub fn read_npz(bytes: &[u8]) -> Result<BTreeMap<String, NpzArray>, String> {
    let mark =
        bytes.windows(4).rposition(|four| four == b"PK\x05\x06").ok_or_else(damage_message)?;
    if bytes.len() < mark + 22 {
        return Err(damage_message());
    }
    let count = integer_at(bytes, mark + 10, 2).ok_or_else(damage_message)?;
    let mut at = integer_at(bytes, mark + 16, 4).ok_or_else(damage_message)?;
    let mut arrays = BTreeMap::new();
    for _ in 0..count {
        let entry = ZipEntry::read(bytes, at)?;
        at = entry.end;
        let body = entry.decompress(bytes)?;
        let ZipEntry { name, .. } = entry;
        let key = name.strip_suffix(".npy").unwrap_or(&name).to_string();
        match NpzArray::from_npy(&body) {
            Ok(array) => {
                arrays.insert(key, array);
            }
            Err(why) if why.contains("torn") => return Err(format!("{name} in the file: {why}.")),
            Err(_) => {}
        }
    }
    Ok(arrays)
}

fn damage_message() -> String {
    "The file is torn: its directory is missing or damaged.".to_string()
}

/// Entry in the directory of a zip file. Sizes and positions are in bytes.
struct ZipEntry {
    name: String,
    /// Compression method of the entry: 0 is uncompressed, 8 is deflate.
    compression_method: usize,
    checksum: u32,
    packed_size: usize,
    size: usize,
    /// Position in the file of the entry's local header, which precedes the contents.
    local_header: usize,
    /// Position in the file of the next directory entry.
    end: usize,
}

impl ZipEntry {
    fn read(bytes: &[u8], at: usize) -> Result<Self, String> {
        if bytes.get(at..at + 4) != Some(b"PK\x01\x02") {
            return Err(damage_message());
        }
        let field = |place: usize, size: usize| {
            integer_at(bytes, at + place, size).ok_or_else(damage_message)
        };
        let (name_length, extra, comment) = (field(28, 2)?, field(30, 2)?, field(32, 2)?);
        let name_end = at + 46 + name_length;
        let name = bytes.get(at + 46..name_end).ok_or_else(damage_message)?;
        let mut entry = Self {
            name: String::from_utf8_lossy(name).into_owned(),
            compression_method: field(10, 2)?,
            checksum: field(16, 4)? as u32,
            packed_size: field(20, 4)?,
            size: field(24, 4)?,
            local_header: field(42, 4)?,
            end: name_end + extra + comment,
        };
        entry.read_large_sizes(bytes, name_end..name_end + extra)?;
        Ok(entry)
    }

    /// Replaces sizes and positions above 4 GB by those in the entry's zip64 extra field.
    fn read_large_sizes(&mut self, bytes: &[u8], extras: Range<usize>) -> Result<(), String> {
        const ZIP64: usize = 1;
        let mut at = extras.start;
        while at + 4 <= extras.end {
            let length = integer_at(bytes, at + 2, 2).ok_or_else(damage_message)?;
            if integer_at(bytes, at, 2) == Some(ZIP64) {
                let mut place = at + 4;
                for value in [&mut self.size, &mut self.packed_size, &mut self.local_header] {
                    if *value == u32::MAX as usize {
                        *value = integer_at(bytes, place, 8).ok_or_else(damage_message)?;
                        place += 8;
                    }
                }
            }
            at += 4 + length;
        }
        Ok(())
    }

    /// Contents of the entry, decompressed, with the checksum verified.
    fn decompress(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let Self { name, local_header, .. } = self;
        let name_length =
            integer_at(bytes, local_header.saturating_add(26), 2).ok_or_else(damage_message)?;
        let extra = integer_at(bytes, local_header + 28, 2).ok_or_else(damage_message)?;
        let from = local_header + 30 + name_length + extra;
        let stored =
            bytes.get(from..from.saturating_add(self.packed_size)).ok_or_else(damage_message)?;
        if self.size as u64 > MAX_UNPACKED_BYTES {
            return Err(format!("{name} is too large."));
        }
        let damaged = || format!("{name} in the file is damaged.");
        let body = match self.compression_method {
            0 => stored.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(stored, self.size)
                .map_err(|_| damaged())?,
            _ => return Err(format!("{name} is packed in a way that is not known here.")),
        };
        if crc32fast::hash(&body) == self.checksum { Ok(body) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_read_back_and_damage_is_told() {
        let arrays = [
            ("x", NpzArray::Single(vec![1.5, -2.0])),
            ("id", NpzArray::Whole(vec![3])),
            ("names", NpzArray::Text(vec!["fish".into(), "ö".into()])),
        ];
        let file = write_npz(&arrays);
        let found = read_npz(&file).expect("sound");
        assert_eq!(found.len(), 3);
        assert!(arrays.iter().all(|(name, array)| found[*name] == *array));
        for cut in 0..file.len() {
            assert!(read_npz(&file[..cut]).is_err(), "cut at {cut}");
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
            assert!(NpzArray::from_npy(&bytes).is_err_and(|why| why.contains("kind")), "{kind}");
        }
        let mut damaged = file.clone();
        let at = damaged.windows(4).position(|four| four == 1.5f32.to_le_bytes()).expect("it");
        damaged[at] ^= 1;
        assert_eq!(read_npz(&damaged), Err("x.npy in the file is damaged.".into()));
    }
}
