//! The house has floors: a module imports only from floors below its own.

use std::fs;
use std::path::{Path, PathBuf};

/// Floors from the ground up. Modules of one line may know each other only in the order they stand.
const FLOORS: [&[&str]; 9] = [
    &["lang", "schema"],
    &["tool"],
    &["search", "mcp", "builtin"],
    &["planner"],
    &["code_mode"],
    &["session"],
    &["trace", "scenario", "pack", "link"],
    &["door", "explore", "laws", "host"],
    &["app", "cli"],
];

/// What engine floors may not mention at all, and why.
const FORBIDDEN: [(&str, &str); 8] = [
    ("std::fs", "files belong to cli and app"),
    ("std::net", "there is no network"),
    ("std::env", "the environment is input nobody wrote down"),
    ("std::thread", "threads race"),
    ("std::time", "time is virtual"),
    ("SystemTime", "time is virtual"),
    ("HashMap", "iteration order is random"),
    ("HashSet", "iteration order is random"),
];

/// Folders of engine floors that may use some of these words all the same, and why.
const EXCEPTIONS: [(&str, &[&str], &str); 1] = [(
    "src/code_mode/v8/",
    &["std::thread", "std::time", "std::env"],
    "one thread per cell and a watchdog, as upstream; the caller waits for every answer",
)];

/// Folders that may hold `unsafe`, and why.
const UNSAFE: [(&str, &str); 1] = [(
    "src/code_mode/v8/",
    "the near-heap-limit callback of V8 is a C function with a raw pointer",
)];

fn floor(module: &str) -> Option<(usize, usize)> {
    FLOORS.iter().enumerate().find_map(|(floor, modules)| {
        modules.iter().position(|name| *name == module).map(|place| (floor, place))
    })
}

fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder can be read") {
            let path = entry.expect("a source entry can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let inside = path.strip_prefix(&root).expect("below src");
            let first = inside.components().next().expect("a path has a part");
            let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
            let text = fs::read_to_string(&path).expect("a source file is text");
            found.push((module, path, text));
        }
    }
    found.sort();
    found
}

/// The code of a line, without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

#[test]
fn no_module_imports_from_above() {
    let mut faults = Vec::new();
    for (module, path, text) in sources() {
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = floor(&module) else {
            faults.push(format!("{}: module `{module}` stands on no floor", path.display()));
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for imported in code(line).split("crate::").skip(1) {
                let name: String =
                    imported.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let Some(other) = floor(&name) else { continue };
                if other > own {
                    let at = format!("{}:{}", path.display(), number + 1);
                    faults.push(format!("{at}: `{module}` imports `{name}` from above"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn engine_floors_know_no_files_time_threads_or_unordered_maps() {
    let mut faults = Vec::new();
    for (module, path, text) in sources() {
        let upper = matches!(module.as_str(), "cli" | "app" | "main" | "laws" | "lib" | "host");
        if upper {
            continue;
        }
        // Unit tests at the end of a file may do as they like.
        let engine = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in engine.lines().enumerate() {
            for (word, why) in FORBIDDEN {
                let excepted = EXCEPTIONS.iter().any(|(folder, words, _)| {
                    path.to_string_lossy().contains(folder) && words.contains(&word)
                });
                if code(line).contains(word) && !excepted {
                    faults.push(format!("{}:{}: {word}: {why}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn only_the_window_knows_egui() {
    for (module, path, text) in sources() {
        let knows = text.lines().any(|line| code(line).contains("egui::"));
        assert!(!knows || module == "app", "{} knows egui", path.display());
    }
}

#[test]
fn unsafe_stays_in_the_named_modules() {
    for (_, path, text) in sources() {
        let named = UNSAFE.iter().any(|(folder, _)| path.to_string_lossy().contains(folder));
        let has = text.lines().any(|line| {
            code(line).contains("unsafe ") || code(line).contains("allow(unsafe_code)")
        });
        assert!(named || !has, "{} holds unsafe code", path.display());
    }
}
