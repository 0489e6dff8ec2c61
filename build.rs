//! Embeds `scenarios/` into the program: every `.ron` as a scenario of the pack, every `.json` as a
//! captured tool list. The files stay where they are; only their paths are written here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=scenarios");
    println!("cargo:rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = root.join("scenarios");
    let mut files = Vec::new();
    if folder.is_dir() {
        walk(&folder, &mut files)?;
    }
    files.sort();
    let mut out = String::new();
    for (list, extension) in [("SCENARIOS", "ron"), ("TOOL_LISTS", "json")] {
        let _ = writeln!(out, "static {list}: &[(&str, &str)] = &[");
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == extension)) {
            let inside = file.strip_prefix(&folder).unwrap_or(file);
            let inside = inside.to_string_lossy().replace('\\', "/");
            let _ = writeln!(out, "    ({inside:?}, include_str!({:?})),", file.to_string_lossy());
        }
        let _ = writeln!(out, "];");
    }
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(target.join("pack.rs"), out)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
