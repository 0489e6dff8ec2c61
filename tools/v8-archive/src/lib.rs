//! What the build script of the `v8` crate needs of the crate `gzip-header`: a way past the header of a
//! gzip file (RFC 1952). What matters more is `build.rs` beside it.

use std::io::{Error, ErrorKind, Read, Result};

const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];
const HAS_CHECKSUM: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;

/// Reads the header of a gzip file, so that its compressed data comes next.
///
/// # Errors
/// The file ends within the header, or is no gzip file.
pub fn read_gz_header(file: &mut impl Read) -> Result<()> {
    let fixed: [u8; 10] = bytes(file)?;
    if fixed[..3] != MAGIC {
        return Err(Error::new(ErrorKind::InvalidData, "this is no gzip file"));
    }
    let flags = fixed[3];
    if flags & HAS_EXTRA != 0 {
        let length = u16::from_le_bytes(bytes(file)?);
        for _ in 0..length {
            bytes::<1>(file)?;
        }
    }
    for text in [HAS_NAME, HAS_COMMENT] {
        while flags & text != 0 && bytes(file)? != [0] {}
    }
    if flags & HAS_CHECKSUM != 0 {
        bytes::<2>(file)?;
    }
    Ok(())
}

fn bytes<const N: usize>(file: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes).map(|()| bytes)
}
