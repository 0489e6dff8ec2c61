//! `list`: the embedded pack.

use serde_json::json;

use super::args::{Format, ListArgs};
use super::output::{harmless, print};
use super::problems::Bad;
use crate::scenario::ScenarioFile;
use crate::scenario::pack::{self, PackEntry};

/// `freezeframe list`.
pub fn list(args: &ListArgs) -> Result<(), Bad> {
    let pack = sorted();
    match args.format {
        Format::Text => print(&as_text(&pack)),
        Format::Json => {
            let entries: Vec<_> = pack.iter().map(|(entry, file)| as_json(entry, file)).collect();
            print(&format!("{:#}\n", serde_json::Value::from(entries)))
        }
    }
}

/// The pack in gallery order: by theme, place and path.
pub fn sorted() -> Vec<(PackEntry, ScenarioFile)> {
    let mut pack: Vec<_> = pack::all().map(|entry| (entry, entry.load().file)).collect();
    pack.sort_by_key(|(entry, file)| (file.theme, file.order, entry.path));
    pack
}

fn as_text(pack: &[(PackEntry, ScenarioFile)]) -> String {
    let width = pack.iter().map(|(entry, _)| entry.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut theme = None;
    for (entry, file) in pack {
        if theme != Some(file.theme) {
            theme = Some(file.theme);
            out.push_str(&format!("{:?}\n", file.theme));
        }
        let title = harmless(&file.title.en);
        out.push_str(&format!("  {:width$}  {title}\n", entry.name()));
    }
    out
}

fn as_json(entry: &PackEntry, file: &ScenarioFile) -> serde_json::Value {
    json!({
        "name": entry.name(),
        "path": entry.path,
        "theme": file.theme,
        "order": file.order,
        "title": file.title,
        "question": file.question,
        "answer": file.answer,
        "source": file.source,
    })
}
